#!/usr/bin/env python3
"""Writes one recording in a hundred shapes and counts how much of each `cairn` reads.

  shapes.py CAIRN [--write]

The recording is in ../shared, or where CAIRN_SHARED points; without it the check is skipped, but with CI=true that is a
failure. Each shape is decoded from a file, and one of each kind is also sent over a pseudo-terminal. Every sentence and
every position has to be read, except in the shapes that give a reason. The counts must equal those in docs/evidence/SHAPES.md, which
--write regenerates.
"""
import concurrent.futures, json, os, pathlib, re, subprocess, sys, tempfile, time, tty

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "docs" / "evidence" / "SHAPES.md"
SHARED = pathlib.Path(os.environ.get("CAIRN_SHARED", ROOT.parent / "shared"))
RECORDING = SHARED / "corpus" / "gpsd" / "haicom-305N.log"
EPOCHS = 40


def checksum(body):
    sum = 0
    for byte in body.encode():
        sum ^= byte
    return sum


def sentence(body):
    return f"${body}*{checksum(body):02X}"


def recording():
    """The bodies of the first whole epochs with a fix, each a list: those between two times of day."""
    epochs, time_of_day, has_fix = [], None, False
    for line in RECORDING.read_text("latin-1").splitlines():
        if not re.fullmatch(r"\$GP[A-Z]{3},[^*$]*\*[0-9A-F]{2}", line):
            continue
        body = line[1:-3]
        has_fix = has_fix or body[2:5] == "RMC" and body.split(",")[2] == "A"
        if has_fix and body[2:5] in ("RMC", "GGA"):
            if body.split(",")[1] != time_of_day:
                time_of_day = body.split(",")[1]
                epochs.append([])
        if epochs:
            epochs[-1].append(body)
        if len(epochs) == EPOCHS + 2:
            return epochs[1:-1]
    raise SystemExit(f"shapes: {RECORDING} is too short")


def fields(kind, change):
    """Changes the fields of the sentences of one kind."""
    def of(epochs):
        result = []
        for number, epoch in enumerate(epochs):
            bodies = []
            for body in epoch:
                parts = body.split(",")
                if parts[0][2:] in kind:
                    parts = change(parts, number)
                if parts:
                    bodies.append(",".join(parts))
            result.append(bodies)
        return result
    return of


def blank(kind, *indices):
    def change(parts, _):
        return [("" if index in indices else part) for index, part in enumerate(parts)]
    return fields(kind, change)


def only(*kinds):
    return lambda epochs: [[body for body in epoch if body[2:5] in kinds] for epoch in epochs]


def without(*kinds):
    return lambda epochs: [[body for body in epoch if body[2:5] not in kinds] for epoch in epochs]


