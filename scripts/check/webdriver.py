"""A browser without a window, asked over the WebDriver protocol: Debian's chromium and chromium-driver. Standard library only.

Source: W3C WebDriver; chromedriver's own commands begin with `goog/` and `se/`.
"""
import base64
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
# Seconds after which something has failed, on however busy a machine.
LIMIT = 120
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-dev-shm-usage", "--disable-features=Translate,OptimizationHints,MediaRouter",
]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class BrowserError(Exception):
    pass


class Browser:
    """One browser with one page; `with` ends it in any case."""

    def __enter__(self):
        self.session = None
        self.folder = tempfile.mkdtemp(prefix="cairn-browser-")
        self.driver = subprocess.Popen([DRIVER, "--port=0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        try:
            for line in self.driver.stdout:
                port = re.search(r"successfully on port (\d+)", line)
                if port:
                    break
            else:
                raise BrowserError("chromedriver does not start")
            self.address = "http://127.0.0.1:%s" % port[1]
            options = {"binary": CHROMIUM, "args": [*ARGUMENTS, "--user-data-dir=" + self.folder]}
            logs = {"browser": "ALL", "performance": "ALL"}
            capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": logs}}
            self.session = self.ask("POST", "/session", {"capabilities": capabilities})["sessionId"]
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrowserError):
            if self.session:
                self.ask("DELETE", "/session/" + self.session)
        # The browser's processes are of the driver's group, and may outlive it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.driver.pid, signal.SIGKILL)
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, method, path, body=None):
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)["value"]["message"]) from error
        except OSError as error:
            raise BrowserError(str(error)) from error

    def tell(self, path, **body):
        return self.ask("POST", "/session/%s/%s" % (self.session, path), body)

    def command(self, name, **parameters):
        """One command of the protocol by which developers look into Chromium."""
        return self.tell("goog/cdp/execute", cmd=name, params=parameters)

    def show(self, width, height, scheme):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        self.tell("url", url=address)

    def new_tab(self):
        """Opens a tab in front of the others, and gives its name."""
        name = self.tell("window/new", type="tab")["handle"]
        self.show_tab(name)
        return name

    def show_tab(self, name):
        """Brings a tab to the front: the others are hidden then."""
        self.tell("window", handle=name)
        self.command("Page.bringToFront")

    @property
    def tab(self):
        return self.ask("GET", "/session/%s/window" % self.session)

    def run(self, script, *arguments):
        """What a script's `return` gives; the members of the page's object `cairn` are its names."""
        return self.tell("execute/sync", script="with (globalThis.cairn ?? {}) {%s\n}" % script, args=list(arguments))

    def wait(self, expression, what=None):
        """Waits until a JavaScript expression is true, and returns its value."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            value = self.run("return " + expression)
            if value:
                return value
            time.sleep(0.1)
        raise BrowserError("%s: not so after %d s" % (what or expression, LIMIT))

    def press(self, selector, keys):
        """Types keys into an element, after it has got the focus."""
        element = self.tell("element", using="css selector", value=selector)[ELEMENT]
        self.tell("element/%s/value" % element, text=keys)

    def click(self, selector):
        element = self.tell("element", using="css selector", value=selector)[ELEMENT]
        self.tell("element/%s/click" % element)

    def picture(self, path):
        """Keeps a picture, in the format of the file's ending: png, or webp, which is smaller and not exact."""
        parameters = {"format": "webp", "quality": 85} if path.endswith(".webp") else {"format": "png"}
        data = base64.b64decode(self.command("Page.captureScreenshot", **parameters)["data"])
        with open(path, "wb") as file:
            file.write(data)
        return len(data)

    def complaints(self):
        """What was written to the console since the last call."""
        return [entry["message"] for entry in self.tell("se/log", type="browser")]

    def requests(self):
        """The addresses that were asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.tell("se/log", type="performance")]
        return {event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"}
