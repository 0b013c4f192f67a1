"""Megabytes of frames with right checksums and hostile fields, decoded from standard input."""
import random
import threading

from support import hostile
from support.case import case

MAKERS = {"ubx": hostile.ubx_frame, "solutions": hostile.solution, "sentences": hostile.sentence,
          "positions": hostile.position, "rtcm": hostile.rtcm_frame, "casic": hostile.casic_frame, "mixture": None}


def pieces(name, seed, size):
    """The stream in pieces, so that it may be larger than memory."""
    source = random.Random(f"{name} {seed}")
    made = 0
    while made < size:
        if MAKERS[name] is None:
            piece = hostile.mixture(source, 100_000)
        else:
            piece = b"".join(MAKERS[name](source) for _ in range(200))
        made += len(piece)
        yield piece


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def decode(trial, name):
    """Hostile messages through all forms of `cairn decode -`: no death, bounded memory, JSON by the letter."""
    size = int(trial.options["megabytes"] * 1e6 / len(MAKERS))
    for seed in seeds(trial.options["seeds"]):
        programs = [trial.start("decode", "--format", form, "-", stdin=-1) for form in ("text", "json", "gpsd")]

        def feed(streams):
            for piece in pieces(name, seed, size):
                for stream in streams:
                    try:
                        stream.write(piece)
                    except OSError:
                        continue
            for stream in streams:
                try:
                    stream.close()
                except OSError:
                    pass

        feeder = threading.Thread(target=feed, args=([program.process.stdin for program in programs],), daemon=True)
        feeder.start()
        for program in programs:
            if program.command[3] == "json":
                # A message of 64 KiB may have as many groups, each of which is an object.
                program.growth_limit = 20 * 1024
            trial.check_ends(program, 60 + 30 * trial.options["megabytes"], f"seed {seed}: {program.command[3]} does not end")
            trial.check(not program.died, f"seed {seed}: {program.command[3]} died of {program.died}")
            trial.check(program.status in (0, 1), f"seed {seed}: {program.command[3]}: status {program.status}")
            if program.command[3] != "text":
                trial.check_json(program, 3000)
            trial.check(not program.output.has_controls, f"seed {seed}: control characters in {program.command[3]}")


case("offline", is_busy=True, each={name: name for name in MAKERS})(decode)
