"""The rules of Examples/fleet/radio/rules.sql once more, in whole numbers of Python and written apart, to compare with."""
import math
import re

ADDRESS = re.compile(r"[0-9a-f][048c](:[0-9a-f]{2}){5}")
CELL = re.compile(r"(GSM|UMTS|WCDMA|LTE|NR|NBIOT)-\d+-\d+-\d*-\d+")
HEADERS = {"access-points.csv": "bssid,lat,lon,accuracy", "cells.csv": "radio,mcc,net,area,cell,lat,lon,range"}
TURN = 3_600_000_000


def is_nowhere(lat, lon):
    return abs(lat) < 1000 and abs(lon) < 1000


def is_sound(name, lat, lon, accuracy):
    if abs(lat) > 900_000_000 or abs(lon) > 1_800_000_000 or is_nowhere(lat, lon) or accuracy < 1:
        return False
    if ":" in name:
        return bool(ADDRESS.fullmatch(name)) and name != "00:00:00:00:00:00" and accuracy <= 200
    return bool(CELL.fullmatch(name)) and len(name) <= 40 and accuracy <= 35_000


def square(one, other):
    """Square centimetres between two places in 1e-7 degrees; the cosine is that of the second."""
    turn = abs(one[1] - other[1])
    degree = abs(other[0]) // 100_000
    east = min(turn, TURN - turn) * (324_000_000 - 4 * degree ** 2) // (324_000_000 + degree ** 2) * 111_195 // 100_000
    return (abs(one[0] - other[0]) * 111_195 // 100_000) ** 2 + east ** 2


def lower_median(values):
    return sorted(values)[(len(values) - 1) // 2]


def root_up(value):
    """The smallest whole number whose square is not smaller."""
    root = math.isqrt(value)
    return root + (root * root < value)


def metres_up(squared):
    return -(-root_up(squared) // 100)


def place(name, reports, k):
    """Latitude, longitude and radius of a transmitter; None if it has no place. Reports are (lat, lon, accuracy), one a device."""
    if len(reports) < k:
        return None
    if 2 * sum(abs(lon) > 900_000_000 for _, lon, _ in reports) > len(reports):
        reports = [(lat, lon + TURN if lon < 0 else lon, accuracy) for lat, lon, accuracy in reports]
    middle = lower_median([report[0] for report in reports]), lower_median([report[1] for report in reports])
    squares = [square(report, middle) for report in reports]
    is_wifi = ":" in name
    near = [index for index, squared in enumerate(squares) if squared <= (30_000 if is_wifi else 3_500_000) ** 2]
    others = len(reports) - len(near)
    if is_nowhere(*middle) or len(near) < k or (others > 1 and others * 8 > len(reports)):
        return None
    if is_wifi:
        accuracy = lower_median([report[2] for report in reports])
        radius = metres_up((100 * accuracy) ** 2 + sorted(squares[index] for index in near)[len(near) * 68 // 100 - 1])
    else:
        reaches = sorted(metres_up(squares[index]) + reports[index][2] for index in near)
        radius = max(1000, min(200_000, reaches[min(len(near) - 1, len(near) * 95 // 100) - 1]))
    return middle[0], middle[1] - TURN if middle[1] > TURN // 2 else middle[1], radius


def degrees(value):
    return "%s%d.%07d" % ("-" if value < 0 else "", abs(value) // 10_000_000, abs(value) % 10_000_000)


def tables(rows, until, days, k=3):
    """The two files, as text. Rows are (name, device, lat, lon, accuracy, day, seq) with days since 1970."""
    newest = {}
    for name, device, lat, lon, accuracy, day, seq in rows:
        if until - days < day <= until and is_sound(name, lat, lon, accuracy):
            voices = newest.setdefault(name, {})
            report = (-day, -seq, accuracy, lat, lon)
            voices[device] = min(voices.get(device, report), report)
    texts = {"access-points.csv": [], "cells.csv": []}
    for name in sorted(newest):
        found = place(name, [(lat, lon, accuracy) for _, _, accuracy, lat, lon in newest[name].values()], k)
        if found:
            row = "%s,%s,%s,%d" % (name.replace("-", ","), degrees(found[0]), degrees(found[1]), found[2])
            texts["access-points.csv" if ":" in name else "cells.csv"].append(row)
    return {table: "".join(line + "\n" for line in [HEADERS[table], *lines]) for table, lines in texts.items()}
