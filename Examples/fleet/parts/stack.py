"""The parts of a fleet on one machine: brokers, database, sink, page. One folder has everything of it. Standard library only."""
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import urllib.request

from . import brokers
from .nats import limit_messages
from .processes import answers, end, free_ports, is_running, start, wait_until

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Debian keeps the programs of each version of PostgreSQL apart; the newest is taken.
POSTGRESQL = "/usr/lib/postgresql"
# Bytes that a broker may keep, and that of messages: the rest stays for sessions, without which no sink could take them.
STORE, MESSAGES = 2 << 30, 3 << 29
DATABASE = "fleet"
# Days behind today whose fixes are taken.
KEPT_DAYS = 31


def default_folder():
    return os.path.join(os.environ.get("XDG_RUNTIME_DIR") or os.path.join(tempfile.gettempdir(), "cairn-%d" % os.getuid()), "cairn-fleet")


class Stack:
    """What runs, by the names of the parts: n1, n2, n3, postgres, sink, page, and mosquitto, mosquitto-sink to compare with."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.file = os.path.join(self.folder, "stack.json")
        self.settings = None
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as file:
                self.settings = json.load(file)

    # --- Making

    def make(self, compares=False, page_port=0, keep_days=KEPT_DAYS, messages=MESSAGES):
        """Makes the folder with configurations, passwords and an empty database. Raises RuntimeError if it is there."""
        if self.settings:
            raise RuntimeError("%s has a fleet already" % self.folder)
        os.makedirs(os.path.dirname(self.folder), mode=0o755, exist_ok=True)
        os.mkdir(self.folder, 0o711)  # PostgreSQL's own user has to enter.
        ports = free_ports(4 * brokers.NODES + 3)
        kinds = ("client", "monitor", "cluster", "mqtt")
        self.settings = {
            "folder": self.folder, "store": STORE, "messages": messages, "keep_days": keep_days, "processes": {},
            "nodes": [dict(zip(kinds, ports[4 * i:4 * i + 4])) for i in range(brokers.NODES)],
            "postgres": ports[-3], "page": page_port or ports[-2], "mosquitto": ports[-1] if compares else None,
            "passwords": {name: secrets.token_hex(16) for name in ("node", "system", "device", "sink", "owner", "page")},
        }
        self.save()
        os.mkdir(self.path("log"), 0o700)
        for i in range(brokers.NODES):
            os.mkdir(self.path("n%d" % (i + 1)), 0o700)
            self.write("n%d.conf" % (i + 1), brokers.node(i, self.settings))
        if compares:
            self.make_mosquitto()
        self.make_database()
        mqtt = [["127.0.0.1", one["mqtt"]] for one in self.settings["nodes"]]
        self.make_sink("sink", mqtt, DATABASE)
        if compares:
            self.make_sink("mosquitto-sink", [["127.0.0.1", self.settings["mosquitto"]]], DATABASE + "_compared")
        self.write("page.json", json.dumps({"database": self.address("fleet_page", "page", DATABASE), "port": self.settings["page"]}))
        # What devices need to know.
        self.write("devices.json", json.dumps({
            "user": "device", "password": self.settings["passwords"]["device"], "brokers": mqtt,
            "compared": [["127.0.0.1", self.settings["mosquitto"]]] if compares else None}))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)

    def save(self):
        self.write("stack.json.new", json.dumps(self.settings, indent=1))
        os.replace(self.path("stack.json.new"), self.file)

    def make_sink(self, name, mqtt, database):
        self.write(name + ".json", json.dumps({
            "brokers": mqtt, "user": "sink", "password": self.settings["passwords"]["sink"],
            "database": self.address("fleet_sink", "sink", database), "keep_days": self.settings["keep_days"]}))

    def make_mosquitto(self):
        folder = self.path("mosquitto")
        os.mkdir(folder, 0o700)
        self.write("mosquitto/conf", brokers.mosquitto(folder, self.settings["mosquitto"]))
        self.write("mosquitto/topics", brokers.MOSQUITTO_TOPICS)
        self.write("mosquitto/passwords", "")
        for user in ("device", "sink"):
            subprocess.run(["mosquitto_passwd", "-b", self.path("mosquitto/passwords"), user, self.settings["passwords"][user]],
                           check=True, stdout=subprocess.DEVNULL)
        # As root, mosquitto becomes its own user.
        for name in ["", *os.listdir(folder)] if os.getuid() == 0 else []:
            shutil.chown(os.path.join(folder, name), "mosquitto", "mosquitto")

    # --- PostgreSQL, which refuses to run as root

    @staticmethod
    def database_user():
        return "postgres" if os.getuid() == 0 else None

    @staticmethod
    def postgresql(program):
        versions = [name for name in os.listdir(POSTGRESQL) if re.fullmatch(r"\d+", name)] if os.path.isdir(POSTGRESQL) else []
        found = os.path.join(POSTGRESQL, max(versions, key=int), "bin", program) if versions else shutil.which(program)
        if not found or not os.path.exists(found):
            raise RuntimeError("PostgreSQL's %s is missing" % program)
        return found

    def as_database_user(self, *command, text=None):
        done = subprocess.run(command, input=text or "", user=self.database_user(), group=self.database_user(),
                              extra_groups=[] if self.database_user() else None, cwd=self.path("postgres"),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                              env={**os.environ, "LC_ALL": "C.UTF-8"})
        if done.returncode:
            raise RuntimeError("%s: %s" % (os.path.basename(command[0]), done.stdout.strip()[-400:]))
        return done.stdout

    def make_database(self):
        folder = self.path("postgres")
        os.mkdir(folder, 0o700)
        if self.database_user():
            account = pwd.getpwnam(self.database_user())
            os.chown(folder, account.pw_uid, account.pw_gid)
        self.as_database_user(self.postgresql("initdb"), "-D", folder + "/data", "-E", "UTF8", "--locale=C.UTF-8",
                              "--auth-local=peer", "--auth-host=scram-sha-256")
        with open(folder + "/data/postgresql.conf", "a", encoding="utf-8") as file:
            file.write("\nlisten_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = '%s'\ntimezone = 'UTC'\n"
                       "log_timezone = 'UTC'\nshared_buffers = '256MB'\nmax_wal_size = '2GB'\nmax_connections = 30\n"
                       % (self.settings["postgres"], folder))
        self.start("postgres")
        self.psql("postgres", "-c", "CREATE DATABASE " + DATABASE)
        names = [DATABASE]
        if self.settings["mosquitto"]:
            self.psql("postgres", "-c", "CREATE DATABASE %s_compared" % DATABASE)
            names.append(DATABASE + "_compared")
        with open(os.path.join(HERE, "schema.sql"), encoding="utf-8") as file:
            schema = file.read()
        for name in names:
            # Given as text, since PostgreSQL's user need not be able to read this folder.
            self.psql(name, text=schema)
            self.psql(name, "-c", "SELECT make_days(current_date - 1, current_date + 2)")
        for user, password in (("fleet_sink", "sink"), ("fleet_page", "page")):
            self.psql(DATABASE, "-c", "ALTER ROLE %s LOGIN PASSWORD '%s'" % (user, self.settings["passwords"][password]))

    def psql(self, database, *arguments, text=None):
        return self.as_database_user(self.postgresql("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.path("postgres"),
                                     "-p", str(self.settings["postgres"]), "-d", database, *arguments, text=text)

    def address(self, role, user, database):
        return "host=127.0.0.1 port=%d dbname=%s user=%s password=%s" % (
            self.settings["postgres"], database, role, self.settings["passwords"][user])

    # --- Running

    def names(self):
        parts = ["postgres", "n1", "n2", "n3", "sink", "page"]
        return parts + ["mosquitto", "mosquitto-sink"] if self.settings["mosquitto"] else parts

    def command(self, name):
        if name == "postgres":
            return [self.postgresql("postgres"), "-D", self.path("postgres/data")]
        if name == "mosquitto":
            return ["mosquitto", "-c", self.path("mosquitto/conf")]
        if name == "mosquitto-sink":
            return [os.path.join(HERE, "sink"), self.path("mosquitto-sink.json")]
        if name in ("sink", "page"):
            return [os.path.join(HERE, name), self.path(name + ".json")]
        return ["nats-server", "-c", self.path(name + ".conf")]

    def start(self, name):
        """Starts a part, and does not wait until it is ready; what runs stays."""
        if self.is_running(name):
            return
        self.spawn(name)
        if name == "postgres":
            wait_until(self.database_answers, "PostgreSQL answers")

    def spawn(self, name):
        self.settings["processes"][name] = start(self.command(name), self.path("log", name),
                                                 user=self.database_user() if name == "postgres" else None)
        self.save()

    def is_running(self, name):
        which = self.settings["processes"].get(name)
        return bool(which) and is_running(which)

    def end(self, name, how=None):
        which = self.settings["processes"].get(name)
        if which:
            # PostgreSQL ends at once with SIGINT, in order; with SIGTERM it waits for its clients.
            end(which, how or (signal.SIGINT if name == "postgres" else signal.SIGTERM))

    def kill(self, name):
        """As `kill -9` does it. PostgreSQL's other processes end when they see that the first is gone."""
        self.end(name, signal.SIGKILL)

    def start_all(self):
        for name in self.names():
            if name in ("sink", "page", "mosquitto-sink"):
                continue
            self.start(name)
        wait_until(self.brokers_answer, "the brokers answer")
        for name in ("sink", "page", "mosquitto-sink"):
            if name in self.names():
                self.start(name)
        # Before the sink has its session, nothing is kept for it.
        for name in ("sink", "mosquitto-sink"):
            if name in self.names():
                wait_until(lambda log=self.path("log", name): "takes from port" in open(log, encoding="utf-8").read(), name + " takes")
        limit_messages(self.settings["nodes"][0]["client"], "sink", self.settings["passwords"]["sink"], self.settings["messages"])
        wait_until(lambda: answers(self.settings["page"]), "the page answers")

    def database_answers(self):
        # Where it was killed, it refuses to start until the last of its processes has ended.
        if not self.is_running("postgres"):
            self.spawn("postgres")
        try:
            return self.psql("postgres", "-c", "SELECT 1").strip() == "1"
        except RuntimeError:
            return False

    def brokers_answer(self):
        return all(self.node_is_healthy(one) for one in self.settings["nodes"]) and (
            not self.settings["mosquitto"] or answers(self.settings["mosquitto"]))

    @staticmethod
    def node_is_healthy(ports):
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/healthz" % ports["monitor"], timeout=2) as reply:
                return b'"ok"' in reply.read() and answers(ports["mqtt"])
        except OSError:
            return False

    def down(self):
        """Ends all parts, and removes the folder."""
        for name in reversed(self.names()):
            self.end(name)
        shutil.rmtree(self.folder)
        self.settings = None
