import Cairn
import CairnFiles
import CairnReports
import CairnTypes

/// Draws the picture of `cairn monitor` from the known state and the window's size.
struct MonitorPicture {
  /// Columns and rows; smaller windows get lines without frames.
  static let smallest = (width: 60, height: 16)
  /// Columns and rows from which all panes are shown at once.
  static let roomy = (width: 100, height: 30)

  let state: MonitorState
  let characters: TerminalTraits.Characters
  var canvas: Canvas

  static func draw(
    _ state: MonitorState, width: Int, height: Int, characters: TerminalTraits.Characters
  ) -> Canvas {
    var picture = MonitorPicture(
      state: state, characters: characters, canvas: Canvas(width: width, height: height))
    picture.draw()
    return picture.canvas
  }

  private mutating func draw() {
    let (width, height) = (canvas.width, canvas.height)
    guard width >= Self.smallest.width, height >= Self.smallest.height else { return drawLines() }
    drawStatus()
    var rest = Area(x: 0, y: 0, width: width, height: height - 1)
    let errors = state.errors.suffix(2).flatMap { clean($0).wrapped(to: width - 2) }.prefix(4)
    rest.height -= errors.count
    for (row, error) in errors.enumerated() {
      put(error, x: 1, y: rest.height + row, style: .yellow)
    }
    if state.showsHelp { return drawHelp(rest) }
    if width >= Self.roomy.width, height >= Self.roomy.height { return drawAll(rest) }
    drawFix(Area(x: 0, y: 0, width: width, height: 5))
    rest.y += 5
    rest.height -= 5
    if state.pane != .power {
      // The plan gets at most a third: the satellites change often, the plan seldom does. Without
      // satellites it gets what it needs.
      let wanted = powerLines(width: width - 2).count + 2
      let isFree = state.pane == .satellites && state.hasNoSatellites
      let low = min(wanted, isFree ? rest.height - 3 : max(3, rest.height / 3))
      drawPower(Area(x: 0, y: rest.y + rest.height - low, width: width, height: low))
      rest.height -= low
    }
    switch state.pane {
    case .satellites where width >= Self.roomy.width:
      let right = min(width / 2, 2 * rest.height + 4)
      drawSatellites(Area(x: 0, y: rest.y, width: width - right, height: rest.height))
      drawSky(Area(x: width - right, y: rest.y, width: right, height: rest.height))
    case .satellites: drawSatellites(rest)
    case .sky: drawSky(rest)
    case .power: drawPower(rest)
    case .receiver: drawReceiver(rest)
    case .clients: drawClients(rest)
    }
  }

  /// Draws fix, satellites and sky above; power and receiver below.
  private mutating func drawAll(_ area: Area) {
    let half = area.width / 2
    let lines =
      state.pane == .clients
      ? clientLines(width: area.width - 2).count
      : max(powerLines(width: half - 2).count, receiverLines(width: area.width - half - 2).count)
    let low = min(max(6, lines + 2), area.height / 3)
    let high = area.height - low
    let right = min(half, 2 * high + 4)
    let left = area.width - right
    drawFix(Area(x: 0, y: 0, width: left, height: 5))
    drawSatellites(Area(x: 0, y: 5, width: left, height: high - 5))
    drawSky(Area(x: left, y: 0, width: right, height: high))
    if state.pane == .clients {
      return drawClients(Area(x: 0, y: high, width: area.width, height: low))
    }
    drawPower(Area(x: 0, y: high, width: half, height: low))
    drawReceiver(Area(x: half, y: high, width: area.width - half, height: low))
  }

  /// Draws as much as fits of the position and of what the pressed key asks for, and the keys.
  private mutating func drawLines() {
    let (width, height) = (canvas.width, canvas.height)
    var end = height
    if state.hasKeys, height > 3 {
      end -= 1
      put(state.showsHelp ? "any key goes back" : "? help  q quit", x: 0, y: end, style: .dim)
    }
    for (y, line) in smallLines(width: width).prefix(end).enumerated() {
      put(line.0, x: 0, y: y, style: line.1)
    }
  }

