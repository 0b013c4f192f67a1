#!/usr/bin/env python3
"""Runs the parts of a circle of checks. The parts, with their commands, are the rows of circles.tsv beside this file.

    circle.py list                what there is, with what each part costs
    circle.py gate [NAME...]      in their order, to the first failure: what every change must pass
    circle.py deep [NAME...]      the longest first, to the end: what guards longer than a change can wait
    circle.py drawn               one part of the deep circle, drawn by the commit's hash

Parts of the gate with one letter of `beside` run at once. A deep part that has passed on this commit is not run again,
unless it is named or the work tree has changes. The cost is in seconds of processor, which depend less on what else the
machine does. At the end a table shows the cost of each part beside the one of circles.tsv, scaled by the speed of
this machine, and marks those that have grown by a quarter; below it is what parts that failed said of it. What parts
print is kept in .build/circles. Exit code: 0 all passed, 1 a part has failed, 64 wrong usage. Standard library only.
"""
import collections
import concurrent.futures
import csv
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(ROOT, "scripts", "check", "circles.tsv")
RECORDS = os.path.join(ROOT, ".build", "circles")
PASSED = os.path.join(RECORDS, "passed.tsv")
# A part may be drawn if it takes no longer than this on two quiet cores, in seconds.
DRAWN_LIMIT = 240
# A part is ended when it takes this many times what it takes on two quiet cores, and never before MINIMUM.
PATIENCE, MINIMUM = 6, 600
# Of what a part that failed has printed, these lines say why, and so many of them are shown at the end.
REASON = re.compile(r"^(?![◇✔]).*(✘|error: |FAIL|^Traceback|Sanitizer:|\*\*\*)")
REASONS = 30
# The share from which growth is worth a word, of parts that take at least so many seconds of processor. The speed of the
# machine is the median over at least three of them.
GROWN, WORTH, ENOUGH = 1.25, 15, 3

Part = collections.namedtuple("Part", "circle name beside wall processor command")


class Result:
    def __init__(self, part, outcome, wall, processor):
        self.part, self.outcome, self.wall, self.processor = part, outcome, wall, processor


def parts(circle):
    with open(TABLE, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row and not row[0].startswith("#")]
    found = [Part(row[0], row[1], row[2], float(row[3]), float(row[4]), row[5]) for row in rows]
    return [part for part in found if part.circle == circle]


