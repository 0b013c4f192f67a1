#!/usr/bin/env python3
"""Takes the pictures of `cairn monitor` from a real run on a simulated receiver, in tmux.

    picture.py [--check] [BUILD]      BUILD: the folder of the executable, default .build/debug

Writes the text below `<!-- picture of the monitor -->` in README.md, 80 columns wide, and docs/monitor.svg,
120 columns wide. With --check nothing is written: README's picture must have the shape of a new one, that is,
the same rows and words, with any numbers and bars. Standard library only.
"""
import html
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MARK = "<!-- picture of the monitor -->\n\n```\n"
SVG = os.path.join(ROOT, "docs/monitor.svg")
PATIENCE = 60
# A cell of the drawn picture, in pixels, and its colors.
WIDTH, HEIGHT, SIZE = 8.4, 18, 14
BACKGROUND, FOREGROUND = "#111418", "#d8dee9"
COLORS = {
    39: "#00afff", 77: "#5fd75f", 80: "#5fd7d7", 141: "#af87ff", 203: "#ff5f5f", 214: "#ffaf00", 220: "#ffd700",
    245: "#8a8a8a",
}


def fail(text):
    sys.exit(f"picture: {text}")


def take(build, width, height, fixes, *, styled):
    """The rows of a window after the given number of fixes."""
    with tempfile.TemporaryDirectory() as folder:
        def tmux(*words):
            command = ["tmux", "-u", "-f", "/dev/null", "-S", folder + "/socket", *words]
            environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="xterm-256color")
            # Called by its bare name, as users do, because the name appears in the picture.
            environment["PATH"] = build + ":" + environment["PATH"]
            environment.pop("NO_COLOR", None)
            return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

        tmux("new-session", "-d", "-x", str(width), "-y", str(height),
             "TERM=tmux-256color exec cairn monitor --simulate m9")
        try:
            deadline = time.monotonic() + PATIENCE
            while True:
                plain = tmux("capture-pane", "-p")
                count = re.search(r"(\d+) fix", plain.splitlines()[-1] if plain.strip() else "")
                if count and int(count[1]) >= fixes and " J by gnss" in plain:
                    text = tmux("capture-pane", "-p", *(["-e"] if styled else []))
                    return text.rstrip("\n").split("\n")
                if time.monotonic() > deadline:
                    fail(f"no {fixes} fixes in {PATIENCE} s; the window shows:\n{plain}")
                time.sleep(0.1)
        finally:
            tmux("kill-server")


def shape(rows):
    """The rows without the parts that differ between two runs."""
    text = "\n".join(row.rstrip() for row in rows)
    text = re.sub(r"[█▏▎▍▌▋▊▉]+", "", text)
    text = re.sub(r"\d+(\.\d+)?", "0", text.replace("●", " "))
    return re.sub(r"[ ─]+", " ", text).split("\n")


class Style:
    """The style set by the escape sequences of a terminal."""

    def __init__(self):
        self.bold, self.dim, self.color = False, False, None

    def set(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.__init__()
            elif code in (1, 2):
                self.bold, self.dim = self.bold or code == 1, self.dim or code == 2
            elif code == 38:
                self.color, codes = COLORS[codes[1]], codes[2:]
            elif code == 39:
                self.color = None
            elif code != 49:  # The background is never set.
                fail(f"the terminal was sent the style {code}")

    def attributes(self):
        return ((' font-weight="bold"' if self.bold else "") + (' opacity="0.55"' if self.dim else "")
                + (f' fill="{self.color}"' if self.color else ""))


def drawn(rows, width):
    """The rows with their styles as SVG."""
    lines, style = [], Style()
    for y, row in enumerate(rows):
        x = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", row):
            if part.startswith("\x1b"):
                style.set(part[2:-1])
                continue
            for run in re.finditer(r"\S+(?: \S+)*", part):
                words = run.group()
                lines.append(
                    f'<text x="{(x + run.start()) * WIDTH + 8:.1f}" y="{(y + 1) * HEIGHT + 4}" '
                    f'textLength="{len(words) * WIDTH:.1f}"{style.attributes()}>{html.escape(words)}</text>')
            x += len(part)
    across, down = width * WIDTH + 16, len(rows) * HEIGHT + 16
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:.0f} {down}" role="img" '
        'aria-label="cairn monitor in a terminal">',
        f'<rect width="100%" height="100%" rx="6" fill="{BACKGROUND}"/>',
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}" '
        f'fill="{FOREGROUND}" xml:space="preserve">',
        *lines, "</g>", "</svg>", ""])


def main():
    words = sys.argv[1:]
    is_check = "--check" in words
    folders = [word for word in words if word != "--check"] or [os.path.join(ROOT, ".build/debug")]
    build = os.path.abspath(folders[0])
    if not os.access(os.path.join(build, "cairn"), os.X_OK):
        fail(f"there is no executable in {build}: build first")
    path = os.path.join(ROOT, "README.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if MARK not in text:
        fail("README.md has no place for the picture")
    start = text.index(MARK) + len(MARK)
    end = text.index("```\n", start)
    rows = take(build, 80, 24, 7, styled=False)
    if is_check:
        shown, real = shape(text[start:end].rstrip("\n").split("\n")), shape(rows)
        for old, new in zip(shown, real):
            if old != new:
                fail(f"README.md shows\n  {old}\nand the program\n  {new}\nRun scripts/docs/picture.py.")
        if len(shown) != len(real):
            fail(f"README.md shows {len(shown)} rows, and the program {len(real)}. Run scripts/docs/picture.py.")
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:start] + "\n".join(row.rstrip() for row in rows) + "\n" + text[end:])
    with open(SVG, "w", encoding="utf-8") as file:
        file.write(drawn(take(build, 120, 42, 7, styled=True), 120))


main()
