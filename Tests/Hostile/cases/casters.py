"""Casters and receivers in the network that break every rule of theirs."""
import random
import time

from support import frames, hostile
from support.case import case
from support.servers import Server, after, drips, honest_caster, honest_receiver, linger, repeat, request, reset, says_once

CHUNKED = b"HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nTransfer-Encoding: chunked\r\n\r\n"
PLAIN = b"ICY 200 OK\r\n\r\n"


def close_at_once(connection, server):
    connection.close()


def reset_in_the_middle(connection, server):
    request(connection)
    connection.sendall(PLAIN + frames.rtcm(b"\x3e\xd0" + bytes(17))[:9])
    time.sleep(0.1)
    reset(connection)


def loops(connection, server):
    request(connection)
    connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/MOUNT\r\nContent-Length: 0\r\n\r\n" % server.port)


def hostile_corrections():
    source = random.Random(21)
    return b"".join(hostile.rtcm_frame(source) for _ in range(3000))


CASTERS = {
    "garbage": after(b"", random.Random(20).randbytes(60_000)),
    "closes": close_at_once,
    "never-speaks": linger,
    "endless-headers": after(b"HTTP/1.1 200 OK\r\n", b"X-More: %s\r\n" % (b"y" * 200)),
    "endless-header": after(b"HTTP/1.1 200 OK\r\nX-More: ", b"y" * 60_000),
    "endless-status": after(b"HTTP/1.1 200 ", b"O" * 60_000),
    "endless-chunk": after(CHUNKED + b"7fffffff\r\n", bytes(60_000)),
    "endless-chunk-size": after(CHUNKED, b"0" * 60_000),
    "giant-chunk-sizes": says_once(CHUNKED + b"ffffffffffffffffffffffffffffffff\r\nabc\r\n8000000000000000\r\n"),
    "negative-chunk": says_once(CHUNKED + b"-1\r\nabc\r\n7fffffffffffffff\r\n\xd3\x00\x13"),
    "tiny-chunks": after(CHUNKED, b"1\r\n\xd3\r\n" * 5000),
    "chunk-extensions": after(CHUNKED + b"1;", b"x=y;" * 5000),
    "redirects": loops,
    "html": says_once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body>" + b"<p>Sign in</p>" * 5000),
    "refuses": says_once(b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"" + b"r" * 50_000 + b"\"\r\n\r\n"),
    "drips": drips(PLAIN + frames.rtcm(b"\x3e\xd0" + bytes(17)) * 100, 0.3),
    "resets": reset_in_the_middle,
    "source-table": after(b"SOURCETABLE 200 OK\r\n\r\n", b"STR;MOUNT;x;RTCM 3.2;;;;;KOR;37;126;1;0;;;B;N;0;\r\n" * 500),
    "hostile-corrections": after(PLAIN, hostile_corrections()),
    "headers-of-nothing": after(PLAIN, b"\xd3\x03\xff" * 10_000),
}
BUSY = {"garbage", "endless-headers", "endless-header", "endless-status", "endless-chunk", "endless-chunk-size", "tiny-chunks",
        "chunk-extensions", "source-table", "hostile-corrections", "headers-of-nothing"}


def correct(trial, serve):
    """Corrections of a caster that does as it likes, for an honest receiver: the fixes have to go on."""
    server = Server(trial, serve)
    program = trial.start("monitor", "--json", "--simulate", "f9p", "--ntrip", server.address, settle=1, compare="corrected",
                          environment={"CAIRN_NTRIP_PASSWORD": "secret"})
    trial.until(lambda: b'"fix"' in program.output.beginning or b"latitude" in program.output.beginning, 10, "a fix")
    trial.pause(3)
    size = program.output.size
    trial.until(lambda: program.output.size > size, 10, "more fixes beside the caster")
    trial.check(server.connections, "the caster was not asked")
    trial.check(server.connections < 40, f"it came back {server.connections} times in 4 s")
    program.end()
    trial.check_json(program)
    for reading in (program.output, program.errors):
        trial.check("secret" not in reading.text, "the password is told")


case("caster", is_busy=True, each={name: serve for name, serve in CASTERS.items() if name in BUSY})(correct)
case("caster", each={name: serve for name, serve in CASTERS.items() if name not in BUSY})(correct)


def half_and_reset(connection, server):
    connection.sendall(frames.ubx(1, 7, bytes(92))[:40])
    time.sleep(0.05)
    reset(connection)


def without_request(data, pause=0.0):
    def serve(connection, server):
        repeat(connection, server, data, pause)
    return serve


RECEIVERS = {
    "closes": close_at_once,
    "never-speaks": linger,
    "resets": half_and_reset,
    "drips": without_request(b"$", 0.3),
    "html": says_once(b"HTTP/1.1 400 Bad Request\r\n\r\n<html>"),
    "honest": honest_receiver,
}
RECEIVER_FLOODS = {
    "garbage": without_request(random.Random(22).randbytes(200_000)),
    "mixture": without_request(hostile.mixture(random.Random(23), 300_000)),
    "endless-line": without_request(b"$GPGGA," * 9000),
    "corrections": without_request(hostile_corrections()),
}


def received(trial, serve):
    """A receiver in the network, to a monitor and to a recording."""
    server = Server(trial, serve)
    monitor = trial.start("monitor", "--json", "--device", server.line, compare="monitor")
    record = trial.start("record", "--device", server.line)
    trial.pause(4)
    trial.check(server.connections < 80, f"they came {server.connections} times in 4 s")
    for program in (monitor, record):
        program.end()
    trial.check_json(monitor, 5000)


case("network-receiver", each=RECEIVERS)(received)
case("network-receiver", is_busy=True, each=RECEIVER_FLOODS)(received)


@case("caster-password-in-address")
def password(trial):
    """A password in the address of a caster that refuses it is repeated nowhere."""
    server = Server(trial, says_once(b"HTTP/1.1 401 Unauthorized\r\n\r\n"))
    address = server.address.replace("user@", "user:hunter2@")
    program = trial.start("monitor", "--simulate", "f9p", "--ntrip", address, settle=1, compare="corrected")
    trial.pause(3)
    program.end()
    for reading in (program.output, program.errors):
        trial.check("hunter2" not in reading.text, "the password is told")


@case("caster-honest")
def honest(trial):
    """An honest caster, so that the others are known to fail for their own sake."""
    correct(trial, honest_caster)