  private func smallLines(width: Int) -> [(String, Style)] {
    if state.showsHelp {
      let panes = state.panes.map { "\($0.key) \($0.name)" }
      return wrapped(together(panes + ["a accuracy", "q quit"], in: width), to: width)
    }
    let fix = fixLines(isNarrow: true)
    let place = wrapped(Array(fix.prefix(1)), to: width)
    let errors = wrapped(state.errors.map { ($0, .yellow) }, to: width)
    let (power, receiver) = (powerLines(width: width), receiverLines(width: width))
    switch state.pane {
    case .satellites:
      let used = state.satellites.count(where: \.isUsed)
      let count = ("\(used) of \(state.satellites.count) satellites used", Style.plain)
      return wrapped(fix, to: width) + errors + wrapped([count], to: width) + power + receiver
    case .sky: return place + wrapped(skyLines, to: width)
    case .power: return place + power
    case .receiver: return place + errors + receiver
    case .clients: return place + errors + clientLines(width: width)
    }
  }

  /// Puts as many texts into a line as fit.
  private func together(_ texts: [String], in width: Int) -> [(String, Style)] {
    var lines: [String] = []
    for text in texts {
      if let last = lines.last, last.count + 2 + text.count <= width {
        lines[lines.count - 1] = last + "  " + text
      } else {
        lines.append(text)
      }
    }
    return lines.map { ($0, .plain) }
  }

  /// Each satellite, the best first, with its elevation and azimuth: a window for lines has no room for
  /// a picture of the sky.
  private var skyLines: [(String, Style)] {
    let placed = state.satellites.filter { $0.elevation != nil && $0.azimuth != nil }
    if placed.isEmpty { return [("no satellite has a place yet", .dim)] }
    return placed.sorted(by: SatelliteLine.isBetter).map {
      let mark = $0.isUsed ? usedMark : " "
      let style = Style(color: $0.color, isDim: !$0.isUsed)
      return ("\(mark)\($0.name) \($0.elevation ?? 0)/\($0.azimuth ?? 0)", style)
    }
  }

  private func wrapped(_ lines: [(String, Style)], to width: Int) -> [(String, Style)] {
    lines.flatMap { text, style in clean(text).wrapped(to: width).map { ($0, style) } }
  }

  /// Returns the last fix as lines for a terminal on which nothing else is shown any more.
  static func lastFix(
    _ state: MonitorState, width: Int, characters: TerminalTraits.Characters
  ) -> [String] {
    guard state.fix != nil else { return [] }
    let picture = MonitorPicture(
      state: state, characters: characters, canvas: Canvas(width: 0, height: 0))
    let lines = picture.fixLines(isNarrow: width < Self.smallest.width)
    return picture.wrapped(lines, to: width).map(\.0)
  }

  // MARK: Parts

  private mutating func drawFix(_ area: Area) {
    frame(area, title: "cairn monitor", note: state.title)
    for (row, line) in fixLines(isNarrow: false).prefix(area.inside.height).enumerated() {
      put(line.0, in: area, row: row, style: line.1)
    }
    guard let fix = state.fix else { return }
    // The position is bold; its accuracy is green while the fix is fresh.
    let end = put(position(of: fix), in: area, row: 0, style: .bold)
    put(
      "  ±\(fix.horizontalAccuracy.text(places: 1)) m", x: end, y: area.y + 1,
      before: area.x + area.width - 1, style: isStale ? .yellow : .green)
  }

  private func position(of fix: Location) -> String {
    "\(fix.coordinate.latitude.text(places: 7)), \(fix.coordinate.longitude.text(places: 7))"
  }

  private var isStale: Bool { state.fixAge.map { $0 >= state.staleAfter } ?? false }

  private func fixLines(isNarrow: Bool) -> [(String, Style)] {
    guard let fix = state.fix else {
      let seconds = state.elapsed.rounded(.down).text(places: 0)
      return [("\(state.expectation), for \(seconds) s", .yellow)]
    }
    let accuracy = "±\(fix.horizontalAccuracy.text(places: 1)) m"
    let facts = [
      fix.altitude.map { "altitude \($0.text(places: 1)) m" },
      fix.speed.map { "\($0.text(places: 2)) m/s" },
      fix.course.map { "course \($0.text(places: 1))°" },
    ].compactMap(\.self)
    let motion = facts.isEmpty ? "altitude and speed unknown" : facts.joined(separator: "  ")
    var kind = fix.source.solutionName
    if let used = fix.source.satellitesUsed { kind += ", \(used) satellites" }
    for name in fix.source.flags.names { kind += " [\(Words.spaced(name))]" }
    if let age = state.fixAge, isStale || age >= MonitorState.notableAge {
      kind += ", \(age.text(places: 0)) s old"
    }
    let time = fix.timestamp?.description ?? "UTC unknown"
    let style = isStale ? Style.yellow : .plain
    if isNarrow {
      return [
        (position(of: fix), .bold), (accuracy, .plain), (motion, .plain),
        (time, .plain), (kind, style),
      ]
    }
    return [
      (position(of: fix) + "  " + accuracy, .plain), (motion, .plain),
      (time + "  " + kind, style),
    ]
  }

