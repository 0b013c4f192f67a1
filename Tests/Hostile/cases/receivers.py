"""Receivers that take part in the conversation, and lie."""
import os
import random

from support import frames, hostile, honest
from support.case import case
from support.terminal import Terminal


def monitor(trial, answer, *options, rate=10, seconds=5):
    terminal = Terminal(trial).behave(rate, answer)
    program = trial.start("monitor", "--json", "--device", terminal.line, *options, settle=1)
    trial.pause(seconds)
    trial.check(program.is_running, f"it has ended by itself: {program.errors.tail}")
    program.end()
    trial.check_json(program)
    trial.check(terminal.received_size, "the receiver was asked nothing")
    return terminal, program


def ubx_nonsense(source, request):
    """The right message with a wrong content, and perhaps a receipt."""
    group, number, asked = request
    shapes = [shape for shape in hostile.SHAPES if shape[:2] == (group, number)]
    length, repeated = source.choice(shapes)[2:] if shapes else (source.choice((0, 4, 8, 40, 400)), 0)
    content = hostile.payload(source, length, repeated)
    if source.random() < 0.3 and asked:
        content = asked + content
    out = frames.ubx(group, number, content)
    if source.random() < 0.8:
        out += frames.ubx(5, source.choice((0, 1, 1)), bytes((group, number)))
    return out


@case("receiver-answers-ubx-with-nonsense", each={str(seed): seed for seed in (1, 2)})
def answers_ubx(trial, seed):
    """Every UBX poll is answered by the right message with extremal fields."""
    source = random.Random(seed)
    version = frames.ubx(0x0A, 0x04, b"ROM SPG 5.10".ljust(30, b"\0") + b"000A0000".ljust(10, b"\0")
                         + b"PROTVER=34.10".ljust(30, b"\0"))

    def answer(request):
        if not isinstance(request, tuple):
            return b""
        # Known as such, it is asked more.
        return version if request[:2] == (0x0A, 0x04) and source.random() < 0.7 else ubx_nonsense(source, request)
    monitor(trial, answer)


@case("receiver-acknowledges-anything", each={"always": (1,), "never": (0,), "both": (0, 1)})
def acknowledges(trial, numbers):
    """Every request is acknowledged, refused, or both, a hundred times."""
    def answer(request):
        if isinstance(request, tuple):
            return b"".join(frames.ubx(5, n, bytes(request[:2])) for n in numbers) * 100
        return b"".join(frames.nmea(f"PMTK001,{request[4:7]},{n}") for n in range(5)) * 20
    monitor(trial, answer)


@case("receiver-answers-sentences-with-nonsense", each={str(seed): seed for seed in (3, 4)})
def answers_sentences(trial, seed):
    """Requests as sentences are answered by the same sentence with wild fields."""
    source = random.Random(seed)

    def answer(request):
        if isinstance(request, tuple):
            return b""
        name = request.split(",")[0]
        fields = [source.choice(source.choice((hostile.NUMBERS, hostile.LETTERS, hostile.TIMES))) for _ in range(source.randrange(30))]
        out = frames.nmea(",".join([name, source.choice(("OK", "ERROR", "0", "")), *fields]).encode("latin-1"))
        if name.startswith("PMTK"):
            out += frames.nmea(f"PMTK001,{name[4:7]},{source.choice('0123')}")
            out += frames.nmea("PMTK705," + ",".join(["A" * source.randrange(300)] * 4))
        if name.startswith("PAIR"):
            out += frames.nmea(f"PAIR001,{name[4:7]},{source.choice('012345')}")
        return out
    monitor(trial, answer)


@case("receiver-speaks-all-at-once")
def speaks_all(trial):
    """Each request is answered in every protocol, each claiming to be its own maker's receiver."""
    source = random.Random(5)
    claims = (frames.nmea("PMTK705,AXN_5.1.9,0000,MC,1.0") + frames.nmea("PAIR020,AG3335M,V1,x") + frames.nmea("PQTMVERNO,L76,2020")
              + frames.nmea("GPTXT,01,01,02,MA=CASIC") + frames.nmea("PSTMVER,GNSSLIB_8.4_ARM") + frames.nmea("PUBX,00"))

    def answer(request):
        out = claims + hostile.casic_frame(source) + hostile.rtcm_frame(source)
        return out + (ubx_nonsense(source, request) if isinstance(request, tuple) else hostile.sentence(source))
    monitor(trial, answer)


@case("receiver-echoes")
def echoes(trial):
    """All that is sent comes back, as on a line with its ends tied together."""
    def answer(request):
        return frames.ubx(*request) if isinstance(request, tuple) else frames.nmea(request)
    monitor(trial, answer, rate=2)


@case("receiver-loses-its-speed")
def changes_speed(trial):
    """Half a second of sentences, then garbage as of another speed, for ever."""
    source = random.Random(6)
    terminal = Terminal(trial)
    honestly = b"".join(honest.epoch(number) for number in range(5))

    def body():
        while terminal.write(honestly):
            for _ in range(20):
                terminal.write(bytes(source.choice(b"\x00\x80\xf8\xfe\xff\xc0\xe6\x06") for _ in range(500)))
                trial.pause(0.05)
    terminal.run(body)
    program = trial.start("monitor", "--json", "--device", terminal.line, settle=1)
    trial.pause(6)
    program.end()
    trial.check_json(program)
    trial.check_idle(program, share=0.4)


@case("receiver-never-reads", each={"silent": 0, "speaking": 10})
def never_reads(trial, rate):
    """Its buffer is full, so that writes to it would block."""
    terminal = Terminal(trial)

    def body():
        number = 0
        while terminal.is_open:
            if rate:
                terminal.write(honest.epoch(number), reads=False)
                number += 1
            trial.pause(0.1)
    os.set_blocking(terminal.slave, False)
    terminal.run(body)
    program = trial.start("monitor", "--json", "--device", terminal.line, settle=1)
    # The line is filled at once, by another writer than the program.
    try:
        while os.write(terminal.slave, bytes(4096)):
            pass
    except BlockingIOError:
        pass
    trial.pause(5)
    program.end()
    trial.check_json(program)


@case("receiver-of-one-byte-a-second")
def slow(trial):
    """One byte comes each second, of a sentence."""
    terminal = Terminal(trial).drip(honest.epoch(0), 1.0)
    program = trial.start("monitor", "--json", "--device", terminal.line, settle=1)
    trial.pause(6)
    program.end()
    trial.check_idle(program)


@case("receiver-in-two-minds", each={"record": ("record",), "listen-only": ("monitor", "--json", "--listen-only")})
def two_minds(trial, command):
    """Honest epochs between a mixture of everything, read by commands that never write."""
    source = random.Random(7)
    terminal = Terminal(trial).behave()
    blob = hostile.mixture(source, 50_000)
    terminal.drip(blob, 0.01, 500)
    program = trial.start(*command, "--device", terminal.line, settle=1)
    trial.pause(4)
    program.end()
    trial.check(not terminal.received_size, f"the receiver was sent {bytes(terminal.received[:80])!r}")
