#!/usr/bin/env python3
"""Looks at the page of `cairn dashboard` in a browser: what it shows, what it asks for, what it costs, and how it stands bad input.

    dashboard_page.py --cairn PROGRAM [--only SCENE]... [--pictures FOLDER] [--readme]

Scenes: town, a simulated board; drive, a recording of a car in ../shared, or where CAIRN_SHARED points; none, without a receiver; lost, one that is
unplugged; files, places of packs and streets of a map; recordings, two of one drive. With a server that stands in for the program's, and counts: streets, maps of a made-up town and spoilt ones; around, a pin with addresses, outlines, regions, beacons;
replay, two recordings; tabs, more of them than a browser has connections; refused, streams that are. With --pictures, each is kept at two sizes, light and dark. With --readme, docs/dashboard.webp is taken anew. Figures of time are printed and
not judged, because the machine may be busy: at least half of the positions must be painted before the next comes. Exit codes: 0 all is as it should be, 1 it is not. Standard library only.
"""
import argparse
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from dashboard_look import Failure, check_quiet, expect, opened, report, take_pictures, tally, text  # noqa: E402
from dashboard_made_up import around, refused, replay, streets, tabs  # noqa: E402
from webdriver import LIMIT, Browser, BrowserError  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DRIVE = "corpus/receivers/google/mtv-f9k-drive-a.nmea"
README_PICTURE, README_LARGEST = os.path.join(ROOT, "docs", "dashboard.webp"), 150_000
# Keys of WebDriver.
LEFT, UP, RIGHT, DOWN, HOME = "\ue012", "\ue013", "\ue014", "\ue015", "\ue011"


@contextlib.contextmanager
def program(words, pattern, environment=None):
    """Runs a program of ours; gives what the pattern finds in its output."""
    process = subprocess.Popen(words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True)
    patience = threading.Timer(LIMIT, process.kill)  # Ends the waiting for a line, too.
    patience.start()
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            found = re.search(pattern, line)
            if found:
                break
        expect(said and found, "%s has not said %r:\n%s" % (words[:2], pattern, "".join(said)))
        patience.cancel()
        yield found[0]
    finally:
        patience.cancel()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def dashboard(cairn, *options, environment=None):
    return program([cairn, "dashboard", "--port", "0", "--no-daemon", *options], r"http://\S+", environment)


def check_texts(browser):
    """What is shown is what was sent."""
    for selector, pattern in [
        ("#latitude", r"^\d+\.\d{7}° N$"), ("#accuracy", r"^±[\d.]+ k?m$"), ("#verdict", r"^[✓▲] "),
        ("#sky small", r"^\d+ used of \d+"), ("#power small", r"mW now for best"), ("#listed", r"[A-Z]\d+\d\d.*(yes|no)"), ("#wishes", "asks only"), ("#providers", r"[●○] gnss"), ("#facts", "simulated"),
        ("#events ol", "connected"), ("#health", "receiver"),
    ]:
        shown = text(browser, selector)
        expect(re.search(pattern, shown), "%s shows %r, which has no %r" % (selector, shown, pattern))
    unread = tally(browser)["unread"]
    expect(unread == 0, "%d events were not understood" % unread)
    speaking = browser.run("return document.querySelectorAll('[aria-live], [role=status], [role=alert], output').length")
    expect(speaking == 1, "%d places speak by themselves" % speaking)
    for panel in ("deviation", "history"):
        label = browser.run("return document.querySelector(arguments[0]).ariaLabel", "#%s canvas" % panel)
        expect(re.search(r"±[\d.]+ c?m", label), "%s is called %r" % (panel, label))
    headings = browser.run("return [...document.querySelectorAll('h2')].map(one => one.firstChild.textContent.trim())")
    expect(len(headings) == browser.run("return document.querySelectorAll('main section').length"), "the headings are %s" % headings)
    nameless = browser.run("""return [...document.querySelectorAll('button, input, canvas')].filter(one =>
        !(one.ariaLabel || one.textContent || one.labels?.length)).map(one => one.outerHTML)""")
    expect(not nameless, "without a name: %s" % nameless)


