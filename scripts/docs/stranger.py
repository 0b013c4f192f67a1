#!/usr/bin/env python3
"""Uses Cairn as a stranger does: pastes every complete program of the documentation into an empty package.

    stranger.py [PATTERN]      only the programs whose file:line contains PATTERN

The package is in a temporary folder and depends on this clone by its path; each program depends on the
products with the modules that it imports, and on nothing else. It is built with $SWIFT_FLAGS into the clone's own .build, so
that only the programs are compiled. A program of README.md, docs, an article or Examples is complete when it
has a type marked `@main`, or by the words above its block (see snippets.py):

    <!-- runs -->             prints exactly what the next ```text block says, without a receiver
    <!-- starts CODE -->      is started by these statements, in a main function

All programs except those marked `runs` are started twice, each with umockdev's devices instead of the machine's: with a simulated
receiver at /dev/ttyACM0, and with none. Their output must begin with the text; digits may differ, and `…`
stands for anything. The text is below the program, in a ```text block or in a comment that is not shown:

    <!-- with a receiver -->      and    <!-- without a receiver -->

For Examples, and for Tests/Programs, which are written like programs for Core Location, it is in comment lines,
`// With a receiver: ` and `// Without a receiver: `. A program that creates a `LocationManager()` but is not complete
is a failure. Standard library only.
"""
import concurrent.futures
import glob
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from blocks import ROOT, SITUATIONS, exactly, shaped, snippets
from snippets import documents, output

SIMULATOR = """\
import Cairn
import CairnSimulator

/// A receiver that walks about a plaza, on a pseudo-terminal whose path it prints.
@main
enum Simulator {
  static func main() async throws {
    let loop = try EventLoop()
    var device = SimulatedReceiver.Configuration(.uBloxM9, track: .seoulPlaza)
    device.timeToFirstFix = .seconds(1)
    let port = SimulatedPort(.receiver(device), loop: loop)
    print(try await port.plugIn())
    try await Task.sleep(for: .seconds(3600))
  }
}
"""
# The slowest program waits half a minute for a position that does not come.
PATIENCE = 90
TOOLCHAIN = {"Swift", "Glibc", "Foundation", "Dispatch", "Synchronization"}


class Program:
    """One program: its files by name, and what it prints in each situation."""

    def __init__(self, name, place, files):
        self.name, self.place, self.files = name, place, files
        self.prints = None
        self.expected = {}

    def modules(self):
        found = re.findall(r"^import (\w+)$", "\n".join(self.files.values()), re.M)
        return sorted(set(found) - TOOLCHAIN)

    def fail(self, message):
        return "%s: %s" % (self.place, message)


