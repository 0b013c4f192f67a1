"""A client of MQTT 3.1.1 on asyncio, whose caller acknowledges what came, when it is safe. Standard library only.

Debian 12's paho (1.6) acknowledges a message when its callback returns, which may be before it is stored. Packets of this one's
own are QoS 0 and 1; a packet that breaks the protocol ends the connection. Used on one event loop.

Source: OASIS, MQTT Version 3.1.1 (29 October 2014).
"""
import asyncio
import socket
import struct

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK, PINGREQ, PINGRESP, DISCONNECT = 1, 2, 3, 4, 8, 9, 12, 13, 14
# Packets on their way have different numbers of 16 bits.
LAST_ID = 65535


class MQTTError(ConnectionError):
    """There is no connection, or the broker has refused something."""


def text(words):
    data = words if isinstance(words, bytes) else words.encode()
    return struct.pack(">H", len(data)) + data


def packet(kind, flags, body):
    length, head = len(body), bytearray([kind << 4 | flags])
    while True:
        head.append(length % 128 | (128 if length > 127 else 0))
        length //= 128
        if not length:
            return bytes(head) + body


class Client(asyncio.Protocol):
    """One connection; make another after it has ended.

    on_message(topic, payload, packet_id, length, is_again): the id is 0 for QoS 0; of a message above `largest` bytes the payload is
    the beginning, and `length` what it had; `is_again` is the broker's word that it may have come before.
    on_stored(packet_id): the broker has taken what was published with that id.
    on_lost(): the connection has ended, whatever for.
    """

    def __init__(self, name, user=None, password=None, clean=False, will=None, keepalive=30, largest=65536,
                 on_message=None, on_stored=None, on_lost=None):
        self.name, self.user, self.password, self.clean, self.will = name, user, password, clean, will
        self.keepalive, self.largest = keepalive, largest
        self.on_message, self.on_stored, self.on_lost = on_message, on_stored, on_lost
        self.transport, self.is_up, self.is_ended, self.can_write = None, False, False, True
        self.has_session = False  # The broker knew this client's session.
        self.buffer, self.skipped = bytearray(), 0
        self.last_id, self.subscriptions = 0, {}
        self.sent = self.received = 0  # Bytes, as TCP carries them.

    async def connect(self, host, port, patience=10):
        """Raises OSError (of which MQTTError is one) or asyncio.TimeoutError."""
        loop = asyncio.get_running_loop()
        self.accepted = loop.create_future()
        # Whoever waited may have gone away meanwhile.
        self.accepted.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            async with asyncio.timeout(patience):
                await loop.create_connection(lambda: self, host, port)
                self.send(packet(CONNECT, 0, self.greeting()))
                await self.accepted
        except BaseException:
            self.drop()
            raise

    def greeting(self):
        flags = (2 if self.clean else 0) | (0xC0 if self.user else 0)
        body = text(self.name)
        if self.will:  # Topic and payload; retained, QoS 1.
            flags |= 0x2C
            body += text(self.will[0]) + text(self.will[1])
        if self.user:
            body += text(self.user) + text(self.password)
        return text("MQTT") + bytes([4, flags]) + struct.pack(">H", self.keepalive) + body

    def send(self, data):
        if self.transport is None or self.is_ended:
            raise MQTTError("no connection")
        if self.transport.is_closing():
            return  # As on a network that has just gone; on_lost follows.
        self.sent += len(data)
        self.transport.write(data)

    def next_id(self):
        self.last_id = self.last_id % LAST_ID + 1
        return self.last_id

    def publish(self, topic, payload, qos=1, retain=False):
        """Returns the packet's id, 0 for QoS 0. What is unacknowledged at once must be fewer than 65,535."""
        number = self.next_id() if qos else 0
        self.send(packet(PUBLISH, qos << 1 | retain, text(topic) + (struct.pack(">H", number) if qos else b"") + payload))
        return number

    def acknowledge(self, numbers):
        self.send(b"".join(struct.pack(">BBH", PUBACK << 4, 2, number) for number in numbers))

    async def subscribe(self, topics):
        """All with QoS 1. Raises MQTTError if the broker refuses one."""
        number, answer = self.next_id(), asyncio.get_running_loop().create_future()
        self.subscriptions[number] = answer
        self.send(packet(SUBSCRIBE, 2, struct.pack(">H", number) + b"".join(text(topic) + b"\1" for topic in topics)))
        granted = await answer
        refused = [topic for topic, qos in zip(topics, granted) if qos != 1]
        if refused or len(granted) != len(topics):
            raise MQTTError("refused: " + ", ".join(refused))

    def ping(self):
        loop = asyncio.get_running_loop()
        if loop.time() - self.heard > 1.5 * self.keepalive:
            self.drop()
        if not self.is_ended:
            self.send(packet(PINGREQ, 0, b""))
            self.timer = loop.call_later(self.keepalive / 2, self.ping)

    def segments(self):
        """TCP segments of this connection, sent and received. Source: Linux, struct tcp_info."""
        information = self.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 144)
        return struct.unpack_from("=II", information, 136)

    def close(self):
        """Ends as the protocol wants it, without the will."""
        if self.transport and not self.is_ended:
            self.send(packet(DISCONNECT, 0, b""))
            self.transport.close()

    def drop(self):
        """Ends as a lost network does."""
        if self.transport:
            self.transport.abort()

    # --- Called by asyncio

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, error):
        was_up, self.is_up, self.is_ended = self.is_up, False, True
        for waiting in [self.accepted, *self.subscriptions.values()]:
            if not waiting.done():
                waiting.set_exception(MQTTError("the connection has ended"))
        if was_up:
            self.timer.cancel()
            if self.on_lost:
                self.on_lost()

    def pause_writing(self):
        self.can_write = False

    def resume_writing(self):
        self.can_write = True

    def data_received(self, data):
        self.heard = asyncio.get_running_loop().time()
        self.received += len(data)
        if self.skipped:
            used = min(self.skipped, len(data))
            self.skipped -= used
            data = data[used:]
        self.buffer += data
        try:
            self.take_packets()
        except (ValueError, IndexError, struct.error):
            self.drop()

    def take_packets(self):
        buffer, at = self.buffer, 0
        while not self.is_ended:
            start, length, shift = at + 1, 0, 0
            while True:  # The length has up to four bytes of 7 bits.
                if start >= len(buffer):
                    del buffer[:at]
                    return
                byte = buffer[start]
                start += 1
                length |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
                if shift > 21:
                    raise ValueError("length")
            used = min(length, self.largest + 1024)
            if len(buffer) < start + used:
                del buffer[:at]
                return
            head = buffer[at]
            body = bytes(buffer[start:start + used])
            at = start + used
            if used < length:
                here = min(length - used, len(buffer) - at)
                at += here
                self.skipped = length - used - here
            self.take(head >> 4, head & 15, body, length)

    def take(self, kind, flags, body, length):
        if kind == PUBLISH:
            size, = struct.unpack_from(">H", body)
            topic, at, number = body[2:2 + size].decode(), 2 + size, 0
            if flags & 6:
                number, = struct.unpack_from(">H", body, at)
                at += 2
            if at > len(body):
                raise ValueError("a topic longer than its packet")
            if flags & 4 or (flags & 2 and not number):
                raise ValueError("a quality of service that was not asked for")
            self.on_message(topic, body[at:at + self.largest], number, length - at, bool(flags & 8))
        elif kind == PUBACK:
            if self.on_stored:
                self.on_stored(struct.unpack_from(">H", body)[0])
        elif kind == SUBACK:
            waiting = self.subscriptions.pop(struct.unpack_from(">H", body)[0], None)
            if waiting and not waiting.done():
                waiting.set_result(body[2:])
        elif kind == CONNACK and not self.is_up:
            if body[1]:
                if not self.accepted.done():
                    self.accepted.set_exception(MQTTError("the broker refuses, code %d" % body[1]))
                self.drop()
                return
            self.is_up, self.has_session = True, bool(body[0] & 1)
            self.timer = asyncio.get_running_loop().call_later(self.keepalive / 2, self.ping)
            if not self.accepted.done():
                self.accepted.set_result(None)
        elif kind != PINGRESP:
            raise ValueError("packet %d" % kind)
