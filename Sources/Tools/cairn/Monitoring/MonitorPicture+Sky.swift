import Cairn
import CairnReports
import Glibc

extension MonitorPicture {
  /// Draws the sky, north up: rings at the horizon, 30° and 60°, and the satellites' names.
  mutating func drawSky(_ area: Area) {
    frame(area, title: "sky")
    let inside = area.inside
    guard inside.width >= 12, inside.height >= 5 else { return }
    let plot = SkyPlot(in: inside)
    drawRings(plot, in: inside)
    for (name, azimuth) in [("N", 0.0), ("E", 90), ("S", 180), ("W", 270)] {
      let place = plot.cell(azimuth: azimuth, elevation: 0)
      put(name, x: place.x, y: place.y, style: .bold)
    }
    drawNames(plot, in: inside)
  }

  private mutating func drawRings(_ plot: SkyPlot, in area: Area) {
    var dots: [Int: UInt8] = [:]
    for elevation in [0.0, 30, 60] {
      // As many steps as the ring has dots, so that it is closed.
      let steps = Int(plot.radius * (90 - elevation) / 90 * 4 * 2 * Double.pi)
      for step in 0..<max(8, steps) {
        let azimuth = Double(step) * 360 / Double(max(8, steps))
        let place = plot.place(azimuth: azimuth, elevation: elevation)
        let (x, y) = (Int(place.x * 2), Int(place.y * 4))
        dots[y / 4 * canvas.width + x / 2, default: 0] |= Self.dot(x & 1, y & 3)
      }
    }
    for (index, bits) in dots {
      let glyph =
        characters == .unicode ? Unicode.Scalar(0x2800 + UInt32(bits)) ?? "." : "."
      canvas[index % canvas.width, index / canvas.width] = Cell(glyph: glyph, style: .dim)
    }
  }

  /// Returns the bit of a dot in a braille character, which has two columns and four rows.
  private static func dot(_ x: Int, _ y: Int) -> UInt8 {
    y == 3 ? 0x40 << UInt8(x) : 1 << UInt8(y + 3 * x)
  }

  /// Draws names, best satellites first; omits one without a free place on or next to its row.
  private mutating func drawNames(_ plot: SkyPlot, in area: Area) {
    var taken: Set<[Int]> = []
    for satellite in state.satellites.sorted(by: SatelliteLine.isBetter) {
      guard let azimuth = satellite.azimuth, let elevation = satellite.elevation else { continue }
      let name = satellite.isUsed ? satellite.name : satellite.name.lowercased()
      let place = plot.cell(azimuth: Double(azimuth), elevation: Double(max(0, elevation)))
      let start = min(max(place.x - 1, area.x), area.x + area.width - name.count)
      let free = [0, 1, -1].map { place.y + $0 }.first { y in
        y >= area.y && y < area.y + area.height
          && !(start - 1...start + name.count).contains { taken.contains([$0, y]) }
      }
      guard let free else { continue }
      let style =
        satellite.level == nil
        ? Style.dim : Style(color: satellite.color, isDim: !satellite.isUsed)
      put(name, x: start, y: free, style: style)
      for x in start..<start + name.count { taken.insert([x, free]) }
    }
  }
}

/// Maps directions to an area whose cells are twice as high as they are wide.
private struct SkyPlot {
  private let center: (x: Double, y: Double)
  /// Radius of the horizon, in rows.
  let radius: Double

  init(in area: Area) {
    radius = min(Double(area.height - 1) / 2, Double(area.width - 2) / 4)
    center = (
      Double(area.x) + Double(area.width) / 2, Double(area.y) + Double(area.height) / 2
    )
  }

  /// Returns the place in cells and fractions of them.
  func place(azimuth: Double, elevation: Double) -> (x: Double, y: Double) {
    let angle = azimuth * .pi / 180
    let distance = radius * (90 - elevation) / 90
    return (center.x + 2 * distance * sin(angle), center.y - distance * cos(angle))
  }

  func cell(azimuth: Double, elevation: Double) -> (x: Int, y: Int) {
    let place = place(azimuth: azimuth, elevation: elevation)
    return (Int(place.x), Int(place.y))
  }
}
