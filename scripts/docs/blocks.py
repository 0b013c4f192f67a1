"""The code blocks of Markdown files, for the scripts that compile, run and compare them. Standard library only.

A comment on the line above a block, invisible in the rendered text, contains words about the block, separated by
commas. The output of a block may also be given in a comment of its own, if the text does not show it:

    <!-- with a receiver
    37.566354 126.978073
    -->
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NUMBER = r"-?\d+(?:\.\d+)?"


class Block:
    """A fenced block: its language, the words above it, the number of its first line, and its lines."""

    def __init__(self, path, kind, words, line, lines):
        self.path, self.kind, self.words, self.line, self.lines = path, kind, words, line, lines

    def has(self, word):
        return word in self.words

    def value(self, name):
        """The text that follows a word, `37` for `shows 37`; `None` without that word."""
        found = [word[len(name) + 1:] for word in self.words if word.startswith(name + " ")]
        return found[0] if found else None

    def fail(self, message):
        sys.exit("%s:%d: %s" % (self.path, self.line, message))


def words(comment):
    """The words of a comment; the last one keeps its commas when it takes a value."""
    valued = re.search(r"(?:^|, )((?:starts|shows|elsewhere) .*)$", comment)
    plain = comment[:valued.start()] if valued else comment
    return [word for word in plain.split(", ") if word] + ([valued[1]] if valued else [])


def blocks(path):
    """All blocks of a file below the root, and the hidden ones, whose kind is `hidden`, in their order."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, fence, hidden = [], None, None
    for number, text in enumerate(lines, 1):
        if hidden:
            if text == "-->":
                found.append(Block(path, "hidden", [lines[hidden - 1][5:]], hidden + 1, lines[hidden:number - 1]))
                hidden = None
        elif fence is None and text.startswith("```"):
            fence = number
        elif fence and text == "```":
            comment = re.fullmatch("<!-- (.*) -->", lines[fence - 2])
            found.append(Block(path, lines[fence - 1][3:], words(comment[1]) if comment else [], fence + 1,
                               lines[fence:number - 1]))
            fence = None
        elif fence is None and text.startswith("<!-- ") and "-->" not in text:
            hidden = number
    return found


def exactly(lines):
    """A pattern for the expected output: `…` stands for anything, a line of `…` alone for any lines."""
    return "".join("(.*\n)*" if text == "…" else ".*".join(map(re.escape, text.split("…"))) + "\n"
                   for text in lines)


def shaped(lines):
    """The same pattern, in which digits and the width of gaps may differ."""
    def line(text):
        parts = []
        for part in text.split("…"):
            pieces = re.split("(%s| +)" % NUMBER, part)
            parts.append("".join(" *" if piece.isspace() else NUMBER if re.fullmatch(NUMBER, piece)
                                 else re.escape(piece) for piece in pieces))
        return ".*".join(parts)
    return "".join("(?:.*\n)*?" if text.strip() == "…" else line(text) + " *\n" for text in lines)


# The words that the comment above a Swift block may contain; explained in snippets.py, stranger.py and readme.py.
SWIFT = {"continues", "in a function", "in a manifest", "runs"}
SITUATIONS = ("with a receiver", "without a receiver")


class Snippet:
    """Blocks that make up one file, and its output."""

    def __init__(self, path):
        self.path = path
        self.blocks = []
        self.prints = None  # the block with what it prints when it runs on its own
        self.expected = {}  # the same, by situation

    @property
    def line(self):
        return self.blocks[0].line

    def has(self, word):
        return any(block.has(word) for block in self.blocks)

    def text(self):
        return [text for block in self.blocks for text in block.lines]

    def starts(self):
        """The statements that start it, if it is not a program by itself."""
        return next((value for value in (block.value("starts") for block in self.blocks) if value), None)

    def main_type(self):
        """The name of the type marked `@main`."""
        found = re.search(r"^@main\b.*?\b(?:struct|class|enum) (\w+)", "\n".join(self.text()), re.S | re.M)
        return found[1] if found else None

    def split(self):
        """Its imports, its declarations and the body of its function, each with the block that it comes from."""
        imports, declarations, body = [], [], []
        for block in self.blocks:
            lines = list(block.lines)
            if all(re.match("import |#(if|else|endif)|$", text) for text in lines):
                imports += lines
                continue
            for index, text in enumerate(lines):
                if text.startswith("import "):
                    imports.append(text)
                    lines[index] = ""
            (body if block.has("in a function") else declarations).append((block, lines))
        return imports or ["import Cairn"], declarations, body


def snippets(path):
    """The files that are made up of the Swift blocks of an article."""
    found = []
    for block in blocks(path):
        situation = next((word for word in SITUATIONS if block.has(word)), None)
        if block.kind == "swift":
            unknown = [word for word in block.words if word not in SWIFT and not word.startswith("starts ")]
            if unknown:
                block.fail("no such words: " + ", ".join(unknown))
            if not block.has("continues"):
                found.append(Snippet(path))
            elif not found:
                block.fail("there is nothing to continue")
            found[-1].blocks.append(block)
        elif situation:
            if not found or situation in found[-1].expected:
                block.fail("there is no program before that prints this")
            found[-1].expected[situation] = block
        elif block.kind == "hidden":
            block.fail("no such word: " + block.words[0])
        elif block.kind == "text" and found and found[-1].has("runs") and not found[-1].prints:
            found[-1].prints = block
    for snippet in found:
        if snippet.has("runs") and not snippet.prints:
            snippet.blocks[0].fail("a block that runs needs a text block with what it prints")
    return found
