#!/usr/bin/env python3
"""Judges `cairn height` on recorded flights with made errors of the satellite heights.

    height_score.py DIR --cmd 'cairn height --in {in} --out {out}' [--begin 23:50:00]

DIR holds *.igc files with pressure and satellite heights; --begin moves all of them to a time of day, across midnight for
example, which must not change a figure. The truth is the pressure's shape on the recording's own slow
difference between both; satellite heights are that truth with an error of 5 m that repeats itself over 60 s, and one of 1 m
that does not; three seeds. Printed per flight: the 68th percentile of the error in metres, and the standard deviation of
the climb's error over 10 s, of the satellite heights, of the command, and of a filter of one offset whose noise does not
grow with the climb. Exit status 1 if the command's height is worse than 1.2 times the satellites', or its climb than 0.7
times. Needs numpy.
"""
import argparse
import csv
import glob
import os
import shlex
import subprocess
import sys
import tempfile

import numpy as np


DAY = 86_400


def seconds(text):
    hour, minute, second = (int(text[i : i + 2]) for i in (0, 2, 4))
    return hour * 3600 + minute * 60 + second


def flight(path, begin):
    """Seconds since the midnight before the flight, pressure height and satellite height."""
    rows, shift, midnight = [], None, 0
    with open(path, errors="replace") as lines:
        for line in lines:
            if not (line.startswith("B") and len(line) >= 35 and line[24] == "A"):
                continue
            try:
                time, heights = seconds(line[1:7]), (int(line[25:30]), int(line[30:35]))
            except ValueError:
                continue
            if shift is None:
                shift = 0 if begin is None else begin - time
            time = (time + shift) % DAY + midnight
            # The records have times of day, which begin again at midnight.
            if rows and time < rows[-1][0] - DAY / 2:
                midnight += DAY
                time += DAY
            if all(heights) and (not rows or time > rows[-1][0]):
                rows.append((time, *heights))
    return np.array(rows, float)


def repeated(random, count, dt, deviation, memory):
    keep = np.exp(-dt / memory)
    new = random.normal(0, deviation * np.sqrt(1 - keep * keep), count)
    out = np.zeros(count)
    for i in range(1, count):
        out[i] = keep * out[i - 1] + new[i]
    return out


def constant(z, p, dt, drift=0.03):
    """One offset whose noise is that of the weather alone."""
    x, variance, out, noise = z[0] - p[0], 25.0, [], 25.0 * max(1, 120 / dt)
    for height, pressure in zip(z, p):
        variance += drift ** 2 * dt
        gain = variance / (variance + noise)
        x += gain * (height - pressure - x)
        variance *= 1 - gain
        out.append(pressure + x)
    return np.array(out)


def command(text, t, p, z):
    with tempfile.TemporaryDirectory() as work:
        into, out = os.path.join(work, "in.csv"), os.path.join(work, "out.csv")
        with open(into, "w") as file:
            file.write("t,pressure_alt,alt,vacc\n")
            file.writelines("%d,%.2f,%.2f,5\n" % row for row in zip(t, p, z))
        subprocess.run([word.replace("{in}", into).replace("{out}", out) for word in shlex.split(text)], check=True)
        with open(out) as file:
            rows = list(csv.DictReader(file))
    assert len(rows) == len(t), "a height is missing"
    return np.array([float(row["height"]) for row in rows]), np.array([float(row["accuracy"]) for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--cmd", required=True)
    parser.add_argument("--begin", type=lambda text: seconds(text.replace(":", "")), help="a time of day")
    arguments = parser.parse_args()
    failed = False
    for path in sorted(glob.glob(os.path.join(arguments.dir, "*.igc"))):
        rows = flight(path, arguments.begin)
        t, p, g = rows.T
        dt = float(np.median(np.diff(t)))
        half = max(1, int(30 / dt))
        inner = slice(half, -half)
        truth = (p + np.convolve(g - p, np.ones(half) / half, "same"))[inner]
        t, p = t[inner], p[inner]
        for seed in (1, 2, 3):
            random = np.random.default_rng(seed)
            z = truth + repeated(random, len(p), dt, 5, 60) + random.normal(0, 1, len(p))
            ours, stated = command(arguments.cmd, t, p, z)
            settled = slice(int(300 / dt), None)

            def p68(height):
                return float(np.percentile(np.abs(height - truth)[settled], 68))

            def climb(height):
                return float(np.std(np.diff((height - truth)[:: max(1, int(10 / dt))])))

            plain = constant(z, p, dt)
            bad = p68(ours) > 1.2 * p68(z) or climb(ours) > 0.7 * climb(z)
            failed |= bad
            inside = 100 * float(np.mean(np.abs(ours - truth)[settled] <= stated[settled]))
            print(
                "%-32s seed %d  height: satellites %.1f, ours %.1f (%2.0f %% inside), constant noise %.1f m; "
                "climb: %.2f, %.2f, %.2f m%s"
                % (os.path.basename(path), seed, p68(z), p68(ours), inside, p68(plain), climb(z), climb(ours), climb(plain), "  FAILED" if bad else "")
            )
    return failed


if __name__ == "__main__":
    sys.exit(main())
