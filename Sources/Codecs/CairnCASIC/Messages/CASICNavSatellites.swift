public import CairnTypes

/// NAV-GPSINFO, NAV-BDSINFO and NAV-GLNINFO: satellites of one system in view.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-GPSINFO".
public struct CASICNavSatellites: CASICMessage {
  /// NAV-GPSINFO.
  public static var gpsID: CASICMessageID { CASICMessageID(0x01, 0x20) }
  /// NAV-BDSINFO.
  public static var beiDouID: CASICMessageID { CASICMessageID(0x01, 0x21) }
  /// NAV-GLNINFO.
  public static var glonassID: CASICMessageID { CASICMessageID(0x01, 0x22) }

  /// One satellite.
  public struct Entry: Hashable, Sendable, BitwiseCopyable {
    /// Channel of the receiver; 255 for a satellite that is not tracked.
    public var channel: UInt8 = 0
    /// The system's own number.
    public var number: UInt8 = 0
    /// Bit 0: the satellite is in the solution.
    public var flags: UInt8 = 0
    /// Quality of the measurement.
    public var quality: UInt8 = 0
    /// dB-Hz; 0 while not tracked.
    public var carrierToNoise: UInt8 = 0
    /// Degrees above the horizon.
    public var elevation: Int8 = 0
    /// Degrees clockwise from true north.
    public var azimuth: Int16 = 0
    /// Metres.
    public var residual: Float = 0

    /// Creates an entry with all values zero.
    public init() {}
  }

  /// Milliseconds since the receiver started. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// Number of satellites.
  public var count: UInt8 = 0
  /// Number of satellites in the solution.
  public var usedCount: UInt8 = 0
  /// 0 GPS, 1 BeiDou, 2 GLONASS.
  public var system: UInt8 = 0
  /// Satellites, as many as `count` says.
  public var entries: [Entry] = []

  public init() {}

  public mutating func fields(_ f: inout some CASICFieldVisitor & ~Escapable) {
    f.integer("runTime", &runTime)
    f.integer("numViewSv", &count)
    f.integer("numFixSv", &usedCount)
    f.integer("system", &system)
    f.reserved(1)
    // At most 255, the highest count that an octet can hold.
    for index in 0..<Int(count) {
      var entry = index < entries.count ? entries[index] : Entry()
      f.beginGroup(index)
      f.integer("chn", &entry.channel)
      f.integer("svid", &entry.number)
      f.integer("flags", &entry.flags)
      f.integer("quality", &entry.quality)
      f.integer("cno", &entry.carrierToNoise)
      f.integer("elev", &entry.elevation)
      f.integer("azim", &entry.azimuth)
      f.real("prRes", &entry.residual)
      f.endGroup()
      if index < entries.count { entries[index] = entry } else { entries.append(entry) }
    }
  }

  /// Returns the satellite of an entry, with the values that every provider uses.
  ///
  /// - Parameters:
  ///   - entry: an entry of the list.
  ///   - id: identity of the message.
  /// - Returns: `nil` for a message that lists no satellites.
  public static func satellite(_ entry: Entry, in id: CASICMessageID) -> Satellite? {
    let system: SatelliteSystem
    switch id {
    case gpsID: system = .gps
    case beiDouID: system = .beidou
    case glonassID: system = .glonass
    default: return nil
    }
    return Satellite(
      system: system, number: entry.number == 0 ? nil : entry.number,
      elevation: (-90...90).contains(entry.elevation) ? entry.elevation : nil,
      azimuth: (0...360).contains(entry.azimuth) ? UInt16(entry.azimuth % 360) : nil,
      carrierToNoise: entry.carrierToNoise == 0 ? nil : Float(entry.carrierToNoise),
      isUsed: entry.flags & 1 != 0)
  }
}
