"""Builds of `cairn` with a sanitizer, and what those report."""
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]


def _folder(kind):
    return ROOT / f".build-{kind}"


def build(kind, root):
    """Builds the program, and gives its path."""
    command = ["swift", "build", "--product", "cairn", f"--sanitize={kind}", "--scratch-path", str(_folder(kind)),
               "-debug-info-format", "none"]
    subprocess.run(command, cwd=root, check=True)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=root, check=True, stdout=subprocess.PIPE, text=True)
    shutil.rmtree(_folder(kind) / "reports", ignore_errors=True)
    (_folder(kind) / "reports").mkdir()
    if kind == "thread":
        # What the sanitizer does not know of the language's own locks: see the source.
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(_folder(kind) / "mutex.so"), "Tests/Sanitizer/mutex.c", "-ldl"],
                       cwd=root, check=True)
    return pathlib.Path(shown.stdout.strip()) / "cairn"


def environment(kind, name):
    """Of a case."""
    if not kind:
        return None
    log = f"log_path={_folder(kind)}/reports/{name}"
    options = {
        # Leaks are what the measured memory of the suite is for; the language keeps much for good.
        "address": {"ASAN_OPTIONS": f"{log}:detect_leaks=0:abort_on_error=0:exitcode=99"},
        "thread": {"TSAN_OPTIONS": f"{log}:halt_on_error=0:exitcode=0"}}[kind]
    return {**os.environ, **options}


def program_environment(kind):
    """Of the program alone: the preloaded library is not for the Python beside it."""
    return {"LD_PRELOAD": str(_folder(kind) / "mutex.so")} if kind == "thread" else {}


def reports(kind, name):
    """The summaries of what was found in a case."""
    if not kind:
        return []
    found = []
    for path in sorted((_folder(kind) / "reports").glob(f"{name}.*")):
        lines = [line for line in path.read_text(errors="replace").splitlines() if line.startswith("SUMMARY")]
        found += [f"{line}; see {path}" for line in sorted(set(lines))] or [f"see {path}"]
    return found
