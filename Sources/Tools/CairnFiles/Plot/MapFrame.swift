import CairnTypes

/// Which part of the map a picture shows, and how large.
struct MapFrame {
  /// Sides of the window in the picture.
  static let left = 16.0
  static let top = 64.0
  private static let widths = 520.0...880.0
  private static let heights = 280.0...620.0
  /// Free space between the track and the sides of the window.
  private static let padding = 36.0
  /// Metres: the shortest side of a map, so that a device that stands is not shown as a large blot.
  private static let leastMetres = 20.0
  /// Given positions outside what was delivered are shown up to this share of its extent.
  private static let surroundings = 0.25
  /// The longest scale bar.
  private static let longestBar = 170.0

  let width: Double
  let height: Double
  private let center: MapPoint
  /// Length in the picture of a degree of longitude on the equator.
  private let scale: Double

  init(_ plot: TrackPlot) {
    let bounds = Self.bounds(plot)
    center = bounds?.center ?? MapPoint(x: 0, y: 0)
    let least = center.length(ofMetres: Self.leastMetres)
    let (wide, high) = (max(bounds?.width ?? 0, least), max(bounds?.height ?? 0, least))
    let room = Self.padding * 2
    scale = min((Self.widths.upperBound - room) / wide, (Self.heights.upperBound - room) / high)
    width = Self.side(wide * scale + room, in: Self.widths)
    height = Self.side(high * scale + room, in: Self.heights)
  }

  private static func side(_ wanted: Double, in range: ClosedRange<Double>) -> Double {
    min(range.upperBound, max(range.lowerBound, wanted)).rounded()
  }

  /// The delivered positions with their circles, and what was given near them.
  private static func bounds(_ plot: TrackPlot) -> MapBounds? {
    let points = plot.filtered.points
    let raw = plot.raw.points.map(\.place)
    guard var bounds = (points.first?.place ?? raw.first).map({ MapBounds($0) }) else { return nil }
    guard !points.isEmpty else {
      for place in raw { bounds.add(place) }
      return bounds
    }
    for point in points { bounds.add(point.place) }
    // One circle that is larger than the whole track must not make it small.
    let radii = points.map { point in point.radius.map { point.place.length(ofMetres: $0) } ?? 0 }
    let most = max(bounds.extent, radii.min() ?? 0)
    for (point, radius) in zip(points, radii) { bounds.add(point.place, margin: min(radius, most)) }
    let near = bounds
    for place in raw where near.contains(place, margin: near.extent * surroundings) {
      bounds.add(place)
    }
    return bounds
  }

  /// Returns where a point of the map is in the picture.
  func place(_ point: MapPoint) -> SVGText.Place {
    (
      Self.left + width / 2 + (point.x - center.x) * scale,
      Self.top + height / 2 - (point.y - center.y) * scale
    )
  }

  /// Returns the length in the picture of some metres around a point.
  func length(ofMetres metres: Double, at point: MapPoint) -> Double {
    point.length(ofMetres: metres) * scale
  }

  /// Whether a place in the picture is in the window.
  func shows(_ place: SVGText.Place) -> Bool {
    place.x >= Self.left && place.x <= Self.left + width && place.y >= Self.top
      && place.y <= Self.top + height
  }

  /// A round distance in the middle of the picture: its text, and its length in the picture.
  var bar: (text: String, length: Double) {
    let metre = length(ofMetres: 1, at: center)
    var metres = 1.0
    // 1, 2, 5, 10, 20, and so on.
    let steps = [2, 2.5, 2]
    for index in 0..<30 {
      let next = metres * steps[index % 3]
      guard next * metre <= Self.longestBar else { break }
      metres = next
    }
    let text =
      metres < 1000 ? metres.text(places: 0) + " m" : (metres / 1000).text(places: 0) + " km"
    return (text, metres * metre)
  }
}
