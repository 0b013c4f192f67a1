"""A receiver at a pseudo-terminal, for libraries that open one themselves. Standard library only."""
import os
import threading
import time
import tty

METRES_PER_MINUTE = 1852
# Metres a second to the north, and epochs a second.
PACE, RATE = 1.4, 5
SKY = ["GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,0.9,1.5",
       "GPGSV,2,1,08,01,70,010,45,02,60,100,44,03,50,200,43,04,40,300,42",
       "GPGSV,2,2,08,05,30,050,41,06,30,150,40,07,20,250,39,08,20,350,38"]


def sentence(body):
    total = 0
    for octet in body.encode():
        total ^= octet
    return "$%s*%02X\r\n" % (body, total)


def epoch(number, start):
    """The sentences of an epoch of one who walks along a meridian."""
    clock = start + number / RATE
    now = time.strftime("%H%M%S", time.gmtime(clock)) + ".%02d" % (number % RATE * 100 // RATE)
    place = "48%09.6f,N,01131.000000,E" % (7 + PACE * number / RATE / METRES_PER_MINUTE)
    bodies = ["GPRMC,%s,A,%s,%.1f,000.0,%s,,,A" % (now, place, PACE * 3600 / 1852, time.strftime("%d%m%y", time.gmtime(clock))),
              "GPGGA,%s,%s,1,08,0.9,545.4,M,46.9,M,," % (now, place),
              "GPGST,%s,1.2,1.5,1.5,0.0,1.5,1.5,3.0" % now, *SKY]
    return "".join(sentence(body) for body in bodies).encode()


class Receiver:
    """Sends until it is unplugged; what nobody reads is lost, as on a line. `path` is its device."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        os.set_blocking(self.master, False)
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.send, daemon=True)
        self.thread.start()

    def send(self):
        start, number = int(time.time()), 0
        while not self.is_over.wait(1 / RATE):
            number += 1
            for call in (lambda: os.read(self.master, 65536), lambda: os.write(self.master, epoch(number, start))):
                try:
                    call()
                except BlockingIOError:
                    pass

    def unplug(self):
        self.is_over.set()
        self.thread.join()
        os.close(self.master)
        os.close(self.slave)
