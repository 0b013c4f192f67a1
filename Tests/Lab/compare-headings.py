"""Compares what a compass has shown with what the same samples give in memory, and those with what the hub has sent.

    compare-headings.py LIVE.JSON MEMORY.CSV RECORDED.CSV SENT.CSV

Prints how many samples came, how late, and the differences of headings. Exit status 1 says that fewer than 99 % of the
samples came, that their times are wrong, or that 95 % of the headings are not within half a degree. How fast the emulator
is has no part in it: the headings in memory are those of the samples as the kernel gave them, at the times that it wrote.
"""
import bisect
import csv
import json
import sys

RATES = ("gx", "gy", "gz")


def rows(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


with open(sys.argv[1], encoding="utf-8") as file:
    live = [json.loads(line) for line in file]
memory = [(float(row["t"]), float(row["heading"])) for row in rows(sys.argv[2]) if row["heading"]]
recorded, sent = rows(sys.argv[3]), rows(sys.argv[4])

times, differences = [time for time, _ in memory], []
for heading in live:
    # Live times have three places.
    place = bisect.bisect(times, heading["t"] - 0.0006)
    if place < len(times) and abs(times[place] - heading["t"]) < 0.0012:
        differences.append(abs((heading["magnetic"] - memory[place][1] + 180) % 360 - 180))
if len(differences) < 20:
    sys.exit(f"only {len(differences)} of {len(live)} headings can be compared")
differences.sort()
most = differences[len(differences) * 95 // 100]

# The rates of the turning device tell its samples apart; those of the first two seconds are all zero.
delays, place = [], 0
for row in recorded:
    rates = [float(row[name]) for name in RATES]
    if not any(rates[:2]):
        continue
    for number in range(place, len(sent)):
        # The kernel's scale has seven digits.
        if all(abs(float(sent[number][name]) - rate) < 1e-5 + 5e-4 * abs(rate) for name, rate in zip(RATES, rates)):
            delays.append(float(row["t"]) - float(sent[number]["t"]))
            place = number + 1
            break
began, ended = float(recorded[0]["t"]), float(recorded[-1]["t"])
due = sum(began <= float(row["t"]) <= ended and float(row["gx"]) != 0 for row in sent)
delay = sorted(delays)[len(delays) // 2] if delays else 0
print(f"{len(delays)} of {due} samples, half of them within {1000 * delay:.1f} ms; {len(differences)} headings, 95 % within "
      f"{most:.3f} degrees, the greatest difference {differences[-1]:.3f}")
sys.exit(len(delays) < 0.99 * due or not -0.001 <= delay <= 0.05 or most > 0.5)
