"""A program's connection to the daemon, with the services that it runs: everything but waiting."""
from __future__ import annotations

import errno
import os
import select
import socket
import time
from collections import deque
from dataclasses import replace
from socket import socket as _Socket
from typing import TYPE_CHECKING, Deque, Dict, List, Optional

from . import values, wire
from .session import Event, Mailbox, Session
from .values import LocationError, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .wishes import Wishes

#: Seconds before the first attempt to connect again; each pause is twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 10.0
#: Seconds after which a connection was a good one.
PROOF = 10.0
#: Messages that a daemon may send at once, and in a second.
BURST, RATE = 10_000.0, 1000.0
#: Seconds for which a daemon may have too many programs waiting to connect before that is told, and between attempts.
BUSY_PATIENCE, BUSY_PAUSE = 5.0, 0.05
#: What to do about a daemon that does not answer, by errno.
_ADVICE = {
    errno.ENOENT: "; start cairnd, or check CAIRN_SOCKET",
    errno.ECONNREFUSED: ": it has ended; start it again",
    errno.EAGAIN: ": too many programs connect at the same time",
}


def standard_socket() -> str:
    """Where the daemon answers: CAIRN_SOCKET of the environment, else /run/cairn/cairn.sock. Raises ValueError."""
    path = os.environ.get("CAIRN_SOCKET", "/run/cairn/cairn.sock")
    if not path:
        raise ValueError("CAIRN_SOCKET is empty, so that there is no daemon: set it to the daemon's socket")
    return path


