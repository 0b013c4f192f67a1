#!/usr/bin/env python3
"""Makes up what a fleet tells of access points and cells, for the table `observation`, with what is true beside it.

    observe.py FOLDER [--devices 100] [--seed 1] [--town old|suburb|village] [--days 60] [--until 2026-11-29]

Devices go about a town, on foot or by car. Each learns by the rules of cairnd: a mean of the places where it heard an access point,
weighted by signal; an accuracy of 38 m, or 23 m after passes in two directions; told once, and again after a move. Satellites err by
as much as the town's kind says, the same way for the length of a trip. Of 100 access points 3 move house and 1 more is carried
about; of 100 devices 3 lie (but none of fewer than 10): they invent access points, tell those that they know 5 km or 600 m away, or
anywhere. The same arguments make the same files:

    observation.csv    as `\\copy observation` takes it
    truth.csv          bssid, class (fixed, moved, carried), lat, lon in 1e-7 degrees at the end, honest devices that told it
    served.csv         cell, lat, lon: which cell serves, on a grid of 150 m

Standard library only.
"""
import argparse
import csv
import datetime
import math
import os
import random

from town import DEGREE, TOWNS, Town, degrees

LIES = ("invent", "far", "near", "anywhere")
EPOCH = datetime.date(1970, 1, 1)


class Record:
    """One learned access point; the rules are those of LearnedAccessPoint and AccessPointSample in CairnRadio."""

    __slots__ = ("x", "y", "weight", "sightings", "passes", "sectors", "moves", "day", "trip", "told")

    def __init__(self):
        self.moves, self.told, self.trip = 0, None, None
        self.start()

    def start(self):
        self.x = self.y = self.weight = 0.0
        self.sightings = self.passes = self.sectors = 0

    def add(self, x, y, signal, accuracy, sector, day, trip):
        if self.sightings and math.hypot(x - self.x, y - self.y) > 300:
            self.moves += 1
            self.start()
            self.trip = None
        distance = min(120.0, 10 ** ((-38 - signal) / 30))
        weight = min(1.0, 100 / (distance * distance + accuracy * accuracy))
        self.weight += weight
        self.x += (x - self.x) * weight / self.weight
        self.y += (y - self.y) * weight / self.weight
        self.sightings += 1
        self.passes += self.trip != trip
        self.sectors |= 1 << sector
        self.day, self.trip = day, trip

    @property
    def is_news(self):
        return self.sightings >= 3 and self.moves < 3 and (self.moves == 0 or self.passes >= 2) and self.told != self.moves

    @property
    def accuracy(self):
        turned = any(self.sectors >> a & 1 and self.sectors >> b & 1 and 2 <= b - a <= 6 for a in range(8) for b in range(a, 8))
        return 23 if turned else 38


