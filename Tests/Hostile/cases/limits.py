"""A system that gives little: descriptors, memory, sizes of files, threads."""
import os
import resource

from support import honest
from support.case import case
from support.terminal import Terminal
from support.trial import Skip

MEGABYTE = 1 << 20


@case("limit-descriptors", each={str(count): count for count in (8, 10, 12, 14, 16, 20, 24)})
def descriptors(trial, count):
    """So many descriptors may be open: it works, or says that there are too few; it works for nobody in circles."""
    capture = trial.folder / "capture"
    capture.write_bytes(honest.epoch(1) * 100)
    for command in (("monitor", "--json"), ("record",), ("decode",), ("devices",)):
        terminal = Terminal(trial).behave()
        arguments = {"decode": (capture,), "devices": ()}.get(command[0], ("--device", terminal.line))
        program = trial.start(*command, *arguments, limits=[(resource.RLIMIT_NOFILE, count)])
        trial.pause(1.2)
        if command[0] in ("monitor", "record"):
            trial.check_idle(program, share=0.4)
        if program.is_running:
            program.end()
        else:
            program.wait(1)
            trial.check(program.status in (0, 1, 2, 127), f"{command[0]}: status {program.status}: {program.errors.tail}")
        if program.status:
            trial.check_words(program)


@case("limit-memory", each={"monitor": ("monitor", "--json"), "decode": ("decode",)})
def memory(trial, command):
    """Address space for twice of what it needs in peace is enough."""
    if trial.sanitizer:
        raise Skip("a sanitizer reserves all addresses")
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(500)) * 40)
    terminal = Terminal(trial).flood(b"".join(honest.epoch(number) for number in range(300)))
    arguments = (capture,) if command[0] == "decode" else ("--device", terminal.line)
    program = trial.start(*command, *arguments, limits=[(resource.RLIMIT_AS, 1024 * MEGABYTE)])
    if command[0] == "decode":
        trial.check_ends(program, 30, "it does not end")
        trial.check_status(program, 0)
    else:
        trial.pause(3)
        trial.check(program.is_running, f"it has ended: {program.errors.tail}")
        program.end()
        trial.check(program.output.size > 1000, "it has shown nothing")


@case("limit-file-size")
def file_size(trial):
    """A file may not grow beyond 64 KiB: an error in words, and not a death by SIGXFSZ."""
    limit = [(resource.RLIMIT_FSIZE, 65_536)]
    capture = trial.folder / "capture"
    capture.write_bytes(b"".join(honest.epoch(number) for number in range(900)))
    table = trial.folder / "fixes.csv"
    table.write_text("t,lat,lon,hacc\n" + "".join(f"{t},37.5,{126 + t / 1e4:.5f},5\n" for t in range(9000)))
    terminal = Terminal(trial).flood(capture.read_bytes())
    output = trial.folder / "out"
    for arguments in (("record", "--device", terminal.line, "--output", output), ("filter", "--in", table, "--out", trial.folder / "o"),
                      ("decode", capture), ("monitor", "--json", "--device", terminal.line), ("decode", "--format", "json", capture)):
        with open(trial.folder / "standard", "wb") as sink:
            program = trial.start(*arguments, stdout=sink, limits=limit)
            # Fixes of a line at full speed fill the file in a few seconds.
            ended = program.wait(12)
        if trial.check(ended, f"{arguments[0]} goes on though nothing more can be written"):
            trial.check_status(program, 1)
            trial.check_words(program)
    trial.check(output.exists() and output.stat().st_size > 60_000, "what could be recorded is not there")


@case("limit-threads", each={str(count): count for count in (1, 2, 4, 6, 8, 12)})
def threads(trial, count):
    """So many threads can be made: it works, or says why it does not; it works for nobody in circles, and a signal ends it."""
    if os.geteuid() != 0:
        raise Skip("root has to become somebody whose threads are counted")
    capture = trial.folder / "capture"
    capture.write_bytes(honest.epoch(1) * 100)
    os.chmod(trial.folder, 0o755)
    terminal = Terminal(trial).behave()
    os.chmod(terminal.line, 0o666)
    # Of each user all threads count, also those of cases beside this one.
    uid = 64_000 + count
    for arguments in (("monitor", "--json", "--device", terminal.line), ("decode", capture), ("record", "--device", terminal.line)):
        program = trial.start(*arguments, user=uid, limits=[(resource.RLIMIT_NPROC, count)])
        trial.pause(1.5)
        trial.check_idle(program)
        if program.is_running:
            program.end()
        elif not program.wait(1) or program.status:
            trial.check_words(program)


@case("limit-stack")
def stack(trial):
    """A stack of 256 KiB is enough for honest epochs and for deep JSON."""
    if trial.sanitizer:
        raise Skip("a sanitizer needs more stack than that")
    deep = trial.folder / "deep.geojson"
    deep.write_text("[" * 100_000)
    capture = trial.folder / "capture"
    capture.write_bytes(honest.epoch(1) * 100)
    for arguments, allowed in ((("decode", capture), (0,)), (("fence", "--regions", deep, "--in", "/dev/null"), (1,)),
                               (("encode", deep), (0, 1))):
        program = trial.start(*arguments, limits=[(resource.RLIMIT_STACK, 256 * 1024)])
        # The document is held, and its values once more.
        program.growth_limit = 16 * 1024
        trial.check_ends(program, 20, f"{arguments[0]} does not end")
        trial.check_status(program, *allowed)
