"""The Python package: calls that are refused, and what they leave behind: nothing."""
import math
import os
import pickle
import select
import signal
import socket
import struct
import tempfile
import unittest
import unittest.mock

from support import PATIENCE, Daemon, cairn, listener, until
from cairn import wire
from cairn.session import Session

NAN, INFINITY = math.nan, math.inf


def last_words(code, reason):
    """A failure of the connection itself."""
    fix = struct.pack("<14d2qiffHHBB6x32s", *[0.0] * 14, *[0] * 9, b"")
    return wire.message(wire.FAILURE, 0, struct.pack(
        "<BBBxi256s32s256s8x", code, cairn.Severity.DEGRADED, 255, 0, b"", b"", reason) + fix)


class Arguments(unittest.TestCase):
    def manager(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        manager = cairn.Manager(socket=os.path.join(folder.name, "none"))
        self.addCleanup(manager.close)
        return manager

    def test_a_value_out_of_its_range_is_refused_by_its_name(self):
        manager = self.manager()
        circle = cairn.Circle("a", 1, 2, 3)
        calls = {
            "latitude": [lambda: manager.monitor(cairn.Circle("a", x, 0, 1)) for x in (91, -91, NAN, INFINITY)],
            "longitude": [lambda: manager.monitor(cairn.Circle("a", 0, x, 1)) for x in (181, NAN)],
            "radius": [lambda: manager.monitor(cairn.Circle("a", 0, 0, x)) for x in (0, -1, NAN, 100_001)]
            + [lambda: manager.start_visits(-1, 60), lambda: manager.start_visits(NAN)],
            "identifier": [lambda: manager.monitor(cairn.Circle(x, 0, 0, 1)) for x in ("", "x" * 256, "a\0")],
            "points": [lambda: manager.monitor(cairn.Polygon("a", [(0, 0), (1, 1)])),
                       lambda: manager.monitor(cairn.Corridor("a", [(0, 0)], 5))],
            "width": [lambda: manager.monitor(cairn.Corridor("a", [(0, 0), (1, 1)], x)) for x in (0, 200_001)],
            "confidence": [lambda: manager.monitor(circle, confidence=x) for x in (0.4, 1.0, NAN)],
            "dwell": [lambda: manager.monitor(circle, dwell=-1)],
            "hysteresis": [lambda: manager.monitor(circle, hysteresis=x) for x in (-1, NAN)],
            "accuracy": [lambda: manager.monitor(circle, accuracy=0)],
            "responsiveness": [lambda: manager.monitor(circle, responsiveness=NAN)],
            "distance": [lambda: manager.start_significant_changes(x, 1) for x in (-1, NAN, INFINITY)],
            "minimum_interval": [lambda: manager.start_significant_changes(1, -1),
                                 lambda: cairn.Manager(minimum_interval=-1)],
            "minimum_stay": [lambda: manager.start_visits(1, -1)],
            "filter": [lambda: manager.start_headings(x) for x in (-1, NAN)],
            "orientation": [lambda: manager.start_headings(None, 9)],
            "desired_accuracy": [lambda: manager.locate(x) for x in (NAN, 0, -5, INFINITY)],
            "timeout": [lambda: manager.locate(timeout=x) for x in (-1, NAN)],
            "maximum_age": [lambda: manager.locate(maximum_age=-1)],
            "settle": [lambda: manager.locate(settle=NAN)],
            "distance_filter": [lambda: cairn.Manager(distance_filter=x) for x in (-1, NAN)],
            "power_budget": [lambda: cairn.Manager(power_budget=x) for x in (-1, 0, "5")],
            "heartbeat": [lambda: cairn.Manager(heartbeat=x) for x in (-1, 0)],
            "unknown_after": [lambda: cairn.Manager(unknown_after=x) for x in (-1, "x", None)],
            "activity": [lambda: cairn.Manager(activity=99)],
            "requires": [lambda: cairn.Manager(requires=x) for x in (1 << 9, "utc")],
        }
        for name, wrong in calls.items():
            for call in wrong:
                with self.assertRaisesRegex(ValueError, name):
                    call()
        session = manager._session
        self.assertEqual((session.services, session.requests, session.regions), ({}, {}, {}), "left behind")

    def test_what_is_no_path_of_a_socket_is_refused(self):
        for path in ("", "x" * 108, "a\0b"):
            with self.assertRaisesRegex(ValueError, "socket"):
                cairn.Manager(socket=path)
        with unittest.mock.patch.dict(os.environ, CAIRN_SOCKET=""):
            with self.assertRaisesRegex(ValueError, "CAIRN_SOCKET is empty"):
                cairn.Manager()

    def test_type_checkers_know_all_options(self):
        from cairn.wishes import Wishes
        fields = set(cairn.Options.__dataclass_fields__) - {"desired_accuracy"}
        self.assertEqual(set(Wishes.__annotations__), fields)

    def test_options_of_the_program_are_copied(self):
        shared = cairn.Options(interval=5)
        manager = cairn.Manager(7, options=shared, socket="/nowhere")
        self.addCleanup(manager.close)
        self.assertEqual((shared.desired_accuracy, manager.options.desired_accuracy), (cairn.Level.BEST, 7))
        manager.options.interval = NAN
        self.assertEqual(manager.options.interval, 5)

    def test_a_closed_manager_refuses_everything(self):
        manager = self.manager()
        manager.close()
        for call in (manager.start, manager.process, manager.locate, manager.fileno, lambda: manager.ask_state("a"),
                     lambda: manager.monitor(cairn.Circle("a", 0, 0, 1))):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()

    def test_errors_can_be_pickled(self):
        error = cairn.LocationError(999, cairn.Severity.FATAL, "gnss", "why", (0, "/dev/x", 2))
        error.service = cairn.Service.VISITS
        again = pickle.loads(pickle.dumps(error))
        for name in ("code", "severity", "provider", "reason", "path", "system_error", "best", "service"):
            self.assertEqual(getattr(again, name), getattr(error, name), name)
        self.assertEqual(str(again), str(error))

    def test_a_child_that_closes_its_copy_leaves_the_parent_alone(self):
        with listener() as (one, path):
            manager = cairn.Manager(10, socket=path)
            self.addCleanup(manager.close)
            peer, _ = one.accept()
            self.addCleanup(peer.close)
            child = os.fork()
            if child == 0:
                try:
                    with self.assertRaisesRegex(ValueError, "process"):
                        manager.process()
                    manager.close()
                    os._exit(0)
                finally:
                    os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            manager.start()
            peer.send(last_words(65, b""))
            self.assertTrue(select.select([manager.fileno()], [], [], PATIENCE)[0])
            manager.process()

    def test_a_region_is_inside_from_the_start_and_told_so_once(self):
        session = Session()
        for name, on_entry in (("home", True), ("quiet", False)):
            session.monitor(cairn.Circle(name, 0, 0, 1), 0, dict(
                confidence=0.9, dwell=0, hysteresis=0, accuracy=100, responsiveness=60, on_entry=on_entry,
                on_exit=True))

        def hear(name, crossing, is_answer):
            fix = struct.pack("<14d2qiffHHBB6x32s", *[0.0] * 14, *[0] * 9, b"")
            return session.receive(wire.message(wire.REGION_REPORT, 1, struct.pack(
                "<dqqBBBBB3x256s", 0.97, 1, -1 << 63, 1, crossing, is_answer, 0, 0, name.encode()) + fix + b"\0" * 48))

        told, = hear("home", 255, 0)
        self.assertEqual((told.state, told.crossing, told.is_answer), (cairn.RegionState.INSIDE, None, False))
        self.assertEqual(hear("quiet", 255, 0), [], "entries are not wanted")
        self.assertEqual(hear("home", 255, 1), [], "nobody has asked")
        session.ask_region("home")
        told, = hear("home", 255, 1)
        self.assertTrue(told.is_answer)


class Losses(unittest.TestCase):
    def problem(self, peer_does, path_of=listener):
        with path_of() as (one, path):
            manager = cairn.Manager(10, socket=path)
            self.addCleanup(manager.close)
            manager.start()
            peer, _ = one.accept()
            peer_does(peer)
            peer.close()
            return until(manager, lambda event: isinstance(event, cairn.Problem))[-1].error

    def test_the_last_words_of_a_daemon_are_the_reason(self):
        # It has not read what the program has said, which the kernel tells first.
        error = self.problem(lambda peer: peer.send(last_words(76, b"took nothing for 60 s")))
        self.assertEqual(error.code, cairn.LocationError.Code.DELIVERY_STALLED)
        self.assertIn("took nothing for 60 s", str(error))
        self.assertIsNone(error.service)

    def test_a_daemon_that_ends_is_lost(self):
        error = self.problem(lambda peer: None)
        self.assertEqual(error.code, cairn.LocationError.Code.PROVIDER_LOST)
        self.assertEqual(error.severity, cairn.Severity.DEGRADED)
        self.assertEqual(str(error).count("waiting"), 1)

    def test_a_daemon_that_is_absent_is_waited_for_once(self):
        manager = cairn.Manager(socket="/nowhere")
        self.addCleanup(manager.close)
        manager.start()
        problem, = manager.wait(PATIENCE)
        self.assertEqual(problem.error.severity, cairn.Severity.DEGRADED)
        self.assertEqual(str(problem.error).count("waiting"), 1)

    def test_a_queue_of_programs_that_is_full_is_no_absence(self):
        with listener(backlog=0) as (one, path):
            waiting = []
            try:
                while True:
                    other = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
                    self.addCleanup(other.close)
                    other.connect(path)
                    waiting.append(other)
            except BlockingIOError:
                pass
            manager = cairn.Manager(10, socket=path)
            self.addCleanup(manager.close)
            manager.start()
            self.assertEqual(manager.wait(0.2), [], "told at once")
            for _ in waiting:
                one.accept()[0].close()
            one.settimeout(PATIENCE)
            self.assertEqual(manager.wait(0.2), [], "told, though it goes on")
            one.accept()[0].close()


@unittest.skipUnless("CAIRND" in os.environ, "CAIRND names no daemon")
class BeforeADaemon(unittest.TestCase):
    def test_a_refused_call_before_the_daemon_came_does_not_keep_positions_away(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.end()
        manager = cairn.Manager(10, socket=daemon.socket)
        self.addCleanup(manager.close)
        manager.start()
        with self.assertRaises(ValueError):
            manager.locate(NAN)
        daemon.start()
        until(manager, lambda event: isinstance(event, cairn.Location))

    def test_what_is_no_message_is_told_as_such(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        manager = cairn.Manager(10, socket=daemon.socket)
        self.addCleanup(manager.close)
        manager.start()
        until(manager, lambda event: isinstance(event, cairn.Location))
        manager._send(wire.message(wire.VISITS, 77, struct.pack("<dq", NAN, 0)))
        error = until(manager, lambda event: isinstance(event, cairn.Problem))[-1].error
        self.assertEqual(error.code, cairn.LocationError.Code.INVALID_CONFIGURATION)
        self.assertRegex(str(error), r"type 6 \(visits\).*out of range")
        until(manager, lambda event: isinstance(event, cairn.Location))

    def test_a_denial_names_its_rule_and_its_service(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.end()
        os.mkdir(os.path.join(daemon.folder.name, "policy.d"))
        with open(os.path.join(daemon.folder.name, "policy.d", "1.conf"), "w", encoding="utf-8") as file:
            file.write("[default]\nstatus = denied\n")
        daemon.start()
        manager = cairn.Manager(10, socket=daemon.socket)
        self.addCleanup(manager.close)
        manager.start_visits()
        error = until(manager, lambda event: isinstance(event, cairn.LocationError))[-1]
        self.assertEqual((error.code, error.service), (cairn.LocationError.Code.DENIED, cairn.Service.VISITS))
        self.assertRegex(str(error), r"1\.conf:\d+.*start it again")

    def test_the_device_is_in_a_region_from_the_start(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        manager = cairn.Manager(socket=daemon.socket)
        self.addCleanup(manager.close)
        here = manager.locate(50, timeout=PATIENCE)
        manager.monitor(cairn.Circle("home", here.latitude, here.longitude, 3000))
        told = until(manager, lambda event: isinstance(event, cairn.RegionEvent))[-1]
        self.assertEqual((told.state, told.crossing, told.is_answer), (cairn.RegionState.INSIDE, None, False))
        manager.ask_state("home")
        self.assertTrue(until(manager, lambda event: isinstance(event, cairn.RegionEvent))[-1].is_answer)
        with self.assertRaisesRegex(KeyError, "office"):
            manager.ask_state("office")


if __name__ == "__main__":
    unittest.main(verbosity=1)
