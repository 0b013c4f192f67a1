#!/usr/bin/env python3
"""Finds arithmetic that a number from outside could make trap; exit status 1 if there is any.

    arithmetic.py [--all]      --all: lists what docs/evidence/arithmetic.txt proves, too

Swift ends the process where a sum, a product or a conversion does not fit its type, and where something is
divided by zero. In the modules that work on what receivers, casters, files and readers send, each such call has
to be harmless. The compiler prints all of them with their types (SIL, before any optimization) when it is called
as the last debug build called it: run `swift build --build-tests` first. A call passes where the ranges of its operands show that it
cannot trap: those of literals and constants, of narrower types, of counts and indices, and what `min`, `max`,
`%`, `/`, `&` and `clamping:` leave. A conversion from `Double` passes as `Int(max(0, min(9, x)))`: written in this
order, the limits hold for what is no number as well.

`Int` is for counts and places. It is taken to be far from its limits, so that its sums need no proof; instead each
door through which a large number can become an `Int` needs one: `Int(clamping:)`, `Int(text)` and the like.

Everything else needs a line in docs/evidence/arithmetic.txt that says why it cannot trap; a line that nothing needs is a
failure as well. What an index or a range may be is not checked here. Standard library only.
"""
import concurrent.futures
import json
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROOFS = "docs/evidence/arithmetic.txt"
# Each with the folders that count; all, where none is named. The largest come first: two are read at once.
MODULES = {
    "CairnCatalogue": [], "CairnReceiver": [], "CairnHAL": [], "CairnUBX": [], "CairnNMEA": [], "CairnUpdates": [],
    "CairnFusion": [], "CairnSensors": [],
    "cairn": ["Geocoding", "Geodesy", "Radio", "Sensors"], "CairnFiles": [], "CairnTypes": [], "CairnGeodesy": [], "CairnGeoid": [],
    "CairnExports": [], "CairnMQTT": [], "CairnWire": [], "CairnReports": [], "CairnWatch": [], "CairnDBus": [], "CairnCASIC": [], "CairnRTCM": [], "CairnRadio": [],
    "CairnMaps": [], "CairnJSON": [], "CairnPacks": [], "CairnCore": [], "CairnGeocoding": [], "CairnPlaces": [],
}
# Firmware has these, with an `Int` of 32 bits.
EMBEDDED = {"CairnTypes", "CairnNMEA", "CairnUBX", "CairnRTCM", "CairnCASIC", "CairnCatalogue", "CairnReceiver",
            "CairnFusion", "CairnUpdates", "CairnSensors", "CairnWire", "CairnCore"}
# Of the build's arguments, those about its products; the second ones have a path behind them.
DROPPED = {"-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-emit-objc-header",
           "-serialize-diagnostics", "-parseable-output", "-no-emit-module-separately-wmo"}
DROPPED_PAIRS = {"-emit-module-path", "-num-threads", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}

COUNT = (0, 1 << 46)
PLACE = (-(1 << 46), 1 << 46)
INFINITY = float("inf")
OPERATOR = re.compile(r"static (U?Int\d*|Double|Duration)\.(&?)([-+*/%])(=?) (infix|prefix)(?:<A>)?")
CONVERSION = re.compile(r"(?:SignedInteger<>|UnsignedInteger<>|(U?Int128))\.init<A>\(_:\)")
ROUNDING = re.compile(r"(U?Int\d*)\.init\(_:\)")
# What the requirement of a generic type does not tell: that it is not the conversion that traps.
LABEL = re.compile(r"[\w.]+\((truncatingIfNeeded|clamping|exactly|littleEndian):")
DOOR = re.compile(r"FixedWidthInteger\.init(?:<A>)?\(_:(?:radix:)?\)|\w*Integer<>\.init<A>\(exactly:\)")
SIZE = re.compile(r"\.(count|byteCount|nonzeroBitCount|leadingZeroBitCount|trailingZeroBitCount)\.getter$")


def limits(kind, word=64):
    """What an integer type can hold; None for what is none."""
    match = re.fullmatch(r"(U?)Int(\d*)", kind)
    if not match:
        return None
    bits = int(match.group(2) or word)
    return (0, 2**bits - 1) if match.group(1) else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def usual(kind):
    """What a value of which only the type is known is taken to lie in."""
    return PLACE if kind == "Int" else limits(kind)


def real(bits, digits):
    """The number of a literal; those of 80 bits have an exponent of 15 and spell the leading one."""
    word = int(digits, 16)
    if bits == "64":
        return struct.unpack(">d", word.to_bytes(8, "big"))[0]
    sign, exponent, fraction = word >> 79, word >> 64 & 0x7FFF, word & (1 << 64) - 1
    return (-1) ** sign * fraction * 2.0 ** (exponent - 16383 - 63) if fraction else 0.0


