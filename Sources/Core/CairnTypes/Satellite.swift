/// A satellite navigation system.
///
/// Raw values are u-blox's `gnssId`, which gpsd's JSON uses too.
@nonexhaustive
public enum SatelliteSystem: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case gps = 0
  case sbas = 1
  case galileo = 2
  case beidou = 3
  case imes = 4
  case qzss = 5
  case glonass = 6
  case navic = 7
}

/// One signal of one satellite in view, in one epoch.
///
/// A satellite received on two frequencies appears twice, with two values of `signal`.
public struct Satellite: Hashable, Sendable, BitwiseCopyable {
  /// System the satellite belongs to.
  public var system: SatelliteSystem
  /// The system's own number: GPS PRN 1...32, GLONASS slot 1...32, SBAS PRN 120...158, Galileo
  /// 1...36, BeiDou 1...63, QZSS 1...10, NavIC 1...14. `nil` for a signal not yet identified.
  public var number: UInt8?
  /// Signal identifier of NMEA 0183 version 4.11, table 20; `nil` when the source names no signal.
  public var signal: UInt8?
  /// Degrees above the horizon, -90...90.
  public var elevation: Int8?
  /// Degrees clockwise from true north, 0...359.
  public var azimuth: UInt16?
  /// Carrier-to-noise density, dB-Hz; `nil` while not tracked.
  public var carrierToNoise: Float?
  /// Whether the position of this epoch uses the signal.
  public var isUsed: Bool

  /// Creates a satellite; the properties give the units.
  public init(
    system: SatelliteSystem, number: UInt8?, signal: UInt8? = nil, elevation: Int8? = nil,
    azimuth: UInt16? = nil, carrierToNoise: Float? = nil, isUsed: Bool = false
  ) {
    self.system = system
    self.number = number
    self.signal = signal
    self.elevation = elevation
    self.azimuth = azimuth
    self.carrierToNoise = carrierToNoise
    self.isUsed = isUsed
  }
}

/// Dilution of precision of one epoch; dimensionless, `nil` where the receiver does not report it.
public struct DilutionOfPrecision: Hashable, Sendable, BitwiseCopyable {
  /// GDOP: position and time.
  public var geometric: Float?
  /// PDOP: all three axes.
  public var position: Float?
  /// HDOP.
  public var horizontal: Float?
  /// VDOP.
  public var vertical: Float?
  /// TDOP: the receiver's clock.
  public var time: Float?
  /// North-south axis only.
  public var northing: Float?
  /// East-west axis only.
  public var easting: Float?

  /// Creates a value with all properties absent.
  public init() {}
}
