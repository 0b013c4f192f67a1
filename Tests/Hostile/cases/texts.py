"""Texts of receivers and casters that a terminal would obey, and times that no calendar has."""
import random
import struct

from support import frames, hostile
from support.case import case
from support.servers import Server, request
from support.terminal import Terminal

# Titles, colours, a cleared screen, answers typed back, C1 controls in one byte and in two, lines of others.
POISON = (b"\x1b]0;owned\x07\x1b[2J\x1b[31mred\x1b[6n\x1bPq\x1b\\\x9b31m\xc2\x9b31m\x08\x7f\r\n{\"class\":\"FORGED\"}\n"
          b"\xe2\x80\xae\xff\xfe\xed\xa0\x80\xf4\x90\x80\x80end")
SIGNS = ("\x1b]0;", "\x1b[2J", "\x1b[31mred", "\x1b[6n", "\x1bPq", "\x9b31m", "\n{\"class\":\"FORGED\"}")


def texts():
    """Every message that carries a text, with the poison in it."""
    piece = POISON[:30].ljust(30, b"!")
    out = frames.ubx(0x0A, 0x04, piece + piece[:10] + piece * 12)
    out += b"".join(frames.ubx(0x04, number, POISON) for number in range(5))
    body = POISON.replace(b"\r", b"").replace(b"\n", b"")
    for name in (b"GNTXT,01,01,02,", b"PMTK705,", b"PQTMVERNO,", b"PAIR020,", b"PSTMVER,", b"PUBX,00,", b"GNGGA,", b"P\x1b[2J,",
                 b"PQTMTXT,1,1,02,", b"GNGBS,"):
        out += frames.nmea(name + body) + frames.nmea(name + b",".join([body] * 4))
    out += frames.casic(0x0A, 0x04, (POISON * 2)[:64])
    for number in (1029, 1033, 1007, 1008, 4072):
        out += frames.rtcm(struct.pack(">H", number << 4) + bytes(6) + bytes((len(POISON), len(POISON))) + POISON * 4)
    return out


def check_harmless(trial, name, text):
    """What a person reads holds none of the poison as it was sent."""
    found = [sign for sign in SIGNS if sign in text]
    at = text.find(found[0]) if found else 0
    trial.check(not found, f"{name} repeats {found}: {text[max(0, at - 60):][:160]!r}")


@case("texts-of-a-receiver", each={"json": ("--json",), "lines": ()})
def monitored(trial, options):
    """Escape sequences in versions, notices and refusals, to the monitor's lines and objects."""
    poison = texts()
    terminal = Terminal(trial).behave(10, lambda _: poison)
    terminal.drip(poison, 0.02, 700)
    program = trial.start("monitor", *options, "--device", terminal.line, settle=1)
    trial.pause(4)
    program.end()
    if options:
        trial.check_json(program)
    for name, reading in (("standard output", program.output), ("standard error", program.errors)):
        trial.check(not reading.has_controls, f"{name} has control characters")
        check_harmless(trial, name, reading.text)


@case("texts-on-a-screen")
def on_screen(trial):
    """Escape sequences in texts, to the picture on a terminal."""
    poison = texts()
    terminal = Terminal(trial).behave(10, lambda _: poison)
    terminal.drip(poison, 0.02, 700)
    window, seen = Terminal(trial), bytearray()

    def body():
        while window.is_open:
            seen.extend(window.read())
            trial.pause(0.005)
    window.run(body)
    program = trial.start("monitor", "--device", terminal.line, settle=1, stdin=window.slave, stdout=window.slave,
                          stderr=window.slave, terminal=window.slave)
    trial.pause(4)
    trial.check(len(seen) > 500, f"there is no picture: {bytes(seen[:200])!r}")
    program.end()
    trial.pause(0.1)
    text = bytes(seen).decode("latin-1")
    # The picture has colours and clears the screen itself; the poison's own words are looked for.
    for sign in ("owned\x07", "\x1b]0;", "\x1b[31mred", "\x1b[6n", "\x1bPq", "\x9b31m", "FORGED\"}\n\xe2\x80\xae"):
        trial.check(sign not in text, f"the screen shows {sign!r}")


@case("texts-decoded", each={form: form for form in ("text", "json", "gpsd")})
def decoded(trial, form):
    """Escape sequences in every message that has a text, decoded from a file."""
    path = trial.folder / "poison"
    path.write_bytes(texts() * 20)
    program = trial.start("decode", "--format", form, path)
    program.wait(20)
    trial.check_status(program, 0)
    if form != "text":
        trial.check_json(program)
    trial.check(not program.output.has_controls, "standard output has control characters")
    check_harmless(trial, "standard output", program.output.text)


@case("texts-in-names")
def names(trial):
    """Escape sequences in the names of files and devices, repeated in errors."""
    name = trial.folder / "a\x1b[2J\x1b]0;owned\x07b"
    for arguments in (("decode", name), ("monitor", "--device", name, "--duration", "2"), ("replay", name),
                      ("fence", "--regions", name), ("record", "--device", name, "--output", trial.folder / "x")):
        program = trial.start(*arguments)
        if not program.wait(10):
            program.end()
        check_harmless(trial, "standard error", program.errors.text)


@case("texts-of-a-caster")
def caster(trial):
    """Escape sequences in the refusals and headers of a caster."""
    answers = [b"HTTP/1.1 401 " + POISON, b"ERROR - " + POISON, b"SOURCETABLE 200 OK\r\n" + POISON,
               b"HTTP/1.1 302 Found\r\nLocation: " + POISON, b"ICY 404 " + POISON, POISON]

    def serve(connection, server):
        request(connection)
        connection.sendall(answers[server.connections % len(answers)] + b"\r\n\r\n")
    server = Server(trial, serve)
    program = trial.start("monitor", "--json", "--simulate", "f9p", "--ntrip", server.address, settle=1, compare="corrected",
                          environment={"CAIRN_NTRIP_PASSWORD": "secret"})
    trial.pause(5)
    program.end()
    trial.check_json(program)
    for name, reading in (("standard output", program.output), ("standard error", program.errors)):
        check_harmless(trial, name, reading.text)
        trial.check("secret" not in reading.text, f"{name} tells the password")


@case("times-that-jump")
def times(trial):
    """Weeks and dates from 1980 to 2262 and beyond, leap seconds, and backwards, each as a valid fix."""
    source = random.Random(31)
    out = b"".join(hostile.solution(source) for _ in range(300))
    terminal = Terminal(trial).behave(2).drip(out, 0.01, 400)
    program = trial.start("monitor", "--json", "--device", terminal.line, settle=1)
    path = trial.folder / "times"
    path.write_bytes(out)
    for form in ("text", "json", "gpsd"):
        for date in ("1980-01-06", "2262-04-11", "9999-12-31"):
            decoder = trial.start("decode", "--format", form, "--date", date, path)
            decoder.wait(20)
            trial.check_status(decoder, 0, 64)
            if form != "text":
                trial.check_json(decoder)
    trial.pause(4)
    program.end()
    trial.check_json(program)
