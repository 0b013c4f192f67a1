"""Ends that no program can prepare for, and starts after them."""
import random
import signal
import time

from support import honest
from support.case import case
from support.terminal import Terminal

ROUNDS = 20


def kill(trial, program):
    program.may_be_killed = True
    program.end(signal.SIGKILL)


@case("killed-while-monitoring")
def monitoring(trial):
    """Killed without warning twenty times: the same device can be opened and gives fixes each time."""
    terminal = Terminal(trial).behave(20)
    for round in range(ROUNDS):
        program = trial.start("monitor", "--json", "--device", terminal.line)
        trial.until(lambda: b"latitude" in program.output.beginning, 15, f"a fix after {round} kills")
        kill(trial, program)
    trial.check_json(program)


@case("killed-while-recording")
def recording(trial):
    """Killed without warning twenty times: each recording is whole up to its end, and decodes."""
    terminal = Terminal(trial).behave(50)
    for round in range(ROUNDS):
        path = trial.folder / f"record{round}"
        program = trial.start("record", "--device", terminal.line, "--output", path)
        trial.until(lambda: path.exists() and path.stat().st_size > 1000, 15, f"a recording after {round} kills")
        kill(trial, program)
    decode = trial.start("decode", path)
    decode.wait(10)
    trial.check_status(decode, 0)
    trial.check("GGA" in decode.output.text, "the recording holds no position")


@case("killed-while-replaying")
def replaying(trial):
    """Killed without warning: the link that it left is replaced by the next."""
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)))
    link = trial.folder / "receiver"
    for round in range(ROUNDS // 2):
        program = trial.start("replay", capture, "--link", link, "--loop", "--no-wait")
        trial.until(lambda: program.output.size > 0 and link.is_symlink(), 10, f"a terminal after {round} kills")
        kill(trial, program)


def packing(trial, commands):
    """What makes a pack of 200,000 rows, as arguments, beside the pack that it replaces."""
    source = random.Random(31)
    points = trial.folder / "points.csv"
    points.write_text("bssid,lat,lon,accuracy\n" + "".join(
        f"{number:012x},{source.uniform(46, 47):.6f},{source.uniform(7, 8):.6f},20\n"
        for number in sorted(0x040000000000 | source.getrandbits(40) for _ in range(200_000))))
    places = trial.folder / "places.tsv"
    places.write_text("name\tlat\tlon\tcc\n" + "".join(
        f"Place {number}\t{source.uniform(-60, 60):.5f}\t{source.uniform(-170, 170):.5f}\tXX\n" for number in range(20_000)))
    pack = trial.folder / "region.pack"
    return pack, {"radio": ("radio", "import", points, "--into", pack),
                  "geodata": ("geodata", "build", "--places", places, "--into", pack)}[commands]


@case("interrupted-while-packing", is_busy=True, each={
    f"{name}-{word}": (name, number) for name in ("radio", "geodata")
    for word, number in (("int", signal.SIGINT), ("term", signal.SIGTERM), ("kill", signal.SIGKILL))})
def interrupted(trial, table):
    """Ended at any time while it makes a pack: there is the old or the new one, whole, and beside it nothing unless it was killed."""
    name, number = table
    pack, command = packing(trial, name)
    first = trial.start(*command, compare="packing")
    began = time.monotonic()
    trial.check_ends(first, 60, "a pack is not made in a minute")
    trial.check_status(first, 0)
    whole, source = time.monotonic() - began, random.Random(number)
    for round in range(ROUNDS // 2):
        program = trial.start(*command, compare="packing")
        program.may_be_killed = number == signal.SIGKILL
        # The last tenth, in which it is written, most often.
        program.wait(whole * (source.random() if round % 2 else source.uniform(0.85, 1.02)))
        if program.is_running:
            program.end(number)
        beside = [path.name for path in trial.folder.iterdir() if path.name.endswith(".new")]
        trial.check(number == signal.SIGKILL or not beside, f"it leaves {beside}")
        stats = trial.start(name, "stats", pack, compare="packing")
        trial.check_ends(stats, 20, "the pack is not read")
        trial.check_status(stats, 0)
    # What a killed one leaves is in nobody's way.
    last = trial.start(*command, compare="packing")
    trial.check_ends(last, 60, "a pack is not made after kills")
    trial.check_status(last, 0)
    trial.check(sorted(path.name for path in trial.folder.iterdir()) == ["places.tsv", "points.csv", "region.pack"],
                "something is left beside the pack")
