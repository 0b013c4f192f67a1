import CairnFiles
import CairnHAL
import CairnTypes
import CommandSupport
import Glibc

/// A chart of power against desired accuracy, on logarithmic axes. Bands show the providers used;
/// a line shows their power, dashed where the plan gives less than was asked for.
struct PowerChart {
  private static let size = (width: 880, height: 400)
  private static let area = (left: 76.0, top: 48.0, right: 836.0, bottom: 348.0)
  private static let legendStep = 22.0

  /// Colours that colour-blind people can tell apart, on white and on black.
  private static let colours = [
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999",
  ]

  private static let style = """
    text{font:13px sans-serif;fill:#222}.title{font-size:16px;font-weight:bold}.paper{fill:#fff}\
    .grid{stroke:#888;stroke-opacity:.45}.band{fill-opacity:.45}\
    .curve{fill:none;stroke:#111;stroke-width:2.5}.degraded{stroke-dasharray:6 4}\
    @media (prefers-color-scheme:dark){text{fill:#eee}.paper{fill:#15171a}.curve{stroke:#fff}}
    """

  private let curve: PowerCurve
  private let title: String
  /// Range of the power axis, in powers of ten of a milliwatt.
  private let decades: ClosedRange<Int>
  /// The distinct usages of the bands, from the finest accuracy to the coarsest.
  private let usages: [String]

  init(_ curve: PowerCurve, title: String) {
    self.curve = curve
    self.title = title
    let exponents = curve.points.map(\.plan.power).filter { $0 > 0 }.map { log10($0) }
    let lowest = Int((exponents.min() ?? 0).rounded(.down))
    decades = lowest...max(lowest + 1, Int((exponents.max() ?? 0).rounded(.up)))
    usages = curve.bands.map(\.usage).reduce(into: []) { usages, usage in
      if !usages.contains(usage) { usages.append(usage) }
    }
  }

  var svg: String {
    let height = Self.size.height + Int(Self.legendStep) * (usages.count + 1)
    var svg = SVGText(
      width: Self.size.width, height: height, style: Self.style,
      title: "Power against desired accuracy: \(title)")
    svg.rectangle(
      x: 0, y: 0, width: Double(Self.size.width), height: Double(height), ("class", "paper"))
    svg.label(title, at: (Self.area.left, 30), ("class", "title"))
    drawBands(&svg)
    drawAxes(&svg)
    drawCurve(&svg)
    drawLegend(&svg)
    return svg.text
  }

  private func drawBands(_ svg: inout SVGText) {
    for band in curve.bands {
      let (left, right) = (Self.x(band.from), Self.x(band.to))
      svg.rectangle(
        x: left, y: Self.area.top, width: right - left, height: Self.area.bottom - Self.area.top,
        ("class", "band"), ("fill", colour(of: band.usage)), ("data-from", "\(band.from)"),
        ("data-to", "\(band.to)"), ("data-mode", "\(band.mode)"),
        ("data-providers", band.providers.map(\.name).joined(separator: " ")))
    }
  }

  private func drawAxes(_ svg: inout SVGText) {
    let area = Self.area
    for (metres, text) in [
      (1.0, "1 m"), (10, "10 m"), (100, "100 m"), (1000, "1 km"), (10_000, "10 km"),
    ] {
      let x = Self.x(metres)
      svg.line(from: (x, area.top), to: (x, area.bottom), ("class", "grid"))
      svg.label(text, at: (x, area.bottom + 18), ("text-anchor", "middle"))
    }
    for decade in decades {
      let y = y(pow(10, Double(decade)))
      svg.line(from: (area.left, y), to: (area.right, y), ("class", "grid"))
      let text = pow(10, Double(decade)).text(places: max(0, -decade))
      svg.label(text, at: (area.left - 8, y + 4), ("text-anchor", "end"))
    }
    let middle = (x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2)
    svg.label("desired accuracy", at: (middle.x, area.bottom + 38), ("text-anchor", "middle"))
    svg.label(
      "power, mW", at: (20, middle.y), ("text-anchor", "middle"),
      ("transform", "rotate(-90 20 \(middle.y.text(places: 2)))"))
  }

  private func drawCurve(_ svg: inout SVGText) {
    var rest = curve.points[...]
    var joint: PowerCurve.Point?
    while let first = rest.first {
      let run = rest.prefix { $0.plan.verdict == first.plan.verdict }
      rest = rest.dropFirst(run.count)
      // Runs join, except for a gap where no position is available.
      let points = ([joint].compactMap { $0 } + run).filter { $0.plan.power > 0 }
      joint = run.last
      guard points.count > 1 else { continue }
      let name = first.plan.verdict == .degraded ? "curve degraded" : "curve"
      svg.polyline(
        points.map { (Self.x($0.accuracy), y($0.plan.power)) }, ("class", name))
    }
  }

  private func drawLegend(_ svg: inout SVGText) {
    let left = Self.area.left
    for (index, usage) in usages.enumerated() {
      let y = Double(Self.size.height) + Self.legendStep * Double(index)
      svg.rectangle(
        x: left, y: y, width: 24, height: 14, ("class", "band"), ("fill", colour(of: usage)))
      svg.label(usage, at: (left + 32, y + 12))
    }
    let y = Double(Self.size.height) + Self.legendStep * Double(usages.count) + 7
    svg.polyline([(left, y), (left + 24, y)], ("class", "curve degraded"))
    svg.label("the best there is, less than was asked for", at: (left + 32, y + 5))
  }

  private func colour(of usage: String) -> String {
    let index = usages.firstIndex(of: usage) ?? 0
    return Self.colours[index % Self.colours.count]
  }

  private static func x(_ metres: Double) -> Double {
    let (lowest, highest) = (log10(PowerCurve.range.lowerBound), log10(PowerCurve.range.upperBound))
    return area.left + (area.right - area.left) * (log10(metres) - lowest) / (highest - lowest)
  }

  private func y(_ milliwatts: Double) -> Double {
    let share =
      (log10(milliwatts) - Double(decades.lowerBound))
      / Double(decades.upperBound - decades.lowerBound)
    return Self.area.bottom - (Self.area.bottom - Self.area.top) * share
  }
}
