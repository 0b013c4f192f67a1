#!/usr/bin/env python3
"""Makes recordings that nobody has tuned to, of recordings with ground truth.

    altered_fixes.py DIR OUT [--half 1|2] [--seeds N]

DIR holds one folder for each recording, with fixes.csv and truth.csv as fusion_score.py describes them. OUT gets folders
of the same form, so that `fusion_score.py suite OUT --cmd '…'` judges them. Constants are chosen on half 1, and judged on
half 2: the first and second halves of the recordings' times, with other seeds. Three kinds of sets:

  given-*    a half of a recording as it is
  altered-*  the fixes and the truth turned by 70 degrees, or 1.5 times as fast; the fixes thinned, with 3 m of noise or
             3 m of constant offset more, with other stated accuracies, or without that of Doppler
  made-*     another receiver on the true way of a car: its errors are drawn, so that their size and duration are known.
             "phone": repeated errors, and a Doppler without accuracy that lags, or is wrong by some per cent, or wanders;
             "begin": a reflection at the start that ends at once, fades, alternates, or holds while the car leaves;
             "open": a constant offset of 2 m, and far more stated; "honest": errors as large as stated, that last for a
             second, 10 s, 40 s, or 200 s, with Doppler and without
"""
import argparse
import csv
import math
import os
import random

COLUMNS = "t lat lon alt hacc vacc speed course sacc source quality nsat hdop sigma_e sigma_n".split()
K68 = 1.50959
METRES = 111_195.0  # a degree of a great circle


def load(path):
    with open(path, newline="") as file:
        rows = [{k: v if k == "source" else float(v) if v else None for k, v in row.items()} for row in csv.DictReader(file)]
    return sorted(rows, key=lambda row: row["t"])


def save(folder, fixes, truth):
    os.makedirs(folder, exist_ok=True)
    for name, rows in (("fixes.csv", fixes), ("truth.csv", truth)):
        columns = COLUMNS if name == "fixes.csv" else ["t", "lat", "lon", "alt", "speed", "course"]
        with open(os.path.join(folder, name), "w") as file:
            file.write(",".join(columns) + "\n")
            for row in rows:
                values = (row.get(column) for column in columns)
                file.write(",".join("" if v is None else v if isinstance(v, str) else "%.9f" % v for v in values) + "\n")


def moved(row, east, north):
    scale = math.cos(math.radians(row["lat"]))
    return dict(row, lat=row["lat"] + north / METRES, lon=row["lon"] + east / METRES / scale)


def half(rows, number, begin, end):
    middle = (begin + end) / 2
    return [row for row in rows if (row["t"] < middle) == (number == 1)]


# ---------------------------------------------------------------- altered recordings


def turned(rows, centre, degrees):
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    scale = math.cos(math.radians(centre["lat"]))
    out = []
    for row in rows:
        east, north = (row["lon"] - centre["lon"]) * scale, row["lat"] - centre["lat"]
        row = dict(row, lat=centre["lat"] - east * sine + north * cosine, lon=centre["lon"] + (east * cosine + north * sine) / scale)
        if row.get("course") is not None:
            row["course"] = (row["course"] + degrees) % 360
        if row.get("sigma_e") and row.get("sigma_n"):
            e, n = row["sigma_e"] ** 2, row["sigma_n"] ** 2
            row["sigma_e"] = math.sqrt(e * cosine**2 + n * sine**2)
            row["sigma_n"] = math.sqrt(e * sine**2 + n * cosine**2)
        out.append(row)
    return out


def faster(rows, factor, begin):
    out = []
    for row in rows:
        row = dict(row, t=begin + (row["t"] - begin) / factor)
        if row.get("speed") is not None:
            row["speed"] *= factor
        out.append(row)
    return out


def stated(rows, factor):
    names = ("hacc", "hdop", "sigma_e", "sigma_n")
    return [dict(row, **{name: row[name] * factor for name in names if row.get(name) is not None}) for row in rows]


def altered(fixes, truth, random):
    begin = truth[0]["t"]
    yield "turned", turned(fixes, truth[0], 70), turned(truth, truth[0], 70)
    yield "faster", faster(fixes, 1.5, begin), faster(truth, 1.5, begin)
    yield "thinned", fixes[::3], truth
    noisy = [moved(row, random.gauss(0, 3), random.gauss(0, 3)) for row in fixes]
    yield "noisy", noisy, truth
    yield "offset", [moved(row, 2.4, -1.8) for row in fixes], truth
    yield "stated-half", stated(fixes, 0.5), truth
    yield "stated-twice", stated(fixes, 2), truth
    if any(row.get("sacc") for row in fixes):
        yield "no-sacc", [dict(row, sacc=None) for row in fixes], truth


# ---------------------------------------------------------------- made receivers


def each_second(truth):
    """The truth once a second, with velocities east and north."""
    rows, last = [], None
    for row in truth:
        if last is None or row["t"] >= last + 0.999:
            rows.append(row)
            last = row["t"]
    for before, row, after in zip([rows[0]] + rows, rows, rows[1:] + [rows[-1]]):
        dt = max(after["t"] - before["t"], 1e-3)
        row["east"] = (after["lon"] - before["lon"]) * METRES * math.cos(math.radians(row["lat"])) / dt
        row["north"] = (after["lat"] - before["lat"]) * METRES / dt
    return rows


def drawn(random, rows, deviation, seconds):
    """Errors along one axis that last for a time."""
    value, out, last = random.gauss(0, deviation), [], rows[0]["t"]
    for row in rows:
        kept = math.exp((last - row["t"]) / seconds) if seconds else 0
        value = kept * value + random.gauss(0, deviation * math.sqrt(max(0, 1 - kept * kept)))
        last = row["t"]
        out.append(value)
    return out


