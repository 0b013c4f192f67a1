"""Servers on 127.0.0.1 whose every connection is served by one function."""
import json
import select
import socket
import struct
import time

from . import frames, honest
from .accepting import Accepting


class Server(Accepting):
    """`serving(connection, server)` serves each connection."""

    def __init__(self, trial, serving):
        self.serving = serving
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        super().__init__(trial, listener)

    @property
    def address(self):
        """Of a caster."""
        return f"ntrip://user@127.0.0.1:{self.port}/MOUNT"

    @property
    def line(self):
        """Of a receiver."""
        return f"tcp://127.0.0.1:{self.port}"

    def serve(self, connection):
        connection.settimeout(30)
        self.serving(connection, self)


def request(connection):
    """The head of what a client asks, as far as it came."""
    data = b""
    while b"\r\n\r\n" not in data and len(data) < 65_536:
        chunk = connection.recv(4096)
        if not chunk:
            break
        data += chunk
    return data


def repeat(connection, server, data, pause=0.0):
    """Sends data until the client goes away. What the client sends is read and dropped."""
    while server.is_open:
        readable, writable, _ = select.select([connection], [connection], [], 1)
        if readable and not connection.recv(65_536):
            return
        if writable:
            connection.sendall(data)
        if pause:
            time.sleep(pause)


def linger(connection, server):
    """Says nothing until the client goes away."""
    while server.is_open:
        if select.select([connection], [], [], 0.5)[0] and not connection.recv(65_536):
            return


def after(head, data, pause=0.0):
    """Answers with a head, and then sends data for ever."""
    def serve(connection, server):
        request(connection)
        connection.sendall(head)
        repeat(connection, server, data, pause)
    return serve


def says_once(data):
    def serve(connection, server):
        request(connection)
        connection.sendall(data)
    return serve


def drips(data, pause):
    def serve(connection, server):
        request(connection)
        for at in range(len(data)):
            connection.sendall(data[at:at + 1])
            time.sleep(pause)
        linger(connection, server)
    return serve


def reset(connection):
    """Ends a connection by RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def honest_caster(connection, server):
    request(connection)
    connection.sendall(b"ICY 200 OK\r\n\r\n")
    station = frames.rtcm(bytes.fromhex("3ed00003b0") + bytes(14))
    repeat(connection, server, station, 0.2)


def honest_receiver(connection, server):
    for number in range(1_000_000):
        if not server.is_open:
            return
        connection.sendall(honest.epoch(number))
        time.sleep(0.1)


def honest_service(connection, server):
    request(connection)
    body = b'{"location":{"lat":37.5,"lng":127.0},"accuracy":50}'
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))


def patient_service(connection, server):
    """As above, but late enough that what the program holds can be seen: it would end between two looks at it."""
    time.sleep(0.5)
    honest_service(connection, server)


def located(trial, server):
    """Starts `cairn radio locate` for a scan that the service at `server` is to locate."""
    heard = [{"macAddress": f"00:11:22:33:44:0{n}", "signalStrength": -60} for n in (1, 2)]
    scan = trial.folder / "scan.json"
    scan.write_text(json.dumps({"wifiAccessPoints": heard}))
    return trial.start("radio", "locate", scan, "--online", f"http://127.0.0.1:{server.port}/v1/geolocate?key=secret",
                       compare="located")