def check_sky(browser):
    """A satellite that no other is near to has its colour where it must be."""
    browser.wait("known.satellites.some(one => one.used && isPlaced(one))", "satellites are used")
    found = browser.run("""
        drawSky();
        const places = known.satellites.filter(isPlaced).map(one => [one, ...skyPlace(one)]);
        const alone = places.find(([one, x, y]) => one.used
          && places.every(([other, a, b]) => other === one || Math.hypot(a - x, b - y) > 16));
        if (!alone) return null;
        const [one, x, y] = alone, ratio = devicePixelRatio;
        return {name: one.name, wanted: color[one.system], seen: [...g.getImageData(x * ratio, y * ratio, 1, 1).data]};""")
    expect(found, "no satellite stands alone")
    wanted = [int(part) for part in re.findall(r"\d+", found["wanted"])[:3]]
    expect(all(abs(a - b) < 12 for a, b in zip(wanted, found["seen"])) and found["seen"][3] == 255, "the sky shows %s" % found)


def check_keyboard(browser):
    before = browser.run("return {...view}")
    browser.press("#map canvas", RIGHT + UP + "+")
    after = browser.run("return {...view}")
    expect(after["x"] > before["x"] and after["y"] < before["y"], "the arrows do not move the map")
    expect(after["zoom"] > before["zoom"] and not after["isFollowing"], "plus does not zoom, or the map still follows")
    browser.click("#pin")
    pinned = browser.wait("!$('#centre').hidden && $('#centre').textContent", "the pin shows its place")
    expect(re.match(r"-?[\d.]+° [NS] [\d.]+° [EW], .+ away$", pinned), "the pin says %r" % pinned)
    browser.press("#map canvas", LEFT + DOWN)
    browser.wait("$('#centre').textContent !== %s" % json.dumps(pinned), "the pin moves")
    browser.click("#pin")
    browser.press("#map canvas", HOME)
    browser.wait("view.isFollowing && view.isAuto && $('#centre').hidden", "Home follows again")
    order = browser.run("return [...document.querySelectorAll('button, input, [tabindex]')].every(one => one.tabIndex === 0)")
    expect(order, "something cannot be reached by Tab")


def check_slider(browser):
    browser.wait("WISHES.every((_, i) => answers[i])", "every accuracy has an answer")
    plan = browser.run("return namesOn(known.plan)")
    browser.press("#wish", RIGHT * 10)
    browser.wait("$('#wished').textContent === '1 km' && / mW/.test($('#answer').textContent)", "the slider has an answer")
    cheaper = browser.run("return answers[10].milliwatts < answers[0].milliwatts")
    expect(cheaper, "a kilometre costs as much as the best")
    expect(browser.run("return namesOn(known.plan)") == plan, "the question has changed the plan")
    browser.press("#battery", "10")
    browser.wait("/(days|h) now.*for 1 km/.test($('#days').textContent)", "the battery lasts")


def check_programs(browser):
    """A program without a name has that of its protocol, and a long name leaves the others their place."""
    browser.run("""receive({data: JSON.stringify({event: 'clients', clients: [
        {program: '/usr/bin/' + 'x'.repeat(240), accuracy: '10', milliwatts: 3, joules: 2},
        {program: null, protocols: ['dashboard'], accuracy: 'best', milliwatts: 20, joules: 1}]}), lastEventId: ''});
        drawFrame();""")
    found = browser.run("""const [first, second] = $('#users tbody').rows;
        return [second.cells[0].textContent, first.cells[0].title.length, first.offsetHeight === second.offsetHeight, $('#power').scrollWidth <= $('#power').clientWidth]""")
    expect(found == ["dashboard", 240, True, True], "the programs are %s" % found)
    browser.run("delete known.clients; draw('power')")


def check_theme(browser):
    seen = []
    for _ in range(3):
        browser.click("#theme")
        seen.append(browser.run("return [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor, color.ink]"))
    expect([one[0] for one in seen] == ["light", "dark", "auto"], "the themes are %s" % seen)
    expect(seen[0][1] != seen[1][1] and seen[0][2] != seen[1][2], "light and dark look the same")
    expect(seen[1][1:] == seen[2][1:], "auto is not dark where the system is")


def check_rest(browser):
    """While paused or hidden, nothing is drawn although events come."""
    for begin, end in [
        ("$('#pause').click()", "$('#pause').click()"),
        ("Object.defineProperty(document, 'hidden', {value: true, configurable: true})", "delete document.hidden; draw()"),
    ]:
        browser.run(begin)
        browser.run("return new Promise(done => requestAnimationFrame(done))")
        frames, events = (tally(browser)[name] for name in ("frames", "events"))
        browser.wait("tally.events >= %d" % (events + 3), "events come")
        expect(tally(browser)["frames"] == frames, "drawn although: " + begin)
        browser.run(end)
        browser.wait("tally.frames > %d" % frames, "drawn again")


