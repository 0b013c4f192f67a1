"""A Bluetooth adapter that does not exist, with beacons around it: /dev/vhci.

    beacons.py BEACONS.json >JOURNAL

The kernel drives it like a USB dongle. Advertisements reach it only while its radio listens; the journal has a
line for each change of that, and a last one with the seconds for which it has listened. Each beacon is an object
with `adv` (the data in hex), `addr`, `ms` (its interval), `rssi` (dBm), `noise` (dB), and a file `on`: it sends while
that exists. SIGTERM ends it.
"""

import json
import os
import random
import select
import signal
import struct
import sys
import time

COMMAND, EVENT, VENDOR = 1, 4, 0xFF
SET_PARAMETERS, SET_ENABLE, RESET = 0x200B, 0x200C, 0x0C03
# Answers of a controller for low energy alone, by command; all others are an empty success.
ANSWERS = {
    0x1001: struct.pack("<BHBHH", 10, 0, 10, 0x05F1, 0),
    0x1002: bytes([0x20, 0, 0, 0, 0, 0xC0] + [0] * 8 + [0x28] + [0] * 10 + [0xF7, 0xFF, 0x7F] + [0] * 36),
    0x1003: bytes([0, 0, 0, 0, 0x60, 0, 0, 0]),
    0x1009: bytes.fromhex("010203aabb00"),
    0x2002: struct.pack("<HB", 251, 8),
    0x2003: bytes(8),
    0x2007: b"\0",
    0x200F: b"\x10",
    0x201C: b"\xff" * 8,
    0x2023: struct.pack("<HH", 27, 328),
    0x202A: b"\x10",
    0x202F: struct.pack("<HHHH", 251, 2120, 251, 2120),
}


class Controller:
    def __init__(self):
        self.file = os.open("/dev/vhci", os.O_RDWR)
        os.write(self.file, b"\xff\x00")
        # Seconds: the radio listens for a window at the start of each interval.
        self.interval, self.window, self.began = 1.0, 1.0, 0.0
        self.listens, self.filters = False, False
        self.since, self.total, self.told = time.monotonic(), 0.0, set()

    def note(self, **what):
        print(json.dumps({"t": round(time.monotonic(), 3), **what}), flush=True)

    def event(self, code, body):
        os.write(self.file, bytes([EVENT, code, len(body)]) + body)

    def radio(self):
        now = time.monotonic()
        if self.listens:
            self.total += (now - self.since) * self.window / self.interval
        self.since = now
        return self.total

    def command(self, packet):
        (code,) = struct.unpack_from("<H", packet, 1)
        body = packet[4:]
        if code in (SET_PARAMETERS, SET_ENABLE, RESET):
            self.radio()
        if code == SET_PARAMETERS:
            _, interval, window = struct.unpack_from("<BHH", body)
            self.interval, self.window = interval * 0.000625, window * 0.000625
        elif code == SET_ENABLE:
            self.listens, self.filters = bool(body[0]), bool(body[1])
            self.told, self.began = set(), time.monotonic()
            self.note(listens=self.listens, duty=round(self.window / self.interval, 3), radio_s=round(self.total, 2))
        elif code == RESET:
            self.listens = False
        self.event(0x0E, struct.pack("<BHB", 1, code, 0) + ANSWERS.get(code, b""))

    def hear(self, beacon):
        if not self.listens or (time.monotonic() - self.began) % self.interval >= self.window:
            return
        if self.filters and beacon["addr"] in self.told:
            return
        self.told.add(beacon["addr"])
        strength = max(-110, min(20, round(random.gauss(beacon["rssi"], beacon["noise"]))))
        data, address = bytes.fromhex(beacon["adv"]), bytes.fromhex(beacon["addr"].replace(":", ""))[::-1]
        report = bytes([2, 1, 3, 1]) + address + bytes([len(data)]) + data + struct.pack("b", strength)
        self.event(0x3E, report)


def main():
    beacons = json.load(open(sys.argv[1]))
    controller = Controller()
    isEnding = []
    signal.signal(signal.SIGTERM, lambda *_: isEnding.append(True))
    due = [time.monotonic() for _ in beacons]
    while not isEnding:
        wait = max(0, min(due) - time.monotonic())
        if select.select([controller.file], [], [], wait)[0]:
            packet = os.read(controller.file, 1024)
            if packet[0] == COMMAND:
                controller.command(packet)
            continue
        now = time.monotonic()
        for index, beacon in enumerate(beacons):
            if due[index] <= now:
                # As the specification says: up to 10 ms more.
                due[index] = max(due[index], now - 1) + beacon["ms"] / 1000 + random.random() * 0.01
                if os.path.exists(beacon["on"]):
                    controller.hear(beacon)
    controller.note(end=True, radio_s=round(controller.radio(), 2))


main()
