#!/usr/bin/env python3
"""Builds the documentation as web pages; a broken link is a failure.

    docc.py [FOLDER [BUILD]]      default: .build/documentation and the last debug build, so build first

The symbols that `import Cairn` and `import CairnBoard` re-export are documented as their own; the rest of CairnHAL,
which the author of a provider imports, and CairnSimulator are separate modules. All share the catalogue
Sources/Cairn/Cairn/Cairn.docc. Besides DocC's pages there are a front page, a page with every public symbol of all
products (surface.py), and pictures (pictures.py), which articles can show too. Standard library only, and docc, which
comes with Swift.
"""
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import pictures
import surface
from public_types import exports, home
from undocumented import ROOT, extract, output

CATALOGUE = os.path.join(ROOT, "Sources", "Cairn", "Cairn", "Cairn.docc")
MODULES = ["Cairn", "CairnBoard", "CairnHAL", "CairnSimulator"]


def add_exported(path, build, target):
    """Adds the types that a module re-exports to its symbol graph, with all their members, in whichever module."""
    listed = exports(home(os.path.basename(path)))
    with open(path, encoding="utf-8") as file:
        whole = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        for module in sorted({module for module, _ in listed}):
            extract(module, build, target, folder)
        for graph in sorted(os.listdir(folder)):
            with open(os.path.join(folder, graph), encoding="utf-8") as file:
                content = json.load(file)
            symbols = [symbol for symbol in content["symbols"]
                       if (home(graph), symbol["pathComponents"][0]) in listed]
            known = {symbol["identifier"]["precise"] for symbol in symbols}
            whole["symbols"] += symbols
            whole["relationships"] += [edge for edge in content["relationships"] if edge["source"] in known]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(whole, file)


def remove_exported(path):
    """Takes the types that Cairn re-exports out of the symbol graph of their own module."""
    listed = exports()
    module = home(os.path.basename(path))
    with open(path, encoding="utf-8") as file:
        whole = json.load(file)
    whole["symbols"] = [symbol for symbol in whole["symbols"]
                        if (module, symbol["pathComponents"][0]) not in listed]
    known = {symbol["identifier"]["precise"] for symbol in whole["symbols"]}
    whole["relationships"] = [edge for edge in whole["relationships"] if edge["source"] in known]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(whole, file)


def products():
    """Pairs of a module that a library product has, and these products."""
    package = json.loads(output("swift", "package", "dump-package"))
    found = {}
    for product in package["products"]:
        if "library" not in product["type"]:
            continue
        for target in product["targets"]:
            found.setdefault(target, []).append(product["name"])
    order = [target["name"] for target in package["targets"]]
    return sorted(found.items(), key=lambda pair: order.index(pair[0]))


def title_and_abstract(path):
    """The heading of an article and its first sentence, without the links."""
    with open(path, encoding="utf-8") as file:
        paragraphs = file.read().split("\n\n")
    plain = re.sub(r"<doc:(\w+)>|[`*]", r"\1", paragraphs[1].replace("\n", " "))
    return paragraphs[0].lstrip("# ").strip("`\n"), plain


def front_page(folder, count):
    """Writes the page that a browser shows first."""
    with open(os.path.join(CATALOGUE, "Cairn.md"), encoding="utf-8") as file:
        order = re.findall(r"<doc:(\w+)>", file.read())
    rows = []
    for name in order:
        title, abstract = title_and_abstract(os.path.join(CATALOGUE, name + ".md"))
        rows.append('<li><a href="documentation/cairn/%s/">%s</a> <span class="said">%s</span></li>' % (
            name.lower(), html.escape(title), html.escape(abstract)))
    title, abstract = title_and_abstract(os.path.join(CATALOGUE, "Cairn.md"))
    body = (
        '<h1>%s</h1>\n<p>%s</p>\n<h2>Articles</h2>\n<ul>%s</ul>\n<h2>Reference</h2>\n<ul>\n'
        '<li><a href="documentation/cairn/">Cairn</a> <span class="said">Everything that <code>import Cairn</code> makes available</span></li>\n'
        '<li><a href="documentation/cairnboard/">CairnBoard</a> <span class="said">Wi-Fi, modem, Bluetooth and sensors of a board</span></li>\n'
        '<li><a href="documentation/cairnhal/">CairnHAL</a> <span class="said">Providers and sensors of your own</span></li>\n'
        '<li><a href="documentation/cairnsimulator/">CairnSimulator</a> <span class="said">Receivers for your tests</span></li>\n'
        '<li><a href="surface.html">Every public symbol</a> <span class="said">%d symbols of all products, by module</span></li>\n</ul>\n'
        '<h2>The path of a byte</h2>\n<p>How one sentence from a receiver passes through each stage:</p>\n'
        '<p><img src="path-of-a-byte.svg" alt="The path of a byte" style="max-width:100%%"></p>\n'
        '<h2>Power against accuracy</h2>\n<p>Which provider a gateway with a receiver, Wi-Fi and a modem uses for each accuracy:</p>\n'
        '<p><img src="plan-m8-gateway.svg" alt="Power against accuracy" style="max-width:100%%"></p>\n' % (
            html.escape(title), html.escape(abstract), "\n".join(rows), count))
    with open(os.path.join(folder, "index.html"), "w", encoding="utf-8") as file:
        file.write(surface.page("Cairn", body))


def check_links(folder):
    """Checks that the links of the front page lead to existing files."""
    with open(os.path.join(folder, "index.html"), encoding="utf-8") as file:
        for link in re.findall('(?:href|src)="([^"#]+)"', file.read()):
            path = os.path.join(folder, link)
            if not os.path.exists(os.path.join(path, "index.html") if link.endswith("/") else path):
                sys.exit("docc: the front page links to %s, which is not there" % link)


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build", "documentation"))
    build = sys.argv[2] if len(sys.argv) > 2 else output("swift", "build", "--show-bin-path").strip()
    target = json.loads(output("swift", "-print-target-info"))["target"]["triple"]
    with tempfile.TemporaryDirectory() as work:
        graphs, catalogue = os.path.join(work, "graphs"), os.path.join(work, "Cairn.docc")
        shutil.copytree(CATALOGUE, catalogue)
        pictures.draw(catalogue, build)
        os.mkdir(graphs)
        for module in MODULES:
            extract(module, build, target, graphs, "-emit-extension-block-symbols")
        for graph in glob.glob(os.path.join(graphs, "*CairnHAL.symbols.json")):
            remove_exported(graph)
        for module in ("Cairn", "CairnBoard"):
            add_exported(os.path.join(graphs, module + ".symbols.json"), build, target)
        shutil.rmtree(folder, ignore_errors=True)
        result = subprocess.run(
            ["docc", "convert", catalogue, "--additional-symbol-graph-dir", graphs, "--warnings-as-errors",
             "--fallback-display-name", "Cairn", "--fallback-bundle-identifier", "cairn",
             "--transform-for-static-hosting", "--output-path", folder],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode:
            sys.exit(result.stdout.replace(catalogue, CATALOGUE) + "docc: the documentation has mistakes")
        for picture in glob.glob(os.path.join(catalogue, "*.svg")):
            shutil.copy(picture, folder)
    count = surface.write(os.path.join(folder, "surface.html"), products(), build, target)
    front_page(folder, count)
    check_links(folder)
    print("docc: %s, %d public symbols; to read it: python3 -m http.server -d %s" % (folder, count, folder))


if __name__ == "__main__":
    main()
