#!/usr/bin/env python3
"""Counts the public types that `import Cairn` alone shows; exit status 1 if there are more than 120.

    public_types.py [--list]      --list: prints their names too

Reads what the last debug build left behind, so build first; nothing is compiled here. Counted are structures,
enumerations, classes, protocols and type aliases, nested or not:
  - all of module Cairn;
  - those that Sources/Cairn/Cairn re-exports by name, with all that is nested in them, in whichever module.
A module that is re-exported as a whole is a failure, because the list would then decide nothing.
Standard library only.
"""
import glob
import json
import os
import re
import sys
import tempfile

from undocumented import ROOT, extract, output

LIMIT = 120
KINDS = {"swift." + kind for kind in ("struct", "enum", "class", "protocol", "typealias", "associatedtype")}
EXPORT = re.compile(r"@_exported public import (?:struct|enum|class|protocol|typealias) (\w+)\.(\w+)")


def exports(exporter="Cairn"):
    """Pairs of a module and the name of a type that Cairn, or another module of its room, re-exports."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "Sources", "Cairn", exporter, "**", "*.swift"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if not line.lstrip().startswith("@_exported"):
                    continue
                match = EXPORT.fullmatch(line.strip())
                if not match:
                    sys.exit("%s:%d: re-export types by name, not a module: %s" % (
                        os.path.relpath(path, ROOT), number, line.strip()))
                found.append(match.groups())
    return found


def home(graph):
    """The module whose types a graph is about: B for `A@B.symbols.json`, with what module A adds to those of B."""
    return graph.removesuffix(".symbols.json").rpartition("@")[2]


def types(module, build, target):
    """The public types that a module declares: the module of the outermost type, and the names from there."""
    found = set()
    with tempfile.TemporaryDirectory() as folder:
        extract(module, build, target, folder)
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for symbol in json.load(file)["symbols"]:
                    if symbol["kind"]["identifier"] in KINDS:
                        found.add((home(name), tuple(symbol["pathComponents"])))
    return found


def main():
    build = output("swift", "build", "--show-bin-path").strip()
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    listed = exports()
    modules = ["Cairn"] + sorted({module for module, _ in listed})
    total, seen = 0, set()
    for module in modules:
        declared = types(module, build, target)
        seen |= {(owner, path[0]) for owner, path in declared}
        # What is nested in types of the standard library is visible as well.
        shown = sorted(path for owner, path in declared
                       if module == "Cairn" or (owner, path[0]) in listed or owner not in modules)
        total += len(shown)
        print("%4d of %s" % (len(shown), module))
        if "--list" in sys.argv[1:]:
            print("".join("       %s\n" % ".".join(path) for path in shown), end="")
    for module, name in sorted(set(listed) - seen):
        sys.exit("public_types: %s has no public type %s (is it built?)" % (module, name))
    print("public_types: `import Cairn` shows %d public types; the limit is %d" % (total, LIMIT))
    return 1 if total > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
