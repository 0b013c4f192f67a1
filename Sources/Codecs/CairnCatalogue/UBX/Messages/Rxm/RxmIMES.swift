public import CairnUBX

/// UBX-RXM-IMES: the indoor messaging system's transmitters within reach.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-RXM-IMES; scales and offsets: IS-QZSS, IMES messages.
public struct RxmIMES: UBXMessage, Hashable {
  public static let id = MessageID(.rxm, 0x61)
  public static let name = "RXM-IMES"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One transmitter.
  public struct Transmitter: UBXGroup, Hashable {
    /// The transmitter's number.
    public var number: UInt8 = 0
    /// dB-Hz.
    public var carrierToNoise: UInt8 = 0
    /// Hertz.
    public var doppler = 0.0
    /// Floor and latitude of the 23- and 24-bit position.
    public var coarseFirst = CoarseFirst()
    /// Longitude of the 23- and 24-bit position, and whether it is valid.
    public var coarseSecond = CoarseSecond()
    /// Floor, altitude and accuracy of the 32-bit position, and whether it is valid.
    public var fine = Fine()
    /// Degrees on WGS 84, positive north; of the 32-bit position.
    public var latitude = 0.0
    /// Degrees on WGS 84, positive east; of the 32-bit position.
    public var longitude = 0.0
    /// The short identifier.
    public var short = ShortIdentifier()
    /// The lower 32 bits of the medium identifier.
    public var mediumLow: UInt32 = 0
    /// The highest bit of the medium identifier, and whether it is valid.
    public var medium = MediumIdentifier()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.reserved(1)
      f.u1("txId", &number)
      f.reserved(3)
      f.u1("cno", &carrierToNoise)
      f.reserved(2)
      f.i4("doppler", &doppler, scale: 0x1p-12)
      f.x4("position1_1", &coarseFirst)
      f.x4("position1_2", &coarseSecond)
      f.x4("position2_1", &fine)
      f.i4("lat", &latitude, scale: 180 * 0x1p-24)
      f.i4("lon", &longitude, scale: 360 * 0x1p-32)
      f.x4("shortIdFrame", &short)
      f.u4("mediumIdLSB", &mediumLow)
      f.x4("mediumId_2", &medium)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// In wire order, at most 255.
  public var transmitters: [Transmitter] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    let count = f.count("numTx", of: transmitters)
    f.u1("version", &version)
    f.reserved(2)
    f.groups(count, &transmitters)
  }
}
