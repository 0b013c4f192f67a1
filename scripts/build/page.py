#!/usr/bin/env python3
"""Writes the files of the dashboard's page as Swift source, so that they are part of the program.

    page.py [FOLDER]      with FOLDER: writes the files there, as a browser gets them, and no Swift

Reads Sources/Service/CairnDashboard/Page/Web and writes DashboardPage.swift beside it. The scripts are ES modules, of which app.js is the
first; esbuild makes one script of them, and shortens it and the style sheet. What it writes depends on its version, so only the one of Debian 12
is taken; install-deps.sh test installs it. ESBUILD names another program of that version.
"""
import gzip
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "Sources/Service/CairnDashboard/Page")
VERSION = "0.17.0"
# What the page may weigh, in bytes: as it is, and compressed.
LARGEST, LARGEST_COMPRESSED = 40_000, 15_000


def esbuild(name, *options):
    """What a browser gets of a file and of those that it imports."""
    done = subprocess.run([PROGRAM, name, "--bundle", "--minify", "--charset=utf8", "--log-level=warning", *options],
                          cwd=os.path.join(PAGE, "Web"), stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit("page: esbuild refuses %s" % name)
    return done.stdout.decode().rstrip("\n")


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
    return [
        ("index.html", "text/html", markup()),
        ("style.css", "text/css", esbuild("style.css")),
        ("app.js", "text/javascript", esbuild("app.js", "--format=iife", "--target=es2022")),
    ]


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
        text += '    Asset(name: "%s", mediaType: "%s; charset=utf-8", bytes: Array(#"""\n%s\n"""#.utf8)),\n' % (name, kind, content)
    return text + "  ]\n}\n"


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    assets = files()
    sizes = [len(text.encode()) for _, _, text in assets]
    compressed = [len(gzip.compress(text.encode(), 9, mtime=0)) for _, _, text in assets]
    if sum(sizes) > LARGEST or sum(compressed) > LARGEST_COMPRESSED:
        sys.exit("page: it has %d bytes, and %d compressed; allowed are %d and %d" % (
            sum(sizes), sum(compressed), LARGEST, LARGEST_COMPRESSED))
    if len(sys.argv) > 1:
        for name, _, text in assets:
            write(os.path.join(sys.argv[1], name), text)
        print("page: %d bytes, %d compressed" % (sum(sizes), sum(compressed)))
        return
    path, new = os.path.join(PAGE, "DashboardPage.swift"), swift(assets)
    # A file that is as it was keeps its time, so that nothing is compiled again.
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != new:
        write(path, new)


if __name__ == "__main__":
    main()
