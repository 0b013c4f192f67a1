#!/usr/bin/env python3
"""Lists public symbols of the library modules that have no documentation comment; exit status 1 if any.

    undocumented.py [MODULE ...]      default: every Swift library target of Package.swift

Reads what the last debug build left behind, so build first; nothing is compiled here. Needs a comment:
every public type, protocol, function, subscript, operator, property and initialiser. Does not:
  - what implements a protocol's requirement, or is synthesized (the comment is inherited);
  - enum cases, and static constants of the type that holds them (flags of an option set, named values):
    the comment of the type covers them;
  - memberwise initialisers: every parameter is a property, which has its own comment;
  - stored properties of wire messages, which state name, scale and unit in `fields(_:)`.
Standard library only.
"""
import collections
import glob
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def library_modules():
    package = json.loads(output("swift", "package", "dump-package"))
    for target in package["targets"]:
        folder = os.path.join(ROOT, target.get("path") or os.path.join("Sources", target["name"]))
        if target["type"] == "regular" and glob.glob(os.path.join(folder, "**", "*.swift"), recursive=True):
            yield target["name"]


def extract(module, build, target, folder, *options):
    """Writes the module's symbol graphs into folder."""
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", target,
               "-minimum-access-level", "public", "-skip-synthesized-members",
               "-I", os.path.join(build, "Modules"),
               "-output-dir", folder, *options]
    headers = glob.glob(os.path.join(ROOT, "Sources", "*", "*", "include"))
    for header in headers:
        command += ["-I", header]
    # C modules of the system.
    for modulemap in glob.glob(os.path.join(ROOT, "Sources", "*", "*", "module.modulemap")):
        command += ["-I", os.path.dirname(modulemap)]
    for modulemap in glob.glob(os.path.join(build, "*.build", "module.modulemap")):
        command += ["-Xcc", "-fmodule-map-file=" + modulemap]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        sys.exit("undocumented: no symbol graph of %s (is it built?)\n%s" % (module, result.stdout))


def undocumented(graphs):
    """The symbols without a comment that need one, of all graphs of one module."""
    symbols, parent, inherits, conforms = {}, {}, set(), collections.defaultdict(set)
    for graph in graphs:
        for symbol in graph["symbols"]:
            symbols.setdefault(symbol["identifier"]["precise"], symbol)
        for edge in graph["relationships"]:
            if edge["kind"] == "conformsTo":
                conforms[edge["source"]].add(edge.get("targetFallback", edge["target"]))
            if edge["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                parent[edge["source"]] = edge["target"]
            if "sourceOrigin" in edge or edge["kind"] in ("overrides", "defaultImplementationOf"):
                inherits.add(edge["source"])
    properties = collections.defaultdict(set)
    for key, symbol in symbols.items():
        if symbol["kind"]["identifier"] == "swift.property":
            properties[parent.get(key)].add(symbol["names"]["title"])

    found = []
    for key, symbol in symbols.items():
        location, kind = symbol.get("location"), symbol["kind"]["identifier"]
        if "docComment" in symbol or not location or key in inherits or kind in ("swift.enum.case", "swift.extension"):
            continue
        path = urllib.parse.unquote(urllib.parse.urlparse(location["uri"]).path)
        if not path.startswith(os.path.join(ROOT, "Sources") + os.sep):
            continue
        owner = parent.get(key)
        if kind == "swift.type.property" and owner and is_constant_of(symbol, owner):
            continue
        if kind == "swift.init" and labels(symbol) <= properties[owner]:
            continue
        if kind == "swift.property" and is_stored(symbol) and WIRE & {title(symbols, p) for p in conforms[owner]}:
            continue
        found.append((os.path.relpath(path, ROOT), location["position"]["line"] + 1, symbol))
    return sorted(found, key=lambda entry: entry[:2])


# Protocols whose types state each field once, with its name, scale and unit, in `fields(_:)`.
WIRE = {"UBXMessage", "UBXGroup", "NMEASentence", "NMEAGroup", "RTCMMessage", "RTCMGroup"}


def title(symbols, key):
    """Name of a protocol: of this module by its key, of another as `Module.Name`."""
    return symbols[key]["names"]["title"] if key in symbols else key.rpartition(".")[2]


def is_stored(symbol):
    """Computed properties print their accessors: `var isValid: Bool { get }`."""
    return not any(f["spelling"] == "get" for f in symbol.get("declarationFragments", []))


def is_constant_of(symbol, owner):
    """Is it `static let name: Owner` (also written as Self)?"""
    fragments = symbol.get("declarationFragments", [])
    types = [f for f in fragments if f["kind"] == "typeIdentifier"]
    is_let = any(f["kind"] == "keyword" and f["spelling"] == "let" for f in fragments)
    return is_let and len(types) == 1 and types[0].get("preciseIdentifier") == owner


def labels(symbol):
    """Argument labels of an initialiser, from its title `init(latitude:longitude:)`."""
    inside = symbol["names"]["title"].partition("(")[2].rpartition(")")[0]
    return set(label for label in inside.split(":") if label)


def main():
    build = output("swift", "build", "--show-bin-path").strip()
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    total = checked = 0
    for module in sys.argv[1:] or library_modules():
        with tempfile.TemporaryDirectory() as folder:
            extract(module, build, target, folder)
            graphs = []
            for name in sorted(os.listdir(folder)):
                if name.endswith(".symbols.json"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        graphs.append(json.load(file))
        checked += sum(len(graph["symbols"]) for graph in graphs)
        for path, line, symbol in undocumented(graphs):
            total += 1
            print("%s:%d: undocumented %s %s" % (
                path, line, symbol["kind"]["displayName"].lower(), ".".join(symbol["pathComponents"])))
    print("undocumented: %d of %d public symbols lack a comment" % (total, checked))
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
