import CCairnMath
import CairnGeodesy
import CairnTestSupport
import CairnTypes

@testable import CairnRadio

/// What a positioner and its rivals achieve in one world.
struct WorldTrial {
  /// Median error in metres.
  var ours = 0.0
  /// Median error in metres.
  var ichnaea = 0.0
  /// Median error in metres.
  var microG = 0.0
  /// Share of the errors within the stated radius, before and after learning.
  var coverage = (before: 0.0, after: 0.0)
  /// Median of the stated radius in metres, before and after learning.
  var radius = (before: 0.0, after: 0.0)
  /// Share of the places with a position.
  var answered = 0.0

  /// Metres along one axis: error of the satellite fixes that are learned from.
  private static let fixDeviation = 3.0

  /// Learns at some places of a world, and judges at as many others.
  init(of world: WiFiWorld, seed: UInt64, places: Int) {
    var random = SplitMix(seed: seed)
    var positioner = WiFiPositioner()
    for _ in 0..<places {
      guard let answer = Self.answer(in: world, positioner, &random) else { continue }
      let fixError = (
        east: Self.fixDeviation * random.normal(), north: Self.fixDeviation * random.normal()
      )
      positioner.scale.learn(
        error: cairn_hypot(answer.east - fixError.east, answer.north - fixError.north),
        unscaledRadius: answer.position.unscaledAccuracy,
        fixAccuracy: 1.51 * Self.fixDeviation, networks: answer.position.networks)
    }
    judge(world, positioner, places, &random)
  }

  private mutating func judge(
    _ world: WiFiWorld, _ positioner: WiFiPositioner, _ places: Int, _ random: inout SplitMix
  ) {
    var errors: (ours: [Double], ichnaea: [Double], microG: [Double]) = ([], [], [])
    var radii: (before: [Double], after: [Double]) = ([], [])
    var within = (before: 0, after: 0)
    for _ in 0..<places {
      guard let answer = Self.answer(in: world, positioner, &random) else { continue }
      let error = cairn_hypot(answer.east, answer.north)
      let position = answer.position
      errors.ours.append(error)
      radii.before.append(position.unscaledAccuracy)
      radii.after.append(position.horizontalAccuracy)
      if error <= position.unscaledAccuracy { within.before += 1 }
      if error <= position.horizontalAccuracy { within.after += 1 }
      let twenty = Array(answer.group.prefix(20))
      let ichnaea = Rivals.ichnaea(twenty)
      errors.ichnaea.append(cairn_hypot(ichnaea.east, ichnaea.north))
      let microG = Rivals.microG(twenty)
      errors.microG.append(cairn_hypot(microG.east, microG.north))
    }
    let count = Double(errors.ours.count)
    ours = Self.median(errors.ours)
    ichnaea = Self.median(errors.ichnaea)
    microG = Self.median(errors.microG)
    coverage = (Double(within.before) / count, Double(within.after) / count)
    radius = (Self.median(radii.before), Self.median(radii.after))
    answered = count / Double(places)
  }

  /// A position at one place, its error in metres, and the group of access points that it is from.
  private typealias Answer = (
    position: WiFiPosition, east: Double, north: Double, group: [WiFiWorld.Heard]
  )

  private static let here = LocalFrame(origin: Coordinate(latitude: 46.95, longitude: 7.43))
  private static let now = MonotonicTime(nanoseconds: 1_000_000_000)

  private static func answer(
    in world: WiFiWorld, _ positioner: WiFiPositioner, _ random: inout SplitMix
  ) -> Answer? {
    let heard = world.place(&random)
    let places = heard.map { here.place(at: GroundVector(east: $0.east, north: $0.north)) }
    let sightings = heard.indices.map {
      AccessPointSighting(
        bssid: AccessPoints.bssid(UInt64($0)), ssid: SSID([65]), signal: heard[$0].signal,
        time: now)
    }
    let source = AccessPointLookUp {
      KnownAccessPoint(
        coordinate: places[Int($0.rawValue & 0xFFFF)],
        accuracy: world.databaseError * standardDeviations68)
    }
    guard
      let position = try? positioner.position(
        of: WiFiScan(sightings: sightings, time: now), at: now, from: source)
    else { return nil }
    let error = here.vector(to: position.coordinate)
    let points = zip(heard, places).prefix(WiFiPositioner.maximumLookUps).map {
      HeardAccessPoint(coordinate: $1, accuracy: 0, signal: $0.signal, time: now)
    }
    let group = AccessPointCluster.largest(of: points, limit: WiFiPositioner.maximumDistance)
      .map { point -> WiFiWorld.Heard in
        let vector = here.vector(to: point.coordinate)
        return .init(east: vector.east, north: vector.north, signal: point.signal)
      }
      .sorted { $0.signal > $1.signal }
    return (position, error.east, error.north, group)
  }

  static func median(_ values: [Double]) -> Double {
    Rivals.percentile(values.sorted(), 0.5)
  }
}
