import CairnFiles
import CairnTestSupport
import CairnTypes
import Testing

@testable import cairn

@Suite("Frames for a terminal")
struct FrameEncoderTests {
  /// What a terminal makes of cursor positions, styles, clearing and characters.
  private struct Terminal {
    var canvas: Canvas
    private var style = Style.plain
    private var place = (x: 0, y: 0)

    init(width: Int, height: Int) { canvas = Canvas(width: width, height: height) }

    mutating func show(_ bytes: [UInt8]) throws {
      let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      var index = 0
      while index < scalars.count {
        guard scalars[index] == "\u{1B}" else {
          canvas[place.x, place.y] = Cell(glyph: scalars[index], style: style)
          place.x += 1
          index += 1
          continue
        }
        let end = try #require(scalars[(index + 2)...].firstIndex { $0.properties.isAlphabetic })
        let numbers = String(String.UnicodeScalarView(scalars[(index + 2)..<end]))
          .split(separator: ";").compactMap { Int($0) }
        switch scalars[end] {
        case "H": place = (numbers[1] - 1, numbers[0] - 1)
        case "J": canvas = Canvas(width: canvas.width, height: canvas.height)
        case "m":
          style = Style(isBold: numbers.contains(1), isDim: numbers.contains(2))
          if numbers.contains(38), let last = numbers.last {
            style.color = try #require(Color(rawValue: UInt8(last)))
          }
        default: Issue.record("unknown sequence")
        }
        index = end + 1
      }
    }
  }

  private static func change(_ canvas: inout Canvas, _ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let color = Color.allCases.randomElement(using: &random) ?? .standard
      canvas.put(
        ["a", "●", "xyz", " "].randomElement(using: &random) ?? "a",
        x: Int.random(in: -2...canvas.width, using: &random),
        y: Int.random(in: -2...canvas.height, using: &random),
        style: Style(
          color: color, isBold: .random(using: &random), isDim: .random(using: &random)))
    }
  }

  @Test func `a terminal that follows the changes shows the picture`() throws {
    var random = SplitMix(seed: 8)
    var terminal = Terminal(width: 30, height: 9)
    var encoder = FrameEncoder(colors: .indexed)
    var canvas = Canvas(width: 30, height: 9)
    for _ in 0..<200 {
      Self.change(&canvas, &random)
      try terminal.show(encoder.encode(canvas))
      #expect(terminal.canvas == canvas)
    }
  }

  @Test func `an equal picture sends nothing`() {
    var encoder = FrameEncoder(colors: .basic)
    let canvas = MonitorPicture.draw(.walk, width: 80, height: 24, characters: .unicode)
    #expect(!encoder.encode(canvas).isEmpty)
    #expect(encoder.encode(canvas).isEmpty)
    encoder.reset()
    #expect(!encoder.encode(canvas).isEmpty)
  }

  @Test func `a fix that moves costs a small part of the picture`() {
    var encoder = FrameEncoder(colors: .indexed)
    var state = MonitorState.walk
    func frame() -> Int {
      encoder.encode(MonitorPicture.draw(state, width: 120, height: 42, characters: .unicode)).count
    }
    let whole = frame()
    state.fix?.coordinate.latitude += 0.000_013
    state.fixes += 1
    let moved = frame()
    #expect(moved * 20 < whole, "\(moved) of \(whole) bytes")
  }

  @Test func `no color is sent where none is wanted`() {
    var encoder = FrameEncoder(colors: .none)
    let canvas = MonitorPicture.draw(.walk, width: 80, height: 24, characters: .unicode)
    let text = String(decoding: encoder.encode(canvas), as: UTF8.self)
    #expect(text.firstMatch(of: /;[34][0-9;]*m/) == nil)
    #expect(text.contains(";1m"))
  }
}

@Suite("What a terminal can show")
struct TerminalTraitsTests {
  private func traits(_ variables: [String: String]) -> TerminalTraits {
    TerminalTraits { variables[$0] }
  }

  @Test func `the locale that counts is the first that is set`() {
    #expect(traits(["TERM": "xterm", "LANG": "C.UTF-8"]).characters == .unicode)
    #expect(traits(["TERM": "xterm", "LANG": "ko_KR.utf8", "LC_ALL": ""]).characters == .unicode)
    #expect(traits(["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"]).characters == .ascii)
    #expect(traits(["TERM": "xterm"]).characters == .ascii)
  }

  @Test(arguments: ["linux", "vt100", "vt220", "dumb"])
  func `a terminal without the font gets ASCII`(name: String) {
    #expect(traits(["TERM": name, "LANG": "C.UTF-8"]).characters == .ascii)
  }

  @Test func `colors are as many as the terminal has, and none where they are not wanted`() {
    #expect(traits(["TERM": "xterm-256color"]).colors == .indexed)
    #expect(traits(["TERM": "xterm"]).colors == .basic)
    #expect(traits(["TERM": "vt100"]).colors == .none)
    #expect(traits(["TERM": "xterm-256color", "NO_COLOR": "1"]).colors == .none)
    #expect(traits(["TERM": "xterm", "NO_COLOR": ""]).colors == .basic)
  }

  @Test func `lines are printed where the cursor cannot be placed`() {
    #expect(!traits(["TERM": "dumb"]).placesCursor)
    #expect(!traits([:]).placesCursor)
    #expect(traits(["TERM": "vt100"]).placesCursor)
  }
}

@Suite("Text for a terminal")
struct PrintableTextTests {
  @Test func `nothing that controls a terminal or the direction of writing is left`() {
    let text = "a\u{1B}[2J\u{7F}\u{9B}1m\u{202E}b\u{2066}c\u{0}\td"
    #expect(text.printable == "a?[2J??1m?b?c? d")
  }

  @Test func `what is not one cell wide is replaced`() {
    #expect("e\u{301}定👍".printable == "e???")
    #expect("±2 m, 90°, Łódź".printable == "±2 m, 90°, Łódź")
  }

  @Test func `ASCII is what is left for a poor terminal`() {
    #expect("±2 m, 90°, µs, ł".plainASCII == "+-2 m, 90 deg, us, ?")
  }

  @Test func `lines are divided between words, and long words anywhere`() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("abcdefghij k".wrapped(to: 4) == ["abcd", "efgh", "ij k"])
    #expect("".wrapped(to: 4) == [])
    #expect("a".wrapped(to: 0) == [])
  }
}
