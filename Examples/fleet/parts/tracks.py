"""Tracks for simulated devices: those of ../shared/corpus where it is, or walks through made-up streets. Standard library only."""
import csv
import glob
import math
import os
import random

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# Where all tracks are laid, WGS 84 degrees; a device's place is within some kilometres of it.
CENTRE = (46.94800, 7.44740)
SPREAD = 6000  # Metres.
METRES = 40075016.7 / 360  # Of a degree on the equator.
# Seconds between points of a track, and of all of it; metres from its beginning.
STEP, LONGEST, FARTHEST = 1, 4 * 3600, 8000
BLOCK = 120  # Metres of a made-up street from one crossing to the next.


def tracks():
    """Lists of (east, north) in metres from the beginning, a second apart."""
    folder = os.path.join(os.environ.get("CAIRN_SHARED") or os.path.join(os.path.dirname(ROOT), "shared"), "corpus/trajectories")
    found = [recorded(path) for path in sorted(glob.glob(folder + "/*.csv"))]
    return [track for track in found if len(track) > 60] or [made_up(seed) for seed in range(12)]


def recorded(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = [(float(row["t"]), float(row["x"]), float(row["y"])) for row in csv.DictReader(line for line in file if line[0] != "#")]
    track, at = [], 0
    end = min(rows[-1][0], rows[0][0] + LONGEST) if rows else 0
    time = rows[0][0] if rows else 1
    while time < end:
        while rows[at + 1][0] <= time:
            at += 1
        (t0, x0, y0), (t1, x1, y1) = rows[at:at + 2]
        part = (time - t0) / (t1 - t0)
        track.append((x0 + part * (x1 - x0), y0 + part * (y1 - y0)))
        if math.dist(track[-1], track[0]) > FARTHEST:
            break
        time += STEP
    return track


def made_up(seed):
    """Streets of a grid; at a crossing straight on, left or right, and sometimes a rest."""
    draw = random.Random(seed)
    x = y = 0.0
    heading, speed, track = draw.randrange(4), draw.uniform(1.2, 14), []
    while len(track) < 3600:
        for _ in range(max(2, round(BLOCK / speed))):
            x += (0, 1, 0, -1)[heading] * speed
            y += (1, 0, -1, 0)[heading] * speed
            track.append((x, y))
        if draw.random() < 0.1:
            track += [(x, y)] * draw.randrange(10, 60)
        heading = (heading + draw.choice([0, 0, 1, 3])) % 4
    return track


class Walk:
    """One device's way along a track, to its end and back, for ever."""

    def __init__(self, track, number):
        draw = random.Random(number)
        self.track, self.at = track, draw.randrange(len(track))
        self.east, self.north = draw.uniform(-SPREAD, SPREAD), draw.uniform(-SPREAD, SPREAD)
        # So that each device's track begins at its own place, wherever on the track it enters.
        self.east -= track[self.at][0]
        self.north -= track[self.at][1]

    def point(self, seconds):
        """Latitude and longitude in degrees, speed in m/s, course in degrees, at some second."""
        length = len(self.track) - 1
        at = (self.at + int(seconds)) % (2 * length)
        here, then = (at, at + 1) if at < length else (2 * length - at, 2 * length - at - 1)
        (x, y), (x1, y1) = self.track[here], self.track[then]
        north, east = y1 - y, x1 - x
        latitude = CENTRE[0] + (self.north + y) / METRES
        longitude = CENTRE[1] + (self.east + x) / METRES / math.cos(math.radians(CENTRE[0]))
        return latitude, longitude, math.hypot(north, east) / STEP, math.degrees(math.atan2(east, north)) % 360

    @staticmethod
    def offset(latitude, longitude):
        """Metres east and north of the middle of the town."""
        return (longitude - CENTRE[1]) * METRES * math.cos(math.radians(CENTRE[0])), (latitude - CENTRE[0]) * METRES
