#!/usr/bin/env python3
"""Types the commands of README.md, then those of docs and the articles, into a terminal, beginning in an empty folder.

    readme.py [FOLDER]      default: a temporary folder; a given folder is kept, with everything built in it
    readme.py --here        in this clone instead of a new one, with what is built there

`git clone REPOSITORY` clones this repository, in the state of the last commit. With `--here`, which is for clean clones, it
only enters this one; builds then get $SWIFT_FLAGS, so that nothing is built twice, and what the commands have left in it is deleted. A block of kind `sh` holds
commands; one of kind `console` commands behind `$ `, each followed by what it prints: digits may differ, and `…`
stands for anything. A command must succeed. One that continues after printing its output is ended by Ctrl-C. Words in a
comment on the line above a block add what the block does not show:

    <!-- shows TEXT -->         its last command continues, and TEXT appears
    <!-- elsewhere COMMAND -->  is not typed, because a part in scripts/check/circles.tsv does the same with COMMAND

For each command in the first column of a table of any of these documents, its help is requested. The terminal is tmux, of 160 by 50
characters. Standard library only.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from blocks import ROOT, blocks, shaped
from snippets import documents

# A command may build all of Cairn.
PATIENCE = 1200
# What Ctrl-C echoes stands before it if the command then prints nothing.
PROMPT = re.compile(r"^(?:\^C)?stranger\[(\d+)\]>$", re.M)


class Shell:
    """A shell in a terminal of its own."""

    def __init__(self, folder):
        self.server = "stranger-%d" % os.getpid()
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "SWIFT_FLAGS", "SWIFT_DETERMINISTIC_HASHING")
                if name in os.environ}
        # On a terminal, builds would have colours, which means other arguments and everything anew.
        if "SWIFT_FLAGS" in kept:
            kept["SWIFT_FLAGS"] += " --no-color-diagnostics"
        self.environment = {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "PS1": "stranger[$?]> "}
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "50", "-c", folder,
                  "env", "bash", "--norc", "--noprofile")
        self.tmux("set-option", "-g", "history-limit", "100000")
        if not self.wait(30, lambda text: PROMPT.search(text)):
            sys.exit("readme: no shell starts in tmux:\n" + self.text())

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", self.server, *arguments], check=True, env=self.environment,
                              stdout=subprocess.PIPE, text=True).stdout

    def text(self):
        """The visible text of the terminal, and the text that has scrolled off."""
        lines = self.tmux("capture-pane", "-p", "-J", "-S", "-").split("\n")
        return "\n".join(line.rstrip() for line in lines).rstrip("\n") + "\n"

    def wait(self, seconds, condition):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text()
            if condition(text):
                return text
            time.sleep(0.2)
        return None

    def run(self, command, pattern):
        """Types a command; returns its failure, or `None`."""
        self.tmux("send-keys", "-R")
        self.tmux("clear-history")
        self.tmux("send-keys", "-l", command)
        self.tmux("send-keys", "Enter")
        met = self.wait(PATIENCE, lambda text: PROMPT.search(text) or (pattern and re.search(pattern, text)))
        if met is None:
            return "it does not end within %d s:\n%s" % (PATIENCE, self.text())
        met = not pattern or self.wait(1, lambda text: re.search(pattern, text))
        ended = self.wait(3, PROMPT.search)
        if not ended:
            shown = self.text()
            self.tmux("send-keys", "C-c")
            ended = self.wait(30, PROMPT.search)
            if not ended:
                return "Ctrl-C does not end it:\n" + shown
        status = int(PROMPT.findall(ended)[-1])
        if not met or status not in (0, 130):
            return "status %d; the terminal shows:\n%s" % (status, ended)
        return None

    def close(self):
        self.tmux("kill-server")


def typed(block):
    """The commands of a block, each with the pattern of what it prints."""
    commands = []
    for text in block.lines:
        if block.kind == "sh":
            commands.append([text, []])
        elif text.startswith("$ "):
            commands.append([text[2:], []])
        elif commands:
            commands[-1][1].append(text)
        else:
            block.fail("something is printed before the first command")
    shown = block.value("shows")
    for index, (command, lines) in enumerate(commands):
        if shown and index == len(commands) - 1:
            yield command, re.escape(shown)
        else:
            # The end of an excerpt does not matter.
            while lines and lines[-1].strip() == "…":
                lines.pop()
            yield command, "(?m)^" + shaped(lines) if lines else None


def tabled():
    """The commands that tables name, as requests for their help."""
    for path in documents():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        for tool, cell in re.findall(r"^\| `(cairn|hw-profile) ([^|]*)\|", text, re.M):
            for name in re.findall(r"(?:^|, `)([a-z]+)", cell):
                yield path, "%s help %s" % (tool, name), "(?m)^USAGE: %s %s" % (tool, name)


def typed_here(command):
    """A command as it is typed in this clone: it is entered, and builds take its flags."""
    command = command.replace("git clone REPOSITORY cairn && cd cairn", "cd " + ROOT)
    return command + " $SWIFT_FLAGS" if command.startswith("swift build ") else command


def untracked():
    return set(subprocess.run(["git", "ls-files", "--others", "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                              text=True).stdout.splitlines())


def main():
    if not shutil.which("tmux"):
        sys.exit("readme: tmux is missing: scripts/install/install-deps.sh test installs it")
    with open(os.path.join(ROOT, "scripts", "check", "circles.tsv"), encoding="utf-8") as file:
        steps = file.read()
    here = sys.argv[1:] == ["--here"]
    kept = len(sys.argv) > 1 and not here
    folder = os.path.abspath(sys.argv[1]) if kept else tempfile.mkdtemp(prefix="readme-")
    before = untracked() if here else set()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    shell = Shell(folder)
    count = 0
    try:
        for block in (block for path in documents() for block in blocks(path)):
            if block.kind not in ("sh", "console"):
                if any(text.startswith("$ ") for text in block.lines):
                    block.fail("commands stand in a block of kind sh or console")
                continue
            elsewhere = block.value("elsewhere")
            if elsewhere:
                if elsewhere not in steps:
                    block.fail("no part in circles.tsv has " + elsewhere)
                continue
            for command, pattern in typed(block):
                started = time.monotonic()
                failure = shell.run(
                    typed_here(command) if here else command.replace("REPOSITORY", ROOT), pattern)
                if failure:
                    block.fail("%s: %s" % (command, failure))
                count += 1
                print("readme: %4.0f s  %s" % (time.monotonic() - started, command), flush=True)
        for path, command, pattern in tabled():
            failure = shell.run(command, pattern)
            if failure:
                sys.exit("%s: %s: %s" % (path, command, failure))
            count += 1
    finally:
        shell.close()
        if not kept:
            shutil.rmtree(folder)
        for name in untracked() - before if here else ():
            os.remove(os.path.join(ROOT, name))
    print("readme: %d commands do what is said of them" % count)


if __name__ == "__main__":
    main()
