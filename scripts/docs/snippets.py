#!/usr/bin/env python3
"""Compiles every Swift block of the documentation, and runs those that show their output.

    snippets.py [BUILD]      default: the folder of the last debug build, so build first

The blocks of README.md, docs and the catalogues are compiled as users would: in language mode 6, without
upcoming features, with warnings as errors except for unused values. Words in a comment on the line
above a block, invisible in the rendered text, add what the block does not show:

    <!-- continues -->       belongs to the same file as the block before
    <!-- in a function -->   is the body of one, in which `manager`, `system` and `loop` exist
    <!-- in a manifest -->   is a Package.swift, or one of its dependencies
    <!-- runs -->            prints what the next ```text block says, in which `…` stands for anything; a
                             line of `…` alone stands for any lines. A function that runs gets no such values.

Several words are separated by commas. A block states its imports; a block without imports gets Cairn. All blocks
form one program, each in a namespace of its own. stranger.py has the words for programs that
need a receiver. Standard library only.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from blocks import ROOT, exactly, snippets

USED = ["Cairn", "CairnBoard", "CairnPlaces", "CairnSimulator", "CoreLocationCompat", "MapKitCompat"]
GIVEN = "manager: LocationManager, system: LocationSystem, loop: EventLoop"
# A program that hangs is a failure; the slowest waits some seconds for a simulated receiver.
PATIENCE = 60


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def documents():
    """Everything with blocks, as paths below the root."""
    return ["README.md"] + sorted(
        glob.glob("docs/*.md", root_dir=ROOT) + glob.glob("Sources/*/*/*.docc/*.md", root_dir=ROOT))


def located(parts):
    """The lines, with their positions in the document for the compiler."""
    lines = []
    for block, texts in parts:
        lines.append('#sourceLocation(file: "%s", line: %d)' % (block.path, block.line))
        lines += [re.sub("^@main ?", "", text) for text in texts]
        lines.append("#sourceLocation()")
    return lines


def swift(snippet, name):
    """The file: imports, and a namespace with declarations and one function."""
    imports, declarations, body = snippet.split()
    given = "" if snippet.has("runs") else GIVEN
    function = ["static func run(%s) async throws {" % given] + located(body) + ["}"] if body else []
    return imports + ["enum %s {" % name] + located(declarations) + function + ["}"]


def manifest(snippet):
    text = snippet.text()
    if any(line.startswith("let package") for line in text):
        return text
    return ["import PackageDescription", "let dependencies: [Package.Dependency] = ["] + text + ["]"]


def call(snippet, name):
    """Runs it: the type marked `@main`, or the function."""
    main = snippet.main_type()
    return "%s.%s.main()" % (name, main) if main else name + ".run()"


def closure(names):
    """The targets that are linked into a program that imports some."""
    package = json.loads(output("swift", "package", "dump-package"))
    targets = {target["name"]: target for target in package["targets"]}
    found = []
    while names:
        name = names.pop()
        if name in found or name not in targets:
            continue
        found.append(name)
        for dependency in targets[name]["dependencies"]:
            names += [value[0] for key, value in dependency.items() if key in ("byName", "target")]
    return found


def objects(build, target):
    """The object files of a target from the last build, without those whose source file is gone."""
    for path in glob.glob(os.path.join(build, target + ".build", "**", "*.o"), recursive=True):
        source = os.path.splitext(os.path.basename(path))[0]
        if glob.glob(os.path.join(ROOT, "Sources", "*", target, "**", source), recursive=True):
            yield path


def compile_all(build, folder, numbered):
    """Makes one program of all snippets; its argument is the name of the one to run."""
    files = {name + ".swift": swift(snippet, name) for name, snippet in numbered.items()}
    cases = ['case "%s": try await %s' % (name, call(snippet, name))
             for name, snippet in numbered.items() if snippet.has("runs")]
    files["Main.swift"] = ["@main enum Main {", "static func main() async throws {",
                           "switch CommandLine.arguments[1] {"] + cases + ["default: break", "}}}"]
    for name, lines in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    program = os.path.join(folder, "snippets")
    command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", "Snippets",
               "-o", program, "-I", os.path.join(build, "Modules")]
    maps = glob.glob(os.path.join(build, "*.build", "module.modulemap"))
    for modulemap in maps + glob.glob(os.path.join(ROOT, "Sources", "*", "*", "module.modulemap")):
        command += ["-Xcc", "-fmodule-map-file=" + modulemap]
    for target in closure(list(USED)):
        command += objects(build, target)
    result = subprocess.run(command + [os.path.join(folder, name) for name in files], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # Unused values are fine in an example.
    warned = any(": warning: " in line and "[#no-usage]" not in line for line in result.stdout.split("\n"))
    if result.returncode or warned:
        sys.exit(result.stdout + "snippets: the documentation shows what does not compile")
    return program


def check_manifest(folder, snippet):
    path = os.path.join(folder, "Package.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(manifest(snippet)) + "\n")
    info = json.loads(output("swift", "-print-target-info"))
    api = os.path.join(os.path.dirname(info["paths"]["runtimeResourcePath"]), "swift", "pm", "ManifestAPI")
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", api,
               "-package-description-version", "6.3.0", path]
    if subprocess.run(command).returncode:
        snippet.blocks[0].fail("is no manifest")


def check_output(program, name, snippet):
    try:
        result = subprocess.run([program, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        snippet.prints.fail("it does not end within %d s" % PATIENCE)
    if result.returncode or not re.fullmatch(exactly(snippet.prints.lines), result.stdout):
        snippet.prints.fail("it prints (status %d):\n%s" % (result.returncode, result.stdout))


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else output("swift", "build", "--show-bin-path").strip()
    every = [snippet for path in documents() for snippet in snippets(path)]
    numbered = {"Snippet%d" % number: snippet for number, snippet in enumerate(every)
                if not snippet.has("in a manifest")}
    running = {name: snippet for name, snippet in numbered.items() if snippet.has("runs")}
    with tempfile.TemporaryDirectory() as folder:
        for snippet in every:
            if snippet.has("in a manifest"):
                check_manifest(folder, snippet)
        program = compile_all(build, folder, numbered)
        for name, snippet in running.items():
            check_output(program, name, snippet)
    blocks = sum(len(snippet.blocks) for snippet in every)
    print("snippets: %d blocks of %d files compile, and %d programs print what they are said to" % (
        blocks, len({snippet.path for snippet in every}), len(running)))


if __name__ == "__main__":
    main()
