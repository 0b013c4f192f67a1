#!/usr/bin/env python3
"""Compiles and runs the listings of articles about Core Location, which were written for Apple's systems.

    seeds.py [BUILD]      default: where `swift build` puts what it builds, with tests

The articles are in ../shared/seeds, or where CAIRN_SHARED points; no part of them is in this repository.
Each unit of Tests/Seeds/Units.swift gives some listings the class they need. All are compiled in three
modes of the language, with CoreLocationCompat under the name that the articles import. Then the delegates
run in the program of Tests/Seeds, against a simulated system. Standard library only.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
UNITS = ROOT / "Tests" / "Seeds" / "Units.swift"
STAGE = ROOT / "Tests" / "CoreLocationCompatTests" / "Stage.swift"
# All of the library but what reads profiles, which needs a package besides; CUdev, which has no code; and the room C, whose
# libraries are linked by programs in C.
MODULES = sorted({source.name for source in (ROOT / "Sources").glob("*/*")
                  if source.name[0] in "CM" and source.parent.name != "C"}
                 - {"CUdev", "CYAML", "CairnProfiles", "CommandSupport"})

MODES = {
    "Swift 5": ["-swift-version", "5"],
    "Swift 6": ["-swift-version", "6"],
    "Swift 6 on the main actor": ["-swift-version", "6", "-default-isolation", "MainActor"],
}
# The compiler errors of the units that do not compile. The first names a member that no CLLocation
# has. The second sends a controller that is bound to no actor to the main queue; where it was written
# for, controllers are bound to the main actor.
FAILURES = {(mode, "004 distance"): "has no member 'latitude'" for mode in MODES}
FAILURES["Swift 6", "003 whole"] = "sending 'self' risks causing data races"
# The change that makes the first one compile, for the run.
CORRECTIONS = [("lastLocation.latitude", "lastLocation.coordinate.latitude"),
               ("lastLocation.longitude", "lastLocation.coordinate.longitude")]


def shared_seeds():
    folder = pathlib.Path(os.environ.get("CAIRN_SHARED", ROOT.parent / "shared")) / "seeds"
    if folder.is_dir():
        return folder
    if os.environ.get("CI") == "true":
        sys.exit(f"seeds: no articles at {folder}, and CI=true forbids to skip")
    print(f"skipped: there are no articles at {folder}")
    sys.exit(0)


def balanced(text, start):
    """From `start` to the brace that closes the first one, or to the end of the line if there is none. Missing
    braces at the end of a block are added."""
    depth = 0
    for match in re.compile(r"//.*|\"[^\"\n]*\"|[{}\n]|^```", re.M).finditer(text, start):
        token = match.group()
        if token == "```":
            return text[start:match.start()] + "}" * depth
        depth += {"{": 1, "}": -1}.get(token, 0)
        head = text[start:match.start()]
        if depth == 0 and (token == "}" or token == "\n" and head.count("(") == head.count(")")):
            return text[start:match.end()]
    return text[start:]


def cut(text, anchor, last=False):
    places = [m.start() for m in re.finditer(re.sub(r"\\?\s+", r"\\s+", re.escape(anchor)), text)]
    places = [p for p in places if not text[text.rfind("\n", 0, p) + 1:p].strip()]
    if not places:
        sys.exit(f"seeds: no listing begins with: {anchor}")
    return balanced(text, places[-1 if last else 0])


def article(folder, number):
    """The text of an article, without the parts of its listings that are not Swift."""
    text = next(folder.glob(number + "_*.txt")).read_text()
    text = re.sub("[0-9]\ufe0f?\u20e3", "", text)
    # The author's notes behind the colon of a case.
    text = re.sub(r"^(\s*case [.\w, ]+:).*[\uac00-\ud7a3].*$", r"\1", text, flags=re.M)
    if number == "003":
        text = merged(text)
    return re.sub(r"^[ \t]*\.\.\.[ \t]*$", "", text, flags=re.M)


def merged(text):
    """Applies the changes that article 003 shows to its own listings."""
    switch = cut(text, "func checkLocationAuthorization(")
    case = "case .authorizedWhenInUse:"
    later = text[text.rindex(case):]
    later = later[:later.index("```")]
    first = switch[switch.index(case):]
    first = first[:first.index("case .denied")]
    text = text.replace(switch, switch.replace(first, later))
    # The last form of a delegate leaves out what two earlier ones show.
    delegate = cut(text, "extension MapVC: MKMapViewDelegate", last=True).rstrip("}")
    lines = [cut(text, words) for words in
             ("let geoCoder", "let locale", "guard let previousLocation", "guard center.distance",
              "self.previousLocation")]
    gap = re.compile(r"^\s*\.\.\.$", re.M)
    return text.replace(delegate, gap.sub(lambda _: "\n".join(lines), delegate, count=1))


def fill(template, articles):
    """Puts the listings in the places that name them."""
    def listing(match):
        number, last, anchor = match.groups()
        return cut(articles[number], anchor.strip(), last=bool(last))
    return re.sub(r"^[ \t]*// seed (\d{3})(, last)?: (.+)$", listing, template, flags=re.M)


def units(articles):
    parts = re.split(r"^// MARK: (.+)$", UNITS.read_text(), flags=re.M)
    return {name: fill(("" if "import" in body else "import CoreLocation\n") + body, articles)
            for name, body in zip(parts[1::2], parts[2::2])}


def objects(build):
    for module in MODULES:
        folder = build / f"{module}.build"
        table = folder / "output-file-map.json"
        if table.exists():
            yield from (row["object"] for name, row in json.loads(table.read_text()).items() if name)
        else:
            yield from folder.rglob("*.o")


def main():
    seeds = shared_seeds()
    if len(sys.argv) > 1:
        build = pathlib.Path(sys.argv[1])
    else:
        build = pathlib.Path(subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True,
                                            stdout=subprocess.PIPE, text=True).stdout.strip())
    compiler = ["swiftc", "-parse-as-library", "-I", build / "Modules",
                "-module-alias", "CoreLocation=CoreLocationCompat", "-module-alias", "MapKit=MapKitCompat"]
    for module in (module for module in MODULES if module.startswith("CCairn")):
        compiler += ["-Xcc", f"-fmodule-map-file={build}/{module}.build/module.modulemap"]
    compiler += ["-Xcc", f"-fmodule-map-file={ROOT}/Sources/Linux/CUdev/module.modulemap"]
    articles = {number: article(seeds, number) for number in ("000", "001", "002", "003", "004")}
    faults = []

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def compile_unit(job):
            mode, name, text = job
            file = folder / f"{name}, {mode}.swift"
            file.write_text(text)
            run = subprocess.run(compiler + ["-emit-sil", "-o", "/dev/null", *MODES[mode], file],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            return mode, name, run.returncode == 0, run.stdout

        def run_program():
            paths = [STAGE, *(p for p in UNITS.parent.glob("*.swift") if p != UNITS)]
            texts = {path.name: fill(path.read_text(), articles) for path in paths}
            texts["Map.swift"] = units(articles)["003 whole"]
            for name, text in texts.items():
                for wrong, right in CORRECTIONS:
                    text = text.replace(wrong, right)
                (folder / name).write_text(text)
            program = folder / "program"
            run = subprocess.run(
                compiler + [*MODES["Swift 5"], "-o", program, *(folder / n for n in texts),
                            *objects(build), "-ludev"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if run.returncode:
                return False, run.stdout
            try:
                run = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     timeout=300)
            except subprocess.TimeoutExpired as late:
                return False, f"{(late.stdout or b'').decode()}\nit has not ended after 300 s"
            return run.returncode == 0, run.stdout

        jobs = [(mode, name, text) for mode in MODES for name, text in units(articles).items()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            program = pool.submit(run_program)
            results = list(pool.map(compile_unit, jobs))
            ran, said = program.result()

    for mode in MODES:
        compiled = [passed for other, _, passed, _ in results if other == mode]
        failed = [name for other, name, passed, _ in results if other == mode and not passed]
        print(f"seeds: {sum(compiled)} of {len(compiled)} units compile in {mode}; not: {', '.join(failed)}")
    for mode, name, passed, words in results:
        expected = FAILURES.get((mode, name))
        if passed != (expected is None) or expected and expected not in words:
            faults.append(f"{name}, {mode}: {f'no error: {expected}' if passed else words}")
    print(said.rstrip())
    if not ran:
        faults.append("the listings do not run as expected")
    for fault in faults:
        print(f"seeds: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
