#!/usr/bin/env python3
"""Writes the input for measuring the decoders, the same bytes on every run: inputs.py FOLDER

sentences: epochs of a four-system receiver, 28 sentences each: RMC VTG GGA 4 GSA 20 GSV GLL
positions: UBX NAV-PVT; corrections: RTCM 3 frames of 60 to 600 bytes"""

import pathlib
import random
import struct
import sys

rng = random.Random(183)
out = pathlib.Path(sys.argv[1])


def sentence(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n".encode()


def epoch(k):
    time = f"{k // 3600 % 24:02}{k // 60 % 60:02}{k % 60:02}.00"
    place = f"{3700 + rng.random() * 60:010.5f},N,{12200 + rng.random() * 60:011.5f},W"
    speed, course = f"{rng.random() * 30:.3f}", f"{rng.random() * 360:.2f}"
    yield f"GNRMC,{time},A,{place},{speed},{course},070220,13.06,E,F,V"
    yield f"GNVTG,{course},T,{course},M,{speed},N,{speed},K,D"
    yield f"GNGGA,{time},{place},5,12,0.76,{rng.random() * 90:.1f},M,-30.0,M,0.0,2000"
    for system, talker in enumerate(("GP", "GL", "GA", "GB"), 1):
        used = rng.randrange(4, 12)
        numbers = [f"{rng.randrange(1, 64):02}" for _ in range(used)] + [""] * (12 - used)
        yield f"GNGSA,A,3,{','.join(numbers)},1.48,0.76,1.27,{system}"
        for signal in (1, 7):
            rows = [
                f"{rng.randrange(1, 64):02},{rng.randrange(90):02},{rng.randrange(360):03},"
                + (f"{rng.randrange(15, 52):02}" if rng.random() < 0.85 else "")
                for _ in range(10)
            ]
            for part in range(3 if system < 3 else 2):
                four = ",".join(rows[part * 4 : part * 4 + 4])
                yield f"{talker}GSV,3,{part + 1},10,{four},{signal}"
    yield f"GNGLL,{place},{time},A,D"


def ubx(payload):
    body = struct.pack("<BBH", 1, 7, len(payload)) + payload
    first = second = 0
    for byte in body:
        first = first + byte & 255
        second = second + first & 255
    return b"\xb5\x62" + body + bytes((first, second))


def position(k):
    r = rng.randrange
    return ubx(
        struct.pack(
            "<IH5BBIi4B4i2I5i2IHHI", k * 100, 2026, 11, 21, 8, 30, k % 60, 0x37, 25, r(-999, 999),
            3, 1, 0, r(4, 30), r(-(10**9), 10**9), r(-(10**8), 10**8), r(10**6), r(10**6), r(5000),
            r(5000), r(-9999, 9999), r(-9999, 9999), r(-999, 999), r(9999), r(36 * 10**6), r(999),
            r(10**6), 120, 0, 0)
        + struct.pack("<ihH", 0, 0, 0))


def correction():
    frame = rng.randbytes(rng.randrange(60, 600))
    frame = b"\xd3" + struct.pack(">H", len(frame)) + frame
    check = 0
    for byte in frame:
        check ^= byte << 16
        for _ in range(8):
            check = check << 1 ^ (0x1864CFB if check & 0x800000 else 0)
    return frame + check.to_bytes(3, "big")


(out / "sentences").write_bytes(b"".join(sentence(s) for k in range(300) for s in epoch(k)))
(out / "positions").write_bytes(b"".join(position(k) for k in range(10000)))
(out / "corrections").write_bytes(b"".join(correction() for _ in range(600)))
