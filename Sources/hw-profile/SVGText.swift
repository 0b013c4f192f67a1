import CairnTypes

/// Builds an SVG document from elements in order; the same calls give the same text.
struct SVGText {
  private var body = ""
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - width: in the unit of all coordinates.
  ///   - height: in the same unit.
  ///   - style: the style sheet, in CSS.
  ///   - title: a description for people who cannot see the picture.
  init(width: Int, height: Int, style: String, title: String) {
    self.width = width
    self.height = height
    element("title", text: title)
    element("style", text: style)
  }

  /// The whole document.
  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
    \(body)</svg>

    """
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ attributes: (String, String)...
  ) {
    let place = [("x", x), ("y", y), ("width", width), ("height", height)]
    element("rect", place.map { ($0, Self.number($1)) } + attributes)
  }

  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double),
    _ attributes: (String, String)...
  ) {
    let place = [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)]
    element("line", place.map { ($0, Self.number($1)) } + attributes)
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], _ attributes: (String, String)...) {
    let places = points.map { Self.number($0.x) + "," + Self.number($0.y) }
    element("polyline", [("points", places.joined(separator: " "))] + attributes)
  }

  mutating func label(
    _ text: String, at place: (x: Double, y: Double), _ attributes: (String, String)...
  ) {
    let place = [("x", Self.number(place.x)), ("y", Self.number(place.y))]
    element("text", place + attributes, text: text)
  }

  private mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil
  ) {
    let list = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    body += "<\(name)\(list)" + (text.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>") + "\n"
  }

  private static func number(_ value: Double) -> String { value.text(places: 2) }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
