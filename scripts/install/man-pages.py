#!/usr/bin/env python3
"""Writes the manual pages of a program from its own help.

    man-pages.py PROGRAM FOLDER
    man-pages.py --plain PROGRAM FOLDER    for one that has no argument parser: its help, whose first line says what it is

One page for the program and one for each of its commands. Prints the names of the pages.
"""
import json
import pathlib
import subprocess
import sys


def escaped(text):
    """Escapes text for roff, so that no line is taken for a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def spelled(argument):
    """An argument as it is written on a command line."""
    if argument["kind"] == "positional":
        return f"<{argument['valueName']}>"
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"]]
    value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
    return ", ".join(names) + value


def synopsis(words, arguments, subcommands):
    parts = []
    for argument in arguments:
        text = spelled(argument).split(", ")[-1] + ("..." if argument["isRepeating"] else "")
        parts.append(f"[{text}]" if argument["isOptional"] else text)
    if subcommands:
        parts.append("<command>")
    return f".B {escaped(' '.join(words))}\n{escaped(' '.join(parts))}\n"


def discussion(text):
    """Fills paragraphs; indented lines, such as examples, keep their form."""
    lines = []
    for paragraph in text.strip("\n").split("\n\n"):
        lines.append(".PP")
        verbatim = False
        for line in paragraph.split("\n"):
            if line.startswith("  ") != verbatim:
                verbatim = not verbatim
                lines.append(".nf" if verbatim else ".fi")
            lines.append(escaped(line))
        if verbatim:
            lines.append(".fi")
    return "\n".join(lines) + "\n"


def page(words, command, version):
    name = "-".join(words)
    arguments = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    subcommands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    text = f'.TH "{escaped(name.upper())}" "1" "" "{words[0]} {version}" "User Commands"\n'
    text += f".SH NAME\n{escaped(name)} \\- {escaped(command.get('abstract', ''))}\n"
    text += ".SH SYNOPSIS\n" + synopsis(words, arguments, subcommands)
    if command.get("discussion"):
        text += ".SH DESCRIPTION\n" + discussion(command["discussion"])
    if arguments:
        text += ".SH OPTIONS\n"
        for argument in arguments:
            text += f".TP\n.B {escaped(spelled(argument))}\n{escaped(argument.get('abstract', ''))}\n"
            if argument.get("defaultValue"):
                text += f"Default: {escaped(argument['defaultValue'])}.\n"
    if subcommands:
        text += ".SH COMMANDS\n"
        for subcommand in subcommands:
            other = "-".join(words + [subcommand["commandName"]])
            text += f".TP\n.BR {escaped(other)} (1)\n{escaped(subcommand.get('abstract', ''))}\n"
    return text


def write(words, command, version, folder):
    path = folder / ("-".join(words) + ".1")
    path.write_text(page(words, command, version))
    print(path.name)
    for subcommand in command.get("subcommands", []):
        if subcommand["commandName"] != "help":
            write(words + [subcommand["commandName"]], subcommand, version, folder)


def plain(program, folder):
    """A help that is laid out already keeps its form; the lines between blank ones are a paragraph."""
    name = pathlib.Path(program).name
    first, *rest = output(program, "--help").strip("\n").split("\n")
    text = f'.TH "{escaped(name.upper())}" "1" "" "{name} {output(program, "--version").strip()}" "User Commands"\n'
    text += f".SH NAME\n{escaped(name)} \\- {escaped(first[:1].lower() + first[1:].rstrip('.'))}\n"
    text += ".SH DESCRIPTION\n.nf\n" + escaped("\n".join(rest).strip("\n")) + "\n.fi\n"
    (folder / (name + ".1")).write_text(text)
    print(name + ".1")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    is_plain = sys.argv[1:2] == ["--plain"]
    words = sys.argv[2:] if is_plain else sys.argv[1:]
    if len(words) != 2:
        sys.exit(__doc__.strip())
    program, folder = words[0], pathlib.Path(words[1])
    if is_plain:
        return plain(program, folder)
    command = json.loads(output(program, "--experimental-dump-help"))["command"]
    return write([command["commandName"]], command, output(program, "--version").strip(), folder)


main()
