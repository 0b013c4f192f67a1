"""Compares headings that came through the kernel with those of the same samples in memory.

    compare-headings.py LIVE.JSON MEMORY.CSV SAMPLES.CSV DEGREES

Prints the greatest and the mean difference, and the one that 95 % stay below; exit status 1 if that one is above DEGREES
and what the device turned while samples were late: an emulator that does not keep up sends them in bursts, which have
other times than those of a sensor.
"""
import bisect
import csv
import json
import sys

# Samples a second, and degrees a second that the device turns.
RATE, TURN = 50, 14

with open(sys.argv[1], encoding="utf-8") as file:
    live = [json.loads(line) for line in file]
with open(sys.argv[2], encoding="utf-8") as file:
    memory = [(float(row["t"]), float(row["heading"])) for row in csv.DictReader(file) if row["heading"]]
times = [time for time, _ in memory]
differences, lag = [], 0.0
for heading in live:
    place = bisect.bisect(times, heading["t"])
    if not 0 < place < len(times):
        continue
    (t0, h0), (t1, h1) = memory[place - 1], memory[place]
    turn = (h1 - h0 + 180) % 360 - 180
    expected = h0 + turn * (heading["t"] - t0) / (t1 - t0)
    difference = (heading["magnetic"] - expected + 180) % 360 - 180
    differences.append(abs(difference))
    lag += difference
differences.sort()
if len(differences) < 20:
    sys.exit(f"only {len(differences)} headings to compare")
with open(sys.argv[3], encoding="utf-8") as file:
    sent = [float(row["t"]) for row in csv.DictReader(file)]
delays = [time - number / RATE for number, time in enumerate(sent)]
late = sorted(delay - min(delays) for delay in delays)[len(delays) * 95 // 100]
most = differences[len(differences) * 95 // 100]
print(f"{len(differences)} headings, 95 % within {most:.2f} degrees, the greatest difference "
      f"{differences[-1]:.2f}, the mean {lag / len(differences):+.2f}; 95 % of the samples at most {late:.3f} s late")
sys.exit(most > float(sys.argv[4]) + TURN * late)
