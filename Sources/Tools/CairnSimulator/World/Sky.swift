internal import CCairnMath
public import CairnTypes

/// The satellites above a simulated receiver; the same seed gives the same satellites.
///
/// They rise, culminate and set in about six hours, as navigation satellites do, but follow no real
/// orbits: the sky does not show where any satellite is today.
public struct Sky: Sendable {
  /// Elevation in degrees below which a receiver does not use a satellite.
  public static let elevationMask = 5.0
  /// Seconds between two culminations of a satellite in medium orbit.
  static let period = 43_082.0

  private struct Orbit: Sendable {
    let system: SatelliteSystem
    let number: UInt8
    /// Highest elevation, in degrees.
    let culmination: Double
    /// Degrees of azimuth at the simulation's start.
    let azimuth: Double
    /// Degrees of azimuth per second.
    let drift: Double
    /// Phase of the elevation's cycle at the simulation's start, in radians.
    let phase: Double
    let isGeostationary: Bool
    /// Difference in dB from the strength that the elevation alone would give.
    let strength: Double
  }

  private let orbits: [Orbit]

  /// Creates a sky with the given systems.
  ///
  /// - Parameters:
  ///   - seed: determines the satellites and their paths.
  ///   - systems: the systems received, each at most once.
  public init(
    seed: UInt64, systems: [SatelliteSystem] = [.gps, .galileo, .glonass, .beidou, .sbas]
  ) {
    var orbits: [Orbit] = []
    for system in systems {
      var random = SeededGenerator(seed: seed &* 31 &+ UInt64(system.rawValue) &+ 1)
      var numbers = Self.numbers(of: system)
      let count = system == .sbas ? min(3, numbers.count) : min(18, numbers.count)
      for index in 0..<count {
        let number = numbers.remove(at: Int(random.next() % UInt64(numbers.count)))
        let isGeostationary = system == .sbas
        // Spread evenly in azimuth, so that every seed gives a usable geometry.
        let sector = 360 / Double(count)
        orbits.append(
          Orbit(
            system: system, number: number,
            culmination: isGeostationary ? random.next(in: 20...45) : random.next(in: 25...88),
            azimuth: isGeostationary
              ? random.next(in: 130...230) : (Double(index) + random.nextUnit()) * sector,
            drift: isGeostationary ? 0 : random.next(in: -0.008...0.008),
            phase: random.next(in: 0...(2 * .pi)), isGeostationary: isGeostationary,
            strength: random.next(in: -4...3)))
      }
    }
    self.orbits = orbits
  }

  /// Returns the satellites above the horizon, all tracked; none is marked as used.
  ///
  /// - Parameter seconds: time since the simulation's start.
  /// - Returns: the satellites by system, in the initializer's order of systems, then by number.
  public func satellites(at seconds: Double) -> [Satellite] {
    var view: [Satellite] = []
    for orbit in orbits {
      let angle = 2 * .pi * seconds / Self.period + orbit.phase
      let elevation =
        orbit.isGeostationary ? orbit.culmination : orbit.culmination * cairn_sin(angle)
      guard elevation >= 0 else { continue }
      let fading = 1.5 * cairn_sin(seconds / 17 + orbit.phase * 7)
      let strength = 26 + 21 * cairn_sin(elevation * radiansPerDegree) + orbit.strength + fading
      let azimuth = UInt16(wrapped(orbit.azimuth + orbit.drift * seconds, 360))
      view.append(
        Satellite(
          system: orbit.system, number: orbit.number, elevation: Int8(cairn_round(elevation)),
          azimuth: azimuth, carrierToNoise: Float(cairn_round(strength))))
    }
    return orbits.isEmpty ? [] : sorted(view)
  }

  private func sorted(_ view: [Satellite]) -> [Satellite] {
    var order: [SatelliteSystem] = []
    for orbit in orbits where order.last != orbit.system { order.append(orbit.system) }
    return order.flatMap { system in
      view.filter { $0.system == system }.sorted { ($0.number ?? 0) < ($1.number ?? 0) }
    }
  }

  private static func numbers(of system: SatelliteSystem) -> [UInt8] {
    switch system {
    case .gps: Array(1...32)
    case .sbas: [122, 129, 134, 137]
    case .galileo:
      [2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 19, 21, 23, 24, 25, 26, 27, 30, 31, 33]
    case .beidou: Array(19...46)
    case .imes: []
    case .qzss: [2, 3, 4, 7]
    case .glonass: Array(1...24)
    case .navic: [2, 3, 5, 6, 9, 10]
    }
  }
}
