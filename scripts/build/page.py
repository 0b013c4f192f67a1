#!/usr/bin/env python3
"""Writes the files of the dashboard's page as Swift source, so that they are part of the program.

    page.py [FOLDER]      with FOLDER: writes the files there, as a browser gets them, and no Swift

Reads Sources/Service/CairnDashboard/Page/Web and writes DashboardPage.swift beside it. The scripts are ES modules, of which app.js is the
first; esbuild makes one script of them, and one of each part that is loaded later, and shortens them and the style sheet. What it writes depends on its version, so only the one of Debian 12
is taken; install-deps.sh test installs it. ESBUILD names another program of that version.
"""
import gzip
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "Sources/Service/CairnDashboard/Page")
VERSION = "0.17.0"
# What is loaded only when the server has or tells something of it.
LATER = {"extras.js", "power.js", "replay.js"}
# What may weigh how much, in bytes: as it is, and compressed.
LIMITS = {"the page": (40_000, 15_000), "what is loaded later": (25_000, 12_500)}


def esbuild(folder, *names):
    """What a browser gets of some files and of those that they import, by their names."""
    options = ["--bundle", "--minify", "--charset=utf8", "--log-level=warning", "--format=esm", "--splitting", "--target=es2022",
               "--chunk-names=[name]", "--outdir=" + folder]
    if subprocess.run([PROGRAM, *names, *options], cwd=os.path.join(PAGE, "Web"), check=False).returncode:
        sys.exit("page: esbuild refuses the page")
    made = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            made[name] = file.read().rstrip("\n")
    return made


def find_esbuild():
    program = os.environ.get("ESBUILD") or shutil.which("esbuild")
    if not program:
        sys.exit("page: esbuild is missing: scripts/install/install-deps.sh test installs it (Debian: apt install esbuild)")
    try:
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit("page: esbuild does not run: %s" % error)
    if version != VERSION:
        sys.exit("page: %s is esbuild %s, which may write other bytes; needed is %s, as in Debian 12. ESBUILD names another program"
                 % (program, version, VERSION))
    return program


PROGRAM = find_esbuild()


def markup():
    with open(os.path.join(PAGE, "Web", "index.html"), encoding="utf-8") as file:
        return "".join(line.strip() + "\n" for line in file if line.strip())


def files():
    """The name, the media type and the text of each."""
    with tempfile.TemporaryDirectory() as folder:
        made = esbuild(folder, "app.js", "style.css")
    kinds = {"css": "text/css", "js": "text/javascript"}
    return [("index.html", "text/html", markup())] + [(name, kinds[name.rsplit(".", 1)[1]], text) for name, text in made.items()]


def swift(assets):
    text = """// Written by scripts/build/page.py from the files in Page/Web.
// swift-format-ignore-file

/// The files of the page, as a browser gets them.
enum DashboardPage {
  static let assets: [Asset] = [
"""
    for name, kind, content in assets:
        if '"""' in content or "\\#" in content:
            sys.exit("page: %s has what would end a literal" % name)
        if any(ord(one) < 32 and one != "\n" for one in content):
            sys.exit("page: %s has a control character, which Swift's source must not" % name)
        text += '    Asset(name: "%s", mediaType: "%s; charset=utf-8", bytes: Array(#"""\n%s\n"""#.utf8)),\n' % (name, kind, content)
    return text + "  ]\n}\n"


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def weigh(texts):
    """Bytes as they are, and compressed file by file."""
    return sum(len(text.encode()) for text in texts), sum(len(gzip.compress(text.encode(), 9, mtime=0)) for text in texts)


def main():
    assets = files()
    found = {what: weigh([text for name, _, text in assets if (name in LATER) == (what != "the page")]) for what in LIMITS}
    for what, limits in LIMITS.items():
        if any(size > limit for size, limit in zip(found[what], limits)):
            sys.exit("page: %s has %d bytes, and %d compressed; allowed are %d and %d" % (what, *found[what], *limits))
    if len(sys.argv) > 1:
        for name, _, text in assets:
            write(os.path.join(sys.argv[1], name), text)
        for what, sizes in found.items():
            print("page: %s has %d bytes, %d compressed" % (what, *sizes))
        return
    path, new = os.path.join(PAGE, "DashboardPage.swift"), swift(assets)
    # A file that is as it was keeps its time, so that nothing is compiled again.
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != new:
        write(path, new)


if __name__ == "__main__":
    main()
