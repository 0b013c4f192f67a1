"""The Python package: several tasks of asyncio on one manager, and its end."""
import asyncio
import os
import unittest

from support import PATIENCE, Daemon, cairn, listener


def run(body):
    """Runs a coroutine, which must end in time."""
    async def limited():
        await asyncio.wait_for(body, PATIENCE)
    asyncio.run(limited())


async def first(iterator, count=1):
    found = []
    async for one in iterator:
        found.append(one)
        if len(found) == count:
            return found


@unittest.skipUnless("CAIRND" in os.environ, "CAIRND names no daemon")
class Tasks(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)

    def test_one_iterates_while_another_asks(self):
        async def body():
            async with cairn.AsyncManager(10, socket=self.daemon.socket) as manager:
                positions, others, answer = await asyncio.gather(
                    first(manager.locations(), 3), first(manager.locations(), 3), manager.locate(50, timeout=PATIENCE))
                self.assertEqual((len(positions), len(others), answer.provider), (3, 3, "gnss"))
                self.assertEqual(await first(manager.locations()) != [], True)
        run(body())

    def test_more_requests_than_the_daemon_serves_are_all_answered(self):
        async def body():
            async with cairn.AsyncManager(10, socket=self.daemon.socket) as manager:
                answers = await asyncio.gather(*[manager.locate(50, timeout=PATIENCE) for _ in range(100)])
                self.assertEqual([one.provider for one in answers], ["gnss"] * 100)
        run(body())

    def test_all_events_reach_each_task(self):
        async def body():
            async with cairn.AsyncManager(10, socket=self.daemon.socket) as manager:
                manager.start()

                async def plan():
                    async for event in manager.events():
                        if isinstance(event, cairn.Plan):
                            return event

                plans = await asyncio.gather(plan(), plan(), plan())
                self.assertEqual(len(plans), 3)
        run(body())


class Ends(unittest.TestCase):
    def test_close_ends_all_that_wait(self):
        async def body():
            with listener() as (_, path):
                manager = cairn.AsyncManager(10, socket=path)
                tasks = [asyncio.ensure_future(one) for one in (
                    first(manager.locations()), first(manager.events()), manager.wait(), manager.locate())]
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                manager.close()
                positions, events, waited, asked = await asyncio.gather(*tasks, return_exceptions=True)
                self.assertEqual((positions, events), (None, None))
                for error in (waited, asked):
                    self.assertIsInstance(error, cairn.LocationError)
                    self.assertEqual(error.code, cairn.LocationError.Code.CANCELLED)
                for call in (manager.wait, manager.locate):
                    with self.assertRaisesRegex(ValueError, "closed"):
                        await call()
        run(body())

    def test_what_nobody_takes_is_kept_for_the_next(self):
        async def body():
            manager = cairn.AsyncManager(10, socket="/nowhere")
            manager.start()
            with self.assertRaises(cairn.LocationError):
                await manager.locate(timeout=0)
            event, = await first(manager.events())
            self.assertIsInstance(event, cairn.Problem)
            manager.close()
        run(body())

    def test_a_task_that_is_cancelled_leaves_its_request_and_events(self):
        async def body():
            with listener() as (_, path):
                manager = cairn.AsyncManager(10, socket=path)
                tasks = [asyncio.ensure_future(manager.locate()), asyncio.ensure_future(manager.wait())]
                await asyncio.sleep(0)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                self.assertEqual((manager._session.requests, len(manager._waiters)), ({}, 0))
                manager.close()
        run(body())

    def test_what_a_slow_task_does_not_take_is_bounded(self):
        mailbox = cairn.session.Mailbox()
        problem = cairn.Problem(cairn.LocationError(65))
        mailbox.put([problem] + [cairn.Location(0, 0, 1, time) for time in range(12_000)])
        kept = mailbox.take()
        self.assertEqual((len(kept), mailbox.dropped, kept[0], kept[-1].time), (10_000, 2001, problem, 11_999))


if __name__ == "__main__":
    unittest.main(verbosity=1)
