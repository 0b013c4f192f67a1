"""The Python package: its messages without a socket, and its managers before a real daemon.

CAIRND names the daemon; without it, only what needs none is run. Standard library only.
"""
import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

from support import PATIENCE, ROOT, Daemon, cairn, until
from cairn import wire
from cairn.session import Session


class Messages(unittest.TestCase):
    def test_what_was_cut_or_made_up_is_malformed_and_nothing_else(self):
        draw = random.Random(7)
        kinds = list(wire._READERS)
        for _ in range(20_000):
            body = bytes(draw.choice((0, 1, 255, draw.randrange(256))) for _ in range(draw.randrange(900)))
            try:
                wire.read(wire.message(draw.choice(kinds), draw.randrange(3), body))
            except wire.Malformed:
                pass
        for cut in (b"", b"\0" * 7, wire.message(64, 0)[:-1], b"\x40\0\xff\0\0\0\0\0"):
            with self.assertRaises(wire.Malformed):
                wire.read(cut)

    def test_an_unknown_message_is_ignored(self):
        self.assertEqual(Session().receive(wire.message(99_9 % 65_536, 0, b"later")), [])

    def test_what_cannot_be_said_is_refused(self):
        for wrong in (dict(desired_accuracy=0.0), dict(desired_accuracy=float("nan")), dict(interval=float("nan"))):
            with self.assertRaises(ValueError):
                wire.standard(cairn.Options(**wrong))
        with self.assertRaises(ValueError):
            wire.named("x" * 256)
        with self.assertRaises(TypeError):
            cairn.Manager(acuracy=10)

    def test_the_words_of_errors_are_those_of_the_library(self):
        path = os.path.join(ROOT, "Sources", "Core", "CairnTypes", "LocationError+Words.swift")
        with open(path, encoding="utf-8") as file:
            known = dict(re.findall(r'case \.(\w+): "([^"]*)"', file.read()))
        for code, words in cairn.LocationError._WORDS.items():
            if code == cairn.LocationError.Code.DELIVERY_STALLED:
                continue  # that of the library is about a class of Swift
            first, *rest = code.name.lower().split("_")
            name = first + "".join(part.capitalize() for part in rest)
            self.assertEqual(words, known[name], name)

    def test_many_points_go_before_their_region(self):
        points = [(47 + i * 1e-5, 8.0) for i in range(1300)]
        said = wire.region(
            cairn.Polygon("border", points), 0, confidence=0.9, dwell=0, hysteresis=20, accuracy=100.0,
            responsiveness=60, on_entry=True, on_exit=True)
        self.assertEqual([kind for kind, _ in said], [wire.POINTS, wire.POINTS, wire.REGION])
        self.assertTrue(all(len(wire.message(kind, 1, body)) <= wire.LIMIT for kind, body in said))


