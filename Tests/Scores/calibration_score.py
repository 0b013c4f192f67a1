#!/usr/bin/env python3
"""Judges `cairn compass --calibrate` on recordings with optical truth.

    calibration_score.py DIR --cmd 'cairn compass --calibrate --in {in}' [--without-gyroscope]

DIR holds *undisturbed*.csv.xz with the columns t, gx..gz, ax..az, mx..mz, qw..qz (sensor to east, north and up) and moving.
Hard iron of 20 and 100 microtesla and soft iron of 8 % (one standard deviation) are put on each recording, three times;
3, 10 and 40 s of the turning by hand calibrate, and all other recordings with the same distortion are judged: the azimuth
of the calibrated field, turned by the truth. The field is brought forward by 19 ms, by which these recordings have it later
than the truth; what remains without any distortion is printed as the floor. Exit status 1 if the 90th percentile is above
12 degrees after 10 s or 20 after 3 s. Needs numpy.
"""
import argparse
import csv
import glob
import io
import lzma
import os
import shlex
import subprocess
import sys
import tempfile

import numpy as np

LATE = 0.019
COLUMNS = ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz", "bx_ut", "by_ut", "bz_ut"]


def load(path):
    rows = list(csv.reader(io.TextIOWrapper(lzma.open(path), "utf-8")))
    return np.array([[float(field) if field else np.nan for field in row] for row in rows[1:]])


def turned(q, v):
    u, w = q[:, 1:], q[:, :1]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def azimuth(data, raw, matrix, offset):
    """Degrees east of north of the calibrated field, where there is truth."""
    late = raw + LATE * np.gradient(raw, axis=0) / np.median(np.diff(data[:, 0]))
    known = ~np.isnan(data[:, 10])
    earth = turned(data[known, 10:14], (late[known] - offset) @ matrix.T)
    return np.degrees(np.arctan2(earth[:, 0], earth[:, 1]))


def rms(angles, reference):
    return float(np.sqrt(np.mean(((angles - reference + 180) % 360 - 180) ** 2)))


def calibration(command, samples, gyroscope):
    """The matrix and the offset that the command finds; None if it does not."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "in.csv")
        keep = range(10) if gyroscope else [0, 4, 5, 6, 7, 8, 9]
        names = np.array("t gx gy gz ax ay az mx my mz".split())[list(keep)]
        np.savetxt(path, samples[:, list(keep)], delimiter=",", header=",".join(names), comments="", fmt="%.6g")
        result = subprocess.run([word.replace("{in}", path) for word in shlex.split(command)], capture_output=True, text=True)
    if result.returncode == 1 and "not turned enough" in result.stderr:
        return None
    row = next(csv.DictReader(io.StringIO(result.stdout)))
    values = np.array([float(row[name]) for name in COLUMNS])
    return values[:9].reshape(3, 3), values[9:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--cmd", required=True)
    parser.add_argument("--without-gyroscope", action="store_true")
    arguments = parser.parse_args()
    trials = [load(path) for path in sorted(glob.glob(os.path.join(arguments.dir, "*undisturbed*.csv.xz")))]
    plain = [azimuth(data, data[:, 7:10], np.eye(3), np.zeros(3)) for data in trials]
    reference = float(np.median(np.concatenate(plain)))
    print("floor, degrees rms by recording:", " ".join("%.1f" % rms(angles, reference) for angles in plain))
    failed = False
    for hard in (20.0, 100.0):
        random = np.random.default_rng(1)
        errors = {3: [], 10: [], 40: []}
        refused = dict.fromkeys(errors, 0)
        for index, data in enumerate(trials):
            for _ in range(3):
                axes = np.linalg.qr(random.normal(size=(3, 3)))[0]
                soft = axes @ np.diag(1 + random.normal(0, 0.08, 3)) @ axes.T
                direction = random.normal(size=3)
                offset = hard * direction / np.linalg.norm(direction)
                start = data[np.argmax(data[:, 14] == 1), 0] + random.uniform(0, 20)
                for seconds in errors:
                    part = (data[:, 0] >= start) & (data[:, 0] < start + seconds)
                    samples = np.c_[data[part, :7], data[part, 7:10] @ soft + offset]
                    found = calibration(arguments.cmd, samples, not arguments.without_gyroscope)
                    if found is None:
                        refused[seconds] += 1
                        continue
                    others = [azimuth(other, other[:, 7:10] @ soft + offset, *found) for place, other in enumerate(trials) if place != index]
                    errors[seconds].append(rms(np.concatenate(others), reference))
        for seconds, found in errors.items():
            if not found:
                print("%3.0f uT, %2d s: none of %d turned enough" % (hard, seconds, refused[seconds]))
                continue
            worst = float(np.percentile(found, 90))
            bad = worst > {3: 20, 10: 12}.get(seconds, 12)
            failed |= bad
            print(
                "%3.0f uT, %2d s: %2d calibrated, %2d not turned enough; azimuth rms median %.1f, p90 %.1f, worst %.1f degrees%s"
                % (hard, seconds, len(found), refused[seconds], np.median(found), worst, max(found), "  FAILED" if bad else "")
            )
    return failed


if __name__ == "__main__":
    sys.exit(main())
