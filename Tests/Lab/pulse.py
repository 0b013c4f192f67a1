#!/usr/bin/env python3
"""Pulses on the acknowledge line of QEMU's parallel port, one a half second, each with its interrupt."""
import time

port = open("/dev/port", "r+b", buffering=0)


def write(value):
    port.seek(0x37A)
    port.write(bytes([value]))


while True:
    for value in (0x1C, 0x1D, 0x1C):
        write(value)
    time.sleep(0.05)
    # Reading the status takes the interrupt back.
    for _ in range(2):
        port.seek(0x379)
        port.read(1)
    time.sleep(0.45)
