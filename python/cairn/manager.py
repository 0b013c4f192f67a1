"""A program's connection to the daemon, with the services that it runs."""
from __future__ import annotations

import errno
import os
import select
import socket
import time
from collections import deque
from typing import Any, Deque, Iterator, List, Optional

from . import values, wire
from .session import Event, Session
from .values import Level, LocationError, Options

#: Seconds before the first attempt to connect again; each pause is twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
#: Seconds after which a connection was a good one.
PROOF = 10.0
#: Messages that a daemon may send at once, and in a second.
BURST, RATE = 10_000.0, 1000.0


def standard_socket() -> str:
    """Where the daemon answers: CAIRN_SOCKET of the environment, else /run/cairn/cairn.sock."""
    return os.environ.get("CAIRN_SOCKET") or "/run/cairn/cairn.sock"


class Connection:
    """What managers of both kinds have in common: everything but waiting.

    Belongs to one thread at a time. `fileno()` is readable when `process()` has something to do, at the latest at
    `deadline()`.
    """

    def __init__(self, desired_accuracy: Optional[values.Accuracy] = None, *, socket: Optional[str] = None,
                 options: Optional[Options] = None, **wishes: Any) -> None:
        """Connects to the daemon. It need not answer yet: it is waited for.

        desired_accuracy and wishes: fields of `Options`; socket: the path of the daemon's.
        """
        self.path = socket or standard_socket()
        self._options = options or Options()
        if desired_accuracy is not None:
            wishes["desired_accuracy"] = desired_accuracy
        for name, value in wishes.items():
            if not hasattr(self._options, name):
                raise TypeError("there is no option %r" % name)
            setattr(self._options, name, value)
        wire.standard(self._options)
        self._session = Session()
        self._poll: Optional[select.epoll] = select.epoll()
        self._socket: Optional[Any] = None
        self._unsent: Deque[bytes] = deque()
        self._events: Deque[Event] = deque()
        self._pause = FIRST_PAUSE
        self._retry = 0.0
        self._connected_at = 0.0
        self._credit = (BURST, 0.0)
        self._refusal: Optional[LocationError] = None
        #: Why there is no connection, and whether the program knows.
        self._loss: Optional[LocationError] = None
        self._has_told_loss = False
        self._numbers: dict = {}
        self._connect(self._now())

    # ---- State

    @property
    def location(self) -> Optional[values.Location]:
        """The last position that is known."""
        return self._session.last

    @property
    def authorization(self) -> Optional[values.Authorization]:
        """What the policy grants; None until the daemon has said so."""
        return self._session.authorization

    @property
    def plan(self) -> Optional[values.Plan]:
        """Which providers are on, and why; None while no service runs."""
        return self._session.plan

    @property
    def dropped(self) -> int:
        """Positions that were left out because the program read too slowly."""
        return self._session.dropped

    @property
    def options(self) -> Options:
        """What is wanted; assign it, also while positions come."""
        return self._options

    @options.setter
    def options(self, options: Options) -> None:
        wire.standard(options)
        self._options = options
        if wire.STANDARD in self._numbers:
            self._send(self._session.change(
                self._numbers[wire.STANDARD], lambda _: wire.standard(self._options), self._now()))

    def fileno(self) -> int:
        """A descriptor that is readable when there is something to do; it stays the same."""
        return self._open_poll().fileno()

    def deadline(self) -> Optional[float]:
        """Seconds of time.monotonic() at which `process` has something to do; None for never."""
        due = self._session.deadline(self._socket is not None)
        if self._socket is None:
            due = self._retry if due is None else min(due, self._retry)
        return due

    # ---- Services

    def start(self) -> None:
        """Begins to tell positions. Idempotent, as are the others."""
        self._start(wire.STANDARD, lambda _: wire.standard(self._options))

    def stop(self) -> None:
        """Tells no more positions."""
        self._stop(wire.STANDARD)

    def start_significant_changes(self, distance: float = 500.0, minimum_interval: float = 300.0) -> None:
        """Begins to tell positions that are `distance` metres apart or more, with that many seconds between them."""
        self._start(wire.SIGNIFICANT_CHANGES, lambda _: wire.significant_changes(distance, minimum_interval))

    def stop_significant_changes(self) -> None:
        self._stop(wire.SIGNIFICANT_CHANGES)

    def start_visits(self, radius: float = 100.0, minimum_stay: float = 300.0) -> None:
        """Begins to tell stays within `radius` metres that last `minimum_stay` seconds."""
        self._start(wire.VISITS, lambda _: wire.visits(radius, minimum_stay))

    def stop_visits(self) -> None:
        self._stop(wire.VISITS)

    def start_headings(
        self, filter: Optional[float] = None, orientation: values.Orientation = values.Orientation.PORTRAIT
    ) -> None:
        """Begins to tell headings that differ by `filter` degrees or more; None for every one."""
        self._start(wire.HEADING, lambda _: wire.heading(filter, orientation))

    def stop_headings(self) -> None:
        self._stop(wire.HEADING)

    def start_altitudes(self) -> None:
        """Begins to tell heights relative to the present one, by a barometer."""
        self._start(wire.ALTITUDES, lambda _: b"")

    def stop_altitudes(self) -> None:
        self._stop(wire.ALTITUDES)

    def start_satellites(self) -> None:
        """Begins to tell the satellites of receivers that are on; switches none on."""
        self._start(wire.WATCH, lambda _: wire.watch_satellites())

    def monitor(
        self, region: values.Region, *, state: values.RegionState = values.RegionState.UNKNOWN,
        confidence: float = 0.95, dwell: float = 20.0, hysteresis: float = 20.0,
        accuracy: values.Accuracy = 100.0, responsiveness: float = 60.0, on_entry: bool = True, on_exit: bool = True,
    ) -> None:
        """Monitors a region, or another one under the same name.

        state: if it is known from before, only a change is told. confidence: probability from which a crossing counts;
        dwell: seconds for which it must hold; hysteresis: metres beyond the boundary at which it is left; accuracy:
        metres near the boundary; responsiveness: seconds by which a crossing may be told late.
        """
        options = dict(
            confidence=confidence, dwell=dwell, hysteresis=hysteresis, accuracy=accuracy,
            responsiveness=responsiveness, on_entry=on_entry, on_exit=on_exit)
        wire.region(region, int(state), **options)
        self._say(self._session.monitor(region, int(state), options))

    def stop_monitoring(self, identifier: str) -> None:
        """Ends the monitoring of the region of that name."""
        if identifier in self._session.regions:
            self._send(self._session.forget_region(identifier))

    def ask_state(self, identifier: str) -> None:
        """Asks where the device is with regard to a monitored region; a `RegionEvent` without a crossing answers."""
        self._send(self._session.ask_region(identifier))

    def close(self) -> None:
        """Ends everything. Idempotent."""
        self._disconnect()
        if self._poll is not None:
            self._poll.close()
            self._poll = None

    # ---- Work

    def process(self) -> List[Event]:
        """What has happened, without waiting."""
        poll, now = self._open_poll(), self._now()
        if self._socket is None and now >= self._retry:
            self._connect(now)
        if self._socket is not None:
            poll.poll(0)
            self._send_rest()
            self._receive(now)
        self._session.expire(now, self._socket is not None)
        events, self._events = list(self._events), deque()
        return events

    def _start(self, kind: int, body: Any) -> None:
        self._open_poll()
        if kind in self._numbers and self._numbers[kind] in self._session.services:
            return self._send(self._session.change(self._numbers[kind], body, self._now()))
        self._numbers[kind], message = self._session.begin(kind, body, self._now())
        self._tell_loss()
        self._send(message)

    def _has_ended(self, kind: int) -> bool:
        """Whether a service was started and has ended by itself."""
        return kind in self._numbers and self._numbers[kind] not in self._session.services

    def _stop(self, kind: int) -> None:
        if kind in self._numbers:
            self._send(self._session.end(self._numbers.pop(kind)))

    def _ask(
        self, desired_accuracy: values.Accuracy, timeout: float, maximum_age: float, settle: float, exact: bool
    ) -> int:
        number, message = self._session.request(
            lambda left: wire.position(desired_accuracy, left, maximum_age, settle, not exact), timeout, self._now())
        self._session.requests[number].obstacle = self._loss
        self._send(message)
        return number

    def _taken(self, number: int) -> Optional[values.Location]:
        """The answer to a request; None if there is none yet."""
        answer = self._session.requests[number].answer
        if answer is None:
            return None
        del self._session.requests[number]
        if isinstance(answer, LocationError):
            raise answer
        return answer

    # ---- The socket

    @staticmethod
    def _now() -> float:
        return time.monotonic()

    def _open_poll(self) -> select.epoll:
        if self._poll is None:
            raise ValueError("the manager is closed")
        return self._poll

    def _connect(self, now: float) -> None:
        self._retry = now + self._pause
        self._pause = min(LONGEST_PAUSE, self._pause * 2)
        one = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        try:
            one.connect(self.path)
        except OSError as failure:
            one.close()
            if not self._has_told_loss:
                self._loss = LocationError(
                    LocationError.Code.NO_PROVIDER, reason="the daemon does not answer; waiting for it",
                    cause=(0, self.path, failure.errno or errno.EIO))
                self._tell_loss()
            return
        self._socket, self._connected_at, self._refusal = one, now, None
        self._loss, self._has_told_loss = None, False
        self._credit = (BURST, now)
        self._open_poll().register(one.fileno(), select.EPOLLIN)
        self._say(self._session.opened(now))

    def _disconnect(self) -> None:
        if self._socket is not None:
            if self._poll is not None:
                self._poll.unregister(self._socket.fileno())
            self._socket.close()
            self._socket = None
        self._unsent.clear()

    def _lose(self, code: int, reason: str, now: float) -> None:
        if now - self._connected_at >= PROOF:
            self._pause = FIRST_PAUSE
        self._retry = now + self._pause
        self._disconnect()
        self._loss = self._refusal or LocationError(code, values.Severity.DEGRADED, reason=reason)
        self._has_told_loss = False
        self._tell_loss()

    def _tell_loss(self) -> None:
        """Tells once that the daemon is gone, if anything is wanted of it."""
        if self._loss is None or self._has_told_loss:
            return
        events = self._session.lost(self._loss)
        self._has_told_loss = bool(events)
        self._events.extend(events)

    def _say(self, messages: List[bytes]) -> None:
        for message in messages:
            self._send(message)

    def _send(self, message: bytes) -> None:
        # A new connection is told all of it.
        if self._socket is None:
            return
        self._unsent.append(message)
        self._send_rest()

    def _send_rest(self) -> None:
        while self._unsent and self._socket is not None:
            try:
                self._socket.send(self._unsent[0], socket.MSG_NOSIGNAL)
            except BlockingIOError:
                break
            except OSError:
                break  # the end is read
            self._unsent.popleft()
        if self._socket is not None:
            wanted = select.EPOLLIN | (select.EPOLLOUT if self._unsent else 0)
            self._open_poll().modify(self._socket.fileno(), wanted)

    def _receive(self, now: float) -> None:
        while self._socket is not None:
            try:
                datagram = self._socket.recv(wire.LIMIT + 1)
            except BlockingIOError:
                return
            except OSError:
                datagram = b""
            if not datagram:
                return self._lose(
                    LocationError.Code.PROVIDER_LOST, "the daemon at %s has ended; waiting for it" % self.path, now)
            left = min(BURST, self._credit[0] + (now - self._credit[1]) * RATE) - 1
            self._credit = (left, now)
            if left < 0:
                return self._lose(
                    LocationError.Code.PROTOCOL_MISMATCH, "what answers at %s sends without end" % self.path, now)
            try:
                events = self._session.receive(datagram)
            except wire.Malformed:
                return self._lose(
                    LocationError.Code.PROTOCOL_MISMATCH, "what answers at %s is no daemon of Cairn" % self.path, now)
            for event in events:
                if isinstance(event, values.Problem) and event.error.severity != values.Severity.FATAL:
                    self._refusal = event.error if self._session.authorization is None else None
            self._events.extend(events)


