"""Scenes of the dashboard's check with a server that stands in for the program's: streets, surroundings and recordings."""
import base64
import math
import os
import re
import subprocess
import tempfile
import time

from dashboard_look import check_quiet, expect, opened, report, take_pictures, tally, text
from dashboard_stand_in import LATITUDE, LONGITUDE, SECONDS, START, stand_in, write_page

RIGHT = "\ue014"
SPOILT = ["head", "cut", "none", "count", "circle", "bomb", "noise", "tiles"]
# Metres east and south of the town's centre, and the colours there.
PLACES = {(575, 240): "park", (365, 335): "land", (575, -450): "sea"}
LIVE = "globalThis.cairn && ['● live', '● recording'].includes(document.querySelector('#state').textContent)"


def world(latitude, longitude):
    return longitude / 360 + 0.5, 0.5 - math.asinh(math.tan(math.radians(latitude))) / 2 / math.pi


def look_at(browser, x, y, zoom):
    browser.run("Object.assign(view, {x: arguments[0], y: arguments[1], zoom: arguments[2], isFollowing: false, isAuto: false}); draw('map')",
                x, y, zoom)


def check_colours(browser, name):
    """What a writer of others has put at a place is painted there."""
    x, y = world(LATITUDE, LONGITUDE)
    metre = 1 / (40075016.7 * math.cos(math.radians(LATITUDE)))
    for (east, south), wanted in PLACES.items():
        look_at(browser, x + east * metre, y + south * metre, 15)
        browser.wait("(drawMap(), streets.shown > 0 && streets.busy === 0)", "%s has tiles" % name)
        found = browser.run("""drawMap();
            const canvas = $('#map canvas'), ratio = devicePixelRatio;
            const seen = g.getImageData(Math.round(canvas.width / 2), Math.round(canvas.height / 2), 1, 1).data;
            return {seen: [...seen], wanted: color[arguments[0]]};""", wanted)
        numbers = [int(part) for part in re.findall(r"\d+", found["wanted"])[:3]]
        expect(all(abs(a - b) < 6 for a, b in zip(numbers, found["seen"])), "%s: not %s but %s" % (name, wanted, found))


def check_spoilt_tiles(browser, path):
    """A tile whose bytes are changed, cut or repeated is read or refused."""
    with open(path, "rb") as file:
        tile = base64.b64encode(file.read()).decode()
    found = browser.run("""
        const good = Uint8Array.from(atob(arguments[0]), one => one.charCodeAt(0)), counts = {good: 0, refused: 0, longest: 0};
        let state = 1;
        const any = below => (state = state * 48271 % 2147483647) % below;
        const closing = new Uint8Array([0x1a, 14, 0x0a, 4, 0x77, 0x61, 0x74, 0x65, 0x12, 6, 0x18, 3, 0x22, 2, 0xff, 0x7f]);
        for (let i = 0; i < 400; i++) {
          let bytes = i ? good.slice() : closing;
          for (let k = any(30); i && k > 0; k--) bytes[any(bytes.length)] = any(256);
          if (i % 5 === 1) bytes = bytes.slice(0, any(bytes.length));
          const began = performance.now();
          try {
            readTile(bytes);
            counts.good++;
          } catch (error) {
            counts.refused++;
            if (!(error instanceof RangeError)) throw error;
          }
          counts.longest = Math.max(counts.longest, Math.round(performance.now() - began));
        }
        return counts;""", tile)
    expect(found["refused"] > 50, "hardly a spoilt tile was refused: %s" % found)
    print("streets: of 400 spoilt tiles %(refused)d were refused, the longest took %(longest)d ms" % found, flush=True)


