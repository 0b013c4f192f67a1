"""What a program wants of the daemon and hears from it, without a socket: datagrams in, events out."""
from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple, Union

from . import values, wire
from .values import LocationError, Service

Event = Union[
    values.Location, values.Problem, values.Paused, values.SignificantChange, values.Visit, values.Heading,
    values.Altitude, values.Plan, values.Sky, values.RegionEvent, values.Authorization, LocationError,
]

#: Seconds by which the daemon's answer to a request may be late.
GRACE = 1.0
#: Requests that the daemon has at a time, of 64 services and requests that it serves; others wait for their answers.
REQUESTS = 56
#: Events that are kept for a program that does not take them, as many as a daemon may send at once: 4096 regions may be
#: entered and left. Positions are the first to be left out.
KEPT = 10_000

_SERVICES = {
    wire.STANDARD: Service.LOCATIONS, wire.SIGNIFICANT_CHANGES: Service.SIGNIFICANT_CHANGES,
    wire.VISITS: Service.VISITS, wire.HEADING: Service.HEADINGS, wire.ALTITUDES: Service.ALTITUDES,
    wire.WATCH: Service.SATELLITES,
}


class Mailbox:
    """Events that wait for somebody: so many at most, of which the oldest positions are left out."""

    def __init__(self) -> None:
        self._events: Deque[Event] = deque()
        #: Events that were left out.
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._events)

    def put(self, events: List[Event]) -> None:
        for event in events:
            if len(self._events) >= KEPT:
                oldest = next((i for i, one in enumerate(self._events) if isinstance(one, values.Location)), 0)
                del self._events[oldest]
                self.dropped += 1
            self._events.append(event)

    def next(self) -> Event:
        return self._events.popleft()

    def take(self) -> List[Event]:
        events = list(self._events)
        self._events.clear()
        return events


@dataclass
class _Service:
    """A service that goes on, on this connection and those to come."""

    kind: int
    body: bytes


@dataclass
class _Request:
    """A question for one position."""

    #: What is said when so many seconds are left.
    body: Callable[[float], bytes]
    #: Seconds of the clock when it ends.
    deadline: float
    is_told: bool = False
    #: Why there is no answer yet.
    obstacle: Optional[LocationError] = None
    #: A position or an error, once there is one.
    answer: Union[values.Location, LocationError, None] = None


@dataclass
class _Region:
    shape: values.Region
    options: Dict[str, Any]
    #: The state heard last, with which it is said to the next daemon, so that nothing is told twice.
    state: int
    asked: int = 0


