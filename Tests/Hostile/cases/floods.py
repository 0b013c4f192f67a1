"""Receivers that send as fast as the line takes it, and faster than anybody wants to read."""
import random
import struct

from support import frames, hostile, honest
from support.case import case
from support.terminal import Terminal


def nested():
    """Each header claims all that follows, which is headers that claim all that follows."""
    claims = b"".join(b"\xb5b\x01\x07" + struct.pack("<H", length) for length in range(65_535, 60_000, -97))
    return claims + (b"\xd3\x03\xff" + b"\xba\xce\xff\xff\x01\x00") * 500 + b"$GPGGA," * 500


def whole(maker, size=300_000, **options):
    def blob():
        source, out = random.Random(11), bytearray()
        while len(out) < size:
            out += maker(source, **options)
        return bytes(out)
    return blob


def epochs():
    return b"".join(honest.epoch(number) for number in range(600))


STREAMS = {
    "honest-epochs": epochs,
    "ubx-extremes": whole(hostile.ubx_frame),
    "solutions": whole(hostile.solution),
    "sentences": whole(hostile.sentence),
    "positions": whole(hostile.position),
    "rtcm": whole(hostile.rtcm_frame),
    "casic": whole(hostile.casic_frame),
    "mixture": lambda: hostile.mixture(random.Random(12), 500_000),
    "ubx-headers": lambda: b"\xb5b" * 30_000,
    "dollars": lambda: b"$" * 60_000,
    "nested-claims": nested,
    "endless-line": lambda: b"GPGGA,1234" * 6_000,
    "endless-sentence": lambda: b"$GPGGA," + b"1234567890" * 6_000,
    "zeros": lambda: bytes(60_000),
    "noise": lambda: random.Random(13).randbytes(600_000),
    "endless-ubx-frame": lambda: b"\xb5b\x01\x35\xff\xff" + bytes(65_535),
    "every-ubx-message": lambda: b"".join(frames.ubx(group, number, b"\xff" * length) for group in range(256)
                                          for number in (0, 1, 7, 0x35, 0x8B, 255) for length in (0, 4, 92)),
}


@case("flood", is_busy=True, each=STREAMS)
def flood(trial, stream):
    """A stream at the full speed of the line, to a monitor whose output is read."""
    terminal = Terminal(trial).flood(stream())
    program = trial.start("monitor", "--json", "--device", terminal.line, settle=1)
    trial.pause(3)
    trial.check(program.is_running or program.status == 1, f"it has ended by itself: {program.errors.tail}")
    program.end()
    trial.check_json(program, 5_000)


@case("flood-recorded", is_busy=True)
def recorded(trial):
    """A mixture at full speed, to a recording of standard output."""
    terminal = Terminal(trial).flood(hostile.mixture(random.Random(14), 300_000))
    program = trial.start("record", "--device", terminal.line, settle=1)
    trial.pause(3)
    program.end()


@case("flood-listened-to", is_busy=True)
def listened(trial):
    """A mixture at full speed, to a monitor that never writes and shows lines."""
    terminal = Terminal(trial).flood(hostile.mixture(random.Random(15), 300_000))
    program = trial.start("monitor", "--listen-only", "--device", terminal.line, settle=1)
    trial.pause(3)
    program.end()
    trial.check(not program.output.has_controls, "standard output has control characters")
    trial.check(not program.errors.has_controls, "standard error has control characters")
