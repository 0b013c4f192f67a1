/// UBX-CFG-VALDEL: deletes stored configuration items, so that those of the next layer apply.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALDEL.
public struct CfgValDel: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8C)
  public static let name = "CFG-VALDEL"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// 0 without a transaction, 1 with one.
  public var version: UInt8 = 0
  /// Memories to delete from; nothing can be deleted from RAM, so RAM is not sent.
  public var layers: ConfigurationLayers = []
  /// Only meaningful in version 1.
  public var transaction = ConfigurationTransaction.none
  /// Items to delete, at most 64.
  public var keys: [ConfigurationKey] = []

  public init() {}

  /// Creates a message of the version that supports the requested transaction.
  ///
  /// - Parameters:
  ///   - keys: items to delete, at most 64.
  ///   - layers: memories to delete from.
  ///   - transaction: effect of the message on a transaction.
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
