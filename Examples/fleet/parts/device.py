"""A simulated device: makes a fix each second, keeps it in its spool, and publishes it as cairn-mqtt does. On one event loop."""
import asyncio
import hashlib
import json
import math
import random
import time

from .mqtt import Client
from .tracks import METRES, Walk

# Messages without an acknowledgement, at most; fixes in one message of the past.
WINDOW, PAST = 20, 50
# Seconds between attempts to connect, at first and at most; of an outage; between what a device tells of itself; records between
# those of radio; seconds of a stay.
PAUSE, LONGEST_PAUSE, OUTAGE, HEALTH, RADIO, STAY = 0.5, 8, (5, 20), 60, 60, 180
# Seconds after which what is acknowledged and not yet stored is sent again, in confirm mode.
UNSTORED = 30
# A circle, in metres around the middle of the town, whose crossing is an event.
REGION, RADIUS = "Old town", 1500
# Metres between made-up access points.
GRID = 150


class Device:
    """`fleet` has what all devices of a process share: options, brokers, counters, `settled`."""

    def __init__(self, fleet, index, spool, walk):
        self.fleet, self.index, self.spool, self.walk = fleet, index, spool, walk
        self.name = "%s-%05d" % (fleet.options.prefix, index)
        self.loop = asyncio.get_running_loop()
        self.client, self.is_away, self.is_connecting, self.pause = None, False, False, PAUSE
        self.on_way = {}        # Numbers of packets: the numbers of their records, and when they left.
        self.taken = set()      # Records above `settled` that the broker has.
        self.offered = 0        # Records up to this one are sent, or on their way; so is the newest of before a connection.
        self.ahead = 0
        self.is_inside, self.stay = None, None
        self.changed = self.loop.time()
        self.draw = random.Random(hash((index, time.time_ns())))
        self.step = 1 / fleet.options.rate
        self.due = self.loop.time() + self.draw.random() * self.step
        self.resend()
        self.loop.call_at(self.due, self.tick)
        self.loop.call_later(self.draw.random() * 3, self.connect)

    @property
    def settled(self):
        return self.fleet.settled[self.index]

    @property
    def is_drained(self):
        return self.settled == self.spool.last

    # --- Making

    def tick(self):
        if self.fleet.is_ending:
            return
        now = self.loop.time()
        self.make()
        self.due += self.step
        if self.due < now - 1:  # The machine is too busy; what was missed is not made.
            missed = math.ceil((now - self.due) / self.step)
            self.fleet.counts["not made in time"] += missed
            self.due += missed * self.step
        self.loop.call_at(self.due, self.tick)
        if self.draw.random() < self.fleet.options.outages / 60 * self.step and self.client and self.client.is_up:
            self.begin_outage()

    def make(self):
        ms = time.time_ns() // 1000000
        latitude, longitude, speed, course = self.walk.point(ms / 1000)
        self.make_location(ms, latitude, longitude, speed, course)
        east, north = self.walk.offset(latitude, longitude)
        is_inside = math.hypot(east, north) < RADIUS
        if self.is_inside is not None and is_inside != self.is_inside:
            self.add(b"e", '{"_type":"transition","event":"%s","desc":"%s","lat":%.7f,"lon":%.7f,"acc":3,"tst":%d,%s}' % (
                "enter" if is_inside else "leave", REGION, latitude, longitude, ms // 1000, self.key(ms)))
        self.is_inside = is_inside
        self.make_visit(ms, latitude, longitude, speed)
        if self.spool.last % RADIO == self.index % RADIO:
            self.make_radio(ms, latitude, longitude)
        if self.fleet.options.confirm and self.taken and self.loop.time() > self.changed + UNSTORED:
            self.resend()
        if not self.is_away:
            self.send()

    def key(self, ms):
        return '"seq":%d,"spool":"%s","ms":%d' % (self.spool.last + 1, self.spool.name, ms)

    def make_location(self, ms, latitude, longitude, speed, course):
        self.add(b"l", (
            '{"_type":"location","tid":"%s","lat":%.7f,"lon":%.7f,"acc":3,"alt":540,"vac":5,"vel":%d,"cog":%d,"tst":%d,"created_at":%d,'
            '"_id":"%08x","t":"p",%s,"fix":"3d","src":"gnss"}') % (
                self.name[-2:], latitude, longitude, round(speed * 3.6), course, ms // 1000, ms // 1000, self.spool.last + 1, self.key(ms)))

    def make_visit(self, ms, latitude, longitude, speed):
        """A stay of some minutes, told when it has begun to be one and when it ends."""
        if speed < 0.3:
            self.stay = self.stay or (ms, latitude, longitude)
            is_told = 0 <= ms - self.stay[0] - STAY * 1000 < self.step * 1000
            departure = "null"
        else:
            is_told, departure = self.stay and ms - self.stay[0] > STAY * 1000, str(ms)
        if is_told:
            self.add(b"v", '{"arrival":%d,"departure":%s,"lat":%.7f,"lon":%.7f,"acc":10,%s}' % (
                self.stay[0], departure, *self.stay[1:], self.key(ms)))
        if speed >= 0.3:
            self.stay = None

    def make_radio(self, ms, latitude, longitude):
        """The access point of a made-up grid that is nearest, at its place with an error of some metres."""
        column, row = round(longitude * METRES / GRID), round(latitude * METRES / GRID)
        address = bytearray(hashlib.sha256(b"%d %d" % (column, row)).digest()[:6])
        address[0] &= 0xFC
        error = self.draw.gauss(0, 8) / METRES, self.draw.gauss(0, 8) / METRES
        item = {"timestamp": ms - ms % 86400000,
                "position": {"latitude": round(row * GRID / METRES + error[0], 5), "longitude": round(column * GRID / METRES + error[1], 5),
                             "accuracy": 20, "source": "gps"},
                "wifiAccessPoints": [{"macAddress": ":".join("%02x" % byte for byte in address)}]}
        self.add(b"r", '{"_type":"radio","items":[%s],%s}' % (json.dumps(item, separators=(",", ":")), self.key(ms)))

    def add(self, kind, text):
        self.spool.add(kind, text.encode())
        self.fleet.counts["made"] += 1

    # --- The network

    def connect(self):
        if self.is_away or self.is_connecting or self.fleet.is_closing:
            return
        self.is_connecting = True
        task = asyncio.ensure_future(self.reach())
        self.fleet.tasks.add(task)
        task.add_done_callback(self.fleet.tasks.discard)

    async def reach(self):
        fleet = self.fleet
        self.client = Client(self.name, fleet.user, fleet.password, clean=not fleet.options.confirm,
                             will=("cairn/%s/status" % self.name, b"offline"), on_stored=self.acknowledged, on_message=self.told,
                             on_lost=self.lost, keepalive=60)
        try:
            await self.client.connect(*self.draw.choice(fleet.brokers), patience=15)
            if fleet.options.confirm:
                await asyncio.wait_for(self.client.subscribe(["cairn/%s/stored" % self.name]), 15)
        except (OSError, asyncio.TimeoutError):
            self.client.drop()
            self.is_connecting = False
            fleet.counts["not connected"] += 1
            self.loop.call_later(self.pause * self.draw.uniform(0.5, 1), self.connect)
            self.pause = min(2 * self.pause, LONGEST_PAUSE)
            return
        self.is_connecting, self.pause = False, PAUSE
        fleet.counts["connected"] += 1
        if not self.client.is_up:  # Lost meanwhile.
            self.connect()
            return
        self.on_way.clear()
        self.resend()
        self.client.publish("cairn/%s/status" % self.name, b"online", retain=True)
        self.tell_health()
        # The newest fix first; what was kept follows in order of age.
        newest = self.spool.last
        if newest > self.offered + 1 and self.spool.read(newest)[0][0] == b"l":
            self.publish([newest], is_live=True)
            self.ahead = newest
        self.send()

    def begin_outage(self):
        self.is_away = True
        self.fleet.counts["outages"] += 1
        self.client.drop()
        self.loop.call_later(self.draw.uniform(*OUTAGE), self.end_outage)

    def end_outage(self):
        self.is_away = False
        self.connect()

    def lost(self):
        self.fleet.counts["bytes sent"] += self.client.sent
        self.fleet.counts["bytes received"] += self.client.received
        if not self.is_away:
            self.loop.call_later(self.pause * self.draw.uniform(0.2, 1), self.connect)

    # --- Sending

    def resend(self):
        """Everything that is not settled has to be sent (again)."""
        self.offered, self.ahead, self.changed = self.settled, 0, self.loop.time()
        # In confirm mode, what the broker has may never arrive.
        self.taken = set() if self.fleet.options.confirm else {seq for seq in self.taken if seq > self.offered}

    def send(self):
        while self.client and self.client.is_up and self.client.can_write and len(self.on_way) < WINDOW:
            while self.offered + 1 in self.taken or self.offered + 1 == self.ahead:
                self.offered += 1
            waiting = self.spool.last - self.offered
            if waiting <= 0:
                return
            first = self.offered + 1
            records = self.spool.read(first, min(PAST, waiting))
            count = 1
            if records[0][0] == b"l" and waiting > 2:
                while count < len(records) and records[count][0] == b"l" and first + count not in self.taken and (
                        first + count != self.ahead):
                    count += 1
            self.publish(list(range(first, first + count)), is_live=waiting <= 2, records=records[:count])
            self.offered += count

    def publish(self, numbers, is_live, records=None):
        kind, payload = (records or self.spool.read(numbers[0]))[0]
        if kind == b"l":
            topic = "owntracks/%s/%s" % (self.fleet.options.user_level, self.name) if is_live else "cairn/%s/past" % self.name
            if len(numbers) > 1:
                payload = b"[" + b",".join(payload for _, payload in records) + b"]"
        else:
            topic = "owntracks/%s/%s/event" % (self.fleet.options.user_level, self.name) if kind == b"e" else "cairn/%s/%s" % (
                self.name, "visit" if kind == b"v" else "radio")
        number = self.client.publish(topic, payload, retain=is_live and kind == b"l" and self.fleet.options.retain)
        self.on_way[number] = numbers, self.loop.time()
        self.fleet.counts["messages"] += 1
        self.fleet.counts["objects sent"] += len(numbers)
        self.fleet.counts["payload bytes"] += len(payload)

    def acknowledged(self, number):
        numbers, when = self.on_way.pop(number, ((), 0))
        if when:
            self.fleet.delays.append(self.loop.time() - when)
        self.taken.update(numbers)
        if not self.fleet.options.confirm:
            self.advance(self.settled)
        self.send()

    def advance(self, upto):
        while upto + 1 in self.taken:
            upto += 1
            self.taken.discard(upto)
        self.fleet.settled[self.index] = upto

    def told(self, _, payload, number, *__):
        """The sink has stored everything up to a number."""
        if number:
            self.client.acknowledge([number])
        stored = json.loads(payload)
        if stored["spool"] == self.spool.name and stored["seq"] > self.settled:
            self.fleet.settled[self.index] = min(stored["seq"], self.spool.last)
            self.taken = {seq for seq in self.taken if seq > self.settled}
            self.changed = self.loop.time()

    def tell_health(self):
        client = self.client
        if not client or not client.is_up or self.fleet.is_ending:
            return
        seconds = self.spool.last * self.step
        told = {"_type": "health", "ms": time.time_ns() // 1000000, "thinned": 0, "antenna": "ok", "jamming": "ok",
                "spool": {"id": self.spool.name, "length": self.spool.last - self.settled}, "receiver": {"model": "simulated"},
                "joules": {"gnss": round(0.04 * seconds, 2), "wifi": round(0.004 * seconds, 2)}}
        client.publish("cairn/%s/health" % self.name, json.dumps(told, separators=(",", ":")).encode(), retain=True)
        # Of each connection its own timer: it ends with it.
        self.loop.call_later(HEALTH, lambda: client is self.client and self.tell_health())
