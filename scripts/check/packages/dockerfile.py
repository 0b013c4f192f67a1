#!/usr/bin/env python3
"""Does in a folder with a Debian what a Dockerfile says, so that it is tried where no container engine runs.

    dockerfile.py build DOCKERFILE CONTEXT ROOT [NAME=VALUE...]     copies and commands; the values are those of ARG
    dockerfile.py run DOCKERFILE CONTEXT ROOT [NAME=VALUE...]       starts what the container starts, in a network of its own, and
                                                                    asks it for positions at its ports and in its volume

FROM must name the Debian that ROOT has. An instruction that is not known here is a failure.
"""
import glob
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
PATIENCE = 60


def fail(text):
    sys.exit("dockerfile: " + text)


def instructions(path):
    """Pairs of a word and the rest of its line, which may continue."""
    text = re.sub(r"(?m)^\s*#.*\n", "", pathlib.Path(path).read_text(encoding="utf-8"))
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word, rest.strip()


def within(root, user, command, **more):
    """Starts a command in ROOT as a user."""
    rights = ["setpriv", "--reuid=" + user, "--regid=" + user, "--init-groups"] if user != "root" else []
    return subprocess.Popen(["chroot", root, *rights, *command], env=ENVIRONMENT, stdin=subprocess.DEVNULL, **more)


class Image:
    """What a Dockerfile says of the container, after its files are in place."""

    def __init__(self):
        self.user, self.start, self.arguments, self.ports, self.volumes, self.has_base = "root", [], [], [], [], False


def check_base(rest, values, root):
    name = re.sub(r"\$\{(\w+)\}", lambda found: values[found[1]], rest)
    found = re.search(r"(?m)^VERSION_CODENAME=(\w+)", pathlib.Path(root, "etc/os-release").read_text(encoding="utf-8"))
    if name != "debian:%s-slim" % found[1]:
        fail("FROM names %s, and here is %s" % (name, found[1]))


def copy(rest, context, root):
    *sources, target = rest.split()
    found = [path for source in sources for path in glob.glob(os.path.join(context, source))]
    # As an engine does: a pattern without a file is a failure, and several files need a folder.
    if not found or not target.startswith("/") or (len(found) > 1 and not target.endswith("/")):
        fail("COPY %s: %s" % (rest, found))
    for path in found:
        place = pathlib.Path(root + target)
        place.mkdir(parents=True, exist_ok=True) if target.endswith("/") else None
        shutil.copy(path, place)


def read(dockerfile, context, root, values, does_all):
    """Reads all of it; does what FROM, COPY and RUN say if `does_all`."""
    image = Image()
    for word, rest in instructions(dockerfile):
        if word == "ARG":
            name, _, usual = rest.partition("=")
            values.setdefault(name, usual)
        elif word == "FROM":
            image.has_base = True
            check_base(rest, values, root)
        elif not image.has_base:
            fail("%s stands before FROM" % word)
        elif word == "COPY":
            if does_all:
                copy(rest, context, root)
        elif word == "RUN":
            if does_all and within(root, image.user, ["/bin/sh", "-c", rest], stdout=sys.stderr).wait():
                fail("RUN has failed: " + rest)
        elif word == "USER":
            image.user = rest
        elif word == "VOLUME":
            image.volumes.append(rest)
        elif word == "EXPOSE":
            image.ports += [int(port) for port in rest.split()]
        elif word == "ENTRYPOINT":
            image.start = json.loads(rest)
        elif word == "CMD":
            image.arguments = json.loads(rest)
        else:
            fail("the instruction %s is not known here" % word)
    return image


def connected(address, process):
    """A connection, as soon as somebody listens."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            return socket.create_connection(address, PATIENCE)
        except OSError:
            time.sleep(0.05)
    return fail("nobody listens at port %d" % address[1])


def answer(port, request, pattern, process):
    """Asks at a port until the answer has the pattern."""
    with connected(("127.0.0.1", port), process) as client:
        client.sendall(request)
        client.settimeout(PATIENCE)
        text = b""
        while not (found := re.search(pattern, text)):
            part = client.recv(65536)
            if not part:
                fail("port %d is closed after: %r" % (port, text[-500:]))
            text += part
    print("dockerfile: port %d: %s" % (port, found[0].decode()))


def run(image, root):
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    process = within(root, image.user, image.start + image.arguments)
    try:
        requests = {2947: (b'?WATCH={"enable":true,"json":true};\n', rb'"class":"TPV"[^\n]*"mode":3[^\n]*"lat":[0-9.]+'),
                    10110: (b"", rb"\$..GGA,[0-9.]+,\d[^*]+")}
        for port in image.ports:
            if port not in requests:
                fail("port %d is exposed, and nothing is known that answers there" % port)
            answer(port, *requests[port], process)
        for volume in image.volumes:
            if not pathlib.Path(root + volume, "cairn.sock").is_socket():
                fail("the volume %s has no socket" % volume)
    finally:
        process.terminate()
    if process.wait(PATIENCE):
        fail("the container ends with %d" % process.returncode)


def main():
    if len(sys.argv) < 5 or sys.argv[1] not in ("build", "run"):
        sys.exit(__doc__.strip())
    mode, dockerfile, context, root = sys.argv[1:5]
    values = dict(word.split("=", 1) for word in sys.argv[5:])
    image = read(dockerfile, context, root, values, mode == "build")
    if not image.start or not image.has_base:
        fail("FROM or ENTRYPOINT is missing")
    if mode == "run":
        run(image, root)


if __name__ == "__main__":
    main()
