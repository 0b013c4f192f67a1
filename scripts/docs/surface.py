"""One page with every public symbol of the package, by module; used by docc.py. Standard library only."""
import collections
import html
import json
import os
import tempfile

from undocumented import extract

STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}
code{font:13px ui-monospace,monospace}summary{cursor:pointer}h2{margin:2rem 0 .5rem}
ul{margin:.2rem 0 .6rem;padding-left:1.4rem;list-style:none}li{margin:.15rem 0}nav a{margin-right:.8rem}
.said{color:#666}@media(prefers-color-scheme:dark){body{background:#15171a;color:#eee}a{color:#8ab4f8}.said{color:#aaa}}"""


def page(title, body):
    """A whole page; `body` is HTML."""
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"
            "<meta name=\"viewport\" content=\"width=device-width\"><style>%s</style></head>\n<body>\n%s\n</body></html>\n"
            % (html.escape(title), STYLE, body))


def first_sentence(symbol):
    lines = [line["text"] for line in symbol.get("docComment", {"lines": []})["lines"]]
    text = " ".join(" ".join(lines).split("  ")[0].split()) if lines else ""
    return text.split(". ")[0].rstrip(".")


def declaration(symbol):
    return "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))


def entry(symbol):
    said = first_sentence(symbol)
    return "<code>%s</code>%s" % (
        html.escape(" ".join(declaration(symbol).split())),
        " <span class=\"said\">%s</span>" % html.escape(said) if said else "")


def symbols_of(module, build, target):
    """The symbols of a module by the path of their owner; those of its extensions of other modules too."""
    found = collections.defaultdict(dict)
    with tempfile.TemporaryDirectory() as folder:
        extract(module, build, target, folder)
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".symbols.json"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for symbol in json.load(file)["symbols"]:
                    if symbol["kind"]["identifier"] != "swift.extension":
                        path = symbol["pathComponents"]
                        found[tuple(path[:-1])][symbol["identifier"]["precise"]] = symbol
    return found


def listed(found, path):
    """The symbols at a path, each followed by its members."""
    rows = []
    for symbol in sorted(found.get(path, {}).values(), key=lambda symbol: symbol["pathComponents"][-1].lower()):
        inner = listed(found, tuple(symbol["pathComponents"]))
        rows.append("<li>%s</li>" % (
            "<details><summary>%s</summary>%s</details>" % (entry(symbol), inner) if inner else entry(symbol)))
    return "<ul>%s</ul>" % "\n".join(rows) if rows else ""


def extended(found):
    """The types of other modules that a module extends; they are not its own symbols."""
    own = {tuple(symbol["pathComponents"]) for symbols in found.values() for symbol in symbols.values()}
    foreign = sorted(path for path in found if len(path) == 1 and path not in own)
    rows = ["<li><details><summary><code>extension %s</code></summary>%s</details></li>" % (
        html.escape(path[0]), listed(found, path)) for path in foreign]
    return "<ul>%s</ul>" % "\n".join(rows) if rows else ""


def write(path, modules, build, target):
    """Writes the page for pairs of module and the products that have it; returns the number of symbols."""
    sections, links, total = [], [], 0
    for module, products in modules:
        found = symbols_of(module, build, target)
        count = sum(map(len, found.values()))
        total += count
        links.append("<a href=\"#%s\">%s</a>" % (module, module))
        sections.append("<h2 id=\"%s\">%s</h2>\n<p>%d symbols, in the product%s %s</p>\n%s%s" % (
            module, module, count, "" if len(products) == 1 else "s", ", ".join(products),
            listed(found, ()), extended(found)))
    body = "<h1>Every public symbol</h1>\n<p>%d symbols of %d modules. <a href=\"index.html\">Documentation</a></p>\n" % (
        total, len(modules))
    with open(path, "w", encoding="utf-8") as file:
        file.write(page("Cairn: every public symbol", body + "<nav>%s</nav>\n%s" % ("\n".join(links), "\n".join(sections))))
    return total
