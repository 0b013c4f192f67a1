import CairnFiles

/// One character position of a screen.
struct Cell: Hashable {
  static let blank = Cell(glyph: " ", style: .plain)

  var glyph: Unicode.Scalar
  var style: Style
}

/// How a character looks.
struct Style: Hashable {
  static let plain = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let green = Style(color: .green)
  static let yellow = Style(color: .yellow)

  var color = Color.standard
  var isBold = false
  var isDim = false
}

/// Colors, as their numbers in a terminal's palette of 256.
enum Color: UInt8, Hashable, CaseIterable {
  case standard = 0
  case blue = 39
  case green = 77
  case cyan = 80
  case violet = 141
  case red = 203
  case orange = 214
  case yellow = 220
  case gray = 245

  /// The nearest of the eight colors that every color terminal has, as an SGR parameter.
  var basicParameter: Int {
    switch self {
    case .standard: 39
    case .blue: 34
    case .green: 32
    case .cyan: 36
    case .violet: 35
    case .red: 31
    case .orange, .yellow: 33
    case .gray: 37
    }
  }
}

/// A rectangle on a canvas, in cells.
struct Area: Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The area inside a frame drawn around it.
  var inside: Area {
    Area(x: x + 1, y: y + 1, width: max(0, width - 2), height: max(0, height - 2))
  }
}

/// A picture made of cells. Drawing outside it has no effect.
struct Canvas: Hashable {
  /// Largest width and height, whatever the terminal claims.
  static let largest = (width: 1000, height: 500)

  let width: Int
  let height: Int
  private var cells: [Cell]

  init(width: Int, height: Int) {
    self.width = min(max(width, 0), Self.largest.width)
    self.height = min(max(height, 0), Self.largest.height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// The cell at a position; outside the canvas it is blank and cannot be set.
  subscript(x: Int, y: Int) -> Cell {
    get { contains(x, y) ? cells[y * width + x] : .blank }
    set { if contains(x, y) { cells[y * width + x] = newValue } }
  }

  /// Writes a text of printable characters, each one cell wide, cut off at `end`.
  ///
  /// - Parameters:
  ///   - text: the text; see `String.printable`.
  ///   - x: the first column.
  ///   - y: the row.
  ///   - end: the column before which the text ends; `nil` for the canvas's edge.
  ///   - style: the style of all characters.
  /// - Returns: the column after the text.
  @discardableResult
  mutating func put(
    _ text: String, x: Int, y: Int, before end: Int? = nil, style: Style = .plain
  ) -> Int {
    let end = min(end ?? width, width)
    var column = x
    for glyph in text.unicodeScalars {
      guard column < end else { break }
      self[column, y] = Cell(glyph: glyph, style: style)
      column += 1
    }
    return column
  }

  /// The rows as text, without styles and trailing blanks.
  var rows: [String] {
    (0..<height).map { y in
      var row = String(String.UnicodeScalarView((0..<width).map { self[$0, y].glyph }))
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && x < width && y >= 0 && y < height
  }
}
