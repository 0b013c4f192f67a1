#!/usr/bin/env python3
"""Feeds the fleet's readers with messages and packets that are not what they should be: each is read or refused, and none raises.

    fleet_messages.py [ROUNDS]      default 20000; the same bytes each time

Examples/fleet/parts: messages.py reads payloads, mqtt.py packets. Standard library only.
"""
import asyncio
import collections
import json
import os
import random
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Examples", "fleet"))
from parts import messages, mqtt  # noqa: E402
from parts.pending import Pending  # noqa: E402

KEY = {"seq": 7, "spool": "9f3a0c11", "ms": 1789000000250}
AT = {"lat": 46.948, "lon": 7.447, "acc": 3}
ITEM = {"timestamp": 1789000000250, "position": {"latitude": 46.9, "longitude": 7.4, "accuracy": 20}}
LOCATION = {"_type": "location", **AT, "alt": 540, "vac": 5, "vel": 36, "cog": 271, "fix": "3d", "src": "gnss", "thinned": 2, **KEY}
GOOD = [
    ("owntracks/cairn/a-1", LOCATION, "fix"), ("cairn/a-1/past", [LOCATION, {**LOCATION, "seq": 8}], "fix"),
    ("owntracks/cairn/a-1/event", {"_type": "transition", "event": "enter", "desc": "Depot", **AT, **KEY}, "event"),
    ("cairn/a-1/visit", {"arrival": 1789000000000, "departure": None, **AT, **KEY}, "visit"),
    ("cairn/a-1/radio", {"_type": "radio", "items": [{**ITEM, "wifiAccessPoints": [{"macAddress": "00:11:22:33:44:55"}]}], **KEY}, "observation"),
    ("cairn/a-1/radio", {"_type": "radio", "items": [{**ITEM, "cellTowers": [{
        "radioType": "lte", "mobileCountryCode": 262, "mobileNetworkCode": 2, "locationAreaCode": 801, "cellId": 86355}]}], **KEY}, "observation"),
    ("cairn/a-1/radio", {"_type": "radio", "items": [{**ITEM, "cellTowers": [{
        "radioType": "nr", "mobileCountryCode": 262, "mobileNetworkCode": 2, "cellId": 86355}]}], **KEY}, "observation"),
    ("cairn/a-1/health", {"ms": 1789000000250, "spool": {"length": 3}, "thinned": 0, "joules": {"gnss": 1.5, "wifi": None}}, "health"),
]
BAD = [None, True, -1, 0, 1e308, -1e308, 2 ** 63, 2 ** 64, 10 ** 400, 1.5, "", "x" * 300, "\0", "\ud800", "1", [], {}, [[]], [None], {"lat": {}},
       91, -180.5, "9F3A0C11", "'; --", "00:11:22:33:44:5G", "ff:ff:ff:ff:ff:ff"]


def changed(value, draw, depth=0):
    """A copy, some of whose members are others or missing."""
    if draw.random() < 0.12:
        return draw.choice(BAD)
    if isinstance(value, dict):
        found = {name: changed(inner, draw, depth + 1) for name, inner in value.items() if draw.random() < 0.95}
        return found if draw.random() < 0.98 else {draw.choice(["", "__proto__", "seq"]): found}
    if isinstance(value, list):
        return [changed(inner, draw, depth + 1) for inner in value] * draw.choice([1, 1, 1, 0, 60])
    return value


def check_rows(rows):
    for kind, values in rows:
        if kind in ("fix", "event", "visit", "observation", "nothing"):
            device, spool, seq, thinned = values[:4]
            assert messages.DEVICE.fullmatch(device) and messages.SPOOL.fullmatch(spool), values
            assert type(seq) is int and type(thinned) is int and 0 <= thinned < seq <= messages.LAST_SEQ, values
        if kind == "fix":
            assert -90 <= values[5] <= 90 and -180 <= values[6] <= 180 and messages.TIMES[0] <= values[4] <= messages.TIMES[1], values
        if kind == "observation":
            assert (values[5] is None) != (values[6] is None) and type(values[7]) is int and abs(values[7]) <= 900_000_000, values


def read(topic, payload, counts):
    try:
        rows, reasons = messages.read(topic, payload, len(payload))
    except messages.Refused:
        counts["refused"] += 1
        return
    check_rows(rows)
    counts["partly" if reasons else "read"] += 1


class Transport:
    """What a client writes to, and which it ends."""

    is_ended = False

    def write(self, _):
        pass

    def abort(self):
        self.is_ended = True

    def is_closing(self):
        return self.is_ended


