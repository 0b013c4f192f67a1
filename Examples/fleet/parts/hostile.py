"""Messages that no device sends, and that must not stop a sink. Standard library only."""
import asyncio
import json
import time

from .mqtt import Client

SPOOL = "0badf00d"
# Seconds for an answer.
PATIENCE = 20


def location(seq, **changed):
    found = {"_type": "location", "lat": 46.9, "lon": 7.4, "acc": 3, "seq": seq, "spool": SPOOL, "ms": int(time.time() * 1000), **changed}
    return json.dumps(found).encode()


def bad_messages():
    """Topic and payload of each."""
    live = "owntracks/cairn/hostile-1"
    objects = [
        location(1, lat=91), location(2, lon=-180.1), location(3, lat=float("nan")), location(4, acc=float("inf")), location(5, acc="3"),
        location(6, lat=True), location(7, ms=0), location(8, ms=4e12), location(9, ms=1e300), location(None), location(-1),
        location(2 ** 63), location("1"), location(1.5), location(10, spool="9F3A0C11"), location(11, spool=None),
        location(12, thinned=12), location(13, fix="'; DROP TABLE fix; --"), location(14, src="\0"), location(15, _type="card"),
        location(16, lat=None), location(17, alt=[]), location(18, vel=-1),
    ]
    texts = [b"", b"{", b"null", b"[]", b"7", b'"' + b"x" * 60000 + b'"', b"[" * 60000, b"9" * 5000, b"\xff\xfe", b"\0" * 100,
             b'{"_type":"location","lat":1e999}', b"x" * 1000000]
    past = [b"[" + b",".join([location(20)] * 51) + b"]", b"[1,2,3]"]
    radio = {"_type": "radio", "seq": 30, "spool": SPOOL, "ms": int(time.time() * 1000)}
    item = {"timestamp": int(time.time() * 1000), "position": {"latitude": 46.9, "longitude": 7.4, "accuracy": 20}}
    items = [{"wifiAccessPoints": [{"macAddress": address}]} for address in ("02:00:00:00:00:01", "01:00:00:00:00:01", "00:00:00:00:00:00", "x")]
    items += [{"wifiAccessPoints": [{"macAddress": "00:11:22:33:44:55", "ssid": "home_nomap"}]}, {}, {"cellTowers": [{"radioType": "lte"}]}]
    return [
        *((live, one) for one in objects + texts), *(("cairn/hostile-1/past", one) for one in past),
        ("cairn/hostile-1/radio", json.dumps({**radio, "items": [{**item, **one} for one in items]}).encode()),
        ("cairn/hostile-1/radio", json.dumps({**radio, "items": [item] * 101}).encode()),
        ("owntracks/cairn/hostile-1/event", json.dumps({"_type": "transition", "event": "enter", "desc": "\ud800", "seq": 40,
                                                        "spool": SPOOL, "ms": int(time.time() * 1000)}).encode()),
        ("cairn/hostile-1/health", b'{"receiver":"\\u0000"}'), ("cairn/hostile-1/health", b'{"spool":7}'), ("cairn/hostile-1/status", b"perhaps"),
        ("owntracks/cairn/Hostile 1", location(50)), ("owntracks/cairn/" + "h" * 65, location(51)), ("cairn/hostile-1/past/x", b"{}"),
    ]


async def send_bad(user, password, port):
    """Publishes all of them; returns how many the broker has taken. For some it ends the connection."""
    taken, answered, client = 0, asyncio.Event(), None
    for topic, payload in bad_messages():
        try:
            if not client or not client.is_up:
                client = Client("hostile", user, password, clean=True, on_lost=answered.set, on_stored=lambda _: answered.set())
                await client.connect("127.0.0.1", port, PATIENCE)
            answered.clear()
            client.publish(topic, payload)
            await asyncio.wait_for(answered.wait(), PATIENCE)
            taken += client.is_up
        except (OSError, asyncio.TimeoutError):
            client.drop()
    return taken
