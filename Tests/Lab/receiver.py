#!/usr/bin/env python3
"""A receiver's end of a serial line: receiver.py TTY DEGREES. Four fixes a second, NMEA, at that latitude."""
import os
import sys
import time
import tty


def sentence(body):
    checksum = 0
    for octet in body.encode():
        checksum ^= octet
    return "$%s*%02X\r\n" % (body, checksum)


line = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
tty.setraw(line)
latitude = "%02d17.1140,N" % int(sys.argv[2])
quarters = 0
while True:
    quarters += 1
    clock = "12%02d%05.2f" % (quarters // 240 % 60, quarters % 240 / 4)
    epoch = sentence("GNGGA,%s,%s,00833.9150,E,1,12,0.80,430.2,M,47.3,M,," % (clock, latitude))
    epoch += sentence("GNRMC,%s,A,%s,00833.9150,E,0.010,,211126,,,A,V" % (clock, latitude))
    try:
        os.write(line, epoch.encode())
        os.read(line, 4096)
    except BlockingIOError:
        pass
    time.sleep(0.25)