def clock(start, step, decimals=0, date=None, date_lag=0):
    """Sets the times of day from `start` on, in steps of the given number of seconds."""
    def text(number):
        seconds = (start + number * step) % 86400
        whole = int(seconds)
        base = f"{whole // 3600:02}{whole // 60 % 60:02}{whole % 60:02}"
        return base + (f"{seconds - whole:.{decimals}f}"[1:] if decimals else "")

    def change(parts, number):
        parts = list(parts)
        parts[1] = text(number)
        if parts[0][2:] == "RMC" and date:
            days = int((start + max(0, number - date_lag) * step) // 86400)
            parts[9] = f"{date + days:02}1225"
        return parts
    return fields(("RMC", "GGA"), change)


def coordinates(latitude, longitude):
    """Rewrites each value and its hemisphere."""
    def change(parts, _):
        parts = list(parts)
        index = 2 if parts[0][2:] == "GGA" else 3
        parts[index:index + 2] = latitude(*parts[index:index + 2])
        parts[index + 2:index + 4] = longitude(*parts[index + 2:index + 4])
        return parts
    return fields(("RMC", "GGA"), change)


def talker(name):
    return fields(("RMC", "GGA", "VTG"), lambda parts, _: [name + parts[0][2:]] + parts[1:])


def gll(epochs):
    """Positions in GLL alone."""
    result = []
    for epoch in epochs:
        rmc = next(body for body in epoch if body[2:5] == "RMC").split(",")
        result.append([f"GPGLL,{','.join(rmc[3:7])},{rmc[1]},{rmc[2]}"])
    return result


def lines(end="\r\n", prefix="", suffix="", make=sentence, last=None):
    """A writer of bodies as bytes."""
    def write(epochs):
        texts = []
        for number, epoch in enumerate(epochs):
            for body in epoch:
                before = prefix(number) if callable(prefix) else prefix
                texts.append(before + make(body) + suffix + end)
        if last is not None:
            texts[-1] = texts[-1][:-len(end)] + last if end else texts[-1] + last
        return "".join(texts).encode("latin-1")
    return write


def tag_block(number):
    body = f"s:receiver,c:{1700000000 + number}"
    return f"\\{body}*{checksum(body):02X}\\"


def same(epochs):
    return epochs


# Name, change of the bodies, writer, whether it is also sent over a pseudo-terminal.
SHAPES = []


def add(name, change=same, write=None, port=False):
    SHAPES.append((name, change, write or lines(), port))


for name, end in {
    "CR LF": "\r\n", "LF": "\n", "CR": "\r", "CR CR LF": "\r\r\n", "LF CR": "\n\r", "blank CR LF": " \r\n",
    "tab CR LF": "\t\r\n", "NUL CR LF": "\0\r\n", "blank line between": "\r\n\r\n", "CR LF NUL NUL": "\r\n\0\0",
    "none, the next $ directly": "", "NUL": "\0", "form feed": "\f", "blank": " ", "0x85": "\x85", "ETX": "\x03",
}.items():
    add(f"line end: {name}", write=lines(end=end), port=True)
add("line end: none at the end of the file", write=lines(last=""), port=True)
add("line end: CR at the end of the file", write=lines(last="\r"))
for name, prefix in {
    "NMEA,": "NMEA,", "quote": '"', "milliseconds": lambda n: f"{1700000000000 + n * 1000} ",
    "ISO time": lambda n: f"2026-11-23T10:00:{n:02}Z ", "time in brackets": lambda n: f"[10:00:{n:02}.123] ",
    "syslog": lambda n: f"Nov 23 10:00:{n:02} host gps[12]: ", "arrow": "<- ", "RX:": "RX: ", "line number": lambda n: f"{n}: ",
    "JSON": '{"nmea":"', "XML": "<nmea>", "CSV": "1,2,", "TAG block": tag_block, "blanks": "   ", "NUL": "\0\0", "U+FEFF": "\xef\xbb\xbf",
    "hash": "# ", "colour": "\x1b[32m",
}.items():
    add(f"prefix: {name}", write=lines(prefix=prefix), port=name in ("NMEA,", "syslog", "TAG block"))
for name, suffix in {
    "milliseconds": ",1700000000123", "quote": '"', "semicolon": ";", "blank and word": " ok", "JSON": '"}', "XML": "</nmea>",
    "CSV": ",,3", "escaped line end": "\\r\\n", "bar": "|", "comment": " // 12", "star": "*", "second checksum": "*7F", "exclamation mark": "!",
    "colour": "\x1b[0m", "0xFF": "\xff",
}.items():
    add(f"suffix: {name}", write=lines(suffix=suffix), port=name in ("milliseconds", "quote"))
for name, bytes_between in {
    "a UBX message": "\xb5b\x05\x01\x02\x00\x06\x01\x0f8", "an RTCM message": "\xd3\x00\x00\x47\xea\x4b", "half a sentence": "$GPGGA,1234",
    "line noise": "\x00\x7f\x80\xfe\x01", "an idle line, 0xFF": "\xff" * 16,
}.items():
    add(f"between the sentences: {name}", write=lines(prefix=bytes_between), port=name in ("a UBX message", "line noise"))
add("Android: NMEA,$...*5A,ms", write=lines(prefix="NMEA,", suffix=",1700000000123"), port=True)
add("quoted CSV", write=lines(prefix='"', suffix='",1700000000123'), port=True)
for name in ("GN", "GL", "GA", "GB", "BD", "GQ", "GI", "II", "IN", "QZ"):
    add(f"talker: {name}", talker(name))
add("rate: 10 Hz", clock(43200, 0.1, 1), port=True)
add("rate: 5 Hz, two decimals", clock(43200, 0.2, 2))
add("rate: 4 Hz, three decimals", clock(43200, 0.25, 3))
add("rate: every 2 s", clock(43200, 2))
add("rate: every 10 s, two decimals", clock(43200, 10, 2))
add("rate: every minute", clock(43200, 60))
add("midnight: the date changes with the time", clock(86380, 1, 0, 24), port=True)
add("midnight: the date changes one epoch late", clock(86380, 1, 0, 24, 1), port=True)
add("midnight: at 10 Hz", clock(86398, 0.1, 1, 24))
add("midnight: no date", lambda epochs: blank(("RMC",), 9)(clock(86380, 1, 0, 24)(epochs)))
for name, change in {
    "altitude": blank(("GGA",), 9, 10, 11, 12), "separation": blank(("GGA",), 11, 12), "HDOP": blank(("GGA",), 8),
    "satellites used": blank(("GGA",), 7), "speed": blank(("RMC", "VTG"), 5, 7), "course": blank(("RMC",), 8), "date": blank(("RMC",), 9), "magnetic variation": blank(("RMC",), 10, 11),
    "mode of RMC (version 2.1)": fields(("RMC",), lambda parts, _: parts[:12]),
    "everything behind the date": fields(("RMC",), lambda parts, _: parts[:10]),
}.items():
    add(f"missing: {name}", change)
for name, change in {
    "RMC alone": only("RMC"), "GGA alone": only("GGA"), "GLL alone": gll, "RMC and GGA": only("RMC", "GGA"), "no GSV": without("GSV"),
    "no GSA": without("GSA"), "no VTG": without("VTG"), "GGA before RMC": lambda epochs: [epoch[::-1] for epoch in epochs],
}.items():
    add(f"sentences: {name}", change, port=name == "GLL alone")
add("coordinates: south and west", coordinates(lambda value, _: (value, "S"), lambda value, _: (value, "W")))
for digits in (3, 7):
    def decimals(value, hemisphere, digits=digits):
        return f"{value}0000000"[:value.index(".") + 1 + digits], hemisphere
    add(f"coordinates: minutes with {digits} decimals", coordinates(decimals, decimals))
add("checksum: lower case", write=lines(make=lambda body: f"${body}*{checksum(body):02x}"))
add("checksum: none, CR LF", write=lines(make=lambda body: "$" + body), port=True)
add("checksum: none, LF", write=lines(end="\n", make=lambda body: "$" + body))
add("checksum: none, CR CR LF", write=lines(end="\r\r\n", make=lambda body: "$" + body))

# Shapes that cannot be read in full, and why.
UNREADABLE = {
    "checksum: none, CR alone": (lines(end="\r", make=lambda body: "$" + body), "without a checksum a line feed is required"),
    "checksum: wrong": (lines(make=lambda body: f"${body}*{checksum(body) ^ 1:02X}"), "the checksum is wrong"),
    "no $": (lines(make=lambda body: sentence(body)[1:]), "nothing begins a sentence"),
    "UTF-16": (lambda epochs: lines()(epochs).decode("latin-1").encode("utf-16"), "two bytes a character"),
}


def count(text):
    """Sentences and positions in the JSON lines and text of `cairn decode`."""
    return sum('"protocol":"NMEA"' in line for line in text.splitlines())


def decode(cairn, data):
    with tempfile.NamedTemporaryFile(suffix=".nmea") as file:
        file.write(data)
        file.flush()
        def run(form):
            return subprocess.run([cairn, "decode", "--format", form, file.name], capture_output=True, text=True, timeout=60).stdout
        messages = count(run("json"))
        positions = set()
        for line in run("gpsd").splitlines():
            report = json.loads(line)
            if report["class"] == "TPV" and report.get("mode", 0) >= 2:
                positions.add((round(report["lat"], 6), round(report["lon"], 6)))
    return messages, len(positions)


def listen(cairn, epochs, write):
    """Positions that `cairn monitor` reads from a pseudo-terminal, one epoch every 60 ms."""
    master, slave = os.openpty()
    tty.setraw(slave)
    command = [cairn, "monitor", "--device", os.ttyname(slave), "--baud", "115200", "--listen-only", "--raw", "--json", "--duration", "30"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        # The first epochs arrive while the port is being opened, so they are sent again.
        for epoch in epochs[:10] * 3 + epochs:
            os.write(master, write([epoch]))
            time.sleep(0.06)
        time.sleep(1.5)
    finally:
        program.terminate()
        output = program.communicate(timeout=20)[0]
        os.close(master)
        os.close(slave)
    return len({pair for pair in re.findall(r'"latitude":(-?[\d.]+),"longitude":(-?[\d.]+)', output)})


def main():
    if not RECORDING.exists():
        if os.environ.get("CI") == "true":
            sys.exit(f"shapes: {RECORDING} is missing, and CI=true forbids to skip")
        print(f"skipped: {RECORDING} is missing")
        return
    cairn = str(pathlib.Path(sys.argv[1]).resolve())
    epochs = recording()

    def judge(shape):
        name, change, write, port = shape
        changed = change(epochs)
        sent = sum(len(epoch) for epoch in changed)
        places = len({tuple(re.findall(r"\d+\.\d+,[NS],\d+\.\d+,[EW]", body)[:1]) for epoch in changed for body in epoch} - {()})
        messages, positions = decode(cairn, write(changed))
        live = listen(cairn, changed, write) if port else None
        return name, sent, messages, places, positions, live

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        rows = list(pool.map(judge, SHAPES))
        dark = list(pool.map(
            lambda item: (item[0], decode(cairn, item[1][0](epochs))[0], item[1][1]), UNREADABLE.items()))
    failures = [row for row in rows if row[2] != row[1] or row[4] != row[3]]
    # A port may lose bytes while it is being opened; the repeated epochs make up for it.
    failures += [row for row in rows if row[5] is not None and row[5] < 0.9 * row[3]]
    failures += [row for row in dark if row[1] != 0]
    text = "\n".join([
        "# One recording in its shapes", "",
        f"Loggers end lines, quote and extend them in many ways. `scripts/check/shapes.py`, which CI runs, writes {EPOCHS} seconds of a recording in",
        f"{len(rows)} shapes. *Sentences* are those that `cairn decode` found, *positions* those in its gpsd view, each of the number written. *Port*:",
        "the same bytes also came over a pseudo-terminal, and `cairn monitor` showed at least nine of ten positions.", "",
        "| Shape | Sentences | Positions | Port |", "|---|---|---|---|",
        *(f"| {name} | {messages} of {sent} | {positions} of {places} | {'yes' if live is not None else ''} |"
          for name, sent, messages, places, positions, live in rows),
        "", "## What is not read", "", "| Shape | Why |", "|---|---|", *(f"| {name} | {why} |" for name, _, why in dark), ""])
    if "--write" in sys.argv:
        TABLE.write_text(text)
    for row in failures:
        print("shapes: not read as it should be:", *row, file=sys.stderr)
    stale = not TABLE.exists() or TABLE.read_text() != text
    if stale and not failures:
        print("shapes: docs/evidence/SHAPES.md is not what was measured: scripts/check/shapes.py CAIRN --write", file=sys.stderr)
    print(f"shapes: {len(rows) - len({row[0] for row in failures})} of {len(rows)} read, {sum(row[5] is not None for row in rows)} also over a port")
    sys.exit(bool(failures or stale))


main()
