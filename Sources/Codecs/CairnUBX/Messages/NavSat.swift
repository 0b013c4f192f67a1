public import CairnTypes

/// UBX-NAV-SAT: satellites in view, tracked or not.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-SAT.
public struct NavSat: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x35)
  public static let name = "NAV-SAT"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One satellite; listed once even if several of its signals are received.
  public struct Satellite: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// The system's own number; GLONASS 255 is a satellite not yet identified.
    public var number: UInt8 = 0
    /// dB-Hz; absent while the signal is not tracked.
    public var carrierToNoise: UInt8?
    /// Degrees above the horizon; absent while unknown.
    public var elevation: Int8?
    /// Degrees clockwise from true north; absent while unknown.
    public var azimuth: Int16?
    /// Metres.
    public var pseudorangeResidual = 0.0
    /// State bits.
    public var flags = SatelliteFlags()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.u1("cno", &carrierToNoise, absent: 0)
      f.i1("elev", &elevation, absent: -91)
      f.i2("azim", &azimuth, absent: 0, when: elevation == nil)
      f.i2("prRes", &pseudorangeResidual, scale: 1e-1)
      f.x4("flags", &flags)
    }
  }

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message layout.
  public var version: UInt8 = 1
  /// Satellites in wire order, at most 255.
  public var satellites: [Satellite] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    let count = f.count("numSvs", of: satellites)
    f.reserved(2)
    f.groups(count, &satellites)
  }
}

extension CairnTypes.Satellite {
  /// Creates the satellite of a NAV-SAT element; `nil` for a system that Cairn does not know.
  ///
  /// The message does not name signals. Elevations and azimuths outside their range are absent.
  public init?(_ satellite: NavSat.Satellite) {
    guard let system = satellite.gnss.system else { return nil }
    let unidentified = satellite.number == 0 || (system == .glonass && satellite.number == 255)
    let elevation = satellite.elevation.flatMap { (-90...90).contains($0) ? $0 : nil }
    let azimuth = satellite.azimuth.flatMap { (0...360).contains($0) ? UInt16($0 % 360) : nil }
    self.init(
      system: system, number: unidentified ? nil : satellite.number, elevation: elevation,
      azimuth: azimuth, carrierToNoise: satellite.carrierToNoise.map { Float($0) },
      isUsed: satellite.flags.isUsed)
  }
}
