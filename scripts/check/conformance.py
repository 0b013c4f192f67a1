#!/usr/bin/env python3
"""Lists which statements about the promised behaviour of Cairn have a test.

    scripts/check/conformance.py [--all] [--json]

A test names the statements it proves at the beginning of its title, as in @Test("C53: …"). Statements that are
proved elsewhere, or not at all, are listed with the reason in docs/evidence/conformance.txt. Fails if a number is in neither
place or in both, or if a file that should prove one is gone.
"""
import argparse
import collections
import json
import pathlib
import re
import sys

SECTIONS = {
    "A": (1, 16, "start, stop, cached fix"), "B": (17, 34, "delivery"), "C": (35, 52, "validity"),
    "D": (53, 66, "distance, interval, heartbeat, batches"), "E": (67, 81, "one-shot requests"),
    "F": (82, 100, "errors and loss"), "G": (101, 126, "choice of providers"),
    "H": (127, 133, "changes of source"), "I": (134, 142, "pauses"), "J": (143, 156, "authorization"),
    "K": (157, 180, "significant change, visits, regions"), "L": (181, 186, "heading, beacons"),
    "M": (187, 195, "geocoding"), "N": (196, 201, "values"), "O": (202, 215, "system, profiles, commands"),
}
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXCEPTIONS = ROOT / "docs" / "evidence" / "conformance.txt"


def label(number):
    return next(f"{s}{number}" for s, (first, last, _) in SECTIONS.items() if first <= number <= last)


def tested():
    """Number: the places of its tests."""
    places = collections.defaultdict(set)
    title = re.compile(r'(?:@Test\s*\(\s*"|func `)([^"`\n]*)')
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        name = str(path.relative_to(ROOT))
        if path.parent.name == "NegativeCompile":
            titles = [path.stem.split("-")[0] + ":"]
        else:
            titles = [m.group(1) for m in title.finditer(path.read_text())]
        for text in titles:
            for letter, digits in re.findall(r"\b([A-O])(\d{1,3})(?=[,:]| and)", text):
                number = int(digits)
                if letter in SECTIONS and SECTIONS[letter][0] <= number <= SECTIONS[letter][1]:
                    places[number].add(name)
    return places


def exceptions():
    """Number: (proof or None, words)."""
    found = {}
    for count, line in enumerate(EXCEPTIONS.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([A-O])(\d+)\s+(proved by|not yet|never)\s+(.+)", line)
        if not match:
            sys.exit(f"{EXCEPTIONS}:{count}: neither 'X1 proved by FILE: words' nor 'X1 not yet REASON'")
        letter, number, kind, words = match.group(1), int(match.group(2)), match.group(3), match.group(4)
        if label(number) != f"{letter}{number}" or number in found:
            sys.exit(f"{EXCEPTIONS}:{count}: {letter}{number} is no statement, or stands there twice")
        found[number] = (kind, words)
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--all", action="store_true", help="print covered statements too")
    options.add_argument("--json", action="store_true", help="print one JSON object")
    options = options.parse_args()
    places, known = tested(), exceptions()
    numbers = range(1, max(last for _, last, _ in SECTIONS.values()) + 1)
    faults = []
    for number in numbers:
        if number in places and number in known:
            faults.append(f"{label(number)} has a test and stands in {EXCEPTIONS.name}: take it out there")
        if number not in places and number not in known:
            faults.append(f"{label(number)} has no test any more, and {EXCEPTIONS.name} does not say why")
    for number, (kind, words) in known.items():
        proof = words.split(":")[0]
        if kind == "proved by" and not (ROOT / proof).exists():
            faults.append(f"{label(number)}: there is no {proof}")
    open_numbers = [n for n, (kind, _) in known.items() if kind != "proved by"]
    covered = len(numbers) - len(open_numbers)
    if options.json:
        print(json.dumps({
            "covered": {label(n): sorted(places.get(n) or [known[n][1]]) for n in numbers
                        if n not in open_numbers and (n in places or n in known)},
            "open": {label(n): known[n][1] for n in open_numbers}, "faults": faults}))
    else:
        for section, (first, last, words) in SECTIONS.items():
            those = [n for n in open_numbers if first <= n <= last]
            print(f"{section} {words}: {last - first + 1 - len(those)} of {last - first + 1}")
            for number in range(first, last + 1):
                if number in those:
                    print(f"  {label(number)} {known[number][0]}: {known[number][1]}")
                elif options.all:
                    print(f"  {label(number)}: {', '.join(sorted(places.get(number) or [known.get(number, ('', '?'))[1]]))}")
        print(f"{covered} of {len(numbers)} statements are proved")
    for fault in faults:
        print(f"conformance: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
