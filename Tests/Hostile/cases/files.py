"""Files that are none, have no end, or hold what no file should."""
import os

from support.case import case
from support.servers import Server, honest_caster
from support.terminal import Terminal


def fifo(folder):
    os.mkfifo(folder / "fifo")
    return folder / "fifo"


def sparse(folder):
    with open(folder / "sparse", "wb") as file:
        file.truncate(1 << 40)
    return folder / "sparse"


def dangling(folder):
    (folder / "dangling").symlink_to(folder / "nothing")
    return folder / "dangling"


def loop(folder):
    (folder / "loop").symlink_to(folder / "loop")
    return folder / "loop"


def noise(folder):
    (folder / "noise").write_bytes(os.urandom(2_000_000))
    return folder / "noise"


def empty(folder):
    (folder / "empty").touch()
    return folder / "empty"


def one_line(folder):
    """Of 30 MB, without an end."""
    (folder / "line").write_bytes(b"t,lat,lon," * 3_000_000)
    return folder / "line"


FILES = {"fifo": fifo, "zero": lambda folder: "/dev/zero", "random": lambda folder: "/dev/urandom", "folder": lambda folder: folder,
         "sparse": sparse, "dangling": dangling, "loop": loop, "noise": noise, "empty": empty, "endless-line": one_line}
# They have no end, so that nothing can be said of the whole; the others end by themselves.
ENDLESS = {"fifo", "zero", "random", "sparse"}


# KiB for what is held of one line, or of a list that is read whole.
LINE_GROWTH = 48 * 1024
# KiB for a recording that is played, which is held whole: at most 256 MiB of it.
RECORDING_GROWTH = 264 * 1024


def readings(trial, path):
    """Each command that reads a file, in every place where one can be named."""
    table = trial.folder / "good.csv"
    table.write_text("t,lat,lon,hacc\n1,37,127,5\n2,37,127,5\n")
    regions = trial.folder / "good-regions.csv"
    regions.write_text("identifier,lat,lon,radius\nhome,37,127,100\n")
    return {
        "decode": ("decode", path), "decode-json": ("decode", "--format", "json", path),
        "decode-gpsd": ("decode", "--format", "gpsd", path), "encode": ("encode", path),
        "monitor": ("monitor", "--json", "--device", f"file:{path}"),
        "replay": ("replay", path, "--speed", "max", "--no-wait"),
        "filter": ("filter", "--in", path), "visits": ("visits", "--in", path), "fence": ("fence", "--regions", regions, "--in", path),
        "regions": ("fence", "--regions", path, "--in", table)}


def read(trial, item):
    """A file named as a capture, a table or regions: an end in words, or one by the first signal; memory stays."""
    kind, make = item
    path = make(trial.folder)
    for name, arguments in readings(trial, path).items():
        program = trial.start(*arguments)
        if name == "replay":
            program.growth_limit = RECORDING_GROWTH
        elif name in ("regions", "encode", "filter", "visits", "fence"):
            program.growth_limit = LINE_GROWTH
        # What has no end gets a moment, for its memory to grow. Nobody reads the terminal of a replay.
        may_last = kind in ENDLESS or name == "replay"
        if may_last and not program.wait(1.2):
            program.end()
            continue
        if not may_last and not trial.check_ends(program, 25, f"{name} does not end"):
            continue
        trial.check(program.status in (0, 1, 2, 64), f"{name}: status {program.status}: {program.errors.tail}")
        if program.status:
            trial.check_words(program)


case("file", each={name: (name, make) for name, make in FILES.items() if name not in ENDLESS})(read)
case("file", is_busy=True, each={name: (name, make) for name, make in FILES.items() if name in ENDLESS})(read)


@case("password-file", each={name: make for name, make in FILES.items()})
def password(trial, make):
    """A file named as that of a password: an error in words, or a signal ends the waiting."""
    server = Server(trial, honest_caster)
    program = trial.start("monitor", "--simulate", "f9p", "--ntrip", server.address, "--ntrip-password-file", make(trial.folder),
                          "--duration", "3", compare="corrected")
    if trial.check_ends(program, 8, "it neither refuses the file nor ends after --duration") and program.status:
        trial.check_words(program)


