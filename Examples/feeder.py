#!/usr/bin/env python3
"""Imitates a receiver on a pseudo-terminal: no fix until SIGUSR1 arrives, then one every 200 ms.

Prints the terminal's path. Ends on SIGTERM, or after two minutes in any case.
"""
import os, signal, sys, time, tty

has_fix = False


def sentence(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n"


def epoch(tenths):
    seconds = tenths / 10
    time_text = f"{int(seconds // 3600):02}{int(seconds // 60 % 60):02}{seconds % 60:05.2f}"
    if has_fix:
        rmc = f"GNRMC,{time_text},A,3736.47666,N,12653.01698,E,0.037,,210926,,,A,V"
        gga = f"GNGGA,{time_text},3736.47666,N,12653.01698,E,1,12,0.80,23.0,M,18.7,M,,"
    else:
        rmc = f"GNRMC,{time_text},V,,,,,,,210926,,,N,V"
        gga = f"GNGGA,{time_text},,,,,0,00,99.99,,M,,M,,"
    return (sentence(rmc) + sentence(gga)).encode()


def give_fix(*_):
    global has_fix
    has_fix = True


signal.signal(signal.SIGUSR1, give_fix)
master, slave = os.openpty()
tty.setraw(slave)
os.set_blocking(master, False)
print(os.ttyname(slave), flush=True)
for tenths in range(0, 1200, 2):
    try:
        os.write(master, epoch(36000 + tenths))
    except BlockingIOError:
        pass  # nobody reads yet
    time.sleep(0.2)
sys.exit(1)
