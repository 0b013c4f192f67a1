#!/usr/bin/env python3
"""Makes street maps of a town that does not exist, as PMTiles files, to try the dashboard's page with.

    street_map.py FOLDER LATITUDE LONGITUDE      writes v2.pmtiles, v4.pmtiles (Protomaps), omt.pmtiles (OpenMapTiles, with leaf
                                                 directories), spoilt-*.pmtiles, and tile.mvt, one tile as it is

Needs PyPI's pmtiles and mapbox-vector-tile: the page's own reader is compared with the writers of others.
"""
import gzip
import math
import os
import sys

import mapbox_vector_tile
import pmtiles.writer
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from shapely.affinity import scale, translate
from shapely.geometry import LineString, Point, Polygon, box

ZOOMS, EXTENT, MARGIN = range(8, 15), 4096, 64
ATTRIBUTION = "<a href='https://example.org'>A town of <b>nobody</b></a>"
# Layer and kinds by schema: the column of each.
SCHEMAS = {
    "v2": {"key": "pmap:kind", "park": ("landuse", "park"), "water": ("water", "river"), "stream": ("physical_line", "stream"),
           "building": ("buildings", "building"), "small": ("roads", "minor_road"), "middle": ("roads", "medium_road"),
           "big": ("roads", "highway"), "rail": ("transit", "rail"), "path": ("roads", "path"), "place": ("places", "city"),
           "border": ("boundaries", "county")},
    "v4": {"key": "kind", "park": ("landuse", "park"), "water": ("water", "river"), "stream": ("water", "stream"),
           "building": ("buildings", "building"), "small": ("roads", "minor_road"), "middle": ("roads", "major_road"),
           "big": ("roads", "highway"), "rail": ("roads", "rail"), "path": ("roads", "path"), "place": ("places", "locality"),
           "border": ("boundaries", "county")},
    "omt": {"key": "class", "park": ("landcover", "grass"), "water": ("water", "river"), "stream": ("waterway", "stream"),
            "building": ("building", ""), "small": ("transportation", "minor"), "middle": ("transportation", "secondary"),
            "big": ("transportation", "motorway"), "rail": ("transportation", "rail"), "path": ("transportation", "path"),
            "place": ("place", "city"), "border": ("boundary", "")},
}


def town():
    """What is there: class, name, first zoom and shape, in metres east and south of the centre."""
    things = [
        ("park", "", 8, Polygon([(150, 150), (650, 170), (620, 560), (180, 520)], [[(300, 300), (400, 300), (400, 380), (300, 380)]])),
        ("water", "", 8, LineString([(-3000, -900), (-1200, -700), (-300, -380), (600, -420), (3000, -900)]).buffer(70)),
        ("stream", "", 12, LineString([(-200, -400), (-260, 200), (-700, 900), (-600, 2500)])),
        ("rail", "", 11, LineString([(-3000, 900), (-400, 700), (3000, 1000)])),
        ("big", "Ring", 8, LineString([(1500 * math.cos(a / 10), 1500 * math.sin(a / 10)) for a in range(64)])),
        ("border", "", 8, LineString([(-3000, 1900), (3000, 1700)])),
        ("path", "", 13, LineString([(160, 160), (640, 540)])),
        ("place", "Nowhere", 8, Point(0, 0)), ("place", "Upper Nowhere", 12, Point(1100, -1100)), ("place", "Niemandsfurt", 12, Point(-1300, 1200)),
    ]
    for i in range(-14, 15):
        kind = "middle" if i % 5 == 0 else "small"
        way = LineString([(-1450, i * 100 + 30), (-400, i * 100), (1450, i * 100 - 20)])
        things += [(kind, "Row %d" % (i + 15), 11 if kind == "middle" else 12, way)]
        things += [(kind, "Line %d" % (i + 15), 11 if kind == "middle" else 12, LineString([(i * 100, -1450), (i * 100 + 40, 0), (i * 100, 1450)]))]
        things += [("building", "", 13, box(i * 100 + 15 + k * 25, j * 100 + 15, i * 100 + 33 + k * 25, j * 100 + 60 + 7 * k))
                   for j in range(-14, 14) for k in range(3) if not (1 <= i <= 6 and 1 <= j <= 5) and not -6 <= j <= -3]
    return things


