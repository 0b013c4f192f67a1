#!/usr/bin/env python3
"""pps-reader.py DEVICE COUNT waits for that many interrupts and checks their times.

One pulse may raise several interrupts here: numbers must grow, times must increase, nothing more.
"""
import fcntl
import struct
import sys

PPS_FETCH = 0xC00870A4
FIELDS = "IIqiIqiIi4xqiI"  # sequences, assert time, clear time, mode; then the timeout

last = (0, 0.0)
with open(sys.argv[1], "rb", buffering=0) as device:
    for pulse in range(int(sys.argv[2])):
        data = bytearray(struct.pack(FIELDS, *[0] * 9, 3, 0, 0))
        try:
            fcntl.ioctl(device, PPS_FETCH, data)
        except OSError as error:
            sys.exit(print("pulse %d: %s" % (pulse + 1, error.strerror)) or 1)
        fields = struct.unpack(FIELDS, data)
        found = (fields[0], fields[2] + fields[3] / 1e9)
        if found[0] <= last[0] or found[1] <= last[1]:
            sys.exit(print("pulse %d: %r after %r" % (pulse + 1, found, last)) or 1)
        last = found
print("%s pulses, numbers and times increase" % sys.argv[2])