class Device:
    def __init__(self, number, town, seed):
        self.name, self.town = "vehicle-%04d" % number, town
        self.rng = random.Random("device %s %s" % (seed, number))
        self.spool, self.seq = "%08x" % self.rng.getrandbits(32), 0
        self.home = self.corner()
        self.is_car = self.rng.random() < 0.6
        self.records, self.cells, self.rows = {}, {}, []

    def corner(self):
        """A crossing; most are near the centre."""
        def near(lines):
            wanted = self.rng.gauss(self.town.side / 2, self.town.side / 4)
            return min(range(len(lines)), key=lambda index: abs(lines[index] - wanted))
        return near(self.town.columns), near(self.town.rows)

    def walk(self, start, end):
        """Places along streets, each with the sector of its direction, at random distances."""
        (column, row), columns, rows = start, self.town.columns, self.town.rows
        x, y = columns[column], rows[row]
        while (column, row) != end:
            steps = abs(end[0] - column), abs(end[1] - row)
            if self.rng.random() * sum(steps) < steps[0]:
                column += 1 if end[0] > column else -1
            else:
                row += 1 if end[1] > row else -1
            length = math.hypot(columns[column] - x, rows[row] - y)
            sector = 4 if rows[row] == y else 0
            place = 0.0
            while place < length:
                share = place / length
                yield x + (columns[column] - x) * share, y + (rows[row] - y) * share, sector
                place += self.rng.uniform(22, 40) if self.is_car else self.rng.uniform(10, 16)
            x, y = columns[column], rows[row]

    def trip(self, day, number, start, end):
        kind, rng = self.town.kind, self.rng
        bias = rng.gauss(0, kind["bias"]), rng.gauss(0, kind["bias"])
        wander = [0.0, 0.0]
        companion, left = None, 0
        for x, y, sector in self.walk(start, end):
            wander = [0.9 * value + rng.gauss(0, 0.44 * kind["wander"]) for value in wander]
            fix = x + bias[0] + wander[0], y + bias[1] + wander[1]
            accuracy = min(15.0, max(2.0, rng.gauss(1.2 * kind["bias"], 2)))
            heard = list(self.town.heard(x, y, day, rng))
            if left == 0 and rng.random() < 0.01 and self.town.carried:
                companion, left = rng.choice(self.town.carried), rng.randint(2, 8)
            if left:
                heard.append((companion, rng.uniform(-80, -50)))
                left -= 1
            for one, signal in heard:
                record = self.records.get(one.address) or self.records.setdefault(one.address, Record())
                record.add(*fix, signal, accuracy, sector, day, number)
            self.learn_cell(x, y)

    def learn_cell(self, x, y):
        known = self.cells.setdefault(self.town.cell(x, y), [x, y, x, y, 0, 0])
        known[:5] = min(known[0], x), min(known[1], y), max(known[2], x), max(known[3], y), min(255, known[4] + 1)

    def tell(self, day, items):
        for start in range(0, len(items), 50):
            self.seq += 1
            for index, (bssid, cell, place, accuracy) in enumerate(items[start:start + 50]):
                lat, lon = degrees(*place)
                # Five decimal places, as messages have.
                self.rows.append((self.name, self.spool, self.seq, index, bssid, cell, round(lat / 100) * 100,
                                  round(lon / 100) * 100, accuracy, EPOCH + datetime.timedelta(day)))

    def live(self, first, days):
        outings = sorted(self.rng.sample(range(days), min(days, 4)))
        for number, day in enumerate(outings):
            away = self.corner()
            self.trip(day, 2 * number, self.home, away)
            self.trip(day, 2 * number + 1, away, self.home)
            items = []
            for address, record in self.records.items():
                if record.trip is not None and record.is_news:
                    record.told = record.moves
                    items.append((address, "", (record.x, record.y), record.accuracy))
            for cell, known in self.cells.items():
                side = max(known[2] - known[0], known[3] - known[1])
                reach = round(max(500, side / 2 * (1 + 2 / max(1, known[4]))))
                if known[4] >= 3 and reach != known[5]:
                    known[5] = reach
                    items.append(("", cell, ((known[0] + known[2]) / 2, (known[1] + known[3]) / 2), reach))
            self.rng.shuffle(items)
            self.tell(first + day, items)

    def lie(self, how):
        """Falsifies what was told."""
        rng, town = self.rng, self.town
        if how == "invent":
            days = [row[-1] for row in self.rows] or [EPOCH]
            self.tell((days[-1] - EPOCH).days,
                      [("00:%02x:%02x:%02x:%02x:%02x" % tuple(rng.randbytes(5)), "", town.anywhere(), 23)
                       for _ in range(2000)])
            return
        rows, self.rows, self.seq = self.rows, [], 0
        for row in rows:
            lat, lon = row[6:8]
            if how == "anywhere":
                lat, lon = degrees(rng.uniform(0, town.side), rng.uniform(0, town.side))
            else:
                lat += round((5000 if how == "far" else 600) / DEGREE * 1e7)
            self.rows.append(row[:6] + (lat, lon) + row[8:])


def observe(kind, seed, count, days, until):
    """The town after that time, and its devices with their rows; those that lie have a kind of lie."""
    town = Town(kind, seed, days)
    first = (until - EPOCH).days - days + 1
    devices = []
    for number in range(count):
        device = Device(number, town, seed)
        device.live(first, days)
        liars = max(1, count * 3 // 100) if count >= 10 else 0
        device.lies = LIES[number % 4] if number < liars else None
        if device.lies:
            device.lie(device.lies)
        devices.append(device)
    return town, devices


def write(folder, name, header, rows):
    with open(os.path.join(folder, name), "w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--devices", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--town", choices=TOWNS, default="old")
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--until", type=datetime.date.fromisoformat, default=datetime.date(2026, 11, 29))
    options = parser.parse_args()
    town, devices = observe(options.town, options.seed, options.devices, options.days, options.until)
    told = {}
    for device in devices:
        if not device.lies:
            for address in {row[4] for row in device.rows}:
                told[address] = told.get(address, 0) + 1
    write(options.folder, "observation.csv", ("device", "spool", "seq", "item", "bssid", "cell", "lat", "lon", "accuracy", "day"),
          (row for device in devices for row in device.rows))
    truth = [("fixed" if one.moves_on is None else "moved", one) for one in town.access_points]
    truth += [("carried", one) for one in town.carried]
    write(options.folder, "truth.csv", ("bssid", "class", "lat", "lon", "told"),
          ((one.address, sort, *degrees(*one.place(options.days)), told.get(one.address, 0)) for sort, one in truth))
    grid = [(x, y) for x in range(0, town.side, 150) for y in range(0, town.side, 150)]
    write(options.folder, "served.csv", ("cell", "lat", "lon"),
          ((town.cell(*place), *degrees(*place)) for place in grid))


if __name__ == "__main__":
    main()
