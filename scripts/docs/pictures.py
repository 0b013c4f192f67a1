"""The pictures of the documentation, drawn from the programs' output; used by docc.py. Standard library only."""
import html
import json
import os
import subprocess

from blocks import ROOT

SENTENCE = "GNGGA,100000.00,3736.47666,N,12653.01698,E,1,12,0.80,23.0,M,18.7,M,,"
STYLE = """text{font:14px system-ui,sans-serif;fill:#222}.code{font:12px ui-monospace,monospace}.module{fill:#666}
.box{fill:#eef3fb;stroke:#4a6fa5}.app{fill:#eef7ee;stroke:#4b8b52}.line{stroke:#888;fill:none}.paper{fill:#fff}
@media(prefers-color-scheme:dark){text{fill:#eee}.module{fill:#aaa}.paper{fill:#15171a}.box{fill:#1c2a40}.app{fill:#1c331f}}"""
WIDTH, ROW = 880, 74


def sentence():
    checksum = 0
    for byte in SENTENCE.encode():
        checksum ^= byte
    return "$%s*%02X\r\n" % (SENTENCE, checksum)


def fields(values):
    """The fields of a message, as many as have room."""
    text = ""
    for name, value in values.items():
        piece = "%s %s" % (name, "%.6f" % value if isinstance(value, float) else value)
        if len(text) + len(piece) > 64:
            return text + ", …"
        text += (", " if text else "") + piece
    return text


def path_of_a_byte(cairn):
    """The SVG text that shows how one sentence passes through each stage."""
    line = sentence()
    printed = subprocess.run([cairn, "decode", "-", "--format", "json"], input=line, check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    message = json.loads(printed.splitlines()[0])
    rows = [
        ("box", "Serial port", "CairnLinux", line.strip()),
        ("box", "Framer", "CairnReceiver", "%s, %d bytes from %d on, %s" % (
            message["protocol"], message["length"], message["offset"],
            "the checksum is right" if message["valid"] else "the checksum is wrong")),
        ("box", "Decoder", "CairnNMEA, CairnUBX, CairnRTCM", "%s: %s" % (message["id"], fields(message["fields"]))),
        ("box", "Epoch", "CairnReceiver", "all messages of one instant: one fix, with its satellites"),
        ("box", "Rules of delivery", "Cairn, CairnUpdates", "distance filter, intervals, regions, visits: for each manager"),
        ("app", "Delegate", "your program", "locationManager(_:didUpdateLocations:)"),
    ]
    parts = []
    for index, (style, title, module, text) in enumerate(rows):
        top = 16 + index * ROW
        if style == "app":
            parts.append('<path class="line" stroke-dasharray="5 5" d="M16 %d H%d"/>' % (top - 8, WIDTH - 16))
        parts.append('<rect class="%s" x="16" y="%d" width="%d" height="52" rx="6"/>' % (style, top, WIDTH - 32))
        parts.append('<text x="32" y="%d">%s</text>' % (top + 22, title))
        parts.append('<text class="module" x="32" y="%d">%s</text>' % (top + 42, module))
        parts.append('<text class="code" x="284" y="%d">%s</text>' % (top + 31, html.escape(text)))
        if index + 1 < len(rows):
            parts.append('<path class="line" d="M140 %d v%d m-4 -6 l4 6 l4 -6"/>' % (top + 52, ROW - 54))
    height = 16 + len(rows) * ROW + 4
    parts.append('<text class="module" x="16" y="%d">Above the dashed line one thread, the event loop; below it the '
                 'actor that owns the manager.</text>' % (height - 4))
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" '
            'height="%d" viewBox="0 0 %d %d">\n<title>The path of a byte</title>\n<style>%s</style>\n'
            '<rect class="paper" width="%d" height="%d"/>\n%s\n</svg>\n' % (
                WIDTH, height + 8, WIDTH, height + 8, STYLE, WIDTH, height + 8, "\n".join(parts)))


def draw(folder, build):
    """Writes all pictures into a folder."""
    with open(os.path.join(folder, "path-of-a-byte.svg"), "w", encoding="utf-8") as file:
        file.write(path_of_a_byte(os.path.join(build, "cairn")))
    subprocess.run([os.path.join(build, "hw-profile"), "plan", "m8-gateway", "--plot",
                    os.path.join(folder, "plan-m8-gateway.svg")], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
