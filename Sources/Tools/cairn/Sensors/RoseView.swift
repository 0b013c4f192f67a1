import CairnFiles
import CairnTypes
import CommandSupport
import Glibc

/// Shows headings as a rose on a terminal.
final class RoseView: CompassView {
  private let screen = TerminalScreen(.live)
  private var encoder: FrameEncoder
  private let traits: TerminalTraits
  private var heading: Heading?

  var screenEvents: AsyncStream<TerminalScreen.Event>? { screen.events }

  init(_ traits: TerminalTraits) {
    self.traits = traits
    encoder = FrameEncoder(colors: traits.colors)
    draw()
  }

  func show(_ heading: Heading) {
    self.heading = heading
    draw()
  }

  func take(_ event: TerminalScreen.Event) -> Bool {
    switch event {
    case .wake, .resized: break
    case .key(let key): if key == UInt8(ascii: "q") { return false }
    case .stop: screen.stop()
    case .resumed:
      screen.leave()
      screen.enter()
      encoder.reset()
    }
    draw()
    return true
  }

  func finish() { screen.close() }

  private func draw() {
    guard screen.isEntered, screen.takesPictures else { return }
    let size = screen.size
    let canvas = CompassRose.draw(
      heading, width: size.width, height: size.height, characters: traits.characters)
    let bytes = encoder.encode(canvas)
    if !bytes.isEmpty { screen.write(bytes) }
  }
}

/// The picture of a rose, whose top is where the device points.
enum CompassRose {
  private static let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  /// Draws a heading; `nil` while there is none.
  static func draw(
    _ heading: Heading?, width: Int, height: Int, characters: TerminalTraits.Characters
  ) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    let isUnicode = characters == .unicode
    let degree = isUnicode ? "°" : " deg"
    func centre(_ text: String, _ y: Int, _ style: Style) {
      canvas.put(text, x: max(0, (width - text.unicodeScalars.count) / 2), y: y, style: style)
    }
    guard let heading else {
      centre("no heading yet: hold the device still", height / 2, .dim)
      return canvas
    }
    let isGood = heading.accuracy != nil
    centre(heading.words(degree: degree), 0, isGood ? .bold : .yellow)
    centre(isUnicode ? "▼" : "v", 1, .green)
    // A character is about twice as high as wide.
    let radius = Double(max(1, min((height - 5) / 2, (width - 4) / 4)))
    let middle = (x: Double(width) / 2, y: 2 + radius)
    func place(_ degrees: Double, _ part: Double) -> (x: Int, y: Int) {
      let angle = (degrees - heading.shown) * .pi / 180
      return (
        Int((middle.x + 2 * part * radius * sin(angle)).rounded()),
        Int((middle.y - part * radius * cos(angle)).rounded())
      )
    }
    for degrees in stride(from: 0.0, to: 360, by: 7.5) {
      let (x, y) = place(degrees, 1)
      canvas[x, y] = Cell(glyph: isUnicode ? "·" : ".", style: .dim)
    }
    for (index, name) in points.enumerated() {
      let (x, y) = place(Double(index) * 45, 1)
      let style = index == 0 ? Style(color: .red, isBold: true) : index % 2 == 0 ? .bold : .plain
      canvas.put(name, x: x - (name.count - 1), y: y, style: style)
    }
    for part in stride(from: 0.15, through: 0.8, by: 0.1) {
      let (x, y) = place(0, part)
      canvas[x, y] = Cell(glyph: isUnicode ? "•" : "*", style: Style(color: .red))
    }
    canvas[Int(middle.x.rounded()), Int(middle.y.rounded())] = Cell(glyph: "+", style: .plain)
    if let field = heading.field, height > 8 {
      let parts = [field.x, field.y, field.z].map { right($0.text(places: 1), 6) }
      centre("field" + parts.joined() + " uT   q: quit", height - 1, .dim)
    }
    return canvas
  }
}
