#!/usr/bin/env python3
"""Writes the files of the dashboard's page as Swift source, so that they are part of the program.

    page.py [FOLDER]      with FOLDER: writes the files there, as a browser gets them, and no Swift

Reads Sources/Service/CairnDashboard/Page/Web and writes DashboardPage.swift beside it. The scripts become one. Comments, indentation,
ends of lines and blanks beside signs are left out, and nothing is renamed: what a browser shows can be found in the sources. The scripts have neither a
template inside a template, nor a quotation mark in a regular expression, nor a comment of several lines. Standard library only.
"""
import gzip
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "Sources/Service/CairnDashboard/Page")
# In the order in which they run: app.js starts.
SCRIPTS = ["read.js", "paint.js", "map.js", "sky.js", "charts.js", "power.js", "panels.js", "app.js"]
# What the page may weigh, in bytes: as it is, and compressed.
LARGEST, LARGEST_COMPRESSED = 40_000, 15_000
QUOTED = r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"
SIGNS = r" *(=>|[=!]==|\?\?=|\|\|=|\?\?|\|\||&&|[<>]=?|[-+*]?=|[,?:{}]) *| ([-+*/]) (?=[\w'`(\[.])"


def read(name):
    with open(os.path.join(PAGE, "Web", name), encoding="utf-8") as file:
        return file.read()


def lines(text):
    return "".join(line.strip() + "\n" for line in text.split("\n") if line.strip())


def script():
    """All scripts as one, in strict mode."""
    parts = []
    for name in SCRIPTS:
        text = read(name)
        if not text.startswith("'use strict';\n"):
            sys.exit("page: %s does not begin with 'use strict'" % name)
        text = re.sub(r"(?m)^ *//.*$|  // .*$", "", text.split("\n", 1)[1])
        parts.append(lines(re.sub("(%s)|%s" % (QUOTED, SIGNS), lambda found: found[1] or found[2] or found[3], text)))
    # Behind these signs, no statement ends by the end of its line.
    return "'use strict';\n" + re.sub(r"(?<=[{(\[,;])\n", "", "".join(parts))


def style():
    text = re.sub(r"(?s)/\*.*?\*/", "", read("style.css"))
    return re.sub(r" *([{};:,>]) *", r"\1", lines(text)).replace("\n", "")


def files():
    """The name, the media type and the text of each."""
    unknown = set(os.listdir(os.path.join(PAGE, "Web"))) - {"index.html", "style.css", *SCRIPTS}
    if unknown:
        sys.exit("page: nothing is said of %s" % ", ".join(sorted(unknown)))
    return [
        ("index.html", "text/html", lines(read("index.html"))),
        ("style.css", "text/css", style()),
        ("app.js", "text/javascript", script()),
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
