#!/usr/bin/env python3
"""Writes streams that cost a framer as much as possible, the same bytes on every run: hostile.py FOLDER

Each consists of false beginnings of frames, followed by one sentence. `random` is the stream that the others are
compared with; `nothing` is the sentence alone."""

import pathlib
import random
import sys

LENGTH = 96 * 1024  # longer than the longest UBX frame
rng = random.Random(58)
out = pathlib.Path(sys.argv[1])


def repeated(unit):
    return (unit * (LENGTH // len(unit) + 1))[:LENGTH]


def mixed(units):
    stream = bytearray()
    while len(stream) < LENGTH:
        stream += rng.choice(units)
    return bytes(stream[:LENGTH])


HEADS = [
    b"\xb5\x62\x01\x07\xff\xff", b"\xb5\x62\x01\x07\x00\x01", b"\xb5\x62", b"\xd3\x03\xff", b"\xd3\x00\x3f", b"\xd3",
    b"\xba\xce\x00\x08\x01\x01", b"\xba\xce\x40\x00\x01\x01", b"$GNGGA,", b"!AIVDM,", b"*00", b"$", b"!", b"\r\n",
]
STREAMS = {
    "nothing": b"",
    "random": rng.randbytes(LENGTH),
    "rtcm.marks": repeated(b"\xd3"),
    "rtcm.longest": repeated(b"\xd3\x03\xff"),
    "rtcm.dense": repeated(b"\xd3\x03"),
    "rtcm.medium": repeated(b"\xd3\x01"),
    "rtcm.short": repeated(b"\xd3\x00"),
    "rtcm.empty": repeated(b"\xd3\x00\x00"),
    "ubx.empty": repeated(b"\xb5\x62\x01\x07\x00\x00"),
    "ubx.longest": repeated(b"\xb5\x62\x01\x07\xff\xff"),
    "ubx.dense": repeated(b"\xb5\x62"),
    "ubx.medium": repeated(b"\xb5\x62\x01\x07\x00\x08"),
    "ubx.spread": repeated(b"\xb5\x62\x01\x07\xff\xff" + bytes(250)),
    "ubx.waiting": (b"\xb5\x62\x01\x07\xff\xff" * 120 + repeated(b"\xb5\x62\x01\x07\x00\x00"))[:LENGTH],
    "casic.longest": repeated(b"\xba\xce\x00\x08\x01\x01"),
    "casic.dense": repeated(b"\xba\xce\x00\x04"),
    "casic.empty": repeated(b"\xba\xce\x00\x00"),
    "nmea.dollars": repeated(b"$"),
    "nmea.marks": repeated(b"!"),
    "nmea.letters": repeated(b"!A"),
    "nmea.stars": repeated(b"!AAAA*"),
    "nmea.lines": repeated(b"$GPTXT," + b"A" * 1020),
    "nmea.sums": repeated(b"$GPTXT," + b"*00" * 340),
    "mixed": mixed(HEADS),
}
for name, stream in STREAMS.items():
    (out / name).write_bytes(stream + b"\r\n$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n")
