import CairnTypes

/// The picture of a track as it was given and as it was delivered: a map, north up.
package struct TrackDrawing {
  private static let style = """
    text{font:13px sans-serif;fill:#24292f}.title{font-size:17px;font-weight:bold}\
    .faint{fill:#57606a}.paper{fill:#fff}.map{fill:#f6f8fa}.edge{fill:none;stroke:#d0d7de}\
    .grid{stroke:#d0d7de;stroke-opacity:.6}.raw{fill:none;stroke:#d9730d}\
    .way{stroke-width:1;stroke-opacity:.45}.dots{stroke-width:3.6;stroke-opacity:.85}\
    .track{fill:none;stroke:#0a58ca;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}\
    .halo{fill:none;stroke:#f6f8fa;stroke-width:5;stroke-opacity:.8;stroke-linejoin:round}\
    .extrapolated{stroke-dasharray:5 5}.gap{stroke-width:1.6;stroke-dasharray:.1 6}\
    .circle{fill:#0a58ca;fill-opacity:.09;stroke:#0a58ca;stroke-opacity:.35}\
    .rest{fill:#8250df;stroke:#fff;stroke-width:1.5}.end{fill:#24292f;stroke:#fff;stroke-width:1.5}\
    .bar{stroke:#24292f;stroke-width:2}.north{fill:#24292f}\
    .note{font-size:12px}.edged{stroke:#f6f8fa;stroke-width:4;stroke-linejoin:round}\
    @media (prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9198a1}.paper{fill:#0d1117}\
    .map{fill:#161b22}.edge{stroke:#3d444d}.grid{stroke:#3d444d}.raw{stroke:#f0883e}\
    .track{stroke:#58a6ff}.halo{stroke:#161b22}.circle{fill:#58a6ff;stroke:#58a6ff;fill-opacity:.12}\
    .rest{fill:#bc8cff;stroke:#161b22}.end{fill:#e6edf3;stroke:#161b22}.bar{stroke:#e6edf3}\
    .north{fill:#e6edf3}.edged{stroke:#161b22}}
    """

  private let plot: TrackPlot
  private let title: String
  private let frame: MapFrame
  private let raw: [SVGText.Place]
  private let layers: TrackLayers

  /// - Parameters:
  ///   - plot: what was collected.
  ///   - title: the headline.
  package init(_ plot: TrackPlot, title: String) {
    self.plot = plot
    self.title = title
    frame = MapFrame(plot)
    raw = TrackLayers.dots(plot.raw, frame)
    layers = TrackLayers(plot, frame)
  }

  package var svg: String {
    let legend = TrackLegend(
      entries, top: MapFrame.top + frame.height, right: MapFrame.left + frame.width)
    let width = MapFrame.left * 2 + frame.width
    var svg = SVGText(
      width: Int(max(0, min(9999, width))),
      height: Int(max(0, min(9999, legend.bottom.rounded(.up)))), style: Self.style,
      title: "Map of positions, raw and filtered: \(title)")
    svg.rectangle(x: 0, y: 0, width: width, height: legend.bottom.rounded(.up), ("class", "paper"))
    svg.label(headline, at: (MapFrame.left, 28), ("class", "title"))
    svg.label(summary, at: (MapFrame.left, 50), ("class", "faint"))
    svg.rectangle(
      x: MapFrame.left, y: MapFrame.top, width: frame.width, height: frame.height,
      ("class", "map"))
    svg.window(
      x: MapFrame.left, y: MapFrame.top, width: frame.width, height: frame.height
    ) { drawMap(&$0) }
    svg.rectangle(
      x: MapFrame.left, y: MapFrame.top, width: frame.width, height: frame.height,
      ("class", "edge"))
    legend.draw(&svg)
    return svg.text
  }

  /// The title, cut to the width of the map.
  private var headline: String {
    let most = Int(max(0, min(999, frame.width / 10)))
    return title.count <= most ? title : "…" + title.suffix(most - 1)
  }

  private var summary: String {
    guard let first = plot.first, let last = plot.last else { return "no fixes" }
    let span = TrackLayers.span((last.time - first.time).inSeconds)
    // To the second.
    let start = first.timestamp.map { "\($0)".prefix(19) + "Z, " } ?? ""
    return "\(start)\(span): \(plot.given) \(plot.given == 1 ? "fix" : "fixes") given, "
      + "\(plot.delivered) \(plot.delivered == 1 ? "position" : "positions") delivered"
  }

  private func drawMap(_ svg: inout SVGText) {
    drawGrid(&svg)
    for circle in layers.circles {
      svg.circle(at: circle.center, radius: circle.radius, ("class", "circle"))
    }
    if !layers.rawWays.isEmpty { svg.curve(layers.rawWays, ("class", "raw way")) }
    if !raw.isEmpty { svg.dots(raw, ("class", "raw dots")) }
    let tracks = [
      (layers.tracks[.line], "track"), (layers.tracks[.extrapolated], "track extrapolated"),
    ]
    for (pieces, _) in tracks { if let pieces { svg.curve(pieces, ("class", "halo")) } }
    if let gaps = layers.tracks[.gap] { svg.curve(gaps, ("class", "track gap")) }
    for (pieces, name) in tracks { if let pieces { svg.curve(pieces, ("class", name)) } }
    for rest in layers.rests {
      svg.circle(at: rest.place, radius: 5.5, ("class", "rest"))
      if rest.isLabelled {
        Self.note(rest.text, at: (rest.place.x + 9, rest.place.y + 4), &svg)
      }
    }
    if raw.contains(where: { !frame.shows($0) }) {
      Self.note(
        "some raw fixes lie outside",
        at: (MapFrame.left + frame.width - 14, MapFrame.top + frame.height - 14), anchor: "end",
        &svg)
    }
    drawEnds(&svg)
    drawBar(&svg)
    drawNorth(&svg)
  }

  /// Squares with the sides of the scale bar.
  private func drawGrid(_ svg: inout SVGText) {
    let step = frame.bar.length
    let (left, top) = (MapFrame.left, MapFrame.top)
    let bottom = top + frame.height
    guard step >= 20 else { return }
    var offset = 0.0
    while offset <= frame.width {
      svg.line(from: (left + offset, top), to: (left + offset, bottom), ("class", "grid"))
      offset += step
    }
    offset = 0
    while offset <= frame.height {
      svg.line(
        from: (left, bottom - offset), to: (left + frame.width, bottom - offset),
        ("class", "grid"))
      offset += step
    }
  }

  private func drawEnds(_ svg: inout SVGText) {
    guard let start = layers.start, let end = layers.end else { return }
    svg.polygon(Self.triangle(start, 8), ("class", "end"))
    Self.note("start", at: (start.x + 11, start.y - 7), &svg)
    guard plot.delivered > 1 else { return }
    svg.rectangle(x: end.x - 5, y: end.y - 5, width: 10, height: 10, ("class", "end"))
    Self.note("end", at: (end.x + 11, end.y + 15), &svg)
  }

  private static func triangle(_ place: SVGText.Place, _ size: Double) -> [SVGText.Place] {
    [
      (place.x - size * 0.6, place.y - size), (place.x + size, place.y),
      (place.x - size * 0.6, place.y + size),
    ]
  }

  private func drawBar(_ svg: inout SVGText) {
    let (text, length) = frame.bar
    let (x, y) = (MapFrame.left + 18, MapFrame.top + frame.height - 16)
    for line in [(x, y, x + length, y), (x, y - 5, x, y), (x + length, y - 5, x + length, y)] {
      svg.line(from: (line.0, line.1), to: (line.2, line.3), ("class", "bar"))
    }
    Self.note(text, at: (x + length / 2, y - 8), anchor: "middle", &svg)
  }

  private func drawNorth(_ svg: inout SVGText) {
    let (x, y) = (MapFrame.left + frame.width - 26, MapFrame.top + 20)
    svg.polygon([(x, y - 8), (x + 7, y + 12), (x, y + 8), (x - 7, y + 12)], ("class", "north"))
    Self.note("N", at: (x, y + 27), anchor: "middle", &svg)
  }

  /// Writes on the map, with an edge that keeps it readable on lines.
  private static func note(
    _ text: String, at place: SVGText.Place, anchor: String = "start", _ svg: inout SVGText
  ) {
    svg.label(text, at: place, ("class", "note edged"), ("text-anchor", anchor))
    svg.label(text, at: place, ("class", "note"), ("text-anchor", anchor))
  }

  /// What the map contains.
  private var entries: [TrackLegend.Entry] {
    var entries: [TrackLegend.Entry] = []
    if !raw.isEmpty { entries.append(.init(sample: .dots, text: "raw fixes")) }
    if plot.delivered > 0 {
      entries.append(.init(sample: .line("track"), text: "delivered positions"))
    }
    if layers.tracks[.extrapolated] != nil {
      entries.append(.init(sample: .line("track extrapolated"), text: "extrapolated"))
    }
    if layers.tracks[.gap] != nil {
      entries.append(.init(sample: .line("track gap"), text: "track lost"))
    }
    if !layers.circles.isEmpty {
      entries.append(.init(sample: .circle, text: "68 % accuracy, at some of the positions"))
    }
    if !layers.rests.isEmpty {
      entries.append(.init(sample: .rest, text: "standing, and for how long"))
    }
    return entries
  }
}
