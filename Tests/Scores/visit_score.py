#!/usr/bin/env python3
"""Judges `cairn visits` on labelled diaries, as they are and altered.

    visit_score.py DIR --cmd 'cairn visits --in {in}' [--minimum-stay 300] [--seeds N] [--made N]

DIR holds one folder for each diary, with fixes.csv (t, lat, lon) and labels.csv (t0, t1, stop or trip). The command promises
the stays of at least --minimum-stay seconds, and nothing of shorter stops. So two figures are printed of each alteration: the
balanced share of fixes that are told right with all stops, and that without the fixes within shorter stops. Then the number
of promised stays that were found as one visit, and of visits that are at no stop at all. The alterations: backwards, every
second and third fix, a third of the fixes lost at random, times off by up to 5 s, and noise of 5, 10 and 20 m (one standard
deviation by axis) that the fixes state; and 1.25 and 0.8 times as slow. --made adds N diaries of fourteen stops of a minute to
twenty minutes, walks and drives; their fixes err by 6 m for a minute, and by 3 m each. In some, the receiver is silent while the
device stops, or errs by 12 m and states 10 m. Exit status 1 if a tenth of the promised stays is missed.
"""
import argparse
import csv
import math
import os
import random
import shlex
import subprocess
import sys
import tempfile

METRES = 111_195.0


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def diary(folder):
    fixes = [(float(row["t"]), float(row["lat"]), float(row["lon"]), 10.0) for row in table(os.path.join(folder, "fixes.csv"))]
    labels = table(os.path.join(folder, "labels.csv"))
    stops = [(float(row["t0"]), float(row["t1"])) for row in labels if row["label"] == "stop"]
    begin = fixes[0][0]
    return [(t - begin, *rest) for t, *rest in fixes], [(a - begin, b - begin) for a, b in stops]


def alterations(fixes, stops, draw):
    end = fixes[-1][0]
    yield "given", fixes, stops
    yield "backwards", [(end - t, *rest) for t, *rest in reversed(fixes)], [(end - b, end - a) for a, b in reversed(stops)]
    yield "every second", fixes[::2], stops
    yield "every third", fixes[::3], stops
    yield "a third lost", [fix for fix in fixes if draw.random() > 1 / 3], stops
    moved = sorted((max(0.0, t + draw.uniform(-5, 5)), *rest) for t, *rest in fixes)
    yield "times off", moved, stops
    for deviation in (5, 10, 20):
        noisy = []
        for t, lat, lon, accuracy in fixes:
            east, north = draw.gauss(0, deviation), draw.gauss(0, deviation)
            lon += east / METRES / math.cos(math.radians(lat))
            noisy.append((t, lat + north / METRES, lon, math.hypot(accuracy, 1.51 * deviation)))
        yield "noise of %d m" % deviation, noisy, stops
    for factor in (0.8, 1.25):
        yield "%g times as slow" % factor, [(factor * t, *rest) for t, *rest in fixes], [(factor * a, factor * b) for a, b in stops]


def made(draw, interval=10, error=6.0, silent=0.0):
    """A diary whose stops are known to the second."""
    fixes, stops, time, east, north, off = [], [], 0, 0.0, 0.0, [0.0, 0.0]
    angle, kept = draw.uniform(0, 2 * math.pi), math.exp(-interval / 60)

    def hear():
        if fixes and time < fixes[-1][0] + interval:
            return
        off[:] = [kept * value + draw.gauss(0, error * math.sqrt(1 - kept * kept)) for value in off]
        e, n = (axis + value + draw.gauss(0, 3) for axis, value in zip((east, north), off))
        fixes.append((float(time), 38.9 + n / METRES, -7.0 + e / METRES / math.cos(math.radians(38.9)), 10.0))

    for _ in range(14):
        length = int(draw.choice([60, 120, 200, 290, 320, 360, 420, 600, 1200]) * draw.uniform(0.95, 1.05))
        stops.append((time, time + length))
        is_silent, place = draw.random() < silent, (east, north)
        for second in range(length):
            time += 1
            if draw.random() < 0.02:
                east, north = (axis + draw.uniform(-12, 12) for axis in place)
            if not is_silent or second < 90 or second > length - 20:
                hear()
        speed = draw.choice([1.3, 1.3, 8.0])
        way = draw.uniform(250, 900) if speed < 2 else draw.uniform(600, 4000)
        angle += draw.uniform(-1, 1)
        while way > 0:
            time, way = time + 1, way - speed
            if draw.random() < 0.01:
                angle += draw.choice([-1.57, 1.57])
            east, north = east + speed * math.sin(angle), north + speed * math.cos(angle)
            hear()
    return fixes, stops


