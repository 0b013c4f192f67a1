/// UBX-CFG-VALSET: sets configuration items.
///
/// The receiver answers with `AckAck`, or with `AckNak` when it does not know one of the keys, and then
/// sets none of them.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALSET.
public struct CfgValSet: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x8A)
  public static let name = "CFG-VALSET"
  public static let payloadLength = PayloadLength.atLeast(4)
  /// What a receiver takes in one message, and a decoder too.
  public static let maximumValues = 64

  /// 0 without a transaction, 1 with one.
  public var version: UInt8 = 0
  /// The memories to write to; at least one for a receiver to accept the message.
  public var layers: ConfigurationLayers = []
  /// Has a meaning in version 1.
  public var transaction = ConfigurationTransaction.none
  /// At most `maximumValues`; a receiver refuses a message with more.
  public var values: [ConfigurationValue] = []

  public init() {}

  /// A message of the version that knows the transaction asked for.
  ///
  /// - Parameters:
  ///   - values: at most `maximumValues`; `messages` divides more.
  ///   - layers: the memories to write to.
  ///   - transaction: what the message does to one.
  public init(
    _ values: [ConfigurationValue], in layers: ConfigurationLayers,
    transaction: ConfigurationTransaction = .none
  ) {
    version = transaction == .none ? 0 : 1
    self.layers = layers
    self.transaction = transaction
    self.values = values
  }

  /// The messages that set any number of values: one, or as many as it takes, in one transaction.
  ///
  /// - Parameters:
  ///   - values: in the order in which they are sent.
  ///   - layers: the memories to write to.
  /// - Returns: the messages in order; none when there is no value.
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