def receiver(random, rows, deviation, seconds, white, accuracy, velocities=None, sacc=None):
    """Fixes of a receiver. A velocity is a pair, or none without Doppler."""
    errors = [drawn(random, rows, deviation, seconds) for _ in range(2)]
    fixes = []
    for index, row in enumerate(rows):
        fix = moved({"t": row["t"], "lat": row["lat"], "lon": row["lon"]}, *(e[index] + random.gauss(0, white) for e in errors))
        fix.update(hacc=accuracy, source="gnss", quality=1.0)
        if velocities:
            east, north = velocities[index]
            fix["speed"] = math.hypot(east, north)
            fix["course"] = math.degrees(math.atan2(east, north)) % 360 if fix["speed"] > 0.5 else None
            fix["sacc"] = sacc
        fixes.append(fix)
    return fixes


def doppler(random, rows, noise=0.05, lag=0.0, scale=1.0, wander=0.0):
    errors = [drawn(random, rows, wander, 20) if wander else [0.0] * len(rows) for _ in range(2)]
    east = north = 0.0
    out = []
    for index, row in enumerate(rows):
        follow = 1 - math.exp(-1 / lag) if lag else 1
        east += follow * (row["east"] - east)
        north += follow * (row["north"] - north)
        speed = math.hypot(east, north)
        moving = min(1.0, speed / 3)  # a device that stands has no such errors
        velocity = (axis * scale + moving * (e[index] + random.gauss(0, noise)) for axis, e in zip((east, north), errors))
        out.append(tuple(max(-90.0, min(90.0, value)) for value in velocity))
    return out


def phones(random, rows):
    for name, model in (("lag", dict(lag=2.0, noise=0.3)), ("scale", dict(scale=0.93, noise=0.3)), ("wander", dict(wander=1.3, noise=0.3))):
        yield "phone-" + name, receiver(random, rows, 2.6, 40, 0.8, random.choice([4.0, 5.0, 8.0]), doppler(random, rows, **model))
    yield "phone-good", receiver(random, rows, 2.6, 40, 0.8, random.choice([4.0, 5.0, 8.0]), doppler(random, rows, noise=0.1))


def begins(random, rows, parked):
    """Reflections at the start of a drive whose car stands for a minute first."""
    first = rows[0]
    still = [dict(first, t=first["t"] - parked + s, east=0.0, north=0.0, speed=0.0) for s in range(parked)]
    rows = still + rows
    angle, seconds = random.uniform(0, 2 * math.pi), random.choice([15, 25, 40])
    begin = rows[0]["t"]

    def share(kind, age, index):
        if kind == "ends":
            return 1.0 if age < seconds else 0.0
        if kind == "fades":
            return math.exp(-age / seconds)
        if kind == "alternates":
            return 1.0 if age < 4 * seconds and (index // 4) % 3 != 2 else 0.0
        return 1.0 if age < parked + seconds else 0.0  # holds

    for kind in ("ends", "fades", "alternates", "holds"):
        fixes = receiver(random, rows, 1.4, 60, 0.4, 3.7, doppler(random, rows), sacc=0.15)
        out = []
        for index, fix in enumerate(fixes):
            way = 49 * share(kind, fix["t"] - begin, index)
            out.append(moved(fix, way * math.sin(angle), way * math.cos(angle)))
        yield "begin-" + kind, out, rows


def opens(random, rows):
    angle = random.uniform(0, 2 * math.pi)
    for name, accuracy, sacc in (("stated", 6.0, 0.1), ("unstated", 8.0, None)):
        fixes = receiver(random, rows, 0.15, 30, 0.05, accuracy, doppler(random, rows), sacc=sacc)
        yield "open-" + name, [moved(fix, 2 * math.sin(angle), 2 * math.cos(angle)) for fix in fixes]


def honests(random, rows):
    for seconds in (0, 10, 40, 200):
        for name, velocities in (("doppler", doppler(random, rows)), ("places", None)):
            yield "honest-%d-%s" % (max(seconds, 1), name), receiver(random, rows, 3.3, seconds, 0.3, 5.0, velocities, 0.1)


# ---------------------------------------------------------------- the sets


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("out")
    parser.add_argument("--half", type=int, choices=(1, 2), default=2)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    for name in sorted(os.listdir(arguments.dir)):
        paths = [os.path.join(arguments.dir, name, file) for file in ("fixes.csv", "truth.csv")]
        if not all(os.path.exists(path) for path in paths):
            continue
        fixes, truth = (load(path) for path in paths)
        begin, end = fixes[0]["t"], fixes[-1]["t"]
        fixes, truth = (half(rows, arguments.half, begin, end) for rows in (fixes, truth))

        def put(kind, fixes, truth):
            save(os.path.join(arguments.out, kind), fixes, truth)

        put("given-" + name, fixes, truth)
        for kind, f, t in altered(fixes, truth, random.Random(arguments.half)):
            put("altered-%s-%s" % (name, kind), f, t)
        if truth[-1]["t"] - truth[0]["t"] < 200 or max(row.get("speed") or 0 for row in truth) < 5:
            continue  # too short, or no way of a car
        for seed in range(arguments.seeds):
            drawn = random.Random(1000 * arguments.half + seed)
            rows = each_second(truth)
            for made in (phones, opens, honests):
                for kind, f in made(drawn, rows):
                    put("made-%s-%s-%d" % (kind, name, seed), f, truth)
            for kind, f, t in begins(drawn, rows, 60):
                put("made-%s-%s-%d" % (kind, name, seed), f, t)


if __name__ == "__main__":
    main()