class Manager(Connection):
    """Positions and other events of the daemon, for programs that wait.

        with cairn.Manager(10) as manager:
            for location in manager.locations():
                print(location.latitude, location.longitude)
    """

    def __enter__(self) -> "Manager":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self, timeout: Optional[float] = None) -> List[Event]:
        """Waits until something has happened; an empty list after `timeout` seconds."""
        end = None if timeout is None else self._now() + timeout
        while True:
            events = self.process()
            if events:
                return events
            now = self._now()
            if end is not None and now >= end:
                return []
            self._sleep(now, end)

    def events(self, timeout: Optional[float] = None) -> Iterator[Event]:
        """Everything that happens, until nothing has for `timeout` seconds; None for ever."""
        while True:
            events = self.wait(timeout)
            if not events:
                return
            yield from events

    def locations(self, timeout: Optional[float] = None) -> Iterator[values.Location]:
        """Positions alone, as the options say, until none has come for `timeout` seconds; None for ever.

        Raises LocationError when the service has ended. What is wrong meanwhile is not told: see `events`.
        """
        self.start()
        end = None if timeout is None else self._now() + timeout
        while True:
            rest = None if end is None else max(0.0, end - self._now())
            events = self.wait(rest)
            if not events:
                return
            for event in events:
                if isinstance(event, LocationError) and self._has_ended(wire.STANDARD):
                    raise event
                if isinstance(event, values.Location):
                    end = None if timeout is None else self._now() + timeout
                    yield event

    def locate(
        self, desired_accuracy: values.Accuracy = 10.0, *, timeout: float = 30.0, maximum_age: float = 5.0,
        settle: float = 10.0, exact: bool = False,
    ) -> values.Location:
        """Asks for one position.

        desired_accuracy: metres, or a Level; timeout: seconds; maximum_age: seconds of a known position that will do;
        settle: seconds without an improvement after which the best will do; exact: whether a position that is worse
        than wanted is an error. Raises LocationError.
        """
        number = self._ask(desired_accuracy, timeout, maximum_age, settle, exact)
        try:
            while True:
                kept = self.process()
                found = self._taken(number)
                self._events.extendleft(reversed(kept))
                if found is not None:
                    return found
                self._sleep(self._now(), None)
        finally:
            if number in self._session.requests:
                self._send(self._session.end(number))

    def _sleep(self, now: float, end: Optional[float]) -> None:
        dues = [due for due in (self.deadline(), end) if due is not None]
        self._open_poll().poll(max(0.0, min(dues) - now) if dues else None)


def locate(
    desired_accuracy: values.Accuracy = 10.0, *, timeout: float = 30.0, socket: Optional[str] = None, **wishes: Any
) -> values.Location:
    """Where the device is: one position of `desired_accuracy` metres within `timeout` seconds. Raises LocationError."""
    with Manager(socket=socket) as manager:
        return manager.locate(desired_accuracy, timeout=timeout, **wishes)


__all__ = ["Connection", "Event", "Level", "Manager", "locate", "standard_socket"]
