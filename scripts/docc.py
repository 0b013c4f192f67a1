#!/usr/bin/env python3
"""Makes the documentation as web pages; a link that leads nowhere is a failure.

    docc.py [FOLDER [BUILD]]      default: .build/documentation, and what the last debug build left, so build first

What `import Cairn` brings along is described as Cairn's own; CairnSimulator is a module beside it. Both share
the catalogue Sources/Cairn/Cairn.docc. Standard library only, and docc, which comes with Swift.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from undocumented import ROOT, extract, output

CATALOGUE = os.path.join(ROOT, "Sources", "Cairn", "Cairn.docc")
MODULES = ["Cairn", "CairnSimulator"]


def exported():
    """The modules whose symbols are Cairn's for who imports it."""
    with open(os.path.join(ROOT, "Sources", "Cairn", "Exports.swift"), encoding="utf-8") as file:
        return re.findall(r"@_exported public import (\w+)", file.read())


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build", "documentation"))
    build = sys.argv[2] if len(sys.argv) > 2 else output("swift", "build", "--show-bin-path").strip()
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    with tempfile.TemporaryDirectory() as graphs:
        for module in MODULES:
            extract(module, build, target, graphs,
                    "-experimental-allowed-reexported-modules=" + ",".join(exported()))
        shutil.rmtree(folder, ignore_errors=True)
        result = subprocess.run(
            ["docc", "convert", CATALOGUE, "--additional-symbol-graph-dir", graphs, "--warnings-as-errors",
             "--fallback-display-name", "Cairn", "--fallback-bundle-identifier", "cairn",
             "--output-path", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit(result.stdout + "docc: the documentation has mistakes")
    print("docc: %s; to read it: python3 -m http.server -d %s, then /documentation/cairn" % (folder, folder))


if __name__ == "__main__":
    main()