def made_up(count):
    """Events with the members of the schema, and values that they must not have."""
    with open(os.path.join(ROOT, "docs", "monitor.schema.json"), encoding="utf-8") as file:
        shapes = json.load(file)["$defs"]
    markup = "<img src=x onerror=document.title='broken'>"
    bad = [markup, markup * 200, "__proto__", "", 1e308, -1e308, 1e-300, -1, 0, None, True, [], {}, [[]], [None], {"length": 1e9}]
    draw = random.Random(1)

    def value(shape, depth=0):
        if draw.random() < 0.25 or depth > 4:
            return draw.choice(bad)
        if "$ref" in shape:
            return value(shapes[shape["$ref"].split("/")[-1]], depth)
        if "properties" in shape:
            return {name: value(inner, depth + 1) for name, inner in shape["properties"].items() if draw.random() < 0.9}
        if "items" in shape:
            return [value(shape["items"], depth + 1) for _ in range(draw.choice([0, 1, 5, 300]))]
        kind = shape.get("type", "string")
        return draw.choice([draw.uniform(-90, 90), 1e308, 7]) if "number" in kind or "integer" in kind else markup

    events = [{"event": name, **made} for _ in range(count) for name, shape in shapes.items()
              for made in [value(shape)] if isinstance(made, dict) and name != "fix" for made in [{**made, "event": name}]]
    hello = [{"event": "hello", "title": one, "version": one, "accuracy": one, "history": [one, [one] * 5, [1, 2, 3, 4, one]]} for one in bad]
    return events + hello + bad + [{"event": one} for one in bad]


def check_hostile(browser):
    """No value breaks a panel, and no text becomes markup."""
    events = made_up(40)
    for begin in range(0, len(events), 50):
        browser.run("""for (const event of arguments[0]) {
            receive({data: JSON.stringify(event), lastEventId: '<b>'});
            drawFrame();
          }
          receive({data: '{', lastEventId: ''});
          receive({data: '{"event":"update","locations":[{"latitude":1e999,"longitude":-1e999}]}', lastEventId: ''});
          drawFrame();""", events[begin:begin + 50])
    counted = browser.run("return {failures: tally.failures, unread: tally.unread, images: document.images.length, title: document.title}")
    expect(counted["failures"] == 0, "%d panels failed: %s" % (counted["failures"], browser.complaints()[:3]))
    expect(counted["images"] == 0 and counted["title"] == "Cairn", "a text became markup: %s" % counted)
    expect(counted["unread"] > 0, "nothing was refused")
    kept = browser.run("return [track.length, trails.size, entries.length, known.satellites.length]")
    expect(all(a <= b for a, b in zip(kept, (3600, 401, 100, 300))), "it keeps too much: %s" % kept)
    print("hostile: %d made-up events, %d not understood" % (len(events), counted["unread"]), flush=True)


def town(browser, options):
    with dashboard(options.cairn, "--simulate", "gateway", "--accuracy", "best") as address:
        opened(browser, address)
        browser.wait("known.fix?.provider.startsWith('gnss') && tally.shown >= 15", "positions come")
        check_texts(browser)
        check_sky(browser)
        check_keyboard(browser)
        check_slider(browser)
        check_programs(browser)
        check_theme(browser)
        check_rest(browser)
        browser.wait("track.length >= %d" % (120 if options.readme else 60), "more positions come")
        take_pictures(browser, "town", options.pictures)
        if options.readme:
            size = browser.picture(README_PICTURE)
            expect(size <= README_LARGEST, "docs/dashboard.webp has %d bytes" % size)
        report("town", browser)
        check_quiet(browser, address)
        browser.open(address)
        browser.wait("$('#battery').value === '10'", "the capacity is kept")
        browser.wait("track.length > 30", "a page that is opened again has the track")
        browser.wait("tally.shown >= 10", "positions are painted")
        shown, delivered = browser.run("return [tally.shown, known.delivered]")
        expect(shown >= delivered / 2, "of %d positions, %d were painted before the next came" % (delivered, shown))
        report("town, opened again", browser)
        check_hostile(browser)