def fits(inner, outer):
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def clipped(value, outer):
    return tuple(max(outer[0], min(outer[1], number)) for number in value)


def result(left, sign, right):
    """The range of a sum, product or quotient; None where it may divide by zero."""
    if sign == "+":
        return left[0] + right[0], left[1] + right[1]
    if sign == "-":
        return left[0] - right[1], left[1] - right[0]
    if sign == "*":
        corners = [a * b for a in left for b in right]
        return min(corners), max(corners)
    if right[0] <= 0 <= right[1]:
        return None
    if sign == "/":
        corners = [abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) for a in left for b in right]
        return min(0, *corners), max(0, *corners)
    rest = max(abs(right[0]), abs(right[1])) - 1
    return max(-rest, min(left[0], 0)), min(rest, max(left[1], 0))


class Reader:
    """Follows the numbers through the functions of one module.

    A range is a pair; that of a `Double` says as well that it is a number. `values` are of SIL's registers,
    `places` of what addresses hold.
    """

    def __init__(self, module):
        self.word = 32 if module in EMBEDDED else 64
        self.found, self.constants = [], {}
        self.function = self.file = ""
        self.line = self.column = 0
        self.forget()

    def forget(self):
        self.values, self.places, self.names, self.elements = {}, {}, {}, {}
        self.hasNegativeRange = False

    def read(self, lines):
        comment = ""
        for line in lines:
            if line.startswith("  // function_ref "):
                comment = line[18:].strip()
            elif line.startswith("  %"):
                name, _, rest = line.strip().partition(" = ")
                self.instruction(name, *rest.partition(" ")[::2], comment)
            elif line.startswith(("  store ", "  switch_enum ")):
                self.effect(line.strip())
            elif line.startswith("bb"):
                for name, kind in re.findall(r"(%\d+) : (?:@\w+ )*\$([\w<>]+)", line):
                    self.values[name] = self.elements.get(line.split("(")[0], usual(kind))
            elif line.startswith("sil "):
                self.forget()
            elif line.startswith("// "):
                match = re.match(r"// (.*?), (?:loc|scope) ", line)
                self.function = match.group(1) if match else self.function

    def instruction(self, name, kind, rest, comment):
        if kind == "apply":
            self.apply(name, rest)
        elif kind in ("load", "load_borrow"):
            self.values[name] = self.places.get(re.search(r"%\d+", rest).group())
        elif kind in ("move_value", "copy_value", "begin_borrow"):
            self.values[name] = self.values.get(re.search(r"%\d+", rest).group())
        elif kind == "function_ref":
            self.names[name] = (comment, rest.split()[0])
        elif kind == "witness_method":
            match = re.match(r"\$([\w.]+), #(\w+)\.\"?([^\" !:]+)", rest)
            if match:
                self.names[name] = ("requirement %s.%s" % match.group(2, 3), match.group(1))
        elif kind == "integer_literal":
            number = int(re.match(r"\S+ (-?\d+)", rest).group(1))
            self.values[name] = (number, number)
        elif kind == "float_literal":
            number = real(*re.match(r"\$Builtin\.FPIEEE(\d+), 0x([0-9A-F]+)", rest).groups())
            self.values[name] = (number, number)
        elif kind == "global_addr":
            self.names[name] = rest.split()[0].rstrip(",")
        elif kind == "pointer_to_address":
            self.places[name] = self.constants.get(self.names.get(rest.split()[0]))

    def effect(self, text):
        """Of an instruction without a result."""
        match = re.match(r"store (%\d+) to (?:\[\w+\] )?(%\d+)", text)
        if match:
            value, place = self.values.get(match.group(1)), match.group(2)
            self.places[place] = value
            if self.function.startswith("one-time initialization") and place in self.names:
                self.constants[self.names[place]] = value
            return
        match = re.match(r"switch_enum (%\d+).*#Optional\.some!enumelt: (bb\d+)", text)
        if match and self.values.get(match.group(1)) == "index":
            self.elements[match.group(2)] = PLACE if self.hasNegativeRange else COUNT

    def report(self, what):
        self.found.append((self.file, self.line, self.column, self.function, what))

    def value(self, name, kind):
        return self.values.get(name) or usual(kind)

    def held(self, place, kind):
        return self.places.get(place) or usual(kind)

    def apply(self, name, rest):
        match = re.match(r"(?:\[\w+\] )?(%\d+)(<[^(]*>)?\((.*?)\) : ", rest)
        called = match and self.names.get(match.group(1))
        if not isinstance(called, tuple):
            return
        comment, symbol = called
        types = [part.strip() for part in (match.group(2) or "<>")[1:-1].split(",")]
        inputs = match.group(3).split(", ")
        place = re.search(r'loc (?:\* )?"([^"]*)":(\d+):(\d+)', rest)
        if place:
            self.file, self.line, self.column = place.group(1), int(place.group(2)), int(place.group(3))
        match = OPERATOR.match(comment)
        if match:
            return self.calculate(name, inputs, "-> Double," in rest, *match.groups())
        if "_builtin" in comment:
            self.values[name] = self.values.get(inputs[0])
            return
        match = CONVERSION.match(comment)
        if match:
            return self.convert(inputs, [match.group(1)] + types if match.group(1) else types)
        match = ROUNDING.match(comment)
        if match and re.search(r"S[df]cfC$", symbol):
            return self.round(name, inputs[0], match.group(1))
        if re.match(r"FixedWidthInteger\.init<A>\((truncatingIfNeeded|clamping):\)", comment):
            return self.narrow(inputs, types, "clamping" in comment)
        if DOOR.match(comment):
            return self.report("Int of a text or a larger number") if types[0] == "Int" else None
        if comment.startswith("requirement "):
            return self.require(name, inputs, comment, symbol)
        if re.match(r"(min|max)<A>", comment):
            return self.limit(inputs, types[0], min if comment.startswith("min") else max)
        if comment.startswith("abs<A>") and types[0] not in ("Int", "Double", "Float"):
            return self.report("abs of " + types[0])
        if re.match(r"static Duration\.\w*seconds\(_:\)", comment):
            return self.report("Duration of a Double")
        if re.match(r"static U?Int\d*\.& infix", comment):
            sides = [self.values.get(side) for side in inputs[:2]]
            tops = [side[1] for side in sides if side and side[0] >= 0]
            self.values[name] = (0, min(tops)) if tops else None
        elif re.match(r"static Comparable\.\.\.[.<] infix", comment):
            bound = self.places.get(inputs[1])
            self.hasNegativeRange |= types[0] == "Int" and (bound is None or bound[0] < 0)
        elif comment.startswith("IndexingIterator.next"):
            self.places[inputs[0]] = "index" if types[0] in ("Range<Int>", "ClosedRange<Int>") else None
        elif comment.endswith("unsafeMutableAddressor"):
            # The constant's own symbol differs in its last letters.
            self.names[name] = next((key for key in self.constants if key.startswith(symbol[:-2])), None)
        elif SIZE.search(comment):
            self.values[name] = COUNT if comment.lower().endswith("count.getter") else None
        else:
            match = re.search(r"-> (U?Int\d*), loc", rest)
            self.values[name] = usual(match.group(1)) if match else None

    def calculate(self, name, inputs, isReal, kind, wraps, sign, assigns, fixity):
        if kind == "Double":
            known = not assigns and all(self.values.get(side) for side in inputs[: 1 if fixity == "prefix" else 2])
            if known and fixity == "prefix":
                value = self.values[inputs[0]]
                self.values[name] = (-value[1], -value[0])
            elif known and sign in "+-*":
                self.values[name] = result(self.values[inputs[0]], sign, self.values[inputs[1]])
            return
        if kind == "Duration":
            # Far from its limits, unless it is multiplied by what is not known.
            factor = sign in "*/" and next((self.places[side] for side in inputs if self.places.get(side)), None)
            if sign in "*/" and not (factor and fits(factor, (1, 1000))) and not isReal:
                self.report("Duration " + sign + assigns)
            return
        if fixity == "prefix":
            value = result((0, 0), "-", self.value(inputs[0], kind))
        else:
            left = usual(kind) if assigns else self.value(inputs[0], kind)
            value = result(left, sign, self.value(inputs[1], kind))
        if value is None or not fits(value, limits(kind)):
            if not wraps and not (kind == "Int" and sign in "+-"):
                self.report(kind + " " + sign + assigns)
            value = None
        self.values[name] = value

    def convert(self, inputs, types):
        source, target = self.held(inputs[1], types[1]), limits(types[0], self.word)
        if target is None or source is None or not fits(source, target):
            if types[:2] != ["Int", "Int"]:
                self.report("%s(%s)" % (types[0], types[1]))
        self.places[inputs[0]] = clipped(source, target) if source and target else None

    def round(self, name, source, kind):
        source, target = self.values.get(source), limits(kind, self.word)
        # What is nearest to the greatest number of 64 bits is above it.
        known = source and target[0] <= source[0] and source[1] <= target[1] * (1 - 1e-15)
        self.values[name] = (int(source[0]), int(source[1])) if known else None
        if not known:
            self.report(kind + "(Double)")

    def narrow(self, inputs, types, clamps):
        source, target = self.held(inputs[1], types[1]), limits(types[0])
        if types[0] == "Int" and not (source and fits(source, (-(1 << self.word - 1), 1 << self.word - 1))):
            self.report("Int of a larger number")
        if source and target:
            self.places[inputs[0]] = clipped(source, target) if clamps or fits(source, target) else None

    def require(self, name, inputs, comment, kind):
        """What a type has from a protocol, or a generic one's."""
        if not re.search(r"(Numeric|AdditiveArithmetic|Integer)\.([-+*/%]=?|init)$", comment):
            return
        if comment.endswith("SignedNumeric.-") and limits(kind):
            value = result((0, 0), "-", self.held(inputs[1], kind))
            if fits(value, limits(kind)):
                self.places[inputs[0]] = value
                return
        if kind not in ("Double", "Float"):
            self.report("generic %s of %s" % (comment.split(".")[-1], kind))

    def limit(self, inputs, kind, choose):
        # Of two `Double`s the first is taken where the second is no number.
        isReal = kind in ("Double", "Float")
        first = self.places.get(inputs[1]) or usual(kind)
        second = self.places.get(inputs[2]) or ((-INFINITY, INFINITY) if isReal else usual(kind))
        known = first and second
        self.places[inputs[0]] = tuple(choose(pair) for pair in zip(first, second)) if known else None


