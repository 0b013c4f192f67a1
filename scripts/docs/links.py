#!/usr/bin/env python3
"""Checks the links of the documentation, read as plain files.

README.md, the other documents and the articles must not link to a file or heading that does not exist. README.md must link to
every document of docs and every article, and have at most 200 lines. Standard library only.
"""
import os
import re
import sys

from blocks import ROOT
from snippets import documents

LONGEST_README = 200
OTHERS = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]


def prose(path):
    """The lines outside code blocks."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        parts = re.split(r"(?m)^```.*$", file.read())
    return "\n".join(parts[::2])


def anchors(path):
    """The headings as a web site names them: lower case, without punctuation, hyphens for spaces."""
    headings = re.findall(r"(?m)^#+ (.*)$", prose(path))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path):
    """Pairs of the file that a link leads to, as a path below the root, and the heading, or an empty string."""
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", prose(path))):
        # Pictures of articles are drawn by docc.py, and have no folder and no ending.
        if re.match(r"[a-z]+:", target) or (path.endswith(".md") and ".docc/" in path and "." not in target):
            continue
        name, _, heading = target.partition("#")
        yield os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path, heading


def main():
    wrong, count = [], 0
    for path in documents() + OTHERS:
        for target, heading in links(path):
            count += 1
            if not os.path.exists(os.path.join(ROOT, target)):
                wrong.append("%s links to %s, which does not exist" % (path, target))
            elif heading and heading not in anchors(target):
                wrong.append("%s links to #%s, which %s does not have" % (path, heading, target))
    named = {target for target, _ in links("README.md")}
    wrong += ["README.md does not link to " + path for path in documents()[1:] if path not in named]
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        lines = len(file.readlines())
    if lines > LONGEST_README:
        wrong.append("README.md has %d lines, more than %d" % (lines, LONGEST_README))
    if wrong:
        sys.exit("links: " + "\nlinks: ".join(wrong))
    print("links: %d lead to what there is, and README.md to every document" % count)


if __name__ == "__main__":
    main()
