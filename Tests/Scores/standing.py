#!/usr/bin/env python3
"""Finds standing devices that are delivered far from where they are.

    standing.py HARNESS --cmd '.build/release/hw-profile simulate'

HARNESS is the folder of the power simulation (docs/POWER-MODEL.md, "Over time"). The service follows each recorded journey as
one client. A device that stands must not be delivered outside three times its stated radius for more than ten minutes. Where it
stands is where it was recorded when it was delivered or, if that was before, when it stopped: recorders creep by 10 to 20 m
during a long stay. Prints each such time, and the number of them; exit status 1 if there is any. Without the harness nothing is measured, which is a
failure with CI=true. Needs numpy.
"""
import argparse
import glob
import json
import math
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from power_plan import BOARDS, Service

RADII = 3
LONGEST = 600


class Watched(Service):
    """The service, with every position that it delivers: second, place and radius."""

    def __init__(self, command):
        super().__init__(command)
        self.reports = []

    def on_event(self, event):
        answer = super().on_event(event)
        if answer.get("report"):
            self.reports.append((int(event["t"]), *answer["report"], answer["r68"]))
        return answer


def follow(job):
    """Times in which a standing device is told elsewhere: board, accuracy, journey, begin, seconds, metres, radius."""
    harness, path, board, accuracies, seed, command = job
    sys.path.insert(0, harness)
    import run_bench
    import sim

    world = sim.World(path, seed)
    with open(os.path.join(harness, "profiles", board + ".json")) as file:
        profile = json.load(file)
    found = []
    for accuracy in accuracies:
        request = {"D": accuracy, "q": 0.68, "activity": run_bench.activity(world.name), "distanceFilter": 0}
        service = Watched(command)
        sim.Sim(world, profile, service, request).run()
        service.end()
        place, since, worst, index, stop = None, None, (0, 0), 0, 0
        for second in range(world.n + 1):
            while index < len(service.reports) and service.reports[index][0] <= second:
                place = service.reports[index]
                index += 1
            if second < world.n and world.mov[second]:
                stop = second + 1
            isOff = False
            if second < world.n and place and not world.mov[second]:
                told = max(place[0], stop)
                off = math.hypot(place[1] - world.x[told], place[2] - world.y[told])
                isOff = off > RADII * place[3]
            if isOff:
                since = second if since is None else since
                worst = max(worst, (off, place[3]))
            elif since is not None:
                if second - since > LONGEST:
                    found.append((board, accuracy, seed, world.name, since, second - since, *worst))
                since, worst = None, (0, 0)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("harness", help="the folder of the power simulation")
    parser.add_argument("--cmd", required=True, help="the program that speaks its protocol")
    parser.add_argument("--journeys", help="the folder of the journeys; default: those beside the harness")
    parser.add_argument("--accuracies", default="10,30,100,300,1000,3000", help="metres")
    parser.add_argument("--seeds", default="1")
    options = parser.parse_args()
    harness = os.path.abspath(options.harness)
    folder = options.journeys or os.path.join(harness, "../../corpus/trajectories")
    journeys = sorted(glob.glob(os.path.join(folder, "*.csv")))
    if not journeys:
        print(f"skipped: no journeys in {folder}", file=sys.stderr)
        sys.exit(os.environ.get("CI") == "true")
    accuracies = [float(text) for text in options.accuracies.split(",")]
    jobs = [(harness, path, board, accuracies, int(seed), options.cmd)
            for board in BOARDS for seed in options.seeds.split(",") for path in journeys]
    number = 0
    with ProcessPoolExecutor(2) as pool:
        for times in pool.map(follow, jobs):
            for board, accuracy, seed, name, begin, seconds, off, radius in times:
                number += 1
                print(f"{board}, {accuracy:g} m, seed {seed}: {name} at {begin} s for {seconds} s "
                      f"{off:.0f} m off, stated {radius:.0f} m")
    print(f"{number} times outside {RADII} radii for more than {LONGEST} s")
    sys.exit(number > 0)


if __name__ == "__main__":
    main()
