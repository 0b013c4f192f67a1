internal import CairnTypes

extension MSM {
  /// What a message says of one satellite.
  public struct Satellite: Hashable, Sendable, BitwiseCopyable {
    /// Bit of the satellite mask, 1...64, as the system numbers its satellites: PRN or slot; SBAS 1 is
    /// PRN 120, QZSS 1 is PRN 193.
    public let number: UInt8
    /// Milliseconds that the signal travels, whole; `nil` when not known, and in forms 1 to 3.
    public var roughMilliseconds: UInt8?
    /// Metres: the range's part that exceeds whole milliseconds of light, in steps of 1/1024 ms.
    public var roughRemainder = 0.0
    /// Extended information, 0...15, in forms 5 and 7 of all systems but GLONASS.
    public var extendedInformation: UInt8 = 0
    /// Number of the GLONASS frequency, -7...6, in forms 5 and 7; `nil` when not known.
    public var frequencyChannel: Int8?
    /// Metres per second, whole: how fast the range grows; `nil` when not known, and in other forms than
    /// 5 and 7.
    public var roughRangeRate: Double?

    /// A satellite of that number, 1...64, of which nothing is known.
    public init(_ number: UInt8) { self.number = number }

    /// Metres, in steps of 1/1024 of a millisecond of light; `nil` when not known.
    public var roughRange: Double? {
      roughMilliseconds.map { Double($0) * Unit.lightMillisecond + roughRemainder }
    }
  }
}

extension MSM.Satellite {
  /// The fields of all satellites in the order in which the wire has them.
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
