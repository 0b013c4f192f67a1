#!/usr/bin/env python3
"""A GPIO chip of eight lines: a Silicon Labs CP2112 as its driver sees it, through /dev/uhid.

The lines are inputs, pulled high, until somebody makes them outputs. Prints `LINE LEVEL` for each that changes.
"""
import os
import struct

DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE, SET_REPORT, SET_REPORT_REPLY = 1, 9, 10, 11, 13, 14
# Linux, include/uapi/linux/uhid.h: the size of an event.
EVENT = 4376
# Silicon Labs AN495, "HID reports": direction and drive, levels, levels to set, version, SMBus, USB.
CONFIGURATION, GET, SET, VERSION, SMBUS, USB = 2, 3, 4, 5, 6, 0x21
LENGTHS = {CONFIGURATION: 5, GET: 2, SET: 3, VERSION: 3, SMBUS: 14, USB: 10}


def descriptor():
    items = bytes.fromhex("0600ff 0901 a101 1500 26ff00 7508")
    for report, length in LENGTHS.items():
        items += bytes([0x85, report, 0x09, 0x01, 0x95, length - 1, 0xB1, 0x02])
    return items + b"\xc0"


class Chip:
    def __init__(self):
        self.outputs, self.latch, self.seen = 0, 0xFF, 0xFF

    def levels(self):
        return self.latch | ~self.outputs & 0xFF

    def get(self, report):
        content = {CONFIGURATION: [self.outputs], GET: [self.levels()], VERSION: [0x0C, 0x02]}
        octets = bytes([report] + content.get(report, []))
        return octets.ljust(LENGTHS.get(report, 64), b"\0")

    def set(self, data):
        if data[0] == CONFIGURATION:
            self.outputs = data[1]
        elif data[0] == SET:
            self.latch = self.latch & ~data[2] | data[1] & data[2]
        for line in range(8):
            if (self.levels() ^ self.seen) >> line & 1:
                print(line, self.levels() >> line & 1, flush=True)
        self.seen = self.levels()


device = os.open("/dev/uhid", os.O_RDWR)
items = descriptor()
os.write(device, struct.pack(
    "<I128s64s64sHHIIII", CREATE, b"GPIO chip", b"", b"", len(items), 3, 0x10C4, 0xEA90, 0, 0) + items)
chip = Chip()
while True:
    event = os.read(device, EVENT)
    kind = struct.unpack_from("<I", event)[0]
    if kind == GET_REPORT:
        number, report = struct.unpack_from("<IB", event, 4)
        answer = chip.get(report)
        os.write(device, struct.pack("<IIHH", GET_REPORT_REPLY, number, 0, len(answer)) + answer)
    elif kind == SET_REPORT:
        number, report, _, size = struct.unpack_from("<IBBH", event, 4)
        chip.set(event[12:12 + size])
        os.write(device, struct.pack("<IIH", SET_REPORT_REPLY, number, 0))