def drive(browser, options):
    path = os.path.join(os.environ.get("CAIRN_SHARED") or os.path.join(ROOT, "../shared"), DRIVE)
    if not os.path.exists(path):
        expect(os.environ.get("CI") != "true", "there is no " + path)
        print("skipped: there is no " + os.path.normpath(path))
        return
    with tempfile.TemporaryDirectory() as folder:
        link = os.path.join(folder, "receiver")
        with program([options.cairn, "replay", path, "--link", link, "--speed", "4"], re.escape(link)):
            with dashboard(options.cairn, "--device", link, "--accuracy", "10") as address:
                opened(browser, address)
                browser.wait("track.length >= 150 && known.satellites.length", "positions come")
                verdict = text(browser, "#verdict")
                expect(verdict.endswith("the 10 m wanted"), "the verdict is %r" % verdict)
                take_pictures(browser, "drive", options.pictures)
                report("drive", browser)
                check_quiet(browser, address)


def none(browser, options):
    with dashboard(options.cairn, "--device", "/dev/ttyNone", "--accuracy", "10") as address:
        opened(browser, address, state="✕ no receiver")
        browser.wait("$('#latitude').textContent === 'no position' && $('#verdict').textContent.startsWith('✕ ')", "no position")
        verdict = text(browser, "#verdict")
        expect("plug one in, or name it with --device" in verdict and "/dev/ttyNone" in verdict, "the verdict is %r" % verdict)
        browser.wait("/○ gnss.*waiting/.test($('#providers').textContent)", "what is not there is not on")
        expect(text(browser, "#power small").startswith("nothing is on"), "the power is %r" % text(browser, "#power small"))
        take_pictures(browser, "none", options.pictures)
        report("none", browser)
        check_quiet(browser, address)


def lost(browser, options):
    """A receiver that is unplugged and comes back, and a server that starts again or is full."""
    path = os.path.join(os.environ.get("CAIRN_SHARED") or os.path.join(ROOT, "../shared"), DRIVE)
    if not os.path.exists(path):
        expect(os.environ.get("CI") != "true", "there is no " + path)
        print("skipped: there is no " + os.path.normpath(path))
        return
    with tempfile.TemporaryDirectory() as folder:
        link = os.path.join(folder, "receiver")
        plugged = lambda: program([options.cairn, "replay", path, "--link", link, "--speed", "1"], re.escape(link))
        with dashboard(options.cairn, "--device", link, "--accuracy", "10") as address:
            with plugged():
                opened(browser, address)
                browser.wait("known.satellites.length && /^[✓▲]/.test($('#verdict').textContent)", "positions come")
            browser.wait("$('#state').textContent === '✕ receiver lost'", "the loss is known")
            browser.wait("/^✕ receiver lost; plug it in again.* ago/.test($('#verdict').textContent)", "the position says so")
            browser.wait("/^old: /.test($('#sky small').textContent) && $('#signals').classList.contains('old')", "the sky says so")
            browser.wait("/receiver lost.*last heard[\\d.]+ s ago/.test($('#health').textContent)", "the receiver says so")
            take_pictures(browser, "lost", options.pictures)
            # A page that is opened now knows it, too, and since when.
            browser.wait("/last heard([5-9]\\.|\\d\\d)[\\d.]* s ago/.test($('#health').textContent)", "time passes")
            browser.open(address)
            browser.wait("globalThis.cairn && $('#state').textContent === '✕ receiver lost' && $('#sky').classList.contains('old')", "a new page knows it")
            browser.wait("/last heard([5-9]\\.|\\d\\d)[\\d.]* s ago/.test($('#health').textContent)", "a new page knows since when")
            with plugged():
                browser.wait("$('#state').textContent === '● live' && /^[✓▲]/.test($('#verdict').textContent)", "it comes back")
                browser.wait("!$('#sky').classList.contains('old') && !/last heard/.test($('#health').textContent)", "nothing is old")
            check_quiet(browser, address)


