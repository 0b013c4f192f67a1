"""Processes that outlive the script which started them, and are ended by their number. Standard library only."""
import os
import signal
import socket
import subprocess
import time

# Seconds within which a process must end after it was asked to.
PATIENCE = 20


def free_ports(count):
    """Ports of the loopback interface that the kernel finds free, all different."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 2).close()
        return True
    except OSError:
        return False


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    raise RuntimeError("%s: not so after %d s" % (what, seconds))


def began(pid):
    """When a process began, in ticks of the kernel; None if there is none, or nobody has yet asked how it ended.

    The same number with another beginning is another process.
    """
    try:
        with open("/proc/%d/stat" % pid, encoding="ascii", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        return None if fields[0] == "Z" else int(fields[19])
    except OSError:
        return None


def start(command, log, environment=None, user=None):
    """Starts a process in a session of its own; returns its number and its beginning."""
    with open(log, "ab") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                                   env=environment, user=user, group=user, extra_groups=[] if user else None)
    return [process.pid, began(process.pid)]


def is_running(which):
    pid, beginning = which
    # A child that has ended is there until somebody asks.
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        pass
    return beginning is not None and began(pid) == beginning


def end(which, how=signal.SIGTERM, patience=PATIENCE):
    """Asks a process to end, and kills it if it does not."""
    for each in (how, signal.SIGKILL):
        if not is_running(which):
            return
        try:
            os.kill(which[0], each)
        except ProcessLookupError:
            return
        limit = time.monotonic() + patience
        while is_running(which) and time.monotonic() < limit:
            time.sleep(0.02)
