"""A manager for programs that wait."""
from __future__ import annotations

from typing import Iterator, List, Optional

from . import values
from .connection import Connection, standard_socket
from .session import Event
from .values import Level, LocationError, Service

#: Seconds of the longest wait at a time.
_LONGEST_WAIT = 86_400.0


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
                if isinstance(event, LocationError) and event.service == Service.LOCATIONS:
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
        than wanted is an error. Other events are kept meanwhile for `events`. Raises LocationError, and ValueError for
        a number out of its range.
        """
        number = self._ask(desired_accuracy, timeout, maximum_age, settle, exact)
        try:
            while True:
                self._events.put(self.process())
                found = self._taken(number)
                if found is not None:
                    return found
                self._sleep(self._now(), None)
        finally:
            if number in self._session.requests:
                self._send(self._session.end(number))

    def _sleep(self, now: float, end: Optional[float]) -> None:
        dues = [due for due in (self.deadline(), end) if due is not None]
        self._open_poll().poll(min(_LONGEST_WAIT, max(0.0, min(dues) - now)) if dues else None)


def locate(
    desired_accuracy: values.Accuracy = 10.0, *, timeout: float = 30.0, maximum_age: float = 5.0, settle: float = 10.0,
    exact: bool = False, socket: Optional[str] = None,
) -> values.Location:
    """Where the device is: one position of `desired_accuracy` metres within `timeout` seconds; see `Manager.locate`."""
    with Manager(socket=socket) as manager:
        return manager.locate(
            desired_accuracy, timeout=timeout, maximum_age=maximum_age, settle=settle, exact=exact)


__all__ = ["Connection", "Event", "Level", "Manager", "locate", "standard_socket"]