def places(cairn, folder):
    """A pack of places round the simulated receiver; gives the environment in which the program finds it."""
    square = [[124, 33], [131, 33], [131, 39], [124, 39], [124, 33]]
    table = {"countries.geojson": json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"iso2": "KR", "name": "South Korea"},
         "geometry": {"type": "Polygon", "coordinates": [square]}}]}),
        "places.tsv": "name\tlat\tlon\tcc\tpopulation\ttimezone\nSeoul\t37.566\t126.978\tKR\t9000000\tAsia/Seoul\n"}
    for name, content in table.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    subprocess.run([cairn, "geodata", "build", "--countries", "countries.geojson", "--places", "places.tsv", "--source",
                    "Nobody's borders", "--into", "here.pack"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return dict(os.environ, CAIRN_GEODATA=folder)


def files(browser, options):
    """The server's own files on the page: places of packs, and the streets of a map, if there is a writer of maps."""
    with tempfile.TemporaryDirectory() as folder:
        environment, extra = places(options.cairn, folder), []
        if options.map_python:
            subprocess.run([options.map_python, os.path.join(os.path.dirname(os.path.abspath(__file__)), "street_map.py"),
                            folder, "37.566", "126.978"], check=True)
            extra = ["--map", os.path.join(folder, "v4.pmtiles")]
        with dashboard(options.cairn, "--simulate", "m9", *extra, environment=environment) as address:
            opened(browser, address)
            browser.wait("track.length && globalThis.cairn.outlines?.land", "outlines come")
            browser.press("#map canvas", "p")
            browser.wait("$('#address').textContent.includes('Seoul')", "the pin has an address")
            browser.run("Object.assign(view, {zoom: 5, isAuto: false}); draw('map')")
            browser.wait("(drawMap(), !outlines.isBusy && outlines.places.some(place => place.title === 'Seoul'))", "places come")
            expect("Nobody's borders" in text(browser, "#source"), "the data is of %r" % text(browser, "#source"))
            seen = browser.run("""drawMap(); const canvas = $('#map canvas');
                const at = (x, y) => [...g.getImageData(Math.round(canvas.width * x), Math.round(canvas.height * y), 1, 1).data].join();
                return [at(.52, .45), at(.02, .98)];""")
            expect(seen[0] != seen[1], "land and sea have one colour: %s" % seen)
            if extra:
                browser.run("Object.assign(view, {zoom: 14, isAuto: false}); draw('map')")
                browser.wait("(drawMap(), streets.shown > 0 && streets.busy === 0)", "tiles come")
                expect("A town of nobody" in text(browser, "#source"), "the data is of %r" % text(browser, "#source"))
            take_pictures(browser, "files", options.pictures)
            report("files", browser)
            check_quiet(browser, address)


def recordings(browser, options):
    """Two recordings of one drive, as the server reads them: what the receiver sent, and a table of other positions."""
    folder = os.path.join(os.environ.get("CAIRN_SHARED") or os.path.join(ROOT, "../shared"), "corpus/fusion/mtv-f9k-a")
    if not os.path.exists(folder):
        expect(os.environ.get("CI") != "true", "there is no " + folder)
        print("skipped: there is no " + os.path.normpath(folder))
        return
    both = [os.path.join(folder, name) for name in ("input.nmea", "fixes.csv")]
    with dashboard(options.cairn, "--replay", both[0], "--replay", both[1], "--accuracy", "10") as address:
        opened(browser, address, state="● recording")
        browser.wait("globalThis.cairn.replay?.offsets && known.fix && known.satellites.length", "the recording is shown")
        begun = browser.run("return known.fix.utc")
        browser.press("#moment", RIGHT * 30)
        browser.wait("Date.parse(known.fix.utc) - Date.parse(%s) === 30000" % json.dumps(begun), "the slider leads to another moment")
        browser.wait("/median/.test($('#deviation canvas').ariaLabel)", "raw and filtered are compared")
        browser.run("$('#against').value = 1; $('#against').onchange()")
        browser.wait("/^fixes.csv from input.nmea/.test($('#deviation small').textContent)", "the two are compared")
        take_pictures(browser, "recordings", options.pictures)
        report("recordings", browser)
        check_quiet(browser, address)


def main():
    scenes = {"town": town, "drive": drive, "none": none, "lost": lost, "files": files, "recordings": recordings,
              "streets": streets, "around": around, "replay": replay, "tabs": tabs, "refused": refused}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--only", action="append", choices=scenes)
    parser.add_argument("--pictures")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--map-python", help="an interpreter with pmtiles and mapbox-vector-tile, for the scene streets")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # So that what was started is ended.
    options.cairn = os.path.abspath(options.cairn)
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    for name in options.only or scenes:
        try:
            with Browser() as browser:
                scenes[name](browser, options)
        except (Failure, BrowserError) as failure:
            sys.exit("dashboard: %s: %s" % (name, failure))
    print("dashboard: the page is as it should be", flush=True)


main()
