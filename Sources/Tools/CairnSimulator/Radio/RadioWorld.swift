internal import CCairnMath
internal import CairnGeodesy
public import CairnRadio
public import CairnTypes

/// Access points and cells around a place, and the signals that a device hears of them; the same
/// seed gives the same world.
///
/// Shadowing belongs to places: a device that comes back hears much the same again, within the few
/// decibels by which two scans at one place differ.
public struct RadioWorld: Sendable {
  /// Metres east and north of the world's centre.
  struct Point: Hashable, Sendable {
    var east: Double
    var north: Double

    func distance(to other: Point) -> Double {
      cairn_hypot(east - other.east, north - other.north)
    }
  }

  private struct AccessPoint: Sendable {
    let bssid: BSSID
    let place: Point
    /// dBm at a distance of one metre.
    let power: Double
    /// MHz.
    let frequency: UInt32
  }

  /// Half the side of the square in which access points are, in metres, unless another is given.
  public static let extent = 600.0
  /// dBm of an access point at one metre, on average, and its standard deviation.
  static let power = (mean: -38.0, deviation: 4.0)
  /// dBm below which nothing is heard.
  static let weakest = -90.0
  /// Decibels by which two scans at one place differ: the standard deviation of each.
  static let fading = 2.5
  /// Metres over which shadowing changes.
  static let shadowSize = 20.0
  /// Metres beyond which no access point is heard, however strong it is.
  static let range = 400.0
  /// MHz: the channels in use.
  package static let frequencies: [UInt32] = [2412, 2437, 2462, 5180, 5220, 5260, 5500, 5745]

  /// Kind of neighbourhood.
  public let scene: RadioScene
  let center: Coordinate
  let seed: UInt64
  private let accessPoints: [AccessPoint]
  let sectors: [CellSector]
  /// Survey of this world: a good map, but neither complete nor exact.
  public let survey: RadioSurvey

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - scene: the kind of neighbourhood.
  ///   - center: the centre of the world.
  ///   - seed: determines everything that is random.
  ///   - extent: half the side of the square in which access points are, in metres.
  public init(
    _ scene: RadioScene, around center: Coordinate, seed: UInt64 = 1,
    extent: Double = RadioWorld.extent
  ) {
    self.scene = scene
    self.center = center
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    var survey = RadioSurvey()
    let count = Int(scene.accessPointDensity * 4 * extent * extent / 1e6)
    accessPoints = (0..<count).compactMap { number in
      // Addresses assigned by a manufacturer: others may not be looked up.
      guard let bssid = BSSID(rawValue: 0x0400_0000_0000 | UInt64(number)) else { return nil }
      let place = Point(
        east: random.next(in: -extent...extent),
        north: random.next(in: -extent...extent))
      survey.add(bssid, at: center.moved(to: place), scene, &random)
      return AccessPoint(
        bssid: bssid, place: place,
        power: Self.power.mean + Self.power.deviation * random.nextNormal(),
        frequency: Self.frequencies[Int(random.next() % UInt64(Self.frequencies.count))])
    }
    sectors = CellSector.all(in: scene, &random)
    for sector in sectors { survey.add(sector, around: center, scene, &random) }
    self.survey = survey
  }

  /// Finds the access points that a scan hears.
  ///
  /// - Parameters:
  ///   - coordinate: the position of the device.
  ///   - time: the time of the scan.
  ///   - frequency: MHz: the channel that is scanned; `nil` for all of them.
  /// - Returns: each access point once, in no particular order.
  public func accessPoints(
    at coordinate: Coordinate, time: MonotonicTime, on frequency: UInt32? = nil
  ) -> [AccessPointSighting] {
    let here = point(coordinate)
    var fading = SeededGenerator(seed: seed ^ UInt64(bitPattern: time.nanoseconds))
    return accessPoints.enumerated().compactMap { number, accessPoint in
      let distance = accessPoint.place.distance(to: here)
      guard distance <= Self.range, frequency ?? accessPoint.frequency == accessPoint.frequency
      else { return nil }
      let signal =
        accessPoint.power
        - 10 * scene.pathLossExponent * cairn_log(max(1, distance)) / cairn_log(10)
        + shadowDeviation * shadow(of: number, at: here) + Self.fading * fading.nextNormal()
      guard signal > Self.weakest else { return nil }
      return AccessPointSighting(
        bssid: accessPoint.bssid, ssid: SSID(Array("net \(number)".utf8)),
        signal: min(-10, cairn_round(signal)), frequency: accessPoint.frequency, time: time)
    }
  }

  /// Returns metres east and north of the centre.
  func point(_ coordinate: Coordinate) -> Point {
    let distance = center.distance(to: coordinate)
    let bearing = (center.bearing(to: coordinate) ?? 0) * radiansPerDegree
    return Point(east: distance * cairn_sin(bearing), north: distance * cairn_cos(bearing))
  }

  /// Decibels: the part of the shadowing that belongs to the place, and not to the moment.
  private var shadowDeviation: Double {
    max(0, scene.shadowing * scene.shadowing - Self.fading * Self.fading).squareRoot()
  }

  /// Returns the shadowing of a transmitter at a place, with a standard deviation of 1: random
  /// numbers at the corners of a grid, and between them their mean by distance.
  func shadow(of transmitter: Int, at here: Point) -> Double {
    let (x, y) = (here.east / Self.shadowSize, here.north / Self.shadowSize)
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, up) = (x - column, y - row)
    var (sum, squares) = (0.0, 0.0)
    for (dx, dy) in [(0.0, 0.0), (0, 1), (1, 0), (1, 1)] {
      let weight = (dx == 0 ? 1 - right : right) * (dy == 0 ? 1 - up : up)
      // Differs within forty kilometres of the centre.
      let corner = UInt64(bitPattern: Int64(column + dx) &* 4096 &+ Int64(row + dy))
      var random = SeededGenerator(seed: seed ^ UInt64(transmitter) << 40 ^ corner)
      sum += weight * random.nextNormal()
      squares += weight * weight
    }
    return sum / squares.squareRoot()
  }
}

extension Coordinate {
  /// Returns the place that is as many metres east and north as `point`.
  func moved(to point: RadioWorld.Point) -> Coordinate {
    moved(
      by: cairn_hypot(point.east, point.north),
      bearing: wrapped(cairn_atan2(point.east, point.north) / radiansPerDegree, 360))
  }
}