def git(*arguments):
    return subprocess.run(("git",) + arguments, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def commit():
    """The hash of the commit, or `None` if the work tree differs from it."""
    return None if git("status", "--porcelain") else git("rev-parse", "HEAD")


def passed_before(head):
    """The results of the parts that have passed on this commit, by name."""
    if not head or not os.path.exists(PASSED):
        return {}
    with open(PASSED, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {row[1]: row for row in rows if row[0] == head}


def members(session):
    """The processes of a session; timeout and the shell's own jobs have groups of their own in it."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % process, encoding="utf-8", errors="replace") as file:
                if int(file.read().rsplit(")", 1)[1].split()[3]) == session:
                    found.append(int(process))
        except OSError:  # it has ended
            pass
    return found


class Running:
    """A part that runs in a session of its own."""

    def __init__(self, part, is_shown):
        self.part = part
        os.makedirs(RECORDS, exist_ok=True)
        self.path = os.path.join(RECORDS, part.name + ".log")
        self.began = time.monotonic()
        self.is_late = False
        self.process = subprocess.Popen(["bash", "-euo", "pipefail", "-c", part.command], cwd=ROOT, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        errors="replace", start_new_session=True)
        self.copy = threading.Thread(target=self.keep, args=(is_shown,))
        self.copy.start()
        self.timer = threading.Timer(max(MINIMUM, PATIENCE * part.wall), self.stop)
        self.timer.start()

    def keep(self, is_shown):
        with open(self.path, "w", encoding="utf-8") as file:
            for line in self.process.stdout:
                file.write(line)
                file.flush()
                if is_shown:
                    print(line, end="", flush=True)

    def stop(self):
        self.is_late = True
        self.end()

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in members(self.process.pid):
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass
            time.sleep(2)

    def wait(self):
        # What the process has cost, with all that it has waited for.
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.timer.cancel()
        wall = time.monotonic() - self.began
        self.copy.join(timeout=5)
        if self.copy.is_alive():  # something that it has left running holds its output
            self.end()
            self.copy.join(timeout=5)
        outcome = "passed" if self.process.returncode == 0 else "FAILED"
        if self.is_late:
            outcome = "too late"
        return Result(self.part, outcome, wall, usage.ru_utime + usage.ru_stime)


def run(together):
    """Runs parts at once; one alone prints as it goes, the others at their end."""
    alone = len(together) == 1
    print("\n==== %s" % ", ".join(part.name for part in together), flush=True)
    running = [Running(part, alone) for part in together]
    current.extend(running)
    with concurrent.futures.ThreadPoolExecutor(len(running)) as waiting:
        results = list(waiting.map(Running.wait, running))
    current.clear()
    for one, result in zip(running, results):
        if not alone:
            with open(one.path, encoding="utf-8") as file:
                print("---- %s\n%s" % (one.part.name, file.read()), end="")
        print("==== %s: %s in %.0f s, %.0f s of processor" % (
            one.part.name, result.outcome, result.wall, result.processor), flush=True)
    return results


def reasons(part):
    """The lines of a part's output that say why it failed; its last ones if none does."""
    with open(os.path.join(RECORDS, part.name + ".log"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    return [line for line in lines if REASON.search(line)][:REASONS] or lines[-REASONS:]


def report(results, total):
    """The table of results, what has grown, and why parts failed."""
    known = [result for result in results if result.part.processor >= WORTH]
    speed = statistics.median(result.processor / result.part.processor for result in known) if len(known) >= ENOUGH else None
    print("\n%-22s %-9s %8s %10s %10s" % ("part", "outcome", "seconds", "processor", "expected"))
    for result in results:
        expected = result.part.processor * (speed or 1)
        grown = speed and result in known and result.processor > GROWN * expected
        print("%-22s %-9s %8.0f %10.0f %10.0f%s" % (
            result.part.name, result.outcome, result.wall, result.processor, expected,
            "  grown by %.0f %%" % (100 * (result.processor / expected - 1)) if grown else ""))
    failed = [result.part for result in results if result.outcome not in ("passed", "before")]
    print("%d passed, %d failed, in %.0f s%s%s" % (
        len(results) - len(failed), len(failed), total,
        "; this machine takes %.2f times the processor time of circles.tsv" % speed if speed else "",
        "\nFAILED: " + ", ".join(part.name for part in failed) if failed else ""))
    for part in failed:
        print("\n".join(["", "%s:" % part.name] + reasons(part)))
    sys.stdout.flush()
    return 1 if failed else 0


def chosen(circle, names):
    found = parts(circle)
    unknown = set(names) - {part.name for part in found}
    if unknown:
        print("circle: no part of the %s circle is called %s; there are: %s" % (
            circle, ", ".join(sorted(unknown)), ", ".join(part.name for part in found)), file=sys.stderr)
        sys.exit(64)
    return [part for part in found if not names or part.name in names]


def gate(names):
    began, results, waiting = time.monotonic(), [], chosen("gate", names)
    while waiting:
        together = [waiting.pop(0)]
        while waiting and together[0].beside != "-" and waiting[0].beside == together[0].beside:
            together.append(waiting.pop(0))
        results += run(together)
        if any(result.outcome != "passed" for result in results):
            break
    return report(results, time.monotonic() - began)


def deep(names):
    began, results, head = time.monotonic(), [], commit()
    before = {} if names else passed_before(head)
    for part in sorted(chosen("deep", names), key=lambda part: -part.wall):
        if part.name in before:
            results.append(Result(part, "before", *map(float, before[part.name][2:])))
            print("==== %s: has passed on this commit" % part.name, flush=True)
            continue
        result = run([part])[0]
        results.append(result)
        # A part that changes the tree has not shown anything of the commit.
        if result.outcome == "passed" and head and commit() == head:
            with open(PASSED, "a", encoding="utf-8") as file:
                print(head, part.name, round(result.wall), round(result.processor), sep="\t", file=file)
    return report(results, time.monotonic() - began)


def drawn():
    able = sorted(part.name for part in parts("deep") if part.wall <= DRAWN_LIMIT)
    name = able[int(git("rev-parse", "HEAD"), 16) % len(able)]
    print("drawn by the commit's hash from %d parts of the deep circle: %s" % (len(able), name), flush=True)
    return deep([name])


def listing():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `make list | head` is no error
    print("%-6s %-22s %8s %10s  %s" % ("circle", "part", "seconds", "processor", "command"))
    for part in parts("gate") + sorted(parts("deep"), key=lambda part: -part.wall):
        print("%-6s %-22s %8.0f %10.0f  %s" % (part.circle, part.name, part.wall, part.processor, part.command))
    return 0


current = []


def ended(number, _):
    for running in current:
        running.end()
    print("\ncircle: ended by signal %d in: %s" % (
        number, ", ".join(running.part.name for running in current)), file=sys.stderr)
    os._exit(128 + number)


def main():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ended)
    words = sys.argv[1:]
    # Everything that builds uses the same flags; a caller may have stricter ones.
    if not os.environ.get("SWIFT_FLAGS"):
        os.environ["SWIFT_FLAGS"] = subprocess.run([os.path.join(ROOT, "scripts", "flags.sh")], check=True,
                                                   stdout=subprocess.PIPE, text=True).stdout.strip()
    os.environ.setdefault("SWIFT_BACKTRACE", "enable=no")
    os.environ.setdefault("SWIFT_DETERMINISTIC_HASHING", "1")
    if words[:1] == ["gate"]:
        return gate(words[1:])
    if words[:1] == ["deep"]:
        return deep(words[1:])
    if words in (["drawn"], ["list"]):
        return drawn() if words == ["drawn"] else listing()
    print(__doc__.strip(), file=sys.stdout if words in (["--help"], ["-h"]) else sys.stderr)
    return 0 if words in (["--help"], ["-h"]) else 64


if __name__ == "__main__":
    sys.exit(main())