def check_spoilt_files(browser, server, address, folder):
    """A file that is none, or leads nowhere, is no map, and the page goes on."""
    for name in SPOILT:
        server.map_path = os.path.join(folder, "spoilt-%s.pmtiles" % name)
        opened(browser, address)
        browser.wait("tally.shown >= 2", "positions come with the map " + name)
        look_at(browser, *world(LATITUDE, LONGITUDE), 14)
        browser.wait("globalThis.cairn.streets?.failures || entries.some(one => one.string.startsWith('not shown: '))"
                     + " || (globalThis.cairn.streets && streets.busy === 0)", "the map %s has failed" % name)
        frames = tally(browser)["frames"]
        browser.wait("tally.frames > %d" % (frames + 1), "the page goes on with the map " + name)
        check_quiet(browser, address)


def streets(browser, options):
    if not options.map_python:
        print("skipped: the scene streets has no interpreter with pmtiles (--map-python)")
        return
    with tempfile.TemporaryDirectory() as folder, stand_in(folder) as (server, address):
        write_page(folder)
        subprocess.run([options.map_python, os.path.join(os.path.dirname(os.path.abspath(__file__)), "street_map.py"),
                        folder, str(LATITUDE), str(LONGITUDE)], check=True)
        for name in ("v2", "v4", "omt"):
            server.map_path = os.path.join(folder, name + ".pmtiles")
            opened(browser, address)
            browser.wait("globalThis.cairn.streets && known.fix", "the map is opened")
            expect(text(browser, "#source") == "A town of nobody", "the map is of %r" % text(browser, "#source"))
            check_colours(browser, name)
            names = browser.run("return [...new Set([...streets.tiles.values()].flatMap(one => (one.tile?.names ?? []).map(name => name.title)))]")
            expect({"Nowhere", "Ring", "Row 12"} <= set(names), "%s has the names %s" % (name, names))
            check_quiet(browser, address)
        look_at(browser, *world(LATITUDE - 0.004, LONGITUDE + 0.004), 14)
        browser.wait("(drawMap(), streets.shown > 0 && streets.busy === 0)", "tiles come")
        cost = browser.run("""const began = performance.now();
            for (let i = 0; i < 20; i++) { drawMap(); g.getImageData(0, 0, 1, 1); }
            return (performance.now() - began) / 20;""")
        print("streets: %.1f ms a draw at zoom 14" % cost, flush=True)
        take_pictures(browser, "streets", options.pictures)
        for step in range(40):
            x, y = world(LATITUDE, LONGITUDE)
            look_at(browser, x + (step - 20) * 3e-4, y, 14)
            browser.wait("(drawMap(), streets.busy === 0)", "tiles come")
        kept = browser.run("return streets.tiles.size")
        expect(kept <= 96, "%d tiles are kept" % kept)
        report("streets", browser)
        check_spoilt_tiles(browser, os.path.join(folder, "tile.mvt"))
        check_spoilt_files(browser, server, address, folder)
        expect(not any(path.startswith(("/address", "/outlines", "/recording", "/plan")) for path in server.asked), "it asks for what is not there")


