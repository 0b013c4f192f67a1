"""What every scene of the dashboard's check does: opens the page, looks at its texts, counters, requests and layout, keeps pictures."""
import os

SIZES = {"desktop": (1400, 900), "phone": (390, 844)}


class Failure(Exception):
    pass


def expect(condition, words):
    if not condition:
        raise Failure(words)


def text(browser, selector):
    return browser.run("return document.querySelector(arguments[0]).textContent", selector)


def tally(browser):
    return browser.run("return {...tally, panels}")


def opened(browser, address, width=1400, height=900, state="● live"):
    browser.requests(), browser.complaints()
    browser.show(width, height, "dark")
    browser.open(address)
    browser.wait("globalThis.cairn && document.querySelector('#state').textContent === %r" % state, "connected")


def check_quiet(browser, address):
    """Nothing was asked for outside, and nothing was complained of."""
    origin = "/".join(address.split("/")[:3])
    # The browser's own first page is of `chrome:`.
    outside = [url for url in browser.requests() if not url.startswith((origin + "/", "data:", "chrome:"))]
    expect(not outside, "asked for %s" % outside)
    # The check itself reads pixels, which the browser comments on.
    complaints = [one for one in browser.complaints() if "willReadFrequently" not in one]
    expect(not complaints, "the console says %s" % complaints[:5])
    counted = tally(browser)
    expect(counted["failures"] == 0, "%d panels failed" % counted["failures"])


def report(name, browser):
    counted = tally(browser)
    costs = ", ".join("%s %.2f" % (panel, cost["ms"] / cost["draws"]) for panel, cost in counted["panels"].items())
    print("%s: %d frames of %.1f ms; of %d positions the median was painted %d ms after it was sent, %d took more than 100 ms; "
          "ms a draw: %s" % (name, counted["frames"], counted["ms"] / max(1, counted["frames"]), counted["shown"],
                             counted["delay"], counted["late"], costs), flush=True)


def check_layout(browser, name):
    """Nothing is wider than the window, and no word of the page is cut."""
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    expect(wide <= 0, "%s: the page is %d pixels wider than the window" % (name, wide))
    cut = browser.run("""return [...document.querySelectorAll('main p, main td, main dd, main h2')].filter(one =>
        !one.closest('.unseen') && one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)""")
    expect(not cut, "%s: cut off: %s" % (name, cut))


def take_pictures(browser, scene, folder):
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            browser.show(width, height, scheme)
            browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            check_layout(browser, "%s, %s" % (scene, size))
            if folder:
                browser.picture(os.path.join(folder, "%s-%s-%s.png" % (scene, size, scheme)))
        if folder:
            tall = browser.run("return document.documentElement.scrollHeight")
            browser.show(width, tall, "dark")
            browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            browser.picture(os.path.join(folder, "%s-%s-whole.png" % (scene, size)))
    browser.show(1400, 900, "dark")
