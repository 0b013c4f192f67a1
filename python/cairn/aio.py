"""The same for programs of asyncio."""
from __future__ import annotations

import asyncio
import weakref
from typing import AsyncIterator, List, Optional, Set

from . import values
from .connection import Connection
from .session import Event, Mailbox
from .values import LocationError, Service, Severity


class AsyncManager(Connection):
    """Positions and other events of the daemon, for a program of asyncio.

        async with cairn.AsyncManager(10) as manager:
            async for location in manager.locations():
                print(location.latitude, location.longitude)

    Belongs to the event loop on which it is used. As many tasks as you like may wait: each iterator of `events` and
    `locations` gets all that happens while it exists, and each `locate` its own answer. What happens while there is no
    iterator is kept for the next one, or for `wait`. `close` ends all that wait: iterators end, `wait` and `locate`
    raise LocationError with the code CANCELLED.
    """

    def _begin(self) -> None:
        """Makes what tasks share, with the first of them."""
        if not hasattr(self, "_waiters"):
            self._waiters: Set[asyncio.Future[None]] = set()
            self._iterators: weakref.WeakSet[_Events] = weakref.WeakSet()
            self._loop: Optional[asyncio.AbstractEventLoop] = None
            self._timer: Optional[asyncio.TimerHandle] = None

    async def __aenter__(self) -> AsyncManager:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends everything, also for tasks that wait. Idempotent."""
        self._begin()
        self._disarm()
        super().close()
        self._wake()

    async def wait(self) -> List[Event]:
        """Waits until something has happened, and takes what no iterator takes.

        With several tasks that want everything, use `events`. Raises LocationError if the manager is closed meanwhile.
        """
        self._open_poll()
        own = _Events(self)
        try:
            while not own.mailbox:
                self._pump()
                if not own.mailbox:
                    await self._woken()
                if self._poll is None and not own.mailbox:
                    raise _closed()
            return own.mailbox.take()
        finally:
            # Of a task that was cancelled.
            if not self._iterators - {own}:
                self._events.put(own.mailbox.take())

    def events(self) -> AsyncIterator[Event]:
        """Everything that happens from now on, and what has been kept; ends when the manager is closed."""
        self._open_poll()
        return _Events(self)

    def locations(self) -> AsyncIterator[values.Location]:
        """Positions alone, as the options say; ends when the manager is closed.

        Raises LocationError when the service has ended. What is wrong meanwhile is not told: see `events`.
        """
        self.start()
        return _Locations(self)

    async def locate(
        self, desired_accuracy: values.Accuracy = 10.0, *, timeout: float = 30.0, maximum_age: float = 5.0,
        settle: float = 10.0, exact: bool = False,
    ) -> values.Location:
        """Asks for one position; see `Manager.locate`. Raises LocationError.

        The daemon has some of many requests at a time; the others wait for the answers to those.
        """
        number = self._ask(desired_accuracy, timeout, maximum_age, settle, exact)
        try:
            while True:
                self._pump()
                found = self._taken(number)
                if found is not None:
                    return found
                await self._woken()
                if self._poll is None:
                    raise _closed()
        finally:
            if number in self._session.requests and self._poll is not None:
                self._send(self._session.end(number))

    # ---- What tasks share

    def _pump(self) -> None:
        """Takes what has happened, hands it to all that want it, and wakes them."""
        self._begin()
        events = self.process()
        if events:
            for iterator in list(self._iterators):
                iterator.mailbox.put(events)
            if not self._iterators:
                self._events.put(events)
        if events or any(one.answer is not None for one in self._session.requests.values()):
            self._wake()

    def _wake(self) -> None:
        for one in self._waiters:
            if not one.done():
                one.set_result(None)

    async def _woken(self) -> None:
        """Waits until something may have happened."""
        loop = asyncio.get_running_loop()
        if self._loop not in (None, loop):
            raise RuntimeError("the manager is in use on another event loop")
        one: asyncio.Future[None] = loop.create_future()
        self._waiters.add(one)
        if self._loop is None:
            self._loop = loop
            loop.add_reader(self.fileno(), self._ready)
        self._set_timer()
        try:
            await one
        finally:
            self._waiters.discard(one)
            if not self._waiters:
                self._disarm()

    def _ready(self) -> None:
        try:
            self._pump()
        except Exception as error:  # for those that wait: nobody has called
            for one in self._waiters:
                if not one.done():
                    one.set_exception(error)
        if self._loop is not None:
            self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self.deadline()
        if self._loop is not None and due is not None:
            self._timer = self._loop.call_later(max(0.0, due - self._now()), self._ready)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._loop is not None and self._poll is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._poll.fileno())
        self._loop = self._timer = None


class _Events(AsyncIterator[Event]):
    """All events from now on, for one task."""

    def __init__(self, manager: AsyncManager) -> None:
        self.manager = manager
        self.mailbox = Mailbox()
        manager._begin()
        manager._iterators.add(self)
        self.mailbox.put(manager._events.take())

    def __aiter__(self) -> _Events:
        return self

    async def __anext__(self) -> Event:
        manager = self.manager
        while not self.mailbox:
            if manager._poll is None:
                raise StopAsyncIteration
            manager._pump()
            if not self.mailbox:
                await manager._woken()
        return self.mailbox.next()


class _Locations(AsyncIterator[values.Location]):
    """The positions among the events."""

    def __init__(self, manager: AsyncManager) -> None:
        self._all = _Events(manager)

    def __aiter__(self) -> _Locations:
        return self

    async def __anext__(self) -> values.Location:
        async for event in self._all:
            if isinstance(event, LocationError) and event.service == Service.LOCATIONS:
                raise event
            if isinstance(event, values.Location):
                return event
        raise StopAsyncIteration


def _closed() -> LocationError:
    return LocationError(LocationError.Code.CANCELLED, Severity.FATAL, reason="the manager was closed")
