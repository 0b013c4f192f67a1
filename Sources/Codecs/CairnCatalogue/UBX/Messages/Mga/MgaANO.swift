public import CairnUBX

/// UBX-MGA-ANO: predicted orbit of one satellite for one day, as u-blox's AssistNow Offline service
/// provides it.
///
/// Send a receiver only the rows of the present day.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ANO.
public struct MgaANO: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x20)
  public static let name = "MGA-ANO"
  public static let payloadLength = PayloadLength.exactly(76)
  public static let discriminator: UInt8? = 0x00

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Satellite number within its system.
  public var satellite: UInt8 = 0
  /// The satellite's system.
  public var gnss = GNSSIdentifier.gps
  /// Year - 2000.
  public var year: UInt8 = 0
  /// 1...12.
  public var month: UInt8 = 0
  /// 1...31.
  public var day: UInt8 = 0
  /// The service's own data, 64 bytes.
  public var data: [UInt8] = []
  private var type: UInt8 = 0x00

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    f.u1("svId", &satellite)
    f.u1("gnssId", &gnss)
    f.u1("year", &year)
    f.u1("month", &month)
    f.u1("day", &day)
    f.reserved(1)
    f.octets("data", 64, &data, as: .number)
    f.reserved(4)
  }
}
