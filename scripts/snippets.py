#!/usr/bin/env python3
"""Compiles every Swift block of the documentation, and runs those that show what they print.

    snippets.py [BUILD]      default: the folder of the last debug build, so build first

The blocks of README.md, docs and the catalogues are compiled as users would: in language mode 6, without
upcoming features, warnings as errors but for what is made and not used. Words in a comment on the line
above a block, which nobody sees in the rendered text, say what cannot be seen from the block alone:

    <!-- continues -->       belongs to the same file as the block before
    <!-- in a function -->   is the body of one, in which `manager`, `system` and `loop` are there already
    <!-- in a manifest -->   is a Package.swift, or one of its dependencies
    <!-- runs -->            prints what the next ```text block says, in which `…` stands for anything; a
                             line of `…` alone stands for any lines. A function that runs is given nothing.

Several words are parted by commas. What a block imports is said by the block; without a word it imports
Cairn. All are one program, each a namespace of its own in it. Standard library only.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORDS = {"continues", "in a function", "in a manifest", "runs"}
USED = ["Cairn", "CairnSimulator", "CoreLocationCompat"]
GIVEN = "manager: LocationManager, system: LocationSystem, loop: EventLoop"
# A program that hangs is a failure; the slowest waits some seconds for a simulated receiver.
PATIENCE = 60


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


class Snippet:
    """Blocks that make up one file."""

    def __init__(self, path):
        self.path = path
        self.blocks = []    # words, line of the first line, lines
        self.prints = None  # line, lines

    def has(self, word):
        return any(word in words for words, _, _ in self.blocks)

    def swift(self, name):
        """The file: imports, and a namespace with declarations and one function."""
        imports, declarations, body = [], [], []
        for words, line, lines in self.blocks:
            lines = list(lines)
            if all(re.match("import |#(if|else|endif)|$", text) for text in lines):
                imports += lines
                continue
            for index, text in enumerate(lines):
                if text.startswith("import "):
                    imports.append(text)
                    lines[index] = ""
            target = body if "in a function" in words else declarations
            target += ['#sourceLocation(file: "%s", line: %d)' % (self.path, line)]
            target += [re.sub("^@main ?", "", text) for text in lines]
            target += ["#sourceLocation()"]
        given = "" if self.has("runs") else GIVEN
        function = ["static func run(%s) async throws {" % given] + body + ["}"] if body else []
        return (imports or ["import Cairn"]) + ["enum %s {" % name] + declarations + function + ["}"]

    def manifest(self):
        text = [text for _, _, lines in self.blocks for text in lines]
        if any(line.startswith("let package") for line in text):
            return text
        return ["import PackageDescription", "let dependencies: [Package.Dependency] = ["] + text + ["]"]

    def call(self, name):
        """Runs it: the type marked `@main`, or the function."""
        for _, _, lines in self.blocks:
            found = re.search(r"^@main\b.*?\b(?:struct|class|enum) (\w+)", "\n".join(lines), re.S | re.M)
            if found:
                return "%s.%s.main()" % (name, found[1])
        return name + ".run()"


def fail(path, line, message):
    sys.exit("%s:%d: %s" % (path, line, message))


def snippets(path):
    """The files that the blocks of an article make up."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, fence = [], None
    for number, text in enumerate(lines, 1):
        if fence is None and text.startswith("```") and text != "```":
            fence = number
        elif fence and text == "```":
            kind, inside = lines[fence - 1][3:], lines[fence:number - 1]
            comment = re.fullmatch("<!-- (.*) -->", lines[fence - 2])
            words = set(comment[1].split(", ")) if comment else set()
            if kind == "swift":
                if words - WORDS:
                    fail(path, fence - 1, "no such words: " + ", ".join(sorted(words - WORDS)))
                if "continues" not in words:
                    found.append(Snippet(path))
                elif not found:
                    fail(path, fence - 1, "there is nothing to continue")
                found[-1].blocks.append((words, fence + 1, inside))
            elif kind == "text" and found and found[-1].has("runs") and not found[-1].prints:
                found[-1].prints = (fence + 1, inside)
            fence = None
    for snippet in found:
        if snippet.has("runs") and not snippet.prints:
            fail(path, snippet.blocks[0][1], "a block that runs needs a text block with what it prints")
    return found


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


def compile_all(build, folder, numbered):
    """Makes one program of all snippets; its argument is the name of the one to run."""
    files = {name + ".swift": snippet.swift(name) for name, snippet in numbered.items()}
    cases = ['case "%s": try await %s' % (name, snippet.call(name))
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
    for modulemap in maps + [os.path.join("Sources", "CUdev", "module.modulemap")]:
        command += ["-Xcc", "-fmodule-map-file=" + modulemap]
    for target in closure(list(USED)):
        command += glob.glob(os.path.join(build, target + ".build", "**", "*.o"), recursive=True)
    result = subprocess.run(command + [os.path.join(folder, name) for name in files], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # What is made and not used is meant to be an example.
    warned = any(": warning: " in line and "[#no-usage]" not in line for line in result.stdout.split("\n"))
    if result.returncode or warned:
        sys.exit(result.stdout + "snippets: the documentation shows what does not compile")
    return program


def check_manifest(folder, snippet):
    path = os.path.join(folder, "Package.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(snippet.manifest()) + "\n")
    info = json.loads(output("swift", "-print-target-info"))
    api = os.path.join(os.path.dirname(info["paths"]["runtimeResourcePath"]), "swift", "pm", "ManifestAPI")
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", api,
               "-package-description-version", "6.3.0", path]
    if subprocess.run(command).returncode:
        fail(snippet.path, snippet.blocks[0][1], "is no manifest")


def check_output(program, name, snippet):
    line, expected = snippet.prints
    try:
        result = subprocess.run([program, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        fail(snippet.path, line, "it does not end within %d s" % PATIENCE)
    pattern = "".join("(.*\n)*" if text == "…" else ".*".join(map(re.escape, text.split("…"))) + "\n"
                      for text in expected)
    if result.returncode or not re.fullmatch(pattern, result.stdout):
        fail(snippet.path, line, "it prints (status %d):\n%s" % (result.returncode, result.stdout))


def main():
    paths = ["README.md"] + sorted(
        glob.glob("docs/*.md", root_dir=ROOT) + glob.glob("Sources/*/*.docc/*.md", root_dir=ROOT))
    build = sys.argv[1] if len(sys.argv) > 1 else output("swift", "build", "--show-bin-path").strip()
    every = [snippet for path in paths for snippet in snippets(path)]
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
