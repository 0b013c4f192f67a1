#!/usr/bin/env python3
"""Draws the picture of a filtered track, docs/track.svg, from a part of a recording, with `cairn filter --plot`.

    track_picture.py [--check] [BUILD]      BUILD: the folder of the executable, default .build/debug

With --check nothing is written: the picture must be as a new one, with each number within 0.2, because processors
round differently. The recording is in ../shared, or where CAIRN_SHARED points; without it the check is skipped, or
fails if CI=true. Standard library only.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PICTURE = os.path.join(ROOT, "docs/track.svg")
RECORDING = "corpus/fusion/nagoya23-x5-urban/fixes.csv"
# Unix time: a street between high buildings, and 55 seconds at a red light with fixes 70 m off.
PART = (1689055652, 1689055852)
TITLE = "A car in Nagoya, between high buildings"
LARGEST = 60_000
TOLERANCE = 0.2
NUMBER = r"-?\d+\.\d+"


def fail(text):
    sys.exit(f"track picture: {text}")


def drawn(build, recording):
    with open(recording, encoding="utf-8") as file:
        header, *rows = file
    part = [row for row in rows if PART[0] <= float(row.split(",")[0]) < PART[1]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "track.svg")
        command = [os.path.join(build, "cairn"), "filter", "--plot", path, "--plot-title", TITLE]
        done = subprocess.run(command, input=header + "".join(part), capture_output=True, text=True)
        if done.returncode:
            fail(done.stderr.strip())
        with open(path, encoding="utf-8") as file:
            return file.read()


def difference(old, new):
    """A sentence if the pictures differ."""
    if re.sub(NUMBER, "0", old) != re.sub(NUMBER, "0", new):
        return "has other elements"
    pairs = zip(re.findall(NUMBER, old), re.findall(NUMBER, new))
    worst = max((abs(float(a) - float(b)) for a, b in pairs), default=0)
    return f"has places that differ by {worst:.1f}" if worst > TOLERANCE else None


def main():
    words = sys.argv[1:]
    is_check = "--check" in words
    folders = [word for word in words if word != "--check"] or [os.path.join(ROOT, ".build/debug")]
    build = os.path.abspath(folders[0])
    if not os.access(os.path.join(build, "cairn"), os.X_OK):
        fail(f"there is no executable in {build}: build first")
    recording = os.path.join(os.environ.get("CAIRN_SHARED") or os.path.join(ROOT, "../shared"), RECORDING)
    if not os.path.exists(recording):
        text = f"there is no {os.path.normpath(recording)}"
        if not is_check or os.environ.get("CI") == "true":
            fail(text)
        print(f"skipped: {text}")
        return
    new = drawn(build, recording)
    if len(new) > LARGEST:
        fail(f"it has {len(new)} bytes, more than {LARGEST}")
    if not is_check:
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(new)
        return
    with open(PICTURE, encoding="utf-8") as file:
        found = difference(file.read(), new)
    if found:
        fail(f"docs/track.svg {found}. Run scripts/docs/track_picture.py.")


main()
