/// UBX-CFG-VALGET, answer: configuration items and their values.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALGET.
public struct CfgValGet: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8B)
  public static let name = "CFG-VALGET"
  public static let payloadLength = PayloadLength.atLeast(4)
  public static let discriminator: UInt8? = 1

  /// Memory that the values were read from.
  public var layer = ConfigurationLayer.ram
  /// Number of polled items that come before these.
  public var position: UInt16 = 0
  /// At most 64; if there are 64, a poll from the next position may return more.
  public var values: [ConfigurationValue] = []
  private var version: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("layer", &layer)
    f.u2("position", &position)
    f.configuration(&values)
  }
}
