"""What a program wants of the daemon and hears from it, without a socket: datagrams in, events out."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from . import values, wire
from .values import LocationError

Event = Union[
    values.Location, values.Problem, values.Paused, values.SignificantChange, values.Visit, values.Heading,
    values.Altitude, values.Plan, values.Sky, values.RegionEvent, values.Authorization, LocationError,
]

#: Seconds by which the daemon's answer to a request may be late.
GRACE = 1.0


@dataclass
class _Service:
    """A service that goes on, on this connection and those to come."""

    kind: int
    body: Callable[[float], bytes]


@dataclass
class _Request:
    """A question for one position."""

    body: Callable[[float], bytes]
    #: Seconds of the clock when it ends.
    deadline: float
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
    """Keeps what the program wants, so that each connection begins with it."""

    services: Dict[int, _Service] = field(default_factory=dict)
    requests: Dict[int, _Request] = field(default_factory=dict)
    regions: Dict[str, _Region] = field(default_factory=dict)
    last: Optional[values.Location] = None
    authorization: Optional[values.Authorization] = None
    plan: Optional[values.Plan] = None
    #: Positions that the daemon has left out, because this program read too slowly.
    dropped: int = 0
    #: The number of the service of regions.
    _regions_id: int = 1
    _number: int = 1
    _begun: List[values.Location] = field(default_factory=list)

    # ---- What the program wants

    def number(self) -> int:
        """A number for another service."""
        self._number += 1
        return self._number

    def begin(self, kind: int, body: Callable[[float], bytes], now: float) -> Tuple[int, bytes]:
        """Begins a service: its number, and what the daemon is told."""
        number = self.number()
        self.services[number] = _Service(kind, body)
        return number, self._begun_message(number, self.services[number], now)

    def change(self, number: int, body: Callable[[float], bytes], now: float) -> bytes:
        service = self.services[number]
        service.body = body
        return self._begun_message(number, service, now)

    @staticmethod
    def _begun_message(number: int, service: _Service, now: float) -> bytes:
        # What watches the daemon belongs to the connection.
        return wire.message(service.kind, 0 if service.kind == wire.WATCH else number, service.body(now))

    def end(self, number: int) -> bytes:
        """Ends a service, or a request."""
        self.services.pop(number, None)
        self.requests.pop(number, None)
        return wire.message(wire.STOP, number)

    def request(self, body: Callable[[float], bytes], timeout: float, now: float) -> Tuple[int, bytes]:
        number = self.number()
        self.requests[number] = _Request(body, now + timeout)
        return number, wire.message(wire.POSITION, number, body(timeout))

    def monitor(self, region: values.Region, state: int, options: Dict[str, Any]) -> List[bytes]:
        self.regions[region.identifier] = _Region(region, options, state)
        return self._said(self.regions[region.identifier])

    def forget_region(self, identifier: str) -> bytes:
        self.regions.pop(identifier, None)
        return wire.message(wire.REGION_END, self._regions_id, wire.named(identifier))

    def ask_region(self, identifier: str) -> bytes:
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
        said = [self._begun_message(number, one, now) for number, one in self.services.items()]
        for number, request in self.requests.items():
            request.obstacle = None
            said.append(wire.message(wire.POSITION, number, request.body(max(0.0, request.deadline - now))))
        for region in self.regions.values():
            said += self._said(region)
        return said

    def lost(self, error: LocationError) -> List[Event]:
        """Notes that the daemon is gone: told once to whoever wants something."""
        events: List[Event] = []
        for request in self.requests.values():
            request.obstacle = error
        if self.services or self.regions:
            events.append(values.Problem(error))
        for name, region in self.regions.items():
            if region.asked:
                region.asked = 0
                events.append(values.RegionEvent(name, values.RegionState(region.state)))
        return events

    def expire(self, now: float, is_connected: bool) -> None:
        """Ends requests whose time is over; the daemon's answer may be a little late."""
        for request in self.requests.values():
            if request.answer is None and now >= request.deadline + (GRACE if is_connected else 0):
                obstacle = request.obstacle
                request.answer = LocationError(
                    LocationError.Code.TIMEOUT, values.Severity.FATAL, reason=str(obstacle) if obstacle else "")

    def deadline(self, is_connected: bool) -> Optional[float]:
        """When `expire` has something to do."""
        ends = [one.deadline + (GRACE if is_connected else 0) for one in self.requests.values() if one.answer is None]
        return min(ends) if ends else None

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
            if not error.is_fatal:
                request.obstacle = error
            elif request.answer is None:
                request.answer = error
            return []
        if number == 0:
            return [values.Problem(error)]
        if number not in self.services and number != self._regions_id:
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
            del self.regions[event.identifier]
            return [event]
        if event.state != values.RegionState.UNKNOWN:
            region.state = int(event.state)
        if event.crossing is not None:
            return [event]
        # To be outside from the start is no event, but is told as an answer.
        if not region.asked:
            return []
        region.asked -= 1
        return [event]
