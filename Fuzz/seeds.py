#!/usr/bin/env python3
"""Adds seeds from files to those that Fuzz makes up: seeds.py OUT [CAPTURES]

They are the sentences of the vendors' tables and the hardware profiles of this repository, and a few
frames of each kind from captures."""

import pathlib
import re
import sys

PER_KIND = 3
FRAMES = ("Stream", "GPSD", "Printers", "Playback", "Framer")
PREFIX = {"Stream": b"\x3f\0", "Framer": b"\x3f"}
counts = {}


def put(target, kind, content):
    if counts.setdefault((target, kind), 0) >= PER_KIND or len(content) > 4096:
        return
    counts[target, kind] += 1
    folder = out / target
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "-" for c in f"{kind}")
    (folder / f"{name}-{counts[target, kind]}").write_bytes(content)


def sentence(body):
    checksum = 0
    for octet in body:
        checksum ^= octet
    return b"$%s*%02X\r\n" % (body, checksum)


def is_ubx(frame):
    """Whether the checksum after the payload is right."""
    a = b = 0
    for octet in frame[2:-2]:
        a = (a + octet) & 0xFF
        b = (b + a) & 0xFF
    return frame[-2:] == bytes([a, b])


def tables(folder):
    """Takes rows such as `PCAS02 interval:I`; a formatter of three letters is preceded by a talker."""
    for path in sorted(folder.glob("*.swift")):
        text = path.read_text().replace("\\\n", "")
        for match in re.finditer(r"^ +((?:[A-Z][A-Z0-9]{2}|P[A-Z0-9]{3,7})\b)((?: +\S+)*)$", text, re.MULTILINE):
            address, fields = match.group(1), match.group(2).split()
            head = ("GN" + address if len(address) == 3 else address).encode()
            put("Catalogue", address, sentence(head + b",1" * len(fields)))
            put("Printers", address, sentence(head + b",1" * len(fields)))


def cut(data, stem):
    for target in FRAMES:
        put(target, stem, PREFIX.get(target, b"") + data[:2000])
    for match in re.finditer(rb"[$!][A-Z]{3,5}[^\r\n$]*\r?\n", data):
        put("NMEA", match.group()[3:6].decode(), match.group())
        put("Catalogue", match.group()[1:6].decode(), match.group())
    for match in re.finditer(rb"\xb5\x62(..)(..)", data, re.DOTALL):
        length = int.from_bytes(match.group(2), "little")
        frame = data[match.start() : match.end() + length + 2]
        if len(frame) != length + 8 or not is_ubx(frame):
            continue
        for target in ("UBX", "Catalogue"):
            put(target, match.group(1).hex(), match.group(1) + frame[6:-2])
        put("Stream", match.group(1).hex(), PREFIX["Stream"] + frame)
    for match in re.finditer(rb"\xba\xce(..)\x01(.)", data, re.DOTALL):
        length = int.from_bytes(match.group(1), "little")
        if length <= 1020:
            content = data[match.end() : match.end() + length]
            put("CASIC", match.group(2).hex(), match.group(2) + bytes([length // 4]) + content)
    for match in re.finditer(rb"\xd3[\x00-\x03].", data, re.DOTALL):
        length = int.from_bytes(match.group()[1:], "big") + 6
        frame = data[match.start() : match.start() + length]
        put("RTCM", frame[3:5].hex()[:3], frame)
        put("Catalogue", "rtcm" + frame[3:5].hex()[:3], frame[:1] + frame[3:-3])


out = pathlib.Path(sys.argv[1])
root = pathlib.Path(__file__).parent.parent
tables(root / "Sources/Codecs/CairnCatalogue/NMEA/Tables")
for profile in sorted((root / "hw-profiles").glob("*.yaml")):
    put("Profiles", profile.stem, profile.read_bytes())
for capture in sorted(pathlib.Path(sys.argv[2]).rglob("*")) if len(sys.argv) > 2 else []:
    if capture.is_file() and capture.suffix != ".gz" and "truth" not in capture.parts:
        cut(capture.read_bytes(), capture.stem)
print(f"seeds: {sum(counts.values())} of {len(counts)} kinds from files")
