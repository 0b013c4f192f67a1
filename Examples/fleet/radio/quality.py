#!/usr/bin/env python3
"""Judges a map that was made of what observe.py made up, by the truth beside it.

    quality.py TRUTH MAP [--k 3]      folders of observe.py, and of build.sql or build.py

Prints one JSON object. Of access points that stay: how many, told by one honest device and by k, placed, their errors in metres, the
share within the promised radius (68 in 100 are promised) of all and by the number of devices that told them, and the mean radius. Of
those that moved: placed, and more than 300 m from where they are. Of those that are carried about: placed, which is wrong. Invented
ones: placed. Of cells: the share of places within the promised range (95 in 100) of the cell that serves there. Standard library only.
"""
import argparse
import csv
import json
import math
import os

RADIUS = 6371008.8


def metres(one, other):
    """Along the great circle; places in degrees."""
    (south, west), (north, east) = ([math.radians(value) for value in place] for place in (one, other))
    root = math.sin((north - south) / 2) ** 2 + math.cos(south) * math.cos(north) * math.sin((east - west) / 2) ** 2
    return 2 * RADIUS * math.asin(math.sqrt(root))


def rows(folder, name):
    with open(os.path.join(folder, name), encoding="ascii", newline="") as file:
        yield from csv.DictReader(file)


def share(count, total):
    return round(count / total, 4) if total else None


def quantile(values, part):
    return round(sorted(values)[int(part * (len(values) - 1))], 1) if values else None


def access_points(truth, made, k):
    counts = {"fixed": [0, 0], "moved": [0, 0], "carried": [0, 0]}
    told, enough, wrong, found = 0, 0, 0, []
    for row in rows(truth, "truth.csv"):
        counts[row["class"]][0] += 1
        voices = int(row["told"])
        told += row["class"] == "fixed" and voices > 0
        enough += row["class"] == "fixed" and voices >= k
        if row["bssid"] not in made:
            continue
        counts[row["class"]][1] += 1
        place, radius = made.pop(row["bssid"])
        error = metres(place, (int(row["lat"]) / 1e7, int(row["lon"]) / 1e7))
        if row["class"] == "fixed":
            found.append((error, radius, voices))
        wrong += row["class"] == "moved" and error > 300
    errors = [error for error, _, _ in found]

    def within(low, high):
        some = [error <= radius for error, radius, voices in found if low <= voices <= high]
        return share(sum(some), len(some))
    return {
        "fixed": counts["fixed"][0], "told": told, "toldByK": enough, "placed": len(found), "placedOfToldByK": share(len(found), enough),
        "error50": quantile(errors, 0.5), "error68": quantile(errors, 0.68), "error95": quantile(errors, 0.95),
        "within": within(0, math.inf), "withinOfFew": within(0, 4), "withinOfSome": within(5, 9), "withinOfMany": within(10, math.inf),
        "meanRadius": round(sum(radius for _, radius, _ in found) / len(found), 1) if found else None,
        "moved": counts["moved"][0], "movedPlaced": counts["moved"][1], "movedWrong": wrong,
        "carried": counts["carried"][0], "carriedPlaced": counts["carried"][1], "inventedPlaced": len(made),
    }


def judge(truth, made, k):
    places = {row["bssid"]: ((float(row["lat"]), float(row["lon"])), int(row["accuracy"])) for row in rows(made, "access-points.csv")}
    result = access_points(truth, places, k)
    cells = {"-".join(row[name] for name in ("radio", "mcc", "net", "area", "cell")):
             ((float(row["lat"]), float(row["lon"])), int(row["range"])) for row in rows(made, "cells.csv")}
    served = [metres(cells[row["cell"]][0], (int(row["lat"]) / 1e7, int(row["lon"]) / 1e7)) <= cells[row["cell"]][1]
              for row in rows(truth, "served.csv") if row["cell"] in cells]
    return {**result, "cells": len(cells), "servedWithin": share(sum(served), len(served))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth")
    parser.add_argument("map")
    parser.add_argument("--k", type=int, default=3)
    options = parser.parse_args()
    print(json.dumps(judge(options.truth, options.map, options.k)))


if __name__ == "__main__":
    main()