def drag(browser, right, down):
    """Drags the map by so many pixels from near its centre."""
    x, y = browser.run("const box = $('#map canvas').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
    for kind, share in (("mousePressed", 0), ("mouseMoved", 0.5), ("mouseMoved", 1), ("mouseReleased", 1)):
        browser.command("Input.dispatchMouseEvent", type=kind, x=x + right * share, y=y + down * share, button="left", buttons=1, clickCount=1)


def check_pin(browser, server):
    """The pin moves with dragging, and its address is asked anew once it has moved by 50 m."""
    asked = lambda: [path for path in server.asked if path.startswith("/address")]
    x, y = world(LATITUDE, LONGITUDE)
    look_at(browser, x, y, 17)
    expect(not asked(), "an address was asked for without a pin")
    browser.press("#map canvas", "p")
    browser.wait("$('#address').textContent === 'Row 15, Nowhere'", "the pin has an address")
    drag(browser, 0, -30)
    browser.wait("view.y > %r && !$('#centre').hidden" % y, "the pin moves with the map")
    expect(len(asked()) == 1, "25 m were enough for another question")
    drag(browser, 0, -120)
    browser.wait("$('#address').textContent === 'Row 16, Nowhere'", "the address changes: %s" % asked())
    expect(server.busiest["address"] == 1, "two addresses were asked for at once")
    browser.run("view.x = .6; draw('map')")
    browser.wait("$('#address').textContent === 'no address is known here'", "there is no address at sea")
    browser.run("view.x = arguments[0]; draw('map')", x)
    browser.wait("$('#address').textContent.startsWith('Row')", "there is one on land")


def check_told(browser):
    """What is told of the surroundings is shown in words, too."""
    browser.wait("globalThis.cairn.told?.regions.size === 5 && !$('#beacons').hidden", "regions and beacons come")
    expect(re.search(r"heading\d+ ?° ±9\.0°", text(browser, "#facts")), "the facts are %r" % text(browser, "#facts"))
    rows = browser.run("return [...document.querySelectorAll('#beacons tbody tr')].map(row => [...row.children].map(cell => cell.textContent))")
    expect(rows == [["E2C56DB5 · 7 · 1", "near", "1.80 m", "-63"], ["E2C56DB5 · 7 · 2", "far", "12.5 m", "-84"]], "the beacons are %s" % rows)
    log = text(browser, "#events ol")
    for words in ("region home: inside", "region office: outside", "region yard: unknown", "region desk: outside", "beacons: 2, the nearest is near", "visit from ", "43.77220, 11.26078"):
        expect(words in log, "the list has no %r: %s" % (words, log[:400]))


def check_hostile(browser):
    """No value of them breaks a panel, and no text becomes markup."""
    browser.run("""
        const bad = ['<img src=x onerror=document.title=1>', '__proto__', '', 1e308, -1, 0, null, true, [], {}, [[]], [null], {length: 1e9}];
        for (const one of bad) for (const two of bad) for (const event of ['heading', 'region', 'beacons', 'visit']) {
          const raw = {event, magnetic: one, true: two, accuracy: one, identifier: two, state: one, center: [one, two], radius: two, polygon: [one, two, [1, 2]], corridor: [two, one], width: two,
            beacons: [{uuid: one, major: two, rssi: one}, two], latitude: one, longitude: two, arrival: two, departure: one};
          receive({data: JSON.stringify(raw), lastEventId: ''});
        }
        return new Promise(done => setTimeout(done, 50));""")
    browser.run("drawFrame()")
    kept = browser.run("return [told.regions.size, document.images.length, tally.failures]")
    expect(kept[0] <= 100 and kept[1:] == [0, 0], "regions, images and failures: %s" % kept)


def around(browser, options):
    with tempfile.TemporaryDirectory() as folder, stand_in(folder, has_outlines=True, has_addresses=True) as (server, address):
        write_page(folder)
        opened(browser, address)
        check_told(browser)
        first = next(path for path in server.asked if path.startswith("/outlines"))
        expect("box=-180" not in first, "the whole world was asked for before the first position: %s" % first)
        check_pin(browser, server)
        take_pictures(browser, "around", options.pictures)
        look_at(browser, *world(LATITUDE, LONGITUDE), 5)
        browser.wait("(drawMap(), !outlines.isBusy && outlines.places.length === 2)", "outlines come")
        asked = len([path for path in server.asked if path.startswith("/outlines")])
        browser.press("#map canvas", RIGHT)
        browser.run("drawMap()")
        expect(len([path for path in server.asked if path.startswith("/outlines")]) == asked, "a small step asks for outlines anew")
        take_pictures(browser, "outlines", options.pictures)
        for zoom in range(1, 12):
            look_at(browser, *world(LATITUDE, LONGITUDE), zoom)
            browser.wait("(drawMap(), !outlines.isBusy)", "outlines come")
        expect(server.busiest["outlines"] == 1, "outlines were asked for twice at once")
        check_hostile(browser)
        report("around", browser)
        check_quiet(browser, address)


def rows(browser, selector):
    """A list of names and values."""
    return dict(zip(*(browser.run("return [...document.querySelectorAll(arguments[0])].map(one => one.textContent)", selector + " " + name)
                      for name in ("dt", "dd"))))


def check_facts(browser):
    """What became of positions, and what was damaged, is what the recording says of that moment: 30 s."""
    counts = rows(browser, "#intake")
    expect(counts == {"accepted": "30", "left out": "3 implausible jump"}, "the counts are %s" % counts)
    health = rows(browser, "#health")
    expect(health.get("damaged") == "30 messages" and health.get("unreadable") == "2100 bytes", "the receiver's facts are %s" % health)
    expect("last heard" not in health, "the receiver's facts are %s" % health)
    expect(text(browser, "#damage") == "▲ 30 damaged messages", "the warning is %r" % text(browser, "#damage"))
    times = set(browser.run("return entries.map(one => one.at)"))
    moments = {time.strftime("%H:%M:%S", time.gmtime(START / 1000 + second)) for second in range(31)}
    expect(times and times <= moments, "events have the times %s" % times)
    log = text(browser, "#events ol")
    expect("implausible jump" in log and "delivered" not in log, "the events are %r" % log)


def check_pairs(browser):
    """Points are compared one to one, at equal times."""
    found = browser.run("""
        const at = (...times) => times.map(time => ({time, latitude: 0, longitude: 0})), pairs = (a, b) => compare(at(...a), at(...b)).length;
        return [pairs([0, 1000, 2000], [0, 2000]), pairs([0, 1000, 2000, 3000], [500, 1500, 2500]), pairs([0, 50, 100], [0, 0, 0, 100]),
          pairs([1000, 2000], [990, 1001, 2019]), pairs([0, 10, 20, 30], [10, 20, 30, 40]), pairs([], [1])];""")
    expect(found == [2, 0, 2, 2, 3, 0], "there are %s pairs" % found)


def check_clocks(browser, server, address):
    """A recording without dates shows none."""
    for clock, shown in (("timeOfDay", r"^\d\d:\d\d:\d\d UTC$"), ("elapsed", r"^\d+:\d\d:\d\d$"), ("utc", r"^2026-\d\d-\d\d \d\d:\d\d:\d\d UTC$")):
        server.clock = clock
        browser.open(address)
        browser.wait(LIVE, "connected")
        browser.wait("globalThis.cairn.replay?.offsets && known.fix", "the recording is shown")
        expect(re.search(shown, text(browser, "#clock")), "the clock %s shows %r" % (clock, text(browser, "#clock")))


def tabs(browser, options):
    """A browser has six connections for a server: hidden pages let go of their streams, and take them again."""
    with tempfile.TemporaryDirectory() as folder, stand_in(folder) as (server, address):
        write_page(folder)
        names = [browser.tab]
        opened(browser, address)
        for _ in range(6):
            names.append(browser.new_tab())
            browser.open(address)
            browser.wait(LIVE, "the page %d is live" % len(names))
        browser.wait("known.fix && track.length", "positions come")
        for _ in range(600):
            if server.busy["events"] == 1:
                break
            time.sleep(0.1)
        expect(server.busy["events"] == 1, "%d streams are open" % server.busy["events"])
        asked = server.asked.count("/events")
        browser.show_tab(names[0])
        browser.wait("tally.events && source?.readyState === EventSource.OPEN", "the first page has its stream again")
        browser.wait(LIVE, "the first page is live")
        expect(server.asked.count("/events") == asked + 1, "a stream was asked for %d times" % (server.asked.count("/events") - asked))
        # A page that gets no stream says so.
        browser.run("""globalThis.EventSource = class { static OPEN = 1; static CLOSED = 2; readyState = 0; close() {} };
            source.close(); document.dispatchEvent(new Event('visibilitychange'));""")
        browser.wait("$('#state').textContent.startsWith('✕ no answer')", "a page without a stream says so")
        expect(text(browser, "#verdict").startswith("✕ no connection"), "the verdict is %r" % text(browser, "#verdict"))


def refused(browser, options):
    """The page says why its stream ended, and why it gets no other one."""
    with tempfile.TemporaryDirectory() as folder, stand_in(folder) as (server, address):
        write_page(folder)
        opened(browser, address)
        browser.wait("/^✓ within/.test($('#verdict').textContent)", "positions come")
        browser.run("""globalThis.states = [];
            new MutationObserver(() => states.push([$('#state').textContent, $('#verdict').textContent])).observe($('#state'), {childList: true, characterData: true, subtree: true});""")
        for status, words in ((503, "✕ 16 pages are open already; close one"), (401, "✕ started again: open its new address")):
            server.refusal = status
            browser.wait("$('#state').textContent === %r" % words, "%d is named" % status)
            browser.wait("/^✕ no connection: the last position came .* ago$/.test($('#verdict').textContent)", "no position is good")
            expect(browser.run("return $('#sky').classList.contains('old')"), "the sky is not old")
        server.refusal = None
        browser.wait("$('#state').textContent === '● live' && /^✓/.test($('#verdict').textContent)", "it comes back")
        seen = browser.run("return states.map(one => one[0])")
        expect(seen[0] == "✕ no connection; trying again", "the page says %s" % seen)


def replay(browser, options):
    with tempfile.TemporaryDirectory() as folder, stand_in(folder, recordings=["first drive", "second drive"]) as (server, address):
        write_page(folder)
        browser.requests(), browser.complaints()
        browser.show(1400, 900, "dark")
        browser.open(address)
        browser.wait(LIVE, "connected")
        browser.wait("globalThis.cairn.replay?.offsets && known.fix", "the recording is shown")
        label = lambda: browser.run("return $('#deviation canvas').ariaLabel")
        browser.wait("/median/.test($('#deviation canvas').ariaLabel)", "the tracks are compared")
        found = [float(part) for part in re.findall(r"([\d.]+) m", label())]
        expect(all(abs(a - b) < 0.1 for a, b in zip(found, (4.24, 5.98, 6.0))), "raw and filtered differ by %s" % label())
        browser.press("#moment", RIGHT * 30)
        browser.wait("replay.shownAt === %d" % (START + 30_000), "the keys lead to the moment")
        expect(browser.run("return Date.parse(known.fix.utc)") == START + 30_000, "another moment is shown")
        expect(browser.run("return track.length") == 31, "the track has other points")
        check_facts(browser)
        browser.run("$('#speed').value = 60; $('#speed').onchange()")
        browser.press("#moment", " ")
        browser.wait("replay.at > %d" % (START + 90_000), "it plays")
        take_pictures(browser, "replay", options.pictures)
        browser.wait("!replay.isPlaying && replay.shownAt === %d" % (START + SECONDS * 1000), "it plays to the end")
        browser.press("#moment", "\ue011")
        browser.wait("replay.shownAt === %d && track.length === 1" % START, "Home leads to the beginning")
        browser.run("$('#against').value = 1; $('#against').onchange()")
        browser.wait("/^second drive from first drive/.test($('#deviation small').textContent)", "two recordings are compared")
        found = [float(part) for part in re.findall(r"([\d.]+) m", label())]
        expect(abs(found[0] - 1.41) < 0.1 and abs(found[2] - 2) < 0.1, "two recordings differ by %s" % label())
        browser.run("$('#recording').value = 1; $('#recording').onchange()")
        browser.wait("/^first drive from second drive/.test($('#deviation small').textContent)", "another recording keeps the comparison")
        check_pairs(browser)
        for width, height in ((1366, 768), (1400, 900)):
            browser.show(width, height, "dark")
            over = browser.run("const fix = $('#fix'); return fix.scrollHeight - fix.clientHeight")
            expect(over <= 0, "at %d x %d, %d pixels of the position are below its edge" % (width, height, over))
        browser.show(1400, 900, "dark")
        expect(server.busiest["moment"] == 1, "two moments were asked for at once")
        report("replay", browser)
        check_quiet(browser, address)
        check_clocks(browser, server, address)
        expect(browser.run("return $('#wishes').hidden"), "the slider for plans is there although no plan is answered")
        expect(not any(path.startswith(("/address", "/outlines", "/map", "/plan")) for path in server.asked), "it asks for what is not there")
