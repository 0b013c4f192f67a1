internal import CairnTypes

extension MSM {
  /// A message's data on one satellite.
  public struct Satellite: Hashable, Sendable, BitwiseCopyable {
    /// The bit in the satellite mask, 1...64, in the system's numbering: PRN or slot; SBAS 1 is PRN
    /// 120, QZSS 1 is PRN 193.
    public let number: UInt8
    /// Whole milliseconds of the signal's travel time; `nil` if unknown, and in forms 1 to 3.
    public var roughMilliseconds: UInt8?
    /// The range in metres beyond whole milliseconds of light, in steps of 1/1024 ms.
    public var roughRemainder = 0.0
    /// Extended information, 0...15, in forms 5 and 7 of all systems except GLONASS.
    public var extendedInformation: UInt8 = 0
    /// GLONASS frequency number, -7...6, in forms 5 and 7; `nil` if unknown.
    public var frequencyChannel: Int8?
    /// The rate at which the range grows, in whole metres per second; `nil` if unknown, and in
    /// forms other than 5 and 7.
    public var roughRangeRate: Double?

    /// Creates a satellite without data; its number is 1...64.
    public init(_ number: UInt8) { self.number = number }

    /// The rough range in metres, in steps of 1/1024 of a millisecond of light; `nil` if unknown.
    public var roughRange: Double? {
      roughMilliseconds.map { Double($0) * Unit.lightMillisecond + roughRemainder }
    }
  }
}

extension MSM.Satellite {
  /// The fields of all satellites, in wire order.
  enum Column { case name, milliseconds, extended, remainder, rate }

  static func columns(_ form: Int) -> [Column] {
    switch form {
    case 1, 2, 3: [.name, .remainder]
    case 5, 7: [.name, .milliseconds, .extended, .remainder, .rate]
    default: [.name, .milliseconds, .remainder]
    }
  }

  mutating func field(
    _ column: Column, _ system: SatelliteSystem, _ f: inout some RTCMFieldVisitor & ~Escapable
  ) {
    switch column {
    case .name: f.derived("PRN", .text(MSM.name(ofSatellite: number, system)))
    case .milliseconds: f.integer(.df397, &roughMilliseconds, absent: 255)
    case .extended where system == .glonass:
      var raw = frequencyChannel.map { UInt8(clamping: Int($0) &+ 7) } ?? 15
      f.integer(.df419, &raw)
      frequencyChannel = raw < 14 ? Int8(truncatingIfNeeded: Int(raw) &- 7) : nil
    case .extended: f.integer(.extendedSatelliteInformation, &extendedInformation)
    case .remainder: f.real(.df398, &roughRemainder, unit: Unit.lightMillisecond)
    case .rate: f.real(.df399, &roughRangeRate, absent: -8192)
    }
  }
}
