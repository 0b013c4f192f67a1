"""Real devices beside the simulated ones: cairnd with an imitated receiver, and cairn-mqtt, which tells the broker. Standard library only."""
import os
import subprocess
import time

from .tracks import ROOT

# Seconds before a program that has ended is started again.
PAUSE = 2
SETTINGS = """[broker]
host = 127.0.0.1
port = {port}
user = {user}
password-file = {folder}/password
{confirm}[device]
user = {level}
name = {name}
health = 10s
[demand]
accuracy = best
interval = 1s
[spool]
file = {folder}/spool
size = 4MiB
[daemon]
socket = {folder}/cairn.sock
"""


class RealDevice:
    """Both programs of one device, which are started again when they end. Its folder is kept with its spool."""

    def __init__(self, options, index, broker, user, password):
        self.name = "real-%03d" % index
        self.folder = os.path.join(options.spools, self.name)
        os.makedirs(self.folder, exist_ok=True)
        self.write("password", password + "\n")
        self.write("mqtt.conf", SETTINGS.format(port=broker[1], user=user, folder=self.folder, name=self.name, level=options.user_level,
                                                confirm="confirm = yes\n" if options.confirm else ""))
        programs = options.programs or os.path.join(ROOT, ".build/debug")
        self.commands = {
            "cairnd": [programs + "/cairnd", "--simulate", "m9", "--socket", self.folder + "/cairn.sock", "--listen", self.folder + "/gpsd.sock",
                       "--log", "error"],
            "cairn-mqtt": [programs + "/cairn-mqtt", "--config", self.folder + "/mqtt.conf"]}
        for command in self.commands.values():
            if not os.access(command[0], os.X_OK):
                raise FileNotFoundError("%s is missing: swift build --product %s" % (command[0], os.path.basename(command[0])))
        self.processes, self.due = {}, {}

    def write(self, name, text):
        with open(os.open(os.path.join(self.folder, name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)

    def look(self):
        """Starts what does not run."""
        for name, command in self.commands.items():
            process = self.processes.get(name)
            if process and process.poll() is None:
                continue
            if process and name not in self.due:
                self.due[name] = time.monotonic() + PAUSE
            if time.monotonic() >= self.due.get(name, 0):
                self.due.pop(name, None)
                with open(os.path.join(self.folder, name + ".log"), "ab") as log:
                    self.processes[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def end(self):
        for name in ("cairn-mqtt", "cairnd"):
            process = self.processes.get(name)
            if process and process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
