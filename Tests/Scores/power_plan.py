#!/usr/bin/env python3
"""Compares what the plans foretold and what the ledger booked with what the simulated hardware drew.

    power_plan.py HARNESS --cmd '.build/release/hw-profile simulate' > docs/evidence/PLAN-AND-LEDGER.md

HARNESS is the folder of the power simulation (docs/POWER-MODEL.md, "Over time"), which brings the hardware's figures and the
recorded journeys. The service follows each journey as one client, with errors, outages and start times of several seeds.
Prints a row for each board and accuracy: the power of the hardware, and by how much ledger and plan differ from it, on each
half of the journeys. Exit status 1 if a ledger differs by more than --ledger percent, or a plan by more than --plan percent if
that is given. Without the harness nothing is measured, which is a failure with CI=true. Needs numpy.
"""
import argparse
import glob
import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

ENERGY = re.compile(r"planned (-?\d+) mJ, booked (-?\d+) mJ")
BOARDS = ("gateway-m8", "tracker-m10")


class Service:
    """The service as the harness's policy, and the energy that it reports at its end."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)

    def on_event(self, event):
        self.process.stdin.write(json.dumps(event) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the service ended: {self.process.stderr.read()}")
        return json.loads(line)

    def end(self):
        """Millijoules planned and booked."""
        _, complaints = self.process.communicate(timeout=60)
        found = ENERGY.search(complaints)
        if not found:
            raise RuntimeError(f"no energy reported: {complaints}")
        return [float(number) for number in found.groups()]


def follow(job):
    """One journey: its half, and for each accuracy the seconds and the millijoules drawn, planned and booked."""
    harness, path, half, board, accuracies, seed, command = job
    sys.path.insert(0, harness)
    import run_bench
    import sim

    world = sim.World(path, seed)
    with open(os.path.join(harness, "profiles", board + ".json")) as file:
        profile = json.load(file)
    rows = []
    for accuracy in accuracies:
        request = {"D": accuracy, "q": 0.68, "activity": run_bench.activity(world.name), "distanceFilter": 0}
        service = Service(command)
        result = sim.Sim(world, profile, service, request).run()
        planned, booked = service.end()
        rows.append((board, accuracy, half, result["n"], sum(result["E"].values()), planned, booked))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("harness", help="the folder of the power simulation")
    parser.add_argument("--cmd", required=True, help="the program that speaks its protocol")
    parser.add_argument("--journeys", help="the folder of the journeys; default: those beside the harness")
    parser.add_argument("--accuracies", default="10,30,100,300,1000,3000", help="metres")
    parser.add_argument("--seeds", default="1,2")
    parser.add_argument("--ledger", type=float, default=5, help="percent that a ledger may differ")
    parser.add_argument("--plan", type=float, default=float("inf"), help="percent that a plan may differ; default: any")
    options = parser.parse_args()
    harness = os.path.abspath(options.harness)
    folder = options.journeys or os.path.join(harness, "../../corpus/trajectories")
    journeys = sorted(glob.glob(os.path.join(folder, "*.csv")))
    if not journeys:
        print(f"skipped: no journeys in {folder}", file=sys.stderr)
        sys.exit(os.environ.get("CI") == "true")
    accuracies = [float(text) for text in options.accuracies.split(",")]
    jobs = [
        (harness, path, index % 2, board, accuracies, int(seed), options.cmd)
        for board in BOARDS for seed in options.seeds.split(",") for index, path in enumerate(journeys)]
    sums = {}
    with ProcessPoolExecutor(2) as pool:
        for rows in pool.map(follow, jobs):
            for board, accuracy, half, *amounts in rows:
                total = sums.setdefault((board, accuracy, half), [0.0] * 4)
                for place, amount in enumerate(amounts):
                    total[place] += amount
    print("# Plan, ledger and hardware")
    print()
    print("The service follows recorded journeys on a virtual clock (`Tests/Scores/power_plan.py`). Power is what the simulated")
    print("hardware drew, including what runs at all times; ledger and plan are the difference from it, on both halves of the")
    print(f"{len(journeys)} journeys with seeds {options.seeds}.")
    print()
    print("Board, accuracy | mW, first half | ledger | plan | mW, second half | ledger | plan")
    print("---|---|---|---|---|---|---")
    exceeded = 0
    for board in BOARDS:
        for accuracy in accuracies:
            cells = [f"{board}, {accuracy:g} m"]
            for half in range(2):
                seconds, drawn, planned, booked = sums[board, accuracy, half]
                ledger, plan = (100 * (amount / drawn - 1) for amount in (booked, planned))
                exceeded += abs(ledger) > options.ledger or abs(plan) > options.plan
                cells += [f"{drawn / seconds:.3g}", f"{ledger:+.1f} %", f"{plan:+.1f} %"]
            print(" | ".join(cells))
    print(f"{exceeded} of {2 * len(BOARDS) * len(accuracies)} cells differ by more than is allowed", file=sys.stderr)
    sys.exit(exceeded > 0)


if __name__ == "__main__":
    main()