def commands():
    """The compiler's arguments by module, as the last debug build had them."""
    path = os.path.join(ROOT, ".build", "debug.yaml")
    if not os.path.exists(path):
        sys.exit("arithmetic: there is no debug build: run `swift build --build-tests` first")
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r'\s*args: (\[".*"-module-name","(\w+)",.*"-c",.*\])$', line)
            if match and match.group(2) in MODULES:
                yield match.group(2), json.loads(match.group(1))


def findings(module, arguments):
    kept, skips = [], False
    for argument in arguments:
        if not skips and argument not in DROPPED and argument not in DROPPED_PAIRS:
            kept.append(argument)
        skips = argument in DROPPED_PAIRS
    kept += ["-wmo", "-emit-silgen", "-Xllvm", "-sil-print-debuginfo", "-o", "-"]
    compiler = subprocess.Popen(kept, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    reader = Reader(module)
    reader.read(compiler.stdout)
    complaints = compiler.communicate()[1]
    if compiler.returncode:
        sys.exit("arithmetic: %s does not compile (is it built?)\n%s" % (module, complaints))
    return reader.found


def proofs():
    """Path, fragment and reason of each line."""
    with open(os.path.join(ROOT, PROOFS), encoding="utf-8") as file:
        for count, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            match = re.fullmatch(r"(Sources/\S+\.swift): (.+?) -- (.+)\n", line)
            if not match:
                sys.exit("%s:%d: not 'Sources/FILE.swift: FUNCTION OR CODE -- WHY'" % (PROOFS, count))
            yield match.groups()


def main():
    modules = dict(commands())
    missing = [module for module in MODULES if module not in modules]
    if missing:
        sys.exit("arithmetic: not in the last debug build: %s; run `swift build --build-tests` first" % ", ".join(missing))
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        jobs = {module: pool.submit(findings, module, modules[module]) for module in MODULES}
    found, sources = set(), {}
    for module, folders in MODULES.items():
        for path, line, column, function, what in jobs[module].result():
            path = os.path.relpath(path, ROOT) if os.path.isabs(path) else path
            if folders and path.split("/")[3] not in folders:
                continue
            if path not in sources:
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    sources[path] = file.read().split("\n")
            code = sources[path][line - 1]
            if what.startswith("generic init") and LABEL.match(code[column - 1 :]):
                continue
            found.add((path, line, column, what, function, code.strip()))
    known = list(proofs())
    used, failed = set(), False
    for path, line, column, what, function, code in sorted(found):
        proofs_here = (proof for proof in known if proof[0] == path)
        proof = next((proof for proof in proofs_here if proof[1] in code or proof[1] in function), None)
        used.add(proof)
        if proof is None or "--all" in sys.argv:
            print("%s:%d:%d: %s may trap, in %s: %s" % (path, line, column, what, function, code))
        failed |= proof is None
    for proof in known:
        if proof not in used:
            print("%s: '%s' of %s proves nothing that is there; remove the line" % (PROOFS, proof[1], proof[0]))
            failed = True
    if failed:
        sys.exit("arithmetic: make what may trap saturate or answer nil, or prove it in " + PROOFS)
    print("arithmetic: %d calls that could trap are proven in %d lines" % (len(found), len(known)))


if __name__ == "__main__":
    main()
