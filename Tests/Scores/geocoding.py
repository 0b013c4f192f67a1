#!/usr/bin/env python3
"""Makes packs of ../shared/geodata and measures how often cairn geocode is right; exit status 1 below the goals.

    geocoding.py [--firmware] [CAIRN]      default: the program of the last debug build

With --firmware, the same packs are also looked into by a program that is built as a firmware image
(Benchmarks/places): the time of one look-up and the memory of the whole program.

The positions and their divisions come from unsimplified borders (../shared/reference). Beside each figure is that of
taking the nearest of 235,000 places: the division or country in which that place is. With reverse_geocoder (PyPI) at
hand, its country is shown as well; with geographiclib (PyPI), the distances of cairn distance are compared with its
own, and the times of both. Standard library otherwise; `xz` is not needed.
"""
import csv
import gzip
import lzma
import math
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.environ.get("CAIRN_SHARED", os.path.join(ROOT, "..", "shared"))
GEODATA, REFERENCE = os.path.join(SHARED, "geodata"), os.path.join(SHARED, "reference")
PACKS = {
    "base": (["--countries", "countries.geojson", "--divisions", "admin1-au-br-ca-us.geojson", "--seas",
              "marine.geojson", "--lakes", "lakes.geojson"], "Made with Natural Earth"),
    "places": (["--places", "cities500.tsv", "--names", "place-names.tsv", "--subdivisions", "subdivisions.tsv"],
               "GeoNames (geonames.org), CC BY 4.0"),
    "korea": (["--divisions", "kr-emd.geojson", "--levels", "sido,sigungu,emd", "--country", "KR", "--language", "ko",
               "--places", "cities500.tsv"], "NGII, Republic of Korea, via data.go.kr"),
}


