"""Geolocation services that break every rule of theirs."""
from support.case import case
from support.servers import Server, after, drips, linger, located, says_once

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
LINE = b"X-More: %s\r\n" % (b"y" * 1000)

SERVICES = {
    "never-speaks": linger,
    "closes": says_once(b""),
    "drips": drips(OK + b"X-More: %s\r\n" % (b"y" * 10_000), 0.3),
    "redirects": says_once(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
}
FLOODS = {
    "endless-body": after(OK + b"\r\n", b"{" * 60_000),
    "endless-headers": after(OK, LINE * 50),
    "endless-header": after(OK + b"X-More: ", b"y" * 60_000),
    "endless-small-headers": after(OK, b"a:b\r\n" * 10_000),
    "endless-interim-answers": after(b"", b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" * 1000),
    "endless-status": after(b"HTTP/1.1 200 ", b"O" * 60_000),
    "endless-trailers": after(CHUNKED + b"0\r\n", LINE * 50),
    "endless-small-trailers": after(CHUNKED + b"0\r\n", b"a:b\r\n" * 10_000),
    "endless-trailer": after(CHUNKED + b"0\r\nX-More: ", b"y" * 60_000),
    "chunk-extensions": after(CHUNKED + b"1;", b"x=y;" * 15_000),
    "tiny-chunks": after(CHUNKED, b"1\r\n \r\n" * 10_000),
}


def locate(trial, serve):
    """A scan that a service is to locate: no position within the 10 s that a service has, in words."""
    server = Server(trial, serve)
    program = located(trial, server)
    trial.check_ends(program, 15, "no end after the service's 10 s")
    trial.check(server.connections == 1, f"the service was asked {server.connections} times")
    trial.check_status(program, 1)
    trial.check_words(program)
    trial.check("secret" not in program.errors.text, "the key is told")


case("service", each=SERVICES)(locate)
case("service", is_busy=True, each=FLOODS)(locate)
