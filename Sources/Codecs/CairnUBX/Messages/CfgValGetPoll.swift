/// UBX-CFG-VALGET, poll: asks for configuration items.
///
/// The receiver answers with `CfgValGet` and `AckAck`, or with `AckNak` if it does not know one of
/// the keys.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALGET.
public struct CfgValGetPoll: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8B)
  public static let name = "CFG-VALGET"
  public static let payloadLength = PayloadLength.atLeast(4)
  public static let discriminator: UInt8? = 0

  /// Memory to read from.
  public var layer = ConfigurationLayer.ram
  /// Number of matching items to omit from the answer.
  public var position: UInt16 = 0
  /// At most 64; an item number of all ones requests a whole group.
  public var keys: [ConfigurationKey] = []
  private var version: UInt8 = 0

  public init() {}

  /// - Parameters:
  ///   - keys: items to read, at most 64.
  ///   - layer: memory to read from.
  ///   - position: number of matching items to omit from the answer.
  public init(
    _ keys: [ConfigurationKey], in layer: ConfigurationLayer = .ram, from position: UInt16 = 0
  ) {
    self.layer = layer
    self.position = position
    self.keys = keys
  }

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("layer", &layer)
    f.u2("position", &position)
    f.configurationKeys("keys", &keys)
  }
}
