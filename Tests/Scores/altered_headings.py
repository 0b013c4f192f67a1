#!/usr/bin/env python3
"""Makes recordings of magnetometer, accelerometer and gyroscope that nobody has tuned to, of recordings with optical truth.

    altered_headings.py DIR OUT [--half 1|2] [--seeds N]

DIR holds *.csv.xz as heading_score.py describes them. OUT gets a folder of such files for each kind of alteration, so that
`heading_score.py OUT/KIND --cmd '…'` judges it. Constants are chosen on half 1, and judged on half 2, as docs/SENSORS.md divides them,
with other seeds.

  given    the recordings as they are
  bias     a constant angle between the truth's north and that of the field: 0.3 degrees and half a normal distribution with
           a standard deviation of 2.4, at most 6.9, to either side
  turned   the device's axes turned by a right angle, so that another edge is its top
  slower   half of the samples
  noisy    1 microtesla, 0.1 m/s² and 0.005 rad/s of noise more on each axis
  iron     what a calibration leaves: hard iron of 0.5 microtesla and soft iron of 1 %, one standard deviation
  warming  a gyroscope whose bias changes by 0.01 rad/s about each axis during the recording

Needs numpy.
"""
import argparse
import csv
import glob
import io
import lzma
import os

import numpy as np


def load(path):
    rows = list(csv.reader(io.TextIOWrapper(lzma.open(path), "utf-8")))
    return rows[0], np.array([[float(field) if field else np.nan for field in row] for row in rows[1:]])


def save(path, names, rows):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with lzma.open(path, "wt", preset=0) as file:
        file.write(",".join(names) + "\n")
        file.writelines(",".join("" if np.isnan(v) else "%.9g" % v for v in row) + "\n" for row in rows)


def product(a, b):
    """Of quaternions, w first; either may be one for all rows."""
    (aw, ax, ay, az), (bw, bx, by, bz) = np.atleast_2d(a).T, np.atleast_2d(b).T
    return np.stack(
        [
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ],
        axis=1,
    )


def bias(rows, random):
    degrees = min(6.9, 0.3 + abs(random.normal(0, 2.4))) * random.choice([-1, 1])
    angle = np.radians(degrees) / 2
    rows[:, 10:14] = product([np.cos(angle), 0, 0, np.sin(angle)], rows[:, 10:14])
    return rows


def turned(rows, random):
    # The new x axis is the old y axis.
    for first in (1, 4, 7):
        rows[:, first : first + 3] = np.stack([rows[:, first + 1], -rows[:, first], rows[:, first + 2]], axis=1)
    half = np.sqrt(0.5)
    rows[:, 10:14] = product(rows[:, 10:14], [half, 0, 0, half])
    return rows


def slower(rows, random):
    count = len(rows) // 2 * 2
    pairs = rows[:count].reshape(-1, 2, rows.shape[1])
    out = pairs[:, 1].copy()
    out[:, 1:10] = pairs[:, :, 1:10].mean(axis=1)
    return out


def noisy(rows, random):
    for first, deviation in ((1, 0.005), (4, 0.1), (7, 1.0)):
        rows[:, first : first + 3] += random.normal(0, deviation, (len(rows), 3))
    return rows


def iron(rows, random):
    matrix = np.eye(3) + random.normal(0, 0.01, (3, 3))
    rows[:, 7:10] = rows[:, 7:10] @ matrix.T + random.normal(0, 0.5, 3)
    return rows


def warming(rows, random):
    share = (rows[:, 0] - rows[0, 0]) / (rows[-1, 0] - rows[0, 0])
    rows[:, 1:4] += share[:, None] * 0.01 * random.choice([-1, 1], 3)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("out")
    parser.add_argument("--half", type=int, choices=(1, 2), default=2)
    parser.add_argument("--seeds", type=int, default=4, help="of the biases and of the iron")
    arguments = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(arguments.dir, "*.csv.xz")))
    # The halves of docs/SENSORS.md.
    first = {"01", "05", "09", "14", "24", "28"}
    for path in paths:
        name = os.path.basename(path)
        if (name[:2] in first) != (arguments.half == 1):
            continue
        names, given = load(path)
        save(os.path.join(arguments.out, "given", name), names, given)
        for change in (turned, slower, noisy, warming, bias, iron):
            for seed in range(arguments.seeds if change in (bias, iron) else 1):
                random = np.random.default_rng([arguments.half, int(name[:2]), seed])
                kind = change.__name__
                save(os.path.join(arguments.out, kind, "%d-%s" % (seed, name)), names, change(given.copy(), random))


if __name__ == "__main__":
    main()