@unittest.skipUnless("CAIRND" in os.environ, "CAIRND names no daemon")
class Managers(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)

    def manager(self, *arguments, **options):
        manager = cairn.Manager(*arguments, socket=self.daemon.socket, **options)
        self.addCleanup(manager.close)
        return manager

    def test_positions_come_with_all_that_is_known(self):
        manager = self.manager(10)
        first = next(manager.locations(timeout=PATIENCE))
        self.assertAlmostEqual(first.latitude, 37.566, delta=0.01)
        self.assertAlmostEqual(first.longitude, 126.978, delta=0.01)
        self.assertTrue(0 < first.horizontal_accuracy < 50)
        self.assertEqual((first.provider, first.technology), ("gnss", cairn.Technology.GNSS))
        self.assertIn(cairn.Flags.SIMULATED, first.flags)
        self.assertTrue(manager.authorization.allows_location)
        until(manager, lambda event: isinstance(event, cairn.Plan) and event.entries[0].is_on)

    def test_one_position_is_answered_or_times_out(self):
        self.assertEqual(cairn.locate(50, timeout=PATIENCE, socket=self.daemon.socket).provider, "gnss")
        with self.assertRaises(cairn.LocationError) as caught:
            self.manager().locate(1e-3, timeout=0.2, maximum_age=0, exact=True)
        self.assertEqual(caught.exception.code, cairn.LocationError.Code.TIMEOUT)

    def test_satellites_regions_and_what_is_missing_are_told(self):
        manager = self.manager(10)
        manager.start_satellites()
        manager.start_headings()
        manager.monitor(cairn.Circle("far", -40.0, 10.0, 1000.0), state=cairn.RegionState.INSIDE, dwell=0)
        manager.start()
        missing = {"sky", "region", "compass"}

        def is_enough(event):
            if isinstance(event, cairn.Sky) and any(one.is_used for one in event.satellites):
                missing.discard("sky")
            if isinstance(event, cairn.RegionEvent) and event.crossing == cairn.Crossing.LEFT:
                missing.discard("region")
            if isinstance(event, cairn.LocationError):
                self.assertEqual(event.code, cairn.LocationError.Code.HEADING_FAILURE)
                missing.discard("compass")
            return not missing

        until(manager, is_enough)

    def test_a_daemon_that_starts_again_is_one_problem(self):
        manager = self.manager(10)
        manager.monitor(cairn.Circle("far", -40.0, 10.0, 1000.0), state=cairn.RegionState.INSIDE, dwell=0)
        manager.start()
        until(manager, lambda event: isinstance(event, cairn.RegionEvent))
        self.daemon.end(signal.SIGKILL)
        seen = until(manager, lambda event: isinstance(event, cairn.Problem))
        self.assertEqual(seen[-1].error.code, cairn.LocationError.Code.PROVIDER_LOST)
        self.daemon.start()
        seen = until(manager, lambda event: isinstance(event, cairn.Location))
        self.assertFalse([event for event in seen if isinstance(event, cairn.RegionEvent)], "told twice")
        self.assertFalse([event for event in seen if isinstance(event, cairn.Problem)
                          and event.error.code == cairn.LocationError.Code.PROVIDER_LOST])

    def test_asyncio(self):
        async def main():
            async with cairn.AsyncManager(10, socket=self.daemon.socket) as manager:
                self.assertEqual((await manager.locate(50, timeout=PATIENCE)).provider, "gnss")
                found = []
                async for location in manager.locations():
                    found.append(location)
                    if len(found) == 2:
                        return
        asyncio.run(asyncio.wait_for(main(), PATIENCE))

    def test_the_samples_of_the_readme_print_positions(self):
        with open(os.path.join(ROOT, "python", "README.md"), encoding="utf-8") as file:
            samples = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.assertEqual(len(samples), 2)
        environment = dict(os.environ, CAIRN_SOCKET=self.daemon.socket, PYTHONPATH=os.path.join(ROOT, "python"))
        for command in [["-c", sample] for sample in samples] + [["-m", "cairn", "100"]]:
            program = subprocess.Popen(
                [sys.executable, "-u", *command], env=environment, stdout=subprocess.PIPE, text=True)
            timer = threading.Timer(PATIENCE, program.kill)
            timer.start()
            lines = [program.stdout.readline() for _ in range(2)]
            timer.cancel()
            program.kill()
            program.wait()
            program.stdout.close()
            self.assertTrue(all("37.56" in line or "gnss" in line for line in lines), lines)


@unittest.skipUnless("CAIRND" in os.environ, "CAIRND names no daemon")
class Strangers(unittest.TestCase):
    def test_a_daemon_that_is_not_there_is_waited_for(self):
        with tempfile.TemporaryDirectory() as folder:
            manager = cairn.Manager(10, socket=os.path.join(folder, "none"))
            self.addCleanup(manager.close)
            manager.start()
            self.assertEqual([type(event) for event in manager.wait(PATIENCE)], [cairn.Problem])
            self.assertEqual(manager.wait(1.0), [], "told twice")
            with self.assertRaises(cairn.LocationError) as caught:
                manager.locate(timeout=0.3)
            self.assertIn("ENOENT", str(caught.exception))
            self.assertEqual(caught.exception.code, cairn.LocationError.Code.TIMEOUT)

    def test_a_policy_that_denies_says_which_rule(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.end()
        os.mkdir(os.path.join(daemon.folder.name, "policy.d"))
        with open(os.path.join(daemon.folder.name, "policy.d", "1.conf"), "w", encoding="utf-8") as file:
            file.write("[default]\nstatus = denied\n")
        daemon.start()
        manager = cairn.Manager(10, socket=daemon.socket)
        self.addCleanup(manager.close)
        with self.assertRaises(cairn.LocationError) as caught:
            next(manager.locations(timeout=PATIENCE))
        self.assertEqual(caught.exception.code, cairn.LocationError.Code.DENIED)
        self.assertIn("1.conf", manager.authorization.reason)

    def test_what_is_no_daemon_ends_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s")
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
                listener.bind(path)
                listener.listen(4)
                manager = cairn.Manager(10, socket=path)
                self.addCleanup(manager.close)
                manager.start()
                peer, _ = listener.accept()
                peer.send(b"HTTP/1.1 400")
                seen = until(manager, lambda event: isinstance(event, cairn.Problem))
                self.assertEqual(seen[-1].error.code, cairn.LocationError.Code.PROTOCOL_MISMATCH)
                peer.close()


if __name__ == "__main__":
    unittest.main(verbosity=1)
