#!/usr/bin/env python3
"""Scores `cairn decode` and `cairn encode` on synthetic messages of every definition the peers have.

Run by scripts/check/synthetic.sh, with a python that has pyubx2, pynmeagps and pyrtcm. For each family (ubx, cfg, nmea,
rtcm) and seed the generator of the shared tools makes frames and the peers' fields. Then, frame by frame:
  decode   every field of the peer agrees with ours: numbers to 1e-9, texts literally, empty equals null, repeated
           groups numbered name_01, name_02; names that begin with "reserved" are not compared
  encode   `cairn encode` of our JSON gives the same bytes, from fields and not from a copied payload; a sentence
           may come back in another spelling (leading zeros, decimals), if that decodes to the same JSON
  peer     the peer, given our fields, makes the same bytes, wherever its own fields do and nothing reserved is set
A definition agrees when all its frames do. Known errors of the peers: lines "MESSAGE FIELD REASON" in --known.
"""
import argparse, collections, contextlib, csv, gzip, io, json, os, random, re, subprocess, sys
import tempfile

from synthetic_values import base, bytes_of, compare, flat, key, typed

FAMILIES = ["ubx", "cfg", "nmea", "rtcm"]
NMEA_MUST = set("RMC GGA GNS GSA GSV VTG GLL ZDA GST GBS TXT THS HDT DTM".split())
RTCM_MUST = set("1005 1006 1007 1008 1033 1029 1230 4072".split())
# `cairn encode` reports at most 100 lines that are not messages; batches of that size lose none.
BATCH = 100
LINE = re.compile(r"line (\d+): (.*)")


# ---------------------------------------------------------------- our side
class Cairn:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, given=None):
        return subprocess.run([self.path, *arguments], input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=600)

    def decode(self, path):
        """Our messages by offset: (object, line)."""
        done = self.run("decode", path, "--format", "json")
        if done.returncode:
            sys.exit("synthetic: cairn decode failed: " + done.stderr.decode("utf-8", "replace").strip())
        lines = done.stdout.splitlines()
        return {m["offset"]: (m, line) for m, line in ((json.loads(line), line) for line in lines)}

    def encode(self, lines):
        """The bytes of every line, or the reason why there are none."""
        out = []
        for start in range(0, len(lines), BATCH):
            out += self.encode_batch(lines[start:start + BATCH])
        return out

    def encode_batch(self, lines):
        done = self.run("encode", "-", given=b"\n".join(lines) + b"\n")
        refused = {}
        for text in done.stderr.decode("utf-8", "replace").splitlines():
            match = LINE.search(text)
            if match:
                refused[int(match[1]) - 1] = match[2]
        data, at, out = done.stdout, 0, []
        for index in range(len(lines)):
            if index in refused:
                out.append(refused[index])
                continue
            size = frame_length(data, at)
            out.append(data[at:at + size])
            at += size
        if at != len(data) or done.returncode not in (0, 1) or (done.returncode == 1) != bool(refused):
            sys.exit("synthetic: cairn encode ended with %d after bytes that are no frames: %r" % (
                done.returncode, data[at:at + 40]))
        return out


def frame_length(data, at):
    if data[at:at + 1] == b"\xb5":
        return 8 + int.from_bytes(data[at + 4:at + 6], "little")
    if data[at:at + 1] == b"\xd3":
        return 6 + (int.from_bytes(data[at + 1:at + 3], "big") & 0x3FF)
    end = data.find(b"\n", at)
    return (end if end >= 0 else len(data)) + 1 - at


# ---------------------------------------------------------------- the peers
class Peers:
    """Makes frames of fields, as far as the peers can."""

    def __init__(self, oracle):
        self.oracle = oracle
        self.mode = {"get": 0, "set": 1, "poll": 2}

    def serialized(self, raw, record, ours):
        """True if the peer builds the frame from our fields, False if only from its own, None if from neither."""
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                message = self.oracle.decode(raw, record["proto"], True, self.mode[record.get("mode", "get")])
                theirs = {k: v for k, v in message.__dict__.items() if not k.startswith("_")}
                if self.build(record, message, theirs) != raw:
                    return None
            except Exception:  # the peer cannot even repeat itself
                return None
            # Reserved fields have no name in Cairn; their bytes are equal only if they are zero.
            wanted = [name for name in theirs if not base(name).startswith("reserved")]
            if any(theirs[name] not in (0, 0.0, "", b"") and any(bytes_of(theirs[name]))
                   for name in theirs if name not in wanted):
                return None
            # The peer cuts a scaled number off where it should round: 1190.14768 becomes one step less. A number
            # a few bits larger is the same one to 1e-9.
            for nudge in (1.0, 1.0 + 1e-15):
                try:
                    given = {n: typed(ours.get(n), theirs[n]) for n in wanted}
                    given = {n: v * nudge if isinstance(v, float) else v for n, v in given.items()}
                    if self.build(record, message, given) == raw:
                        return True
                except Exception:
                    return False
            return False

    def build(self, record, message, fields):
        if record["proto"] == "UBX":
            mode = self.mode[record.get("mode", "get")]
            return self.oracle.pyubx2.UBXMessage(message._ubxClass, message._ubxID, mode, **fields).serialize()
        if record["proto"] == "NMEA":
            return self.oracle.pynmeagps.NMEAMessage(message.talker, message.msgID, 0, **fields).serialize()
        raise ValueError("pyrtcm takes no fields")