def profile_bomb(folder):
    """Aliases of aliases: a billion of words of a few lines."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    (folder / "bomb.yaml").write_text("\n".join(lines))


def profile_large(folder):
    (folder / "large.yaml").write_text("id: large\nname: x\n" + "".join(f"key{n}: value\n" for n in range(1_200_000)))


def profile_deep(folder):
    (folder / "deep.yaml").write_text("id: " + "[" * 100_000)


def profile_self(folder):
    (folder / "self.yaml").write_text("include: self.yaml\nid: self\n")


PROFILES = {"bomb": profile_bomb, "20-megabytes": profile_large, "deep": profile_deep, "includes-itself": profile_self,
            "fifo": lambda folder: os.mkfifo(folder / "pipe.yaml"), "zero": lambda folder: (folder / "zero.yaml").symlink_to("/dev/zero"),
            "folder": lambda folder: (folder / "folder.yaml").mkdir(),
            "dangling": lambda folder: (folder / "dangling.yaml").symlink_to("nothing"),
            "noise": lambda folder: (folder / "noise.yaml").write_bytes(os.urandom(100_000))}


@case("profile", each=PROFILES)
def profile(trial, make):
    """A folder of profiles that holds what is none: said in words within seconds, in little memory."""
    folder = trial.folder / "profiles"
    folder.mkdir()
    make(folder)
    terminal = Terminal(trial).behave()
    program = trial.start("monitor", "--json", "--profiles", folder, "--device", terminal.line, "--duration", "3")
    if not trial.check_ends(program, 15, "it neither refuses the profiles nor ends after --duration"):
        return
    trial.check_words(program)
    trial.check(program.status in (0, 1, 64), f"status {program.status}")


DEEP = 300_000
TEXTS = {
    "deep-list": lambda: "[" * DEEP, "deep-object": lambda: '{"a":' * DEEP,
    "deep-features": lambda: '{"type":"FeatureCollection","features":' * DEEP,
    "long-number": lambda: "[" + "9" * 3_000_000 + "]", "exponents": lambda: "[1e999999999,-1e-999999999]",
    "surrogates": lambda: '{"id":"\\ud800\\udfff\\udc00"}',
    "many-points": lambda: '{"type":"Polygon","coordinates":[[' + ",".join(f"[{n % 180},{n % 90}]" for n in range(200_000)) + "]]}",
    "nowhere": lambda: '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"radius":1e308,"id":"x"},'
                       '"geometry":{"type":"Point","coordinates":[1e308,-1e308]}}]}'}


@case("json", each=TEXTS)
def json_text(trial, make):
    """Objects deeper or wider than anybody needs, as regions and as messages to encode."""
    path = trial.folder / "text.geojson"
    path.write_text(make())
    for arguments in (("fence", "--regions", path, "--in", "/dev/null"), ("encode", path)):
        program = trial.start(*arguments)
        # The document itself is held, and its values once more.
        program.growth_limit = 32 * 1024
        if trial.check_ends(program, 20, f"{arguments[0]} does not end"):
            trial.check_status(program, 0, 1)


def rows(values):
    return "t,lat,lon,hacc\n" + "".join(f"{t},{lat},{lon},{accuracy}\n" for t, lat, lon, accuracy in values)


TABLES = {
    "jumps-of-4e9-seconds": lambda: rows((n * 4e9 * (-1) ** (n % 3 == 0), 37, 127, 5) for n in range(200)),
    "times-of-all-sizes": lambda: rows((t, 37, 127, 5) for t in ("0", "-1", "1e18", "1e19", "1e308", "-1e308", "nan", "inf", "9" * 400,
                                                                "9223372036", "9223372037", "18446744073709551616", "1e-300")),
    "places-that-are-none": lambda: rows((n, lat, lon, 5) for n, (lat, lon) in enumerate(
        [(91, 0), (-90.0001, 0), (90, 180), (-90, -180), (0, 1e300), ("nan", "nan"), ("inf", "-inf"), ("1e400", 0), (90, 1e9)] * 5)),
    "accuracies": lambda: rows((n, 37, 127, a) for n, a in enumerate(["0", "-1", "1e308", "nan", "inf", "1e-320", "", "9" * 300] * 5)),
    "steps-of-nothing": lambda: rows((1, 37, 127 + n % 2 * 180, 1e-9) for n in range(3000)),
    "backwards": lambda: rows((3000 - n, 37, 127, 5) for n in range(3000)),
}


@case("table", each=TABLES)
def table(trial, make):
    """Tables of fixes with times, places and accuracies that nobody measures: read, and bad rows are told."""
    path = trial.folder / "table.csv"
    path.write_text(make())
    regions = trial.folder / "regions.csv"
    regions.write_text("identifier,lat,lon,radius\nhome,37,127,100\nworld,0,0,1e300\npole,90,0,1\n")
    for arguments in (("filter", "--in", path), ("filter", "--json", "--in", path, "--heartbeat", "10"), ("visits", "--in", path),
                      ("fence", "--regions", regions, "--in", path), ("fence", "--json", "--regions", regions, "--in", path),
                      ("filter", "--in", path, "--distance-filter", "1e300", "--interval", "1e5", "--worst-accuracy", "1e300")):
        program = trial.start(*arguments)
        if not trial.check_ends(program, 12, f"{' '.join(arguments[:2])} does not end"):
            continue
        trial.check(program.status in (0, 1, 64), f"{arguments[0]}: status {program.status}: {program.errors.tail}")
        if program.status == 0 and "--json" in arguments:
            trial.check_json(program)