def layers_of(things, schema, zoom, x, y, corner, metre):
    """The layers of one tile: shapes in its own units, cut with a margin."""
    layers, units = {}, EXTENT * 2 ** zoom
    frame = box(-MARGIN, -MARGIN, EXTENT + MARGIN, EXTENT + MARGIN)
    for kind, name, first, shape in things:
        if zoom < first:
            continue
        placed = scale(shape, metre * units, metre * units, origin=(0, 0))
        placed = translate(placed, corner[0] * units - x * EXTENT, corner[1] * units - y * EXTENT)
        if not placed.intersects(frame):
            continue
        cut = placed.intersection(frame)
        layer, word = schema[kind]
        layers.setdefault(layer, []).append({"geometry": cut, "properties": {schema["key"]: word, **({"name": name} if name else {})}})
        if layer == "transportation" and name:
            layers.setdefault("transportation_name", []).append({"geometry": cut, "properties": {"class": word, "name": name}})
    return [{"name": name, "features": features} for name, features in layers.items()]


def write(path, schema, latitude, longitude):
    corner = (longitude / 360 + 0.5, 0.5 - math.asinh(math.tan(math.radians(latitude))) / 2 / math.pi)
    metre = 1 / (40075016.7 * math.cos(math.radians(latitude)))
    things, tiles = town(), {}
    for zoom in ZOOMS:
        reach = 3000 * metre
        low, high = [[int((c + sign * reach) * 2 ** zoom) for c in corner] for sign in (-1, 1)]
        for x in range(low[0], high[0] + 1):
            for y in range(low[1], high[1] + 1):
                layers = layers_of(things, schema, zoom, x, y, corner, metre)
                if layers:
                    tile = mapbox_vector_tile.encode(layers, default_options={"y_coord_down": True, "extents": EXTENT})
                    tiles[zxy_to_tileid(zoom, x, y)] = gzip.compress(tile, mtime=0)
    if schema is SCHEMAS["v4"]:
        with open(os.path.join(os.path.dirname(path), "tile.mvt"), "wb") as file:
            file.write(max(map(gzip.decompress, tiles.values()), key=len))
    e7 = lambda value: int(value * 1e7)
    with open(path, "wb") as file:
        writer = pmtiles.writer.Writer(file)
        for number in sorted(tiles):
            writer.write_tile(number, tiles[number])
        writer.finalize({
            "tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "min_zoom": ZOOMS[0], "max_zoom": ZOOMS[-1],
            "min_lon_e7": e7(longitude - 0.05), "min_lat_e7": e7(latitude - 0.05), "max_lon_e7": e7(longitude + 0.05),
            "max_lat_e7": e7(latitude + 0.05), "center_zoom": 14, "center_lon_e7": e7(longitude), "center_lat_e7": e7(latitude),
        }, {"attribution": ATTRIBUTION, "vector_layers": []})


def spoil(folder):
    """Writes files that promise much, or lead in a circle."""
    with open(os.path.join(folder, "v4.pmtiles"), "rb") as file:
        good = file.read()
    root, size = (int.from_bytes(good[at:at + 8], "little") for at in (8, 16))
    tiles = int.from_bytes(good[56:64], "little")
    number = lambda value: value.to_bytes(8, "little")

    def with_root(directory):
        packed = gzip.compress(directory, mtime=0)
        return good[:8] + number(len(good)) + number(len(packed)) + good[24:40] + number(len(good)) + number(len(packed)) + good[56:] + packed

    varint = lambda value: bytes([value & 127 | 128]) + varint(value >> 7) if value > 127 else bytes([value])
    first = zxy_to_tileid(ZOOMS[0], 0, 0)
    circle = b"".join(map(varint, (1, first, 0, 200, 1)))
    packed = gzip.compress(circle, mtime=0)
    circle = b"".join(map(varint, (1, first, 0, len(packed), 1)))
    files = {
        "head": b"PMTiles\x02" + good[8:], "cut": good[:tiles + 900], "none": good[:60],
        "count": with_root(varint(2 ** 40) + b"\x01" * 40), "circle": with_root(circle),
        "bomb": with_root(bytes(200_000_000)), "noise": good[:root] + bytes(b ^ 85 for b in good[root:root + size]) + good[root + size:],
        "tiles": good[:tiles] + bytes(b ^ (7 if i % 97 == 0 else 0) for i, b in enumerate(good[tiles:])),
    }
    for name, data in files.items():
        with open(os.path.join(folder, "spoilt-%s.pmtiles" % name), "wb") as file:
            file.write(data)


def main():
    folder, latitude, longitude = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    plain = pmtiles.writer.optimize_directories
    for name, schema in SCHEMAS.items():
        # A file of this size has one directory; a large one has leaves.
        leaves = lambda entries, _: pmtiles.writer.build_roots_leaves(entries, 16)
        pmtiles.writer.optimize_directories = leaves if name == "omt" else plain
        write(os.path.join(folder, name + ".pmtiles"), schema, latitude, longitude)
    spoil(folder)


main()
