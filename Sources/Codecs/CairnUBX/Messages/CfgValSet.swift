/// UBX-CFG-VALSET: sets configuration items.
///
/// The receiver answers with `AckAck`, or with `AckNak` if it does not know one of the keys; it
/// then sets none of them.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALSET.
public struct CfgValSet: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8A)
  public static let name = "CFG-VALSET"
  public static let payloadLength = PayloadLength.atLeast(4)
  /// Maximum number of values that a receiver, and the decoder, accept in one message.
  public static let maximumValues = 64

  /// 0 without a transaction, 1 with one.
  public var version: UInt8 = 0
  /// Memories to write to; a receiver accepts the message only with at least one.
  public var layers: ConfigurationLayers = []
  /// Only meaningful in version 1.
  public var transaction = ConfigurationTransaction.none
  /// Values to set, at most `maximumValues`; a receiver refuses a message with more.
  public var values: [ConfigurationValue] = []

  public init() {}

  /// Creates a message of the version that supports the requested transaction.
  ///
  /// - Parameters:
  ///   - values: at most `maximumValues`; `messages` splits more.
  ///   - layers: memories to write to.
  ///   - transaction: effect of the message on a transaction.
  public init(
    _ values: [ConfigurationValue], in layers: ConfigurationLayers,
    transaction: ConfigurationTransaction = .none
  ) {
    version = transaction == .none ? 0 : 1
    self.layers = layers
    self.transaction = transaction
    self.values = values
  }

  /// Returns the messages that set any number of values: one, or several in one transaction.
  ///
  /// - Parameters:
  ///   - values: values in the order in which to send them.
  ///   - layers: memories to write to.
  /// - Returns: messages in order; empty when there are no values.
  public static func messages(
    setting values: [ConfigurationValue], in layers: ConfigurationLayers
  ) -> [CfgValSet] {
    var messages: [CfgValSet] = []
    var start = 0
    while start < values.count {
      let end = min(start &+ maximumValues, values.count)
      let transaction: ConfigurationTransaction =
        switch (start, end) {
        case (0, values.count): .none
        case (0, _): .start
        case (_, values.count): .apply
        default: .ongoing
        }
      messages.append(
        CfgValSet([ConfigurationValue](values[start..<end]), in: layers, transaction: transaction))
      start = end
    }
    return messages
  }

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("layers", &layers)
    f.x1("transaction", &transaction)
    f.reserved(1)
    f.configuration(&values)
  }
}
