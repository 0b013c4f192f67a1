"""Servers on 127.0.0.1 whose every connection is served by one function."""
import select
import socket
import struct
import threading
import time

from . import frames, honest


class Server:
    """`serve(connection, server)` runs in a thread for each connection, and may raise OSError at any time."""

    def __init__(self, trial, serve):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.connections = 0
        self.is_open = True
        self.serve = serve
        trial.closers.append(self.close)
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self):
        """Of a caster."""
        return f"ntrip://user@127.0.0.1:{self.port}/MOUNT"

    @property
    def line(self):
        """Of a receiver."""
        return f"tcp://127.0.0.1:{self.port}"

    def close(self):
        self.is_open = False
        self.listener.close()

    def _accept(self):
        while self.is_open:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            connection.settimeout(30)
            try:
                self.serve(connection, self)
            except OSError:
                pass


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
