#!/usr/bin/env python3
"""Writes Sources/Core/CairnGeoid/EGM96Grid.swift from the undulations of EGM96.

    geoid.py GRID      GRID: 361 rows from 90 S to 90 N, 720 columns from 180 W, little-endian int16 centimetres

Such a file is every second node of egm96_15.gtx, which Debian's proj-data contains. Undulations are rounded to 5 cm,
predicted from their neighbours in the west and south, and what is left is written in Rice's code: the number without
its last k bits in unary, then these bits, with a k of four bits for each 48 numbers. Standard library only.
"""
import array
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.path.join(ROOT, "Sources/Core/CairnGeoid/EGM96Grid.swift")
ROWS, COLUMNS, BLOCK, UNIT, WIDTH = 361, 720, 48, 5, 96
# Too few letters for words to arise by chance.
ALPHABET = "0123456789bcdfghjklmnpqrstvwxyzJQXZ!$%&'()*+,-./:;<=>?@[]^_`{|}~"
HEAD = '''/// Undulations of EGM96 every half degree, in a code that `Geoid` reads.
///
/// Written by `scripts/data/geoid.py`. Source: NGA (formerly NIMA), EGM96, in the public domain, by way of egm96_15.gtx of
/// PROJ's data.
enum EGM96Grid {
  static let rows = 361
  static let columns = 720
  /// Numbers that share a parameter of the code.
  static let block = 48
  /// Metres; the unit of the numbers.
  static let unit = 0.05

  /// What six bits stand for, from 0 to 63: so few letters that no words arise by chance.
  static let alphabet = "ALPHABET"

  /// Six bits in each letter.
  static let text = """
'''


def residuals(grid):
    for row in range(ROWS):
        for column in range(COLUMNS):
            def at(down, left):
                return grid[(row - down) * COLUMNS + column - left]
            if row == 0:
                expected = at(0, 1) if column else 0
            elif column < 2:
                expected = at(1, 0)
            else:
                west, south, corner = at(0, 1), at(1, 0), at(1, 1)
                expected = west + south - corner + int(2 * (west - at(0, 2) - south + corner) / 5)
            yield grid[row * COLUMNS + column] - expected


def coded(numbers):
    """The bits of a block."""
    numbers = [2 * n if n >= 0 else -2 * n - 1 for n in numbers]
    k = min(range(16), key=lambda k: sum((n >> k) + 1 + k for n in numbers))
    text = f"{k:04b}"
    for n in numbers:
        text += "1" * (n >> k) + "0" + (f"{n & (1 << k) - 1:0{k}b}" if k else "")
    return text


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        centimetres = array.array("h", file.read())
    if sys.byteorder == "big":
        centimetres.byteswap()
    if len(centimetres) != ROWS * COLUMNS:
        sys.exit(f"geoid: {len(centimetres)} undulations, not {ROWS * COLUMNS}")
    grid = [round(value / UNIT) for value in centimetres]
    all_residuals = list(residuals(grid))
    bits = "".join(coded(all_residuals[at:at + BLOCK]) for at in range(0, len(all_residuals), BLOCK))
    bits += "0" * (-len(bits) % 6)
    values = (int(bits[at:at + 6], 2) for at in range(0, len(bits), 6))
    letters = "".join(ALPHABET[value] for value in values)
    with open(TARGET, "w", encoding="ascii") as file:
        file.write(HEAD.replace("ALPHABET", ALPHABET))
        for at in range(0, len(letters), WIDTH):
            end = "\\" if at + WIDTH < len(letters) else ""
            file.write("    " + letters[at:at + WIDTH] + end + "\n")
        file.write('    """\n}\n')


main()
