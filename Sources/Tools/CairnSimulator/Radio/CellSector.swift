internal import CCairnMath
public import CairnRadio
public import CairnTypes

/// One of the three sectors of a site of a simulated mobile network.
struct CellSector: Sendable {
  let identity: CellIdentity
  let place: RadioWorld.Point
  /// Direction of the antenna, in degrees from north.
  let azimuth: Double

  /// Metres from one site to the next.
  private static func spacing(in scene: RadioScene) -> Double {
    1000 / scene.siteDensity.squareRoot()
  }

  /// Metres: about how far one cell reaches.
  static func reach(in scene: RadioScene) -> Double { 0.6 * spacing(in: scene) }

  /// Draws the sectors of all sites that may be heard: one site somewhere in each field of a grid,
  /// since networks are planned to have no holes.
  static func all(in scene: RadioScene, _ random: inout SeededGenerator) -> [CellSector] {
    let side = spacing(in: scene)
    return (0..<16).flatMap { site in
      let place = RadioWorld.Point(
        east: (Double(site % 4) - 2 + random.nextUnit()) * side,
        north: (Double(site / 4) - 2 + random.nextUnit()) * side)
      let turn = random.next(in: 0...120)
      return (0..<3).compactMap { sector in
        CellIdentity(
          .lte, countryCode: 450, networkCode: 5, area: 12_984, cell: UInt64(site * 256 + sector)
        ).map { CellSector(identity: $0, place: place, azimuth: turn + 120 * Double(sector)) }
      }
    }
  }

  /// The middle of the area that it covers.
  func middle(in scene: RadioScene) -> RadioWorld.Point {
    let way = 0.4 * Self.reach(in: scene)
    return RadioWorld.Point(
      east: place.east + way * cairn_sin(azimuth * radiansPerDegree),
      north: place.north + way * cairn_cos(azimuth * radiansPerDegree))
  }

  /// dBm at a place, without shadows: 35 dB lost with each tenfold distance, and an antenna that
  /// covers 65° to either side.
  func signal(at here: RadioWorld.Point) -> Double {
    let loss = 35 * cairn_log(max(30, place.distance(to: here))) / cairn_log(10)
    let bearing =
      cairn_atan2(here.east - place.east, here.north - place.north) / radiansPerDegree
    let turn = wrapped(bearing - azimuth + 180, 360) - 180
    return 20 - loss - min(25, 12 * (turn / 65) * (turn / 65))
  }
}

extension RadioWorld {
  /// Decibels: the standard deviation of a cell's signal at a given distance.
  private static let cellShadowing = 7.0
  /// dBm below which no cell is heard.
  private static let weakestCell = -130.0

  /// Finds the cells that a modem hears. As most modems, it knows of the neighbours of the serving
  /// cell no more than their signal.
  ///
  /// - Parameters:
  ///   - coordinate: where the device is.
  ///   - time: when it listens.
  /// - Returns: the serving cell first, then others by their signal; empty out of coverage.
  public func cells(at coordinate: Coordinate, time: MonotonicTime) -> [CellSighting] {
    let here = point(coordinate)
    let heard = sectors.enumerated().map { number, sector in
      // Apart from the shadows of access points.
      let shadow = Self.cellShadowing * shadow(of: 1 << 20 | number / 3, at: here)
      return (sector: sector, signal: sector.signal(at: here) + shadow)
    }.filter { $0.signal > Self.weakestCell }.sorted { $0.signal > $1.signal }
    return heard.prefix(6).enumerated().map { rank, cell in
      CellSighting(
        identity: rank == 0 ? cell.sector.identity : nil, isServing: rank == 0,
        signal: cairn_round(cell.signal), time: time)
    }
  }
}