def unpacked(folder, name):
    """The path of a file of the raw data, without its compression."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        packed = os.path.join(GEODATA, name)
        opened = gzip.open(packed + ".gz") if os.path.exists(packed + ".gz") else lzma.open(packed + ".xz")
        with opened as source, open(path, "wb") as target:
            target.write(source.read())
    return path


def build(cairn, folder):
    paths = []
    for name, (arguments, source) in PACKS.items():
        files = [unpacked(folder, a) if a.endswith((".geojson", ".tsv")) else a for a in arguments]
        paths.append(os.path.join(folder, name + ".pack"))
        subprocess.run([cairn, "geodata", "build", *files, "--source", source, "--into", paths[-1]], check=True)
    return paths


def geocoded(cairn, packs, places):
    table = "lat,lon\n" + "".join(f"{lat},{lon}\n" for lat, lon in places)
    options = [word for pack in packs for word in ("--pack", pack)]
    start = time.monotonic()
    text = subprocess.run([cairn, "geocode", "--reverse", *options], input=table, stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return list(csv.DictReader(text.splitlines())), time.monotonic() - start


class Nearest:
    """The nearest place, by looking at those of the same and the neighbouring degrees."""

    def __init__(self, path):
        self.cells = {}
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                place = float(row["lat"]), float(row["lon"]), row["cc"]
                self.cells.setdefault((math.floor(place[0]), math.floor(place[1])), []).append(place)

    def find(self, lat, lon):
        for ring in range(1, 20):
            near = [place for y in range(-ring, ring + 1) for x in range(-ring, ring + 1)
                    for place in self.cells.get((math.floor(lat) + y, math.floor(lon) + x), [])]
            if near:
                scale = math.cos(math.radians(lat))
                return min(near, key=lambda p: (p[0] - lat) ** 2 + ((p[1] - lon) * scale) ** 2)
        return None


def rows(name):
    with open(os.path.join(REFERENCE, name), encoding="utf-8") as file:
        return list(csv.DictReader(file))


def position(row):
    return float(row["lat"]), float(row["lon"])


def report(what, right, of, goal=None, baseline=None):
    text = f"{what:34}{right:5} of {of}  {100 * right / of:6.2f} %"
    text += f"   goal {100 * goal:.1f} %" if goal else ""
    text += f"   nearest place {baseline}" if baseline is not None else ""
    print(text)
    return goal is None or right >= goal * of


def distances(cairn):
    """Compares distances with those of geographiclib, if that is at hand; also between opposite ends of the Earth."""
    try:
        from geographiclib.geodesic import Geodesic
    except ImportError:
        return True
    numbers = random.Random(1)
    lines = []
    for number in range(20000):
        lat, lon = numbers.uniform(-90, 90), numbers.uniform(-180, 180)
        near = number % 4 == 0
        lat2 = -lat + numbers.uniform(-0.5, 0.5) if near else numbers.uniform(-90, 90)
        lon2 = (lon + 180 + numbers.uniform(-0.5, 0.5)) if near else numbers.uniform(-180, 180)
        lines.append((lat, lon, max(-90, min(90, lat2)), (lon2 + 180) % 360 - 180))
    table = "lat1,lon1,lat2,lon2\n" + "".join(",".join(repr(value) for value in line) + "\n" for line in lines)
    empty = min(seconds(lambda: run_distance(cairn, table.splitlines()[0] + "\n0,0,1,1\n"))[1] for _ in range(3))
    text, ours = seconds(lambda: run_distance(cairn, table))
    found = [float(row["s12_m"]) for row in csv.DictReader(text.splitlines())]
    theirs, peer = seconds(lambda: [Geodesic.WGS84.Inverse(*line, Geodesic.DISTANCE)["s12"] for line in lines])
    worst = max(abs(a - b) for a, b in zip(found, theirs))
    print(f"{len(lines)} distances: at most {1000 * worst:.3f} mm from those of geographiclib, which takes "
          f"{peer / max(1e-9, ours - empty):.0f} times as long, with our tables read and written")
    return len(found) == len(lines) and worst < 0.001


def run_distance(cairn, table):
    return subprocess.run([cairn, "distance"], input=table, stdout=subprocess.PIPE, text=True, check=True).stdout


def seconds(work):
    start = time.monotonic()
    result = work()
    return result, time.monotonic() - start


def main():
    words = [word for word in sys.argv[1:] if word != "--firmware"]
    cairn = words[0] if words else os.path.join(ROOT, ".build", "debug", "cairn")
    if not os.path.isdir(GEODATA):
        print("skipped: there is no ../shared/geodata")
        return True
    passed = distances(cairn)
    with tempfile.TemporaryDirectory() as folder:
        packs = build(cairn, folder)
        if "--firmware" in sys.argv:
            subprocess.run([os.path.join(ROOT, "Benchmarks", "places"), *packs], check=True)
        nearest = Nearest(unpacked(folder, "cities500.tsv"))
        korea = rows("geocode-kr-500.csv")
        found, _ = geocoded(cairn, packs, map(position, korea))
        places = [nearest.find(*position(row)) or position(row) for row in korea]
        near, _ = geocoded(cairn, packs, [place[:2] for place in places])
        for column, name, goal in (("sido", "administrativeArea", None), ("sigungu", "locality", 0.998),
                                   ("emd", "subLocality", 0.99)):
            right = sum(a[column] == b[name] for a, b in zip(korea, found))
            baseline = sum(a[column] == b[name] for a, b in zip(korea, near))
            passed &= report(f"Korea: {name}", right, len(korea), goal, baseline)
        world = rows("geocode-world-500.csv")
        found, _ = geocoded(cairn, packs, map(position, world))
        far = [(a, b) for a, b in zip(world, found) if float(a["about_km_to_boundary"]) > 1]
        land = [nearest.find(*position(a)) for a, _ in far]
        baseline = sum(bool(p) and p[2] == a["country"] for p, (a, _) in zip(land, far))
        right = sum(a["country"] == b["country"] for a, b in far)
        passed &= report("World: country, 1 km from borders", right, len(far), 0.998)
        ashore = [(a, b) for a, b in far if a["country"]]
        right = sum(a["country"] == b["country"] for a, b in ashore)
        report("World: the same on land", right, len(ashore), None, baseline)
        sea = [b for a, b in zip(world, found) if not a["country"]]
        passed &= report("World: sea", sum(bool(b["ocean"]) for b in sea), len(sea), 0.98)
        many = [position(row) for row in korea + world] * 20
        _, seconds = geocoded(cairn, packs, many)
        print(f"{len(many)} rows in {seconds:.2f} s, with the start of the program and both tables")
        try:
            import reverse_geocoder
        except ImportError:
            return passed
        start = time.monotonic()
        peer = reverse_geocoder.RGeocoder(mode=1, verbose=False)
        loaded = time.monotonic()
        answers = [peer.query([place])[0] for place in many]
        print(f"reverse_geocoder: loaded in {loaded - start:.2f} s, {len(many)} rows in {time.monotonic() - loaded:.2f} s")
        right = sum(a["country"] == b["cc"] for a, b in zip(world, answers[len(korea):])
                    if a["country"] and float(a["about_km_to_boundary"]) > 1)
        report("reverse_geocoder: the same on land", right, len(ashore))
    return passed


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
