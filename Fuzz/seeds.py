#!/usr/bin/env python3
"""Cuts seeds for the fuzzer out of receiver captures: seeds.py CAPTURES OUT

A few frames of every kind, found by their headers alone: the fuzzer does not mind a false one."""

import pathlib
import re
import sys

PER_KIND = 3
counts = {}


def put(target, kind, content):
    if counts.setdefault((target, kind), 0) >= PER_KIND or len(content) > 4096:
        return
    counts[target, kind] += 1
    folder = out / target
    folder.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() else "-" for c in f"{kind}")
    (folder / f"{name}-{counts[target, kind]}").write_bytes(content)


captures, out = map(pathlib.Path, sys.argv[1:])
for path in sorted(captures.rglob("*")):
    if not path.is_file() or path.suffix == ".gz" or "truth" in path.parts:
        continue
    data = path.read_bytes()
    put("FuzzFramer", path.stem, b"\x3f" + data[:2000])
    for match in re.finditer(rb"[$!][A-Z]{3,5}[^\r\n$]*\r?\n", data):
        sentence = match.group()
        put("FuzzNMEA", sentence[3:6].decode(), sentence)
        put("FuzzCatalogue", sentence[1:6].decode(), sentence)
    for match in re.finditer(rb"\xb5\x62(..)(..)", data, re.DOTALL):
        length = int.from_bytes(match.group(2), "little")
        content = match.group(1) + data[match.end() : match.end() + length]
        if length <= 4094:
            for target in ("FuzzUBX", "FuzzCatalogue"):
                put(target, match.group(1).hex(), content)
    for match in re.finditer(rb"\xba\xce(..)\x01(.)", data, re.DOTALL):
        length = int.from_bytes(match.group(1), "little")
        if length <= 1020:
            content = data[match.end() : match.end() + length]
            put("FuzzCASIC", match.group(2).hex(), match.group(2) + bytes([length // 4]) + content)
    for match in re.finditer(rb"\xd3[\x00-\x03].", data, re.DOTALL):
        length = int.from_bytes(match.group()[1:], "big") + 6
        frame = data[match.start() : match.start() + length]
        put("FuzzRTCM", frame[3:5].hex()[:3], frame)
        put("FuzzCatalogue", "rtcm" + frame[3:5].hex()[:3], frame[:1] + frame[3:-3])
HEADS = {
    "v1": b"ICY 200 OK\r\n\r\n",
    "v2": b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
    "chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n",
    "list": b"SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\n",
    "refused": b"HTTP/1.0 401 Unauthorized\r\n",
    "error": b"ERROR - Bad Password\r\n",
}
# RTCM 1005, put together by hand.
BASE = bytes.fromhex("d300133ed7d30202980edeef34b4bd62ac0941986f33360b98")
for name, head in HEADS.items():
    put("FuzzNTRIP", name, b"\x07" + head + BASE + BASE)
TEXTS = [
    b"""# Everybody
[default]
status = always
accuracy = reduced
services = standard geocoding
temporary-full-accuracy = rescue for 10min

[client ticket*.service]
status = when-in-use
purpose = Prints the stop on the ticket

[system]
enabled = yes
""",
    "37\u00b0 33\u2032 58.87\u2033 N, 126\u00b0 58\u2032 40.63\u2033 E".encode(),
    b"37.5663528, 126.9779528",
    b"S33 52.1 W70 -0.5",
]
for number, text in enumerate(TEXTS):
    put("FuzzTexts", f"text{number}", text)
print(f"seeds: {sum(counts.values())} of {len(counts)} kinds")
