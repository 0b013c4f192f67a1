internal import CairnHAL
internal import CairnTypes

/// The satellites of a moment in seven bytes for each signal: a recording of a day has millions of them.
struct RecordedSky: Sendable {
  private static let length = 7
  /// Bits of the first byte, beside the system's number.
  private static let (used, numbered, placed, aimed): (UInt8, UInt8, UInt8, UInt8) = (
    0x10, 0x20, 0x40, 0x80
  )
  /// Signals of a moment: no receiver has more channels that are of interest.
  private static let most = 255

  private let bytes: [UInt8]
  private let dilution: (horizontal: Float?, vertical: Float?, position: Float?)

  /// Bytes in memory.
  var cost: Int { bytes.count }

  init(_ report: SatelliteReport) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(report.satellites.count, Self.most) * Self.length)
    for satellite in report.satellites.prefix(Self.most) { Self.append(satellite, to: &bytes) }
    self.bytes = bytes
    dilution = (report.dilution.horizontal, report.dilution.vertical, report.dilution.position)
  }

  /// Returns the report of a moment.
  func report(at time: MonotonicTime) -> SatelliteReport {
    var dop = DilutionOfPrecision()
    (dop.horizontal, dop.vertical, dop.position) = dilution
    let satellites = stride(from: 0, to: bytes.count, by: Self.length).compactMap { satellite($0) }
    return SatelliteReport(satellites: satellites, dilution: dop, time: time)
  }

  private static func append(_ satellite: Satellite, to bytes: inout [UInt8]) {
    var head = satellite.system.rawValue & 0x0F
    if satellite.isUsed { head |= used }
    if satellite.number != nil { head |= numbered }
    if satellite.elevation != nil { head |= placed }
    if satellite.azimuth != nil { head |= aimed }
    // Tenths; what is no number has none.
    let level = satellite.carrierToNoise.flatMap {
      $0.isFinite ? UInt16(max(0, min(6500, $0)) * 10) : nil
    }
    let azimuth = satellite.azimuth ?? 0
    bytes += [
      head, satellite.number ?? 0, UInt8(bitPattern: satellite.elevation ?? 0),
      UInt8(truncatingIfNeeded: azimuth), UInt8(truncatingIfNeeded: azimuth >> 8),
      UInt8(truncatingIfNeeded: level ?? .max), UInt8(truncatingIfNeeded: (level ?? .max) >> 8),
    ]
  }

  private func satellite(_ at: Int) -> Satellite? {
    let head = bytes[at]
    guard let system = SatelliteSystem(rawValue: head & 0x0F) else { return nil }
    let level = UInt16(bytes[at + 5]) | UInt16(bytes[at + 6]) << 8
    return Satellite(
      system: system, number: head & Self.numbered == 0 ? nil : bytes[at + 1],
      elevation: head & Self.placed == 0 ? nil : Int8(bitPattern: bytes[at + 2]),
      azimuth: head & Self.aimed == 0 ? nil : UInt16(bytes[at + 3]) | UInt16(bytes[at + 4]) << 8,
      carrierToNoise: level == .max ? nil : Float(level) / 10, isUsed: head & Self.used != 0)
  }
}
