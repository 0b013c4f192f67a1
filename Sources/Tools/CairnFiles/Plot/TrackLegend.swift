/// The explanation of a map's signs, below it.
struct TrackLegend {
  enum Sample { case dots, line(String), circle, rest }

  struct Entry {
    let sample: Sample
    let text: String
  }

  /// Width of a sample with the space after it.
  private static let sampleWidth = 40.0
  /// About the width of a letter.
  private static let letterWidth = 6.8
  private static let rowHeight = 24.0

  private let places: [(entry: Entry, x: Double, y: Double)]
  /// Where the next thing below may begin.
  let bottom: Double

  /// - Parameters:
  ///   - entries: what the map contains, in order.
  ///   - top: the lower edge of the map.
  ///   - right: its right edge.
  init(_ entries: [Entry], top: Double, right: Double) {
    var places: [(entry: Entry, x: Double, y: Double)] = []
    var (x, y) = (MapFrame.left, top + Self.rowHeight)
    for entry in entries {
      let width = Self.sampleWidth + Double(entry.text.count) * Self.letterWidth + 16
      if x > MapFrame.left, x + width > right + 16 {
        (x, y) = (MapFrame.left, y + Self.rowHeight)
      }
      places.append((entry, x, y))
      x += width
    }
    self.places = places
    bottom = y + 16
  }

  func draw(_ svg: inout SVGText) {
    for (entry, x, y) in places {
      let (left, right) = ((x + 2, y), (x + 30, y))
      switch entry.sample {
      case .dots:
        svg.polyline([left, right], ("class", "raw way"))
        svg.dots([(x + 5, y), (x + 16, y), (x + 27, y)], ("class", "raw dots"))
      case .line(let name): svg.polyline([left, right], ("class", name))
      case .circle: svg.circle(at: (x + 16, y), radius: 9, ("class", "circle"))
      case .rest: svg.circle(at: (x + 16, y), radius: 5.5, ("class", "rest"))
      }
      svg.label(entry.text, at: (x + Self.sampleWidth, y + 4.5))
    }
  }
}
