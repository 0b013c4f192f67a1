/// UBX-CFG-VALDEL: deletes stored configuration items, so that those of the next layer count.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALDEL.
public struct CfgValDel: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8C)
  public static let name = "CFG-VALDEL"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// 0 without a transaction, 1 with one.
  public var version: UInt8 = 0
  /// The memories to delete from; nothing can be deleted from RAM, which is not sent.
  public var layers: ConfigurationLayers = []
  /// Has a meaning in version 1.
  public var transaction = ConfigurationTransaction.none
  /// At most 64.
  public var keys: [ConfigurationKey] = []

  public init() {}

  /// A message of the version that knows the transaction asked for.
  ///
  /// - Parameters:
  ///   - keys: at most 64.
  ///   - layers: the memories to delete from.
  ///   - transaction: what the message does to one.
  public init(
    _ keys: [ConfigurationKey], from layers: ConfigurationLayers,
    transaction: ConfigurationTransaction = .none
  ) {
    version = transaction == .none ? 0 : 1
    self.layers = layers
    self.transaction = transaction
    self.keys = keys
  }

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    var stored = StoredLayers(layers)
    f.u1("version", &version)
    f.x1("layers", &stored)
    f.x1("transaction", &transaction)
    f.reserved(1)
    f.configurationKeys("keys", &keys)
    layers = stored.layers
  }
}