class Connection:
    """What managers of both kinds have in common.

    Belongs to one thread at a time, and to the process that has made it: a child after `os.fork()` may only close its
    copy, and make one of its own. `fileno()` is readable when `process()` has something to do, at the latest at
    `deadline()`. A call that raises has changed nothing.
    """

    def __init__(self, desired_accuracy: Optional[values.Accuracy] = None, *, socket: Optional[str] = None,
                 options: Optional[Options] = None, **wishes: Unpack[Wishes]) -> None:
        """Connects to the daemon. It need not answer yet: it is waited for.

        desired_accuracy and wishes: fields of `Options`, in place of those of `options`; socket: the path of the
        daemon's. Raises ValueError for a number out of its range, which names it.
        """
        self.path = standard_socket() if socket is None else socket
        if not 0 < len(os.fsencode(self.path)) <= 107 or "\0" in self.path:
            raise ValueError("socket is a path of 1 to 107 octets, not %r" % self.path)
        fields = {name: value for name, value in wishes.items()}
        if desired_accuracy is not None:
            fields["desired_accuracy"] = desired_accuracy
        for name in fields:
            if name not in Options.__dataclass_fields__:
                raise TypeError("there is no option %r" % name)
        self._options: Options = replace(options or Options(), **fields)  # type: ignore[arg-type]
        wire.standard(self._options)
        self._process = os.getpid()
        self._session = Session()
        self._poll: Optional[select.epoll] = select.epoll()
        self._socket: Optional[_Socket] = None
        self._unsent: Deque[bytes] = deque()
        self._events = Mailbox()
        self._pause = FIRST_PAUSE
        self._retry = 0.0
        self._connected_at = 0.0
        self._busy_since: Optional[float] = None
        self._credit = (BURST, 0.0)
        #: Why there is no connection, and whether the program knows.
        self._loss: Optional[LocationError] = None
        self._has_told_loss = False
        self._numbers: Dict[int, int] = {}
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
        """Positions and events that were left out because the program took them too slowly."""
        return self._session.dropped + self._events.dropped

    @property
    def options(self) -> Options:
        """What is wanted, a copy: change it and assign it, also while positions come."""
        return replace(self._options)

    @options.setter
    def options(self, options: Options) -> None:
        body = wire.standard(options)
        self._options = replace(options)
        if self._runs(wire.STANDARD):
            self._send(self._session.change(self._numbers[wire.STANDARD], body))

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
        self._start(wire.STANDARD, wire.standard(self._options))

    def stop(self) -> None:
        """Tells no more positions."""
        self._stop(wire.STANDARD)

    def start_significant_changes(self, distance: float = 500.0, minimum_interval: float = 300.0) -> None:
        """Begins to tell positions that are `distance` metres apart or more, with that many seconds between them."""
        self._start(wire.SIGNIFICANT_CHANGES, wire.significant_changes(distance, minimum_interval))

    def stop_significant_changes(self) -> None:
        self._stop(wire.SIGNIFICANT_CHANGES)

    def start_visits(self, radius: float = 100.0, minimum_stay: float = 300.0) -> None:
        """Begins to tell stays within `radius` metres that last `minimum_stay` seconds."""
        self._start(wire.VISITS, wire.visits(radius, minimum_stay))

    def stop_visits(self) -> None:
        self._stop(wire.VISITS)

    def start_headings(
        self, filter: Optional[float] = None, orientation: values.Orientation = values.Orientation.PORTRAIT
    ) -> None:
        """Begins to tell headings that differ by `filter` degrees or more; None for every one."""
        self._start(wire.HEADING, wire.heading(filter, orientation))

    def stop_headings(self) -> None:
        self._stop(wire.HEADING)

    def start_altitudes(self) -> None:
        """Begins to tell heights relative to the present one, by a barometer."""
        self._start(wire.ALTITUDES, b"")

    def stop_altitudes(self) -> None:
        self._stop(wire.ALTITUDES)

    def start_satellites(self) -> None:
        """Begins to tell the satellites of receivers that are on; switches none on."""
        self._start(wire.WATCH, wire.watch_satellites())

    def monitor(
        self, region: values.Region, *, state: values.RegionState = values.RegionState.UNKNOWN,
        confidence: float = 0.95, dwell: float = 20.0, hysteresis: float = 20.0,
        accuracy: values.Accuracy = 100.0, responsiveness: float = 60.0, on_entry: bool = True, on_exit: bool = True,
    ) -> None:
        """Monitors a region, or another one under the same name.

        state: if it is known from before, only a change is told; else a `RegionEvent` without a crossing tells that
        the device is inside from the beginning. confidence: probability from which a crossing counts, from 0.5 to below
        1; dwell: seconds for which it must hold; hysteresis: metres beyond the boundary at which it is left; accuracy:
        metres near the boundary; responsiveness: seconds by which a crossing may be told late. Raises ValueError.
        """
        self._open_poll()
        options = dict(
            confidence=confidence, dwell=dwell, hysteresis=hysteresis, accuracy=accuracy,
            responsiveness=responsiveness, on_entry=on_entry, on_exit=on_exit)
        said = self._session.monitor(region, int(state), options)
        self._tell_loss()
        self._say(said)

    def stop_monitoring(self, identifier: str) -> None:
        """Ends the monitoring of the region of that name."""
        if identifier in self._session.regions:
            self._send(self._session.forget_region(identifier))

    def ask_state(self, identifier: str) -> None:
        """Asks where the device is with regard to a monitored region; a `RegionEvent` that `is_answer` answers.

        The state is UNKNOWN before the first position that is certain. Raises KeyError if there is none of that name.
        """
        self._open_poll()
        message = self._session.ask_region(identifier)
        if self._socket is None and self._loss is not None:
            # What is known here is the answer.
            self._events.put(self._session.answers())
        self._send(message)

    def close(self) -> None:
        """Ends everything. Idempotent. In a child after `os.fork()` it closes the child's copy alone."""
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
        self._say(self._session.waiting(now) if self._socket is not None else [])
        return self._events.take()

    def _start(self, kind: int, body: bytes) -> None:
        self._open_poll()
        if self._runs(kind):
            return self._send(self._session.change(self._numbers[kind], body))
        self._numbers[kind], message = self._session.begin(kind, body)
        self._tell_loss()
        self._send(message)

    def _runs(self, kind: int) -> bool:
        return kind in self._numbers and self._numbers[kind] in self._session.services

    def _stop(self, kind: int) -> None:
        if kind in self._numbers:
            self._send(self._session.end(self._numbers.pop(kind)))

    def _ask(
        self, desired_accuracy: values.Accuracy, timeout: float, maximum_age: float, settle: float, exact: bool
    ) -> int:
        self._open_poll()
        now = self._now()
        number = self._session.request(
            wire.position(desired_accuracy, timeout, maximum_age, settle, not exact), timeout, now)
        self._session.requests[number].obstacle = self._loss
        self._say(self._session.waiting(now) if self._socket is not None else [])
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
        if self._process != os.getpid():
            raise ValueError("the manager belongs to process %d: make one in this process" % self._process)
        return self._poll

    def _connect(self, now: float) -> None:
        self._retry = now + self._pause
        self._pause = min(LONGEST_PAUSE, self._pause * 2)
        one: Optional[_Socket] = None
        try:
            one = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
            one.connect(self.path)
        except OSError as failure:
            if one is not None:
                one.close()
            return self._note_absence(failure.errno or errno.EIO, now)
        self._socket, self._connected_at, self._busy_since = one, now, None
        self._loss, self._has_told_loss = None, False
        self._credit = (BURST, now)
        self._open_poll().register(one.fileno(), select.EPOLLIN)
        self._say(self._session.opened(now))

    def _note_absence(self, code: int, now: float) -> None:
        if code == errno.EAGAIN:
            # It is there, and is about to accept those that came before.
            self._busy_since = now if self._busy_since is None else self._busy_since
            if now - self._busy_since < BUSY_PATIENCE:
                self._retry, self._pause = now + BUSY_PAUSE, FIRST_PAUSE
                return
        if not self._has_told_loss:
            self._loss = LocationError(
                LocationError.Code.NO_PROVIDER, values.Severity.DEGRADED,
                reason="the daemon does not answer" + _ADVICE.get(code, ""), cause=(0, self.path, code))
            self._tell_loss()

    def _disconnect(self) -> None:
        if self._socket is not None:
            # In a child, the poll is the parent's as well.
            if self._poll is not None and self._process == os.getpid():
                self._poll.unregister(self._socket.fileno())
            self._socket.close()
            self._socket = None
        self._unsent.clear()

    def _lose(self, code: int, reason: str, now: float) -> None:
        if now - self._connected_at >= PROOF:
            self._pause = FIRST_PAUSE
        self._retry = now + self._pause
        self._disconnect()
        self._loss = self._session.refusal or LocationError(code, values.Severity.DEGRADED, reason=reason)
        self._has_told_loss = False
        self._tell_loss()

    def _tell_loss(self) -> None:
        """Tells once that the daemon is gone, if anything is wanted of it."""
        if self._loss is None or self._has_told_loss:
            return
        events = self._session.lost(self._loss)
        self._has_told_loss = bool(events)
        self._events.put(events)

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
            except ConnectionResetError:
                # That the daemon has not read everything is told once, and before its last words.
                continue
            except OSError:
                datagram = b""
            if not datagram:
                return self._lose(
                    LocationError.Code.PROVIDER_LOST, "the daemon at %s has ended" % self.path, now)
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
            self._events.put(events)