def packets(draw):
    """Bytes of packets, most of them good ones that were spoilt."""
    good = [mqtt.packet(mqtt.PUBLISH, 2, mqtt.text("owntracks/cairn/a-1") + b"\0\7" + b"x" * draw.randrange(300)),
            mqtt.packet(mqtt.PUBACK, 0, b"\0\1"), mqtt.packet(mqtt.SUBACK, 0, b"\0\1\1"), mqtt.packet(mqtt.PINGRESP, 0, b""),
            mqtt.packet(mqtt.PUBLISH, 2, mqtt.text("a") + b"\0\7" + b"y" * 5000)]
    data = bytearray(b"".join(draw.choice(good) for _ in range(draw.randrange(1, 6))))
    for _ in range(draw.choice([0, 1, 3, 20])):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data[:draw.randrange(1, len(data) + 1)])


async def feed(rounds, draw, counts):
    for _ in range(rounds):
        taken = []
        client = mqtt.Client("a", largest=1000, on_message=lambda *one: taken.append(one))
        client.transport, client.is_up = Transport(), True
        client.accepted = asyncio.get_running_loop().create_future()
        client.accepted.set_result(None)
        data = packets(draw)
        while data and not client.transport.is_ended:
            size = draw.randrange(1, 400)
            client.data_received(data[:size])
            data = data[size:]
            assert len(client.buffer) < 4000, "the buffer grows"
        for topic, payload, number, length, _ in taken:
            assert len(payload) <= min(length, 1000) and 0 <= number <= mqtt.LAST_ID, (topic, number, length)
        counts["packets: ended" if client.transport.is_ended else "packets: went on"] += 1


class Broker:
    """Gives messages numbers, sends some again before their acknowledgement comes, and uses a number again at once, as nats-server does."""

    def __init__(self, count, draw):
        self.draw, self.unsent, self.way, self.numbers = draw, list(range(count)), [], {}

    def step(self):
        """Puts one message on its way."""
        free = [number for number in range(1, 6) if number not in self.numbers]
        if self.numbers and self.draw.random() < 0.3:
            number = self.draw.choice(list(self.numbers))
            self.way.append((number, self.numbers[number], True))
        elif free and self.unsent:
            number = self.draw.choice(free)
            self.numbers[number] = self.unsent.pop(0)
            self.way.append((number, self.numbers[number], False))

    def acknowledge(self, number):
        self.numbers.pop(number, None)


def check_pending(draw):
    """Whatever crosses on the way, each message is stored, and none is acknowledged before it."""
    broker, pending, stored, acknowledgements, batch = Broker(200, draw), Pending(), set(), [], []
    for _ in range(200_000):
        if not (broker.unsent or broker.numbers or broker.way or pending or acknowledgements):
            break
        match draw.randrange(5):
            case 0:
                broker.step()
            case 1 if broker.way:
                number, message, is_again = broker.way.pop(0)
                pending.take("topic", b"%d" % message, number, 1, is_again, 0)
            case 2 if not batch:
                batch = pending.batch(draw.randrange(1, 4))
            case 3 if batch:
                stored |= {int(payload) for _, (_, payload, _) in batch}
                acknowledgements += pending.stored(batch, 0)
                batch = []
            case 4 if acknowledgements:
                number = acknowledgements.pop(0)
                known = broker.numbers.get(number)
                assert known is None or known in stored, "message %d is acknowledged and not stored" % known
                broker.acknowledge(number)
    assert stored == set(range(200)) and not broker.numbers, "%d of 200 are stored, %d unacknowledged" % (len(stored), len(broker.numbers))


def main():
    rounds, draw, counts = int(sys.argv[1]) if len(sys.argv) > 1 else 20000, random.Random(1), collections.Counter()
    for topic, value, kind in GOOD:
        rows, reasons = messages.read(topic, json.dumps(value).encode(), 1000)
        assert rows and not reasons and all(row[0] == kind for row in rows), (topic, rows, reasons)
    for _ in range(rounds):
        topic, value, _ = draw.choice(GOOD)
        payload = bytearray(json.dumps(changed(value, draw)).encode())
        for _ in range(draw.choice([0, 0, 0, 1, 5])):
            payload[draw.randrange(len(payload))] = draw.randrange(256)
        if draw.random() < 0.05:
            topic = "/".join(draw.choice(["owntracks", "cairn", "", "a-1", "A b", "status", "past", "#"]) for _ in range(draw.randrange(6)))
        read(topic, bytes(payload), counts)
    asyncio.run(feed(rounds // 4, draw, counts))
    for _ in range(rounds // 400):
        check_pending(draw)
    assert min(counts[name] for name in ("read", "partly", "refused", "packets: ended", "packets: went on")) > rounds // 100, counts
    print("fleet messages: %s" % ", ".join("%s %d" % pair for pair in sorted(counts.items())))


if __name__ == "__main__":
    main()