@dataclass
class Session:
    """Keeps what the program wants, so that each connection begins with it.

    What is kept has been made into messages before: a call that raises leaves nothing behind.
    """

    services: Dict[int, _Service] = field(default_factory=dict)
    requests: Dict[int, _Request] = field(default_factory=dict)
    regions: Dict[str, _Region] = field(default_factory=dict)
    last: Optional[values.Location] = None
    authorization: Optional[values.Authorization] = None
    plan: Optional[values.Plan] = None
    #: Positions that the daemon has left out, because this program read too slowly.
    dropped: int = 0
    #: Why the daemon is about to end the connection, if it has said so.
    refusal: Optional[LocationError] = None
    #: The number of the service of regions.
    _regions_id: int = 1
    _number: int = 1
    _begun: List[values.Location] = field(default_factory=list)

    # ---- What the program wants

    def number(self) -> int:
        """A number for another service."""
        self._number += 1
        return self._number

    def begin(self, kind: int, body: bytes) -> Tuple[int, bytes]:
        """Begins a service: its number, and what the daemon is told."""
        number = self.number()
        self.services[number] = _Service(kind, body)
        return number, self._begun_message(number, self.services[number])

    def change(self, number: int, body: bytes) -> bytes:
        service = self.services[number]
        service.body = body
        return self._begun_message(number, service)

    @staticmethod
    def _begun_message(number: int, service: _Service) -> bytes:
        # What watches the daemon belongs to the connection.
        return wire.message(service.kind, 0 if service.kind == wire.WATCH else number, service.body)

    def end(self, number: int) -> bytes:
        """Ends a service, or a request."""
        self.services.pop(number, None)
        self.requests.pop(number, None)
        return wire.message(wire.STOP, number)

    def request(self, body: Callable[[float], bytes], timeout: float, now: float) -> int:
        """Asks for one position, which `waiting` tells the daemon."""
        number = self.number()
        # As long as any message can say.
        self.requests[number] = _Request(body, now + min(timeout, 9.2e9))
        return number

    def waiting(self, now: float) -> List[bytes]:
        """The messages of requests that the daemon does not have yet, as many as it may have at a time."""
        said: List[bytes] = []
        room = REQUESTS - sum(one.is_told and one.answer is None for one in self.requests.values())
        for number, request in self.requests.items():
            if room <= len(said):
                break
            if not request.is_told and request.answer is None:
                request.is_told = True
                said.append(wire.message(wire.POSITION, number, request.body(request.deadline - now)))
        return said

    def monitor(self, region: values.Region, state: int, options: Dict[str, Any]) -> List[bytes]:
        if not isinstance(region, values.Circle):
            # What the program does with its list later does not matter.
            region = replace(region, points=tuple((float(north), float(east)) for north, east in region.points))
        wanted = _Region(region, options, state)
        said = self._said(wanted)
        before = self.regions.get(region.identifier)
        wanted.asked = before.asked if before else 0
        self.regions[region.identifier] = wanted
        return said

    def forget_region(self, identifier: str) -> bytes:
        self.regions.pop(identifier, None)
        return wire.message(wire.REGION_END, self._regions_id, wire.named(identifier))

    def ask_region(self, identifier: str) -> bytes:
        if identifier not in self.regions:
            raise KeyError("no region %r is monitored" % identifier)
        self.regions[identifier].asked += 1
        return wire.message(wire.REGION_STATE, self._regions_id, wire.named(identifier))

    def _said(self, region: _Region) -> List[bytes]:
        return [
            wire.message(kind, self._regions_id, body)
            for kind, body in wire.region(region.shape, region.state, **region.options)
        ]

    # ---- The connection

    def opened(self, now: float) -> List[bytes]:
        """What a new daemon is told first."""
        self.refusal = None
        said = [self._begun_message(number, one) for number, one in self.services.items()]
        for request in self.requests.values():
            request.obstacle, request.is_told = None, False
        said += self.waiting(now)
        for region in self.regions.values():
            said += self._said(region)
            question = wire.message(wire.REGION_STATE, self._regions_id, wire.named(region.shape.identifier))
            said += [question] * region.asked
        return said

    def lost(self, error: LocationError) -> List[Event]:
        """Notes that the daemon is gone: told once to whoever wants something."""
        events: List[Event] = []
        for request in self.requests.values():
            request.obstacle = error
        if self.services or self.regions:
            events.append(values.Problem(error))
        return events + self.answers()

    def answers(self) -> List[Event]:
        """Answers to all questions for states, from what is known here."""
        events: List[Event] = []
        for name, region in self.regions.items():
            for _ in range(region.asked):
                events.append(values.RegionEvent(name, values.RegionState(region.state), is_answer=True))
            region.asked = 0
        return events

    def expire(self, now: float, is_connected: bool) -> None:
        """Ends requests whose time is over; the daemon's answer may be a little late."""
        for request in self.requests.values():
            if request.answer is None and now >= self._end_of(request, is_connected):
                obstacle = request.obstacle
                request.answer = LocationError(
                    LocationError.Code.TIMEOUT, values.Severity.FATAL, reason=str(obstacle) if obstacle else "")
                request.answer.service = Service.REQUEST

    def deadline(self, is_connected: bool) -> Optional[float]:
        """When `expire` has something to do."""
        ends = [self._end_of(one, is_connected) for one in self.requests.values() if one.answer is None]
        return min(ends) if ends else None

    @staticmethod
    def _end_of(request: _Request, is_connected: bool) -> float:
        return request.deadline + (GRACE if is_connected and request.is_told else 0)

    # ---- What the daemon tells

    def receive(self, datagram: bytes) -> List[Event]:
        """The events of a message. Raises `wire.Malformed`."""
        kind, number, content = wire.read(datagram)
        if content is None:
            return []
        if kind == wire.STATUS:
            if number in self.requests:
                return []
            self.authorization = content
            return [content]
        if kind == wire.PLAN:
            self.plan = content
            return [content] if number in self.services else []
        if kind == wire.SKY:
            return [content]
        if kind == wire.LOCATIONS:
            return self._located(number, content)
        if kind == wire.FAILURE:
            return self._failed(number, content)
        if kind in (wire.REGION_REPORT, wire.REGION_FAILURE):
            return self._crossed(content)
        if number not in self.services:
            return []
        if kind == wire.PAUSE:
            return [values.Paused(content)]
        if kind in (wire.VISIT, wire.HEADING_REPORT, wire.ALTITUDE):
            return [content]
        return []

    def _located(self, number: int, call: wire.Locations) -> List[Event]:
        for location in call.locations:
            if location.fix != values.Fix.ESTIMATED:
                self.last = location
        if number in self.requests:
            if call.locations and self.requests[number].answer is None:
                self.requests[number].answer = call.locations[-1]
            return []
        service = self.services.get(number)
        if service is None:
            return []
        if service.kind == wire.SIGNIFICANT_CHANGES:
            return [values.SignificantChange(location) for location in call.locations]
        self.dropped = max(self.dropped, call.dropped)
        self._begun += call.locations
        if call.is_continued and len(self._begun) < 256:
            return []
        whole, self._begun = self._begun, []
        return list(whole)

    def _failed(self, number: int, error: LocationError) -> List[Event]:
        if number in self.requests:
            request = self.requests[number]
            error.service = Service.REQUEST
            if not error.is_fatal:
                request.obstacle = error
            elif request.answer is None:
                request.answer = error
            return []
        if number == 0:
            # Its last words, if it ends the connection then.
            if not error.is_fatal:
                self.refusal = error
            return []
        if number in self.services:
            error.service = _SERVICES.get(self.services[number].kind)
        elif number == self._regions_id:
            error.service = Service.REGIONS
        else:
            return []
        if error.is_fatal:
            self.services.pop(number, None)
            if number == self._regions_id:
                self.regions.clear()
            return [error]
        return [values.Problem(error)]

    def _crossed(self, event: values.RegionEvent) -> List[Event]:
        region = self.regions.get(event.identifier)
        if region is None:
            return []
        if event.error is not None:
            event.error.service = Service.REGIONS
            del self.regions[event.identifier]
            return [event]
        if event.state != values.RegionState.UNKNOWN:
            region.state = int(event.state)
        if event.is_answer:
            # To be outside from the start is no event, but is told as an answer.
            if not region.asked:
                return []
            region.asked -= 1
            return [event]
        # Inside from the start; where entries are told, only that is no crossing.
        is_first = event.state == values.RegionState.INSIDE and region.options["on_entry"]
        return [event] if event.crossing is not None or is_first else []