  private mutating func drawStatus() {
    let y = canvas.height - 1
    let count = "\(state.fixes) \(state.fixes == 1 ? "fix" : "fixes") "
    var text = "Ctrl-C ends"
    if state.hasKeys {
      let isRoomy = canvas.width >= Self.roomy.width && canvas.height >= Self.roomy.height
      // A roomy window shows all others at the same time.
      let shown = state.panes.filter {
        !isRoomy || (state.clients != nil && [.power, .clients].contains($0))
      }
      let panes = shown.map { "\($0.key) \($0.name)" }
      let accuracy = canvas.width < 80 ? [] : ["a accuracy"]
      // Help names all keys; the way to it and to the end always fits.
      let texts = [panes + accuracy, panes, []].map {
        ($0 + ["? help", "q quit"]).joined(separator: "  ")
      }
      text = texts.first { 1 + $0.count <= canvas.width - count.count } ?? texts[2]
    }
    put(text, x: 1, y: y, style: .dim)
    put(count, x: canvas.width - count.count, y: y, style: .dim)
  }

  private mutating func drawHelp(_ area: Area) {
    frame(area, title: "help", note: "any key goes back")
    let keys = state.panes.map {
      "\($0.key)  show the \($0.name) where the window is too small for all"
    }
    let mark = usedMark
    let lines =
      keys + [
        "a  ask for another accuracy: 1 km, 100 m, 10 m, best",
        "?  show this", "q  quit, as Ctrl-C does", "",
        "\(mark)  before a satellite: the position uses it",
        "G GPS  R GLONASS  E Galileo  C BeiDou  J QZSS  I NavIC  S SBAS",
        "Bars show C/N0, the strength of the strongest signal, in dB-Hz.",
        "x2 means that two signals of the satellite are tracked.",
        "Numbers such as 55/182 are elevation and azimuth in degrees.",
        "In the sky, north is up; lower case letters: not used.",
      ]
    for (row, line) in lines.prefix(area.inside.height).enumerated() {
      put(line, in: area, row: row)
    }
  }

  // MARK: Drawing

  /// The mark of a satellite that the position uses.
  var usedMark: String { characters == .unicode ? "●" : "*" }

  /// Writes text from any source, made safe to display.
  ///
  /// - Returns: the column after the text.
  @discardableResult
  mutating func put(
    _ text: String, x: Int, y: Int, before end: Int? = nil, style: Style = .plain
  ) -> Int {
    canvas.put(clean(text), x: x, y: y, before: end, style: style)
  }

  /// Writes into a row of a framed area.
  @discardableResult
  mutating func put(
    _ text: String, in area: Area, row: Int, column: Int = 0, style: Style = .plain
  ) -> Int {
    let inside = area.inside
    guard row < inside.height else { return inside.x }
    return put(
      text, x: inside.x + column, y: inside.y + row, before: inside.x + inside.width, style: style)
  }

  /// Draws a frame with a title and a note in its upper edge.
  mutating func frame(_ area: Area, title: String, note: String = "") {
    guard area.width >= 4, area.height >= 2 else { return }
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1)
    let isPlain = characters == .ascii
    let edges = isPlain ? "-|++++" : "─│┌┐└┘"
    let glyph = Array(edges.unicodeScalars)
    for x in area.x...right {
      canvas[x, area.y] = Cell(glyph: glyph[0], style: .dim)
      canvas[x, bottom] = Cell(glyph: glyph[0], style: .dim)
    }
    for y in area.y...bottom {
      canvas[area.x, y] = Cell(glyph: glyph[1], style: .dim)
      canvas[right, y] = Cell(glyph: glyph[1], style: .dim)
    }
    canvas[area.x, area.y] = Cell(glyph: glyph[2], style: .dim)
    canvas[right, area.y] = Cell(glyph: glyph[3], style: .dim)
    canvas[area.x, bottom] = Cell(glyph: glyph[4], style: .dim)
    canvas[right, bottom] = Cell(glyph: glyph[5], style: .dim)
    let end = put(" \(title) ", x: area.x + 2, y: area.y, before: right - 1, style: .bold)
    if !note.isEmpty { put(" \(note) ", x: end + 1, y: area.y, before: right - 1, style: .dim) }
  }

  /// Returns the text as this terminal can show it, with one cell for each character.
  func clean(_ text: String) -> String {
    let text = text.printable
    return characters == .ascii ? text.plainASCII : text
  }
}
