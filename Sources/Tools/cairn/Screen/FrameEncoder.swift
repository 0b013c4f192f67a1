/// Turns pictures into the bytes that update a terminal: only changed cells are sent.
struct FrameEncoder {
  private let colors: TerminalTraits.Colors
  private var shown: Canvas?

  init(colors: TerminalTraits.Colors) { self.colors = colors }

  /// Forgets what the terminal shows, so that the next picture is sent whole.
  mutating func reset() { shown = nil }

  /// Returns the bytes that change the terminal's picture to `canvas`; none if they are equal.
  mutating func encode(_ canvas: Canvas) -> [UInt8] {
    var text = ""
    let isWhole = shown.map { $0.width != canvas.width || $0.height != canvas.height } ?? true
    let before = isWhole ? Canvas(width: canvas.width, height: canvas.height) : shown ?? canvas
    if isWhole { text += "\u{1B}[0m\u{1B}[2J" }
    var style = Style.plain
    for y in 0..<canvas.height {
      var cursor: Int?
      for x in 0..<canvas.width where canvas[x, y] != before[x, y] {
        let cell = canvas[x, y]
        if cursor != x { text += "\u{1B}[\(y + 1);\(x + 1)H" }
        if cell.style != style {
          text += parameters(of: cell.style)
          style = cell.style
        }
        text.unicodeScalars.append(cell.glyph)
        cursor = x + 1
      }
    }
    if style != .plain { text += "\u{1B}[0m" }
    shown = canvas
    return Array(text.utf8)
  }

  private func parameters(of style: Style) -> String {
    var list = ["0"]
    if style.isBold { list.append("1") }
    if style.isDim { list.append("2") }
    if style.color != .standard {
      switch colors {
      case .none: break
      case .basic: list.append("\(style.color.basicParameter)")
      case .indexed: list.append("38;5;\(style.color.rawValue)")
      }
    }
    return "\u{1B}[\(list.joined(separator: ";"))m"
  }
}