MADE = {
    "made": {},
    "made, 30 s": dict(interval=30),
    "made, 60 s": dict(interval=60),
    "made, 12 m": dict(error=12.0),
    "made, silent": dict(silent=0.7),
    "made, silent, 30 s": dict(silent=0.7, interval=30),
}


def found(command, fixes):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "in.csv")
        with open(path, "w") as file:
            file.write("t,lat,lon,hacc\n")
            file.writelines("%.3f,%.7f,%.7f,%.1f\n" % fix for fix in fixes)
        words = [word.replace("{in}", path) for word in shlex.split(command)]
        lines = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    visits = list(csv.DictReader(lines))
    return [(float(v["arrival"] or -math.inf), float(v["departure"] or math.inf)) for v in visits]


def inside(time, intervals):
    return any(a <= time <= b for a, b in intervals)


def balanced(fixes, stops, ignored, visits):
    right = {True: [0, 0], False: [0, 0]}
    for t, *_ in fixes:
        if inside(t, ignored):
            continue
        label = inside(t, stops)
        right[label][0] += inside(t, visits) == label
        right[label][1] += 1
    return sum(a / max(b, 1) for a, b in right.values()) / 2


def overlap(a, b):
    return min(a[1], b[1]) - max(a[0], b[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--cmd", required=True)
    parser.add_argument("--minimum-stay", type=float, default=300)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--made", type=int, default=12)
    arguments = parser.parse_args()
    rows = {}

    def judge(kind, fixes, stops):
        visits = found(arguments.cmd, fixes)
        promised = [stop for stop in stops if stop[1] - stop[0] >= arguments.minimum_stay]
        short = [stop for stop in stops if stop not in promised]
        row = rows.setdefault(kind, [0.0, 0.0, 0, 0, 0, 0])
        row[0] += balanced(fixes, stops, [], visits)
        row[1] += balanced(fixes, promised, short, visits)
        row[2] += sum(sum(overlap(stop, visit) > 0.5 * (stop[1] - stop[0]) for visit in visits) == 1 for stop in promised)
        row[3] += len(promised)
        row[4] += sum(all(overlap(stop, visit) <= 0 for stop in stops) for visit in visits)
        row[5] += 1

    for name in sorted(os.listdir(arguments.dir)):
        folder = os.path.join(arguments.dir, name)
        if not os.path.exists(os.path.join(folder, "labels.csv")):
            continue
        for seed in range(arguments.seeds):
            for kind, fixes, stops in alterations(*diary(folder), random.Random(seed)):
                judge(kind, fixes, stops)
    for seed in range(arguments.made):
        for kind, options in MADE.items():
            judge(kind, *made(random.Random(seed), **options))
    print("%-20s %10s %10s %10s %10s" % ("", "all stops", "promised", "found", "invented"))
    for kind, (whole, ours, hits, promised, invented, runs) in rows.items():
        print("%-20s %10.3f %10.3f %6d/%3d %10d" % (kind, whole / runs, ours / runs, hits, promised, invented))
    return sum(row[2] for row in rows.values()) < 0.9 * sum(row[3] for row in rows.values())


if __name__ == "__main__":
    sys.exit(main())
