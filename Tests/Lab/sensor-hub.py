"""A sensor hub of a tablet, made in user space: accelerometer, gyroscope, magnetometer and barometer.

    sensor-hub.py MOTION SECONDS TABLE

The kernel's own drivers make devices of its Industrial I/O of them. MOTION is lie, turn or hand. The samples that were
sent are written to TABLE as `cairn compass --in` reads them. Ends after SECONDS, or with a signal; then the devices vanish.
"""
import math
import os
import select
import signal
import struct
import sys
import time

RATE = 50
CREATE, DESTROY, GET_REPORT, GET_REPORT_REPLY, INPUT, SET_REPORT, SET_REPORT_REPLY = 11, 1, 9, 10, 12, 13, 14
# Microtesla: east, north, up; and what the device adds to it in its own frame.
EARTH, IRON = (0, 30.4, -39.9), (20, -10, 8)
# Report: usage of the sensor, usages of its fields, exponent of ten; g, degrees per second, milligauss, bar.
SENSORS = {
    1: (0x73, (0x453, 0x454, 0x455), -6), 2: (0x76, (0x457, 0x458, 0x459), -4),
    3: (0x83, (0x485, 0x486, 0x487), -3), 4: (0x31, (0x431,), -7),
}


def item(tag, value, size):
    """One item of a report descriptor. Source: USB Device Class Definition for HID 1.11, 6.2.2.2."""
    return bytes([tag | {1: 1, 2: 2, 4: 3}[size]]) + (value % (1 << 8 * size)).to_bytes(size, "little")


def collection(report, usage, fields, exponent):
    """A sensor with its properties. Source: HID Sensor Usages, HUTRR39."""
    text = item(0x04, 0x20, 1) + item(0x08, usage, 1) + b"\xa1\x00" + item(0x84, report, 1)
    # Selectors: whether it reports, and its power.
    for name, first in ((0x316, 0x840), (0x319, 0x850)):
        text += item(0x08, name, 2) + item(0x14, 0, 1) + item(0x24, 5, 1) + item(0x74, 8, 1) + item(0x94, 1, 1)
        text += b"\xa1\x02" + b"".join(item(0x08, first + state, 2) for state in range(6)) + b"\xb1\x00\xc0"
    # Milliseconds between reports.
    text += item(0x08, 0x30E, 2) + item(0x14, 0, 1) + item(0x24, 0x7FFFFFFF, 4) + item(0x74, 32, 1) + item(0x94, 1, 1)
    text += item(0x54, 0, 1) + b"\xb1\x02"
    for field in fields:
        text += item(0x08, field, 2) + item(0x14, -(1 << 31), 4) + item(0x24, (1 << 31) - 1, 4) + item(0x74, 32, 1)
        text += item(0x94, 1, 1) + item(0x54, exponent & 15, 1) + b"\x81\x02"
    return text + b"\xc0"


class Hub:
    def __init__(self):
        self.file = os.open("/dev/uhid", os.O_RDWR)
        text = b"".join(collection(report, *sensor) for report, sensor in SENSORS.items())
        os.write(self.file, struct.pack(
            "<I128s64s64sHHIIII4096s", CREATE, b"Sensor hub of a tablet", b"", b"1", len(text), 3, 0x1D50, 0x6157, 1, 0,
            text))
        self.properties = {report: bytes([0, 0, 100, 0, 0, 0]) for report in SENSORS}
        self.last = {report: bytes(4 * len(sensor[1])) for report, sensor in SENSORS.items()}

    def serve(self, seconds):
        """Answers the kernel for a while: a question without an answer blocks it for five seconds."""
        end = time.monotonic() + seconds
        while select.select([self.file], [], [], max(0, end - time.monotonic()))[0]:
            event = os.read(self.file, 4380)
            kind, = struct.unpack_from("<I", event)
            if kind == GET_REPORT:
                ident, report, what = struct.unpack_from("<IBB", event, 4)
                body = bytes([report]) + (self.last if what else self.properties)[report] if report in SENSORS else b""
                os.write(self.file, struct.pack(
                    "<IIHH4096s", GET_REPORT_REPLY, ident, 0 if body else 5, len(body), body))
            elif kind == SET_REPORT:
                ident, report, _, size = struct.unpack_from("<IBBH", event, 4)
                if report in SENSORS:
                    self.properties[report] = event[13:12 + size].ljust(6, b"\0")[:6]
                os.write(self.file, struct.pack("<IIH", SET_REPORT_REPLY, ident, 0))

    def send(self, report, values):
        """Sends a report; returns the values as the kernel has them."""
        scale = 10.0 ** -SENSORS[report][2]
        numbers = [round(value * scale) for value in values]
        body = b"".join(struct.pack("<i", number) for number in numbers)
        self.last[report] = body
        os.write(self.file, struct.pack("<IH4096s", INPUT, 1 + len(body), bytes([report]) + body))
        return [number / scale for number in numbers]

    def close(self):
        os.write(self.file, struct.pack("<I", DESTROY))


def rate(motion, t):
    """Radians per second about the device's axes."""
    if motion == "lie" or t < 2:
        return (0, 0, 0)
    if motion == "turn":
        return (0.05 * math.sin(t), 0.04 * math.cos(1.3 * t), -0.25)
    phase = int(t) % 8
    return [(1.5, 0.2, 0.1), (0.1, 1.6, -0.3), (-0.2, 0.3, 1.8), (-1.4, 0.5, 0.6), (0.4, -1.7, 0.2), (1, 1, -1),
            (-0.8, 0.9, 1.2), (0.3, 1.5, 1)][phase]


def turned(rows, axis, seconds):
    """The orientation, rows of which are east, north and up in the device's frame, after a turn of the device."""
    def cross(a, b):
        return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    angle = math.hypot(*axis) * seconds
    if angle == 0:
        return rows
    unit = [part * seconds / angle for part in axis]
    result = []
    for row in rows:
        # Rodrigues: what stands still turns the other way round in the device's frame.
        side, along = cross(unit, row), sum(a * b for a, b in zip(unit, row))
        result.append([row[i] * math.cos(angle) - side[i] * math.sin(angle)
                       + unit[i] * along * (1 - math.cos(angle)) for i in range(3)])
    return result


def main():
    motion, seconds, path = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    hub, rows, number = Hub(), [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 0
    start = time.monotonic()
    try:
        with open(path, "w", encoding="ascii", buffering=1) as table:
            table.write("t,gx,gy,gz,ax,ay,az,mx,my,mz\n")
            while time.monotonic() - start < seconds:
                t = number / RATE
                axis = rate(motion, t)
                rows = turned(rows, axis, 1 / RATE)
                field = [sum(EARTH[row] * rows[row][i] for row in range(3)) + IRON[i] * (motion == "hand")
                         for i in range(3)]
                sent = time.clock_gettime(time.CLOCK_BOOTTIME)
                gravity = hub.send(1, rows[2])
                turning = hub.send(2, [math.degrees(part) for part in axis])
                magnetic = hub.send(3, [part * 10 for part in field])
                if number % 5 == 0:
                    hub.send(4, [1.01325])
                values = [sent] + [math.radians(part) for part in turning] + [part * 9.80665 for part in gravity]
                table.write(",".join("%.6f" % value for value in values + [part / 10 for part in magnetic]) + "\n")
                number += 1
                hub.serve(max(0, start + number / RATE - time.monotonic()))
    finally:
        hub.close()


main()
