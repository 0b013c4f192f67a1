#!/usr/bin/env python3
"""Looks at the page of a fleet in a browser: what it shows of simulated devices, how it stands a database that goes away. Asks the
queries as their comments say.

    fleet_page.py [--pictures FOLDER]

Starts Examples/fleet with simulated devices. Exit codes: 0 all is as it should be, 1 it is not. Standard library only; the fleet
needs what install-deps.sh fleet installs.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from dashboard_look import Failure, check_quiet, expect, take_pictures, text  # noqa: E402
from webdriver import Browser, BrowserError  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLEET = os.path.join(ROOT, "Examples", "fleet")
COUNT = 60


def check(browser, address, run, pictures):
    browser.requests(), browser.complaints()
    browser.show(1400, 900, "dark")
    browser.open(address)
    browser.wait("globalThis.cairn && devices.size === %d" % COUNT, "all devices are there")
    browser.wait("$('#state').textContent === '● live'", "it is live")
    browser.wait("Object.keys(STATES).reduce((sum, name) => sum + Number($(`#filter-${name} b`).textContent), 0) === %d" % COUNT, "the filters count all")
    browser.wait("Number($('#filter-moving b').textContent) > 0", "some move")
    browser.wait("$('#devices').children.length === %d" % COUNT, "the list has all")
    browser.click("#filter-moving")
    browser.wait("visible().length === %d - [...devices.values()].filter(one => stateOf(one) === 'moving').length" % COUNT, "those that move are hidden")
    browser.click("#filter-moving")
    browser.press("#search", "00017")
    browser.wait("visible().length === 1 && $('#devices').children.length === 1", "one device is found")
    browser.click("#devices button")
    browser.wait("$('#facts').children.length > 10 && chosen.days.length", "its facts and energy come")
    expect(text(browser, "#name") == "sim-00017", "another device was chosen")
    # What belongs to the search would hide the others in the pictures.
    browser.run("$('#search').value = ''; $('#search').oninput({target: $('#search')}); $('#all').click()")
    take_pictures(browser, "fleet", pictures)
    check_quiet(browser, address)
    run("kill", "postgres")
    browser.wait("/no connection/.test($('#state').textContent)", "it says that the database is away")
    run("start", "postgres")
    browser.wait("$('#state').textContent === '● live'", "it comes back by itself")
    browser.click("#close")
    expect(browser.run("return $('#one').hidden"), "the chosen device stays")
    print("fleet: the page shows %d devices, filters, finds and chooses them, and stands a database that goes away" % COUNT)


def check_queries(run):
    """Each with the values that its own comment gives; all but those of fences, a place and gaps have rows of what was sent."""
    for name in sorted(os.listdir(FLEET + "/queries")):
        with open(os.path.join(FLEET, "queries", name), encoding="utf-8") as file:
            words = re.search(r"(?m)^--   run sql queries/(.*)$", file.read())[1].split()
        expect(words[0] == name, "%s: its comment names %s" % (name, words[0]))
        rows = run("sql", os.path.join(FLEET, "queries", name), *words[1:]).splitlines()[1:-1]
        expect(rows or name in ("crossings.sql", "inside.sql", "near.sql", "gaps.sql"), "%s finds nothing" % name)
        expect(name != "gaps.sql" or not rows, "something is missing: %s" % rows[:3])
    print("fleet: %d queries answer" % len(os.listdir(FLEET + "/queries")))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--pictures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cairn-fleet-page-") as folder:
        os.chmod(folder, 0o711)

        def run(*words):
            return subprocess.run([FLEET + "/run", "--folder", folder + "/fleet", *words], check=True, stdout=subprocess.PIPE, text=True).stdout

        devices = None
        try:
            run("up")
            devices = subprocess.Popen([FLEET + "/simulate", str(COUNT), "--folder", folder + "/fleet", "--spools", folder + "/spools"],
                                       stdout=subprocess.DEVNULL)
            with open(folder + "/fleet/page.json", encoding="utf-8") as file:
                address = "http://127.0.0.1:%d/" % json.load(file)["port"]
            with Browser() as browser:
                check(browser, address, run, options.pictures)
            run("sql", "-c", "ANALYZE")
            check_queries(run)
        finally:
            if devices:
                devices.send_signal(signal.SIGTERM)
                devices.wait()
            if os.path.exists(folder + "/fleet/stack.json"):
                run("down")


if __name__ == "__main__":
    try:
        main()
    except (Failure, BrowserError, subprocess.CalledProcessError) as error:
        sys.exit("fleet page: %s" % error)
