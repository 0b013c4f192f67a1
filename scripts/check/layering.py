#!/usr/bin/env python3
"""Checks house rules that no compiler checks. Standard library only.

Rooms are the folders of Sources, in the order of Package.swift. A target may import targets of rooms above its own,
and those above it in its room.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pure: no Foundation, no libc, no clocks and tasks of the system.
PURE = {"Core", "Codecs", "Receiver", "Radio", "Engine"}
PURE_TARGETS = {"CairnGeocoding", "CairnExports", "CairnMQTT", "CairnWire", "CairnReports", "CairnWatch", "CairnCore"}
# Foundation costs a program that links it tens of megabytes.
FOUNDATION = {"Apple", "Tools"}
FOUNDATION_TARGETS = {"CairnFoundation"}
# Of a room that may import it, but must not, nor a module that does: the daemons are part of firmware.
LEAN_TARGETS = {"CairnSimulator", "cairnd", "cairn-mqtt"}
# C libraries with the interface cairn.h, which scripts/build/c-library.sh builds without SwiftPM.
C_LIBRARIES = {"CCairnClient"}
SYSTEM = re.compile(r"^[^/\n]*\bimport +(Foundation\w*|Glibc|Musl|Dispatch|Synchronization)\b", re.M)

problems = []


def dump():
    result = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return json.loads(result.stdout)


def texts(folder, *endings):
    for path, folders, names in os.walk(os.path.join(ROOT, folder)):
        folders[:] = [name for name in folders if not name.startswith(".build")]
        for name in names:
            if name.endswith(endings):
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    yield os.path.relpath(os.path.join(path, name), ROOT), file.read()


def imports(target):
    """The names of the targets of this package that a target imports."""
    for dependency in target["dependencies"]:
        for kind in ("byName", "target"):
            if kind in dependency:
                yield dependency[kind][0]


def check_rooms(targets):
    """Every target's place, and what it imports. Returns the targets by name with their rooms."""
    rooms, order = {}, []
    for target in targets:
        parts = (target.get("path") or "").split("/")
        if parts[0] != "Sources":
            continue
        if len(parts) != 3 or parts[2] != target["name"]:
            problems.append("%s is not in a room: its path is %s" % (target["name"], target.get("path")))
            continue
        if order and parts[1] != rooms[order[-1]] and parts[1] in rooms.values():
            problems.append("the room %s is in two places of Package.swift" % parts[1])
        for name in imports(target):
            if name not in rooms:
                problems.append("%s/%s imports %s, which is not above it" % (parts[1], target["name"], name))
        rooms[target["name"]] = parts[1]
        order.append(target["name"])
    found = {name for room in os.listdir(os.path.join(ROOT, "Sources"))
             for name in os.listdir(os.path.join(ROOT, "Sources", room))}
    for name in found - C_LIBRARIES ^ set(rooms):
        problems.append("%s is in Sources or in Package.swift, but not in both" % name)
    return rooms


def check_imports(rooms):
    for name, room in rooms.items():
        pure = room in PURE or name in PURE_TARGETS
        for path, text in texts(os.path.join("Sources", room, name), ".swift"):
            for found in SYSTEM.finditer(text):
                module = found.group(1)
                lean = name in LEAN_TARGETS or (room not in FOUNDATION and name not in FOUNDATION_TARGETS)
                if pure or (module.startswith("Foundation") and lean):
                    problems.append("%s imports %s" % (path, module))


def check_traits(traits):
    """A trait never changes what a module shows: only the module that finds devices asks for one."""
    for path, text in texts("Sources", ".swift"):
        if re.search(r"^ *#(if|elseif) .*\b(%s)\b" % "|".join(traits), text, re.M):
            if not path.startswith("Sources/Linux/CairnLinux/"):
                problems.append("%s asks for a trait" % path)


def check_sources(targets):
    # _GNU_SOURCE changes fd_set and breaks sanitizer builds at random; the shim declares what it needs by hand.
    for path, text in list(texts("Sources", ".c", ".h")) + list(texts(".", "Package.swift")):
        if re.search(r"#\s*define\s+_GNU_SOURCE|-D\s*_GNU_SOURCE", text):
            problems.append("%s defines _GNU_SOURCE" % path)
    # Module names are global in a program: this one would shadow code that says `import CoreLocation`.
    if any(target["name"] == "CoreLocation" for target in targets):
        problems.append("a module is named CoreLocation")
    # Top-level code is main-actor isolated and crashes when C calls its closures.
    for folder in ("Sources", "Examples", "Benchmarks"):
        problems.extend("%s: use @main instead" % path for path, _ in texts(folder, ".swift")
                        if os.path.basename(path) == "main.swift")


def main():
    package = dump()
    targets = package["targets"]
    rooms = check_rooms(targets)
    check_imports(rooms)
    check_traits([trait["name"] for trait in package["traits"] if trait["name"] != "default"])
    check_sources(targets)
    if problems:
        sys.exit("\n".join("layering: " + problem for problem in problems))
    print("layering: %d targets in %d rooms" % (len(rooms), len(set(rooms.values()))))


if __name__ == "__main__":
    main()
