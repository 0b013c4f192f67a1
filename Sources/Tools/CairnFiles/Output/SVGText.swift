import CairnTypes

/// Builds an SVG document from elements in order; the same calls give the same text.
package struct SVGText {
  /// A place in the picture, in the unit of all coordinates, from its upper left corner.
  package typealias Place = (x: Double, y: Double)

  private var body = ""
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - width: in the unit of all coordinates.
  ///   - height: in the same unit.
  ///   - style: the style sheet, in CSS.
  ///   - title: a description for people who cannot see the picture.
  package init(width: Int, height: Int, style: String, title: String) {
    self.width = width
    self.height = height
    element("title", text: title)
    element("style", text: style)
  }

  /// The whole document.
  package var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
    \(body)</svg>

    """
  }

  package mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ attributes: (String, String)...
  ) {
    let place = [("x", x), ("y", y), ("width", width), ("height", height)]
    element("rect", place.map { ($0, Self.number($1)) } + attributes)
  }

  package mutating func circle(
    at center: Place, radius: Double, _ attributes: (String, String)...
  ) {
    let place = [("cx", center.x), ("cy", center.y), ("r", radius)]
    element("circle", place.map { ($0, $1.text(places: 1)) } + attributes)
  }

  package mutating func line(
    from start: Place, to end: Place, _ attributes: (String, String)...
  ) {
    let place = [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)]
    element("line", place.map { ($0, Self.number($1)) } + attributes)
  }

  package mutating func polyline(_ points: [Place], _ attributes: (String, String)...) {
    element("polyline", [("points", Self.joined(points))] + attributes)
  }

  /// Draws several pieces of one curve in one element.
  package mutating func curve(_ pieces: [[Place]], _ attributes: (String, String)...) {
    let path = pieces.map { "M" + Self.joined($0) }.joined()
    element("path", [("d", path)] + attributes)
  }

  package mutating func polygon(_ points: [Place], _ attributes: (String, String)...) {
    element("polygon", [("points", Self.joined(points))] + attributes)
  }

  /// Draws dots in one element: lines of no length, which round ends make visible.
  package mutating func dots(_ points: [Place], _ attributes: (String, String)...) {
    let path = points.map { "M" + Self.short($0.x) + " " + Self.short($0.y) + "h0" }.joined()
    element("path", [("d", path), ("stroke-linecap", "round")] + attributes)
  }

  package mutating func label(
    _ text: String, at place: Place, _ attributes: (String, String)...
  ) {
    let place = [("x", Self.number(place.x)), ("y", Self.number(place.y))]
    element("text", place + attributes, text: text)
  }

  /// Draws in a window with the same coordinates, at whose edges the drawing ends.
  package mutating func window(
    x: Double, y: Double, width: Double, height: Double, _ draw: (inout SVGText) -> Void
  ) {
    let box = [x, y, width, height].map(Self.short)
    body += "<svg x=\"\(box[0])\" y=\"\(box[1])\" width=\"\(box[2])\" height=\"\(box[3])\""
    body += " viewBox=\"\(box.joined(separator: " "))\">\n"
    draw(&self)
    body += "</svg>\n"
  }

  private mutating func element(
    _ name: String, _ attributes: [(String, String)] = [], text: String? = nil
  ) {
    let list = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
    body += "<\(name)\(list)" + (text.map { ">\(Self.escaped($0))</\(name)>" } ?? "/>") + "\n"
  }

  private static func number(_ value: Double) -> String { value.text(places: 2) }

  /// For the many numbers of a curve.
  private static func short(_ value: Double) -> String { value.text(places: 1) }

  private static func joined(_ points: [Place]) -> String {
    points.map { short($0.x) + "," + short($0.y) }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML cannot hold other control characters, not even escaped.
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