# ---------------------------------------------------------------- scoring
class Score:
    def __init__(self):
        self.made = set()
        self.failed = {"decode": set(), "encode": set(), "peer": set()}
        self.frames = collections.Counter()
        self.must = {}
        self.bad = collections.Counter()
        self.example = {}

    def fail(self, check, definition, ident, what, example):
        self.failed[check].add(definition)
        self.bad[(check, ident, what)] += 1
        self.example.setdefault((check, ident, what), example)


def read_known(path):
    known = collections.defaultdict(set)
    if path and os.path.exists(path):
        with open(path) as lines:
            for line in lines:
                words = line.split()
                if len(words) >= 3 and not line.startswith("#"):
                    known[words[0]].add(words[1])
    return known


def read_must(shared):
    with open(os.path.join(shared, "design", "ubx-inventory.tsv")) as rows:
        ubx = {row["name"] for row in csv.DictReader(rows, delimiter="\t") if row["rank"] == "M"}
    return {"UBX": ubx, "NMEA": NMEA_MUST, "RTCM3": RTCM_MUST}


def records(path):
    with gzip.open(path, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def run_family(family, seed, args, cairn, peers, known, must, folder, score):
    out = os.path.join(folder, "%s-%d" % (family, seed))
    made = subprocess.run([sys.executable, os.path.join(args.shared, "tools", "synth.py"), family, out,
                           "--seed", str(seed), "--per", str(args.per)], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit("synthetic: the generator failed for %s, seed %d" % (family, seed))
    with open(out + ".bin", "rb") as stream:
        raw = stream.read()
    ours = cairn.decode(out + ".bin")
    at = sorted(ours)
    encoded = dict(zip(at, cairn.encode([ours[o][1] for o in at])))
    respelt = spelling(cairn, out + "-again.bin", ours, encoded) if family == "nmea" else set()
    for record in records(out + ".jsonl.gz"):
        ident = key(record["proto"], record["id"])
        definition = (record["proto"], record.get("mode", "get"), record.get("def", ident))
        score.made.add(definition)
        score.must[definition] = ident in must[record["proto"]]
        score.frames["made"] += 1
        frame = raw[record["off"]:record["off"] + record["len"]]
        where = "seed %d @%d" % (seed, record["off"])
        message, _ = ours.get(record["off"], (None, None))
        differences = compare(record, message, known)
        for field, mine, theirs in differences:
            score.fail("decode", definition, ident, field, "%s ours=%r peer=%r" % (where, short(mine), short(theirs)))
        score.frames["decode"] += not differences
        if message is None:
            score.fail("encode", definition, ident, "(missing)", where)
            score.fail("peer", definition, ident, "(missing)", where)
            continue
        result = encoded[record["off"]]
        if message.get("payload"):
            result = "it has no fields, only octets"
        score.frames["same bytes"] += result == frame
        if record["off"] in respelt:
            result = frame
        if result != frame:
            why = result if isinstance(result, str) else "other bytes"
            score.fail("encode", definition, ident, "(refused)" if isinstance(result, str) else "(bytes)",
                       "%s %s: %s" % (where, why, show(frame, result)))
        score.frames["encode"] += result == frame
        if differences or record["proto"] == "RTCM3":
            continue
        answer = peers.serialized(frame, record, flat(message.get("fields")))
        if answer is None:
            continue
        score.frames["peer made"] += 1
        score.frames["peer"] += answer
        if not answer:
            score.fail("peer", definition, ident, "(bytes)", where)


def spelling(cairn, path, ours, encoded):
    """The offsets of sentences whose encoded form has the same meaning."""
    made = [(offset, result) for offset, result in encoded.items() if isinstance(result, bytes)]
    with open(path, "wb") as stream:
        stream.write(b"".join(result for _, result in made))
    again, at, out = cairn.decode(path), 0, set()
    for offset, result in made:
        message = again.get(at, (None, None))[0]
        if message is not None and all(message.get(k) == ours[offset][0].get(k) for k in ("id", "talker", "fields")):
            out.add(offset)
        at += len(result)
    return out


def short(value):
    text = str(value)
    return value if len(text) <= 60 else text[:57] + "..."


def show(frame, result):
    if isinstance(result, str):
        return ""
    if frame[:1] in (b"$", b"!"):
        return "%s not %s" % (result.decode("ascii", "replace").strip(), frame.decode("ascii", "replace").strip())
    at = next((i for i, (a, b) in enumerate(zip(frame, result)) if a != b), min(len(frame), len(result)))
    return "%d bytes, not %d, other from byte %d on" % (len(result), len(frame), at)


def report(family, score, args):
    agree = score.made - score.failed["decode"]
    must = {d for d in score.made if score.must[d]}
    missed = sorted({"%s %s" % (d[1], d[2]) for d in must - agree})
    percent = 100.0 * len(agree) / max(1, len(score.made))
    made = score.frames["made"]
    print("%-5s %4d definitions, %4d agree (%.1f %%); must: %d of %d; frames: decode %.2f %%, encode %.2f %%, "
          "(same bytes %.2f %%), peer %d of %d" % (family, len(score.made), len(agree), percent, len(must & agree), len(must),
                             100.0 * score.frames["decode"] / max(1, made),
                             100.0 * score.frames["encode"] / max(1, made),
                             100.0 * score.frames["same bytes"] / max(1, made),
                             score.frames["peer"], score.frames["peer made"]))
    if missed:
        print("      must, but do not agree: " + ", ".join(missed[:args.worst]) + (" ..." if len(missed) > args.worst else ""))
    for check in ("decode", "encode", "peer"):
        rows = [(n, k) for k, n in score.bad.most_common() if k[0] == check][:args.worst]
        for count, k in rows:
            print("  %-6s x%-5d %-16s %-18s %s" % (check, count, k[1], k[2], score.example[k]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--shared", required=True)
    parser.add_argument("--known")
    parser.add_argument("--families", default=",".join(FAMILIES + ["edge"]))
    parser.add_argument("--seeds", type=lambda s: [int(x) for x in s.split(",")],
                        help="default: 1, 2026 and one drawn at random")
    parser.add_argument("--per", type=int, default=5, help="frames of each definition")
    parser.add_argument("--worst", type=int, default=10, help="deviations to print per family and check")
    parser.add_argument("--min-must", type=float, default=100.0, help="percent of the definitions that must agree")
    parser.add_argument("--min-definitions", type=float, default=95.0, help="percent of all definitions that agree")
    parser.add_argument("--min-encode", type=float, default=95.0, help="percent of definitions encoded to the same bytes")
    parser.add_argument("--min-peer", type=float, default=99.0, help="percent of frames that the peers make of our fields")
    args = parser.parse_args()
    args.shared = os.path.abspath(args.shared)
    sys.path.insert(0, os.path.join(args.shared, "tools"))
    import oracle
    from synthetic_edge import run_edge

    cairn, peers = Cairn(os.path.abspath(args.cairn)), Peers(oracle)
    known, must = read_known(args.known), read_must(args.shared)
    seeds = args.seeds or [1, 2026, random.SystemRandom().randrange(1 << 31)]
    print("synthetic messages, seeds " + ", ".join(map(str, seeds)))
    scores, failures = [], []
    with tempfile.TemporaryDirectory() as folder:
        for family in [f for f in args.families.split(",") if f != "edge"]:
            score = Score()
            for seed in seeds:
                run_family(family, seed, args, cairn, peers, known, must, folder, score)
            report(family, score, args)
            scores.append(score)
        if "edge" in args.families.split(","):
            failures += run_edge(cairn, args.shared, folder, compare, known)

    def percent(part, whole):
        return 100.0 * part / whole if whole else 100.0

    made = sum(len(s.made) for s in scores)
    agree = sum(len(s.made - s.failed["decode"]) for s in scores)
    encoded = sum(len(s.made - s.failed["encode"]) for s in scores)
    musts = sum(sum(s.must.values()) for s in scores)
    must_agree = sum(sum(s.must[d] for d in s.made - s.failed["decode"]) for s in scores)
    peer, peer_made = (sum(s.frames[k] for s in scores) for k in ("peer", "peer made"))
    print("all   %d definitions, %d agree (%.2f %%), %d encode to the same bytes (%.2f %%); must: %d of %d; "
          "peer %d of %d" % (made, agree, percent(agree, made), encoded, percent(encoded, made), must_agree, musts,
                             peer, peer_made))
    for what, value, least in (("of what must agree", percent(must_agree, musts), args.min_must),
                               ("of all definitions agree", percent(agree, made), args.min_definitions),
                               ("of all definitions are encoded alike", percent(encoded, made), args.min_encode),
                               ("of the frames are made alike by the peers", percent(peer, peer_made), args.min_peer)):
        if scores and value < least:
            failures.append("%.2f %% %s, %.2f %% are needed" % (value, what, least))
    for failure in failures:
        print("FAILED: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
