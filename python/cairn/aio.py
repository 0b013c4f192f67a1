"""The same for programs of asyncio."""
from __future__ import annotations

import asyncio
from typing import AsyncIterator, List, Optional

from . import values, wire
from .manager import Connection
from .session import Event
from .values import LocationError


class AsyncManager(Connection):
    """Positions and other events of the daemon, for a program of asyncio.

        async with cairn.AsyncManager(10) as manager:
            async for location in manager.locations():
                print(location.latitude, location.longitude)

    Belongs to the event loop on which it is used. One task waits at a time.
    """

    async def __aenter__(self) -> "AsyncManager":
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def wait(self) -> List[Event]:
        """Waits until something has happened."""
        while True:
            events = self.process()
            if events:
                return events
            await self._sleep()

    async def events(self) -> AsyncIterator[Event]:
        """Everything that happens."""
        while True:
            for event in await self.wait():
                yield event

    async def locations(self) -> AsyncIterator[values.Location]:
        """Positions alone, as the options say. Raises LocationError when the service has ended."""
        self.start()
        async for event in self.events():
            if isinstance(event, LocationError) and self._has_ended(wire.STANDARD):
                raise event
            if isinstance(event, values.Location):
                yield event

    async def locate(
        self, desired_accuracy: values.Accuracy = 10.0, *, timeout: float = 30.0, maximum_age: float = 5.0,
        settle: float = 10.0, exact: bool = False,
    ) -> values.Location:
        """Asks for one position; see `Manager.locate`. Raises LocationError."""
        number = self._ask(desired_accuracy, timeout, maximum_age, settle, exact)
        try:
            while True:
                kept = self.process()
                found = self._taken(number)
                self._events.extendleft(reversed(kept))
                if found is not None:
                    return found
                await self._sleep()
        finally:
            if number in self._session.requests and self._poll is not None:
                self._send(self._session.end(number))

    async def _sleep(self) -> None:
        """Waits until there is something to do."""
        loop = asyncio.get_running_loop()
        ready: "asyncio.Future[None]" = loop.create_future()

        def wake() -> None:
            if not ready.done():
                ready.set_result(None)

        due: Optional[float] = self.deadline()
        timer = None if due is None else loop.call_later(max(0.0, due - self._now()), wake)
        loop.add_reader(self.fileno(), wake)
        try:
            await ready
        finally:
            if self._poll is not None:
                loop.remove_reader(self.fileno())
            if timer is not None:
                timer.cancel()
