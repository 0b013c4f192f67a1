package import CairnTypes

/// One satellite, with all its signals joined.
package struct SatelliteLine: Hashable, Sendable {
  package var system: SatelliteSystem
  /// The system's own number; `nil` if the signal is not identified.
  package var number: UInt8?
  /// Strength of the strongest signal in dB-Hz; `nil` while none is tracked.
  package var level: Double?
  /// Number of tracked signals.
  package var bands: Int
  /// Whether the position uses one of the signals.
  package var isUsed: Bool
  /// Degrees above the horizon.
  package var elevation: Int8?
  /// Degrees clockwise from true north.
  package var azimuth: UInt16?

  /// Joins the signals of each satellite, ordered by system and number so that the order stays the
  /// same from one epoch to the next.
  package static func joined(_ signals: [Satellite]) -> [SatelliteLine] {
    var lines: [SatelliteLine] = []
    for signal in signals {
      let level = signal.carrierToNoise.map { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
      let known = lines.firstIndex {
        $0.system == signal.system && $0.number == signal.number && signal.number != nil
      }
      guard let known else {
        lines.append(
          SatelliteLine(
            system: signal.system, number: signal.number, level: level, bands: level == nil ? 0 : 1,
            isUsed: signal.isUsed, elevation: signal.elevation, azimuth: signal.azimuth))
        continue
      }
      lines[known].isUsed = lines[known].isUsed || signal.isUsed
      lines[known].elevation = lines[known].elevation ?? signal.elevation
      lines[known].azimuth = lines[known].azimuth ?? signal.azimuth
      if let level {
        lines[known].bands += 1
        lines[known].level = max(level, lines[known].level ?? level)
      }
    }
    return lines.sorted { $0.rank < $1.rank }
  }

  private var rank: (Int, Int) { (Int(system.rawValue), Int(number ?? .max)) }

  /// Name such as `G07`, with RINEX's letter for the system.
  package var name: String {
    let letter =
      switch system {
      case .gps: "G"
      case .sbas: "S"
      case .galileo: "E"
      case .beidou: "C"
      case .imes: "M"
      case .qzss: "J"
      case .glonass: "R"
      case .navic: "I"
      }
    guard let number else { return letter + "?" }
    return letter + (number < 10 ? "0" : "") + "\(number)"
  }
}