class Terminal:
    """A process on a pseudo-terminal of its own, as a person starts it, or before a pipe."""

    def __init__(self, command, environment, piped=False):
        self.master, slave = os.pipe() if piped else pty.openpty()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL if piped else slave, stdout=slave,
                                        stderr=slave, env=environment, start_new_session=True)
        os.close(slave)
        self.printed = b""

    @property
    def text(self):
        return self.printed.decode(errors="replace").replace("\r\n", "\n")

    def wait(self, pattern):
        """Whether what is printed begins so, before the process ends and in time."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if re.match(pattern, self.text):
                return True
            if not select.select([self.master], [], [], 1)[0]:
                continue
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # the last one has closed it
                piece = b""
            if not piece:
                return bool(re.match(pattern, self.text))
            self.printed += piece
        return False

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(timeout=5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue
        self.process.wait()
        os.close(self.master)


def documented(snippet, name):
    """The program that a snippet is, or `None`."""
    place = "%s:%d" % (snippet.path, snippet.line)
    imports, declarations, body = snippet.split()
    start = snippet.starts()
    pasted = "\n".join(imports + [text for _, lines in declarations for text in lines]) + "\n"
    if snippet.has("in a manifest"):
        return None
    if not (snippet.has("runs") or snippet.main_type() or start):
        if re.search(r"^ .*\bLocationManager\(\)", pasted, re.M):
            sys.exit(place + ": nobody starts this program")
        return None
    files = {"Pasted.swift": pasted}
    if body:
        # A function of no actor; `main` belongs to the main actor.
        start = "try await run()"
        files["Run.swift"] = "\n".join(imports) + "\nfunc run() async throws {\n%s\n}\n" % "\n".join(
            text for _, lines in body for text in lines)
    elif start:
        start += "\ntry await Task.sleep(for: .seconds(3600))"
    if start:
        files["Main.swift"] = "\n".join(imports) + (
            "\n@main enum Main {\nstatic func main() async throws {\n%s\n}\n}\n" % start)
    program = Program(name, place, files)
    program.prints = snippet.prints if snippet.has("runs") else None
    program.expected = {situation: block.lines for situation, block in snippet.expected.items()}
    return program


def example(folder, name):
    """A program of Examples."""
    program = Program(name, os.path.relpath(folder, ROOT), {})
    for path in glob.glob(os.path.join(folder, "*.swift")):
        with open(path, encoding="utf-8") as file:
            text = program.files[os.path.basename(path)] = file.read()
        for situation in SITUATIONS:
            lines = re.findall("// %s: (.*)" % situation.capitalize(), text)
            if lines:
                program.expected[situation] = lines
    return program


def programs():
    found = [snippet for path in documents() for snippet in snippets(path)]
    made = [documented(snippet, "Sample%d" % number) for number, snippet in enumerate(found)]
    folders = sorted(glob.glob(os.path.join(ROOT, "Examples", "Sources", "*")) +
                     glob.glob(os.path.join(ROOT, "Tests", "Programs", "*")))
    made += [example(folder, "Example%d" % number) for number, folder in enumerate(folders)
             if glob.glob(os.path.join(folder, "*.swift"))]
    for program in filter(None, made):
        missing = [word for word in SITUATIONS if word not in program.expected]
        if missing and not program.prints:
            sys.exit(program.fail("nothing says what it prints " + " and ".join(missing)))
    return [program for program in made if program]


def product_of():
    """The product to depend on for each module: the one of its name, or the first that has it."""
    found = {}
    for product in json.loads(output("swift", "package", "dump-package"))["products"]:
        for target in product["targets"]:
            if target == product["name"] or target not in found:
                found[target] = product["name"]
    return found


def write(package, made):
    """The package, whose manifest names one executable for each program."""
    product = product_of()
    simulator = Program("Simulator", "the simulator", {"Simulator.swift": SIMULATOR})
    targets = []
    for program in made + [simulator]:
        folder = os.path.join(package, "Sources", program.name)
        os.makedirs(folder)
        for name, text in program.files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        products = ", ".join('.product(name: "%s", package: "cairn")' % name
                             for name in sorted({product.get(module, module) for module in program.modules()}))
        targets.append('.executableTarget(name: "%s", dependencies: [%s])' % (program.name, products))
    with open(os.path.join(package, "Package.swift"), "w", encoding="utf-8") as file:
        file.write('// swift-tools-version: 6.3\nimport PackageDescription\nlet package = Package(\n'
                   'name: "Stranger", dependencies: [.package(name: "cairn", path: "%s")],\ntargets: [\n%s])\n' % (
                       ROOT, ",\n".join(targets)))
    resolved = os.path.join(ROOT, "Package.resolved")
    if os.path.exists(resolved):
        shutil.copy(resolved, package)


def build(package, made):
    command = ["swift", "build", "--package-path", package, "--scratch-path", os.path.join(ROOT, ".build"),
               *shlex.split(os.environ.get("SWIFT_FLAGS", ""))]
    result = subprocess.run(command, cwd=package, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        text = result.stdout
        for program in made:
            text = text.replace(os.path.join(package, "Sources", program.name, ""), program.place + ": ")
        sys.exit(text + "stranger: what the documentation shows does not build in a package of its own")
    return subprocess.run(command + ["--show-bin-path"], cwd=package, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout.strip()


def run_alone(binaries, program):
    """Runs a program that needs no receiver, to its end."""
    try:
        result = subprocess.run([os.path.join(binaries, program.name)], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return program.fail("it does not end within %d s" % PATIENCE)
    if result.returncode or not re.fullmatch(exactly(program.prints.lines), result.stdout):
        return program.fail("it prints (status %d):\n%s" % (result.returncode, result.stdout))
    return None


def run(binaries, program, situation, environment):
    """Runs a program until it has printed what it should: before a pipe, if it claims to flush its output."""
    piped = any("fflush(" in text for text in program.files.values())
    simulator, device = None, "none"
    if situation == "with a receiver":
        simulator = Terminal([os.path.join(binaries, "Simulator")], environment)
        if not simulator.wait("/dev/pts/[0-9]+\n"):
            simulator.end()
            return program.fail("the simulator does not start: " + simulator.text)
        device = simulator.text.strip()
    terminal = Terminal(["umockdev-wrapper", os.path.join(ROOT, "scripts", "docs", "mocked-device.py"), device,
                         os.path.join(binaries, program.name)], environment, piped)
    met = terminal.wait(shaped(program.expected[situation]))
    for process in filter(None, (terminal, simulator)):
        process.end()
    return None if met else program.fail("%s it prints:\n%s" % (situation, terminal.text or "nothing\n"))


def main():
    if not shutil.which("umockdev-wrapper"):
        sys.exit("stranger: umockdev is missing: scripts/install/install-deps.sh test installs it")
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    made = [program for program in programs() if wanted in program.place]
    with tempfile.TemporaryDirectory(prefix="stranger-") as folder:
        package = os.path.join(folder, "Stranger")
        write(package, made)
        binaries = build(package, made)
        environment = {**os.environ, "TMPDIR": folder, "HOME": folder, "SWIFT_BACKTRACE": "enable=no"}
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            jobs = [pool.submit(run_alone, binaries, program) for program in made if program.prints]
            jobs += [pool.submit(run, binaries, program, situation, environment)
                     for program in made for situation in program.expected]
            failures = [failure for failure in (job.result() for job in jobs) if failure]
    if failures:
        sys.exit("\n".join(failures) + "\nstranger: %d of %d programs do not do what is said of them" % (
            len({failure.split(" ")[0] for failure in failures}), len(made)))
    print("stranger: %d programs, pasted into an empty package, print what is said: %d with a receiver and without" % (
        len(made), sum(not program.prints for program in made)))


if __name__ == "__main__":
    main()
