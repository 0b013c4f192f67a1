public import CairnUBX

/// UBX-CFG-BATCH: batching of position fixes in the receiver's memory, for LOG-BATCH.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-BATCH.
public struct CfgBatch: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x93)
  public static let name = "CFG-BATCH"
  public static let payloadLength = PayloadLength.exactly(8)

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// What to batch, and whether a pin notifies.
  public var flags = Flags()
  /// Number of epochs that the buffer holds; the receiver may reduce it.
  public var capacity: UInt16 = 0
  /// Number of epochs in the buffer at which the pin notifies.
  public var notificationThreshold: UInt16 = 0
  /// The PIO that notifies, with `flags.notifiesByPin`.
  public var pin: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("flags", &flags)
    f.u2("bufSize", &capacity)
    f.u2("notifThrs", &notificationThreshold)
    f.u1("pioId", &pin)
    f.reserved(1)
  }
}

extension CfgBatch {
  /// What to batch.
  public struct Flags: UBXBitField {
    /// Fixes are batched.
    public var isEnabled = false
    /// Accuracies, velocity and dilution are stored too.
    public var storesExtraPVT = false
    /// The odometer is stored too.
    public var storesOdometer = false
    /// A pin notifies when the threshold is reached.
    public var notifiesByPin = false
    /// The pin is active low.
    public var isPinActiveLow = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enable", &isEnabled)
      b.unused(1)
      b.flag("extraPvt", &storesExtraPVT)
      b.flag("extraOdo", &storesOdometer)
      b.unused(1)
      b.flag("pioEnable", &notifiesByPin)
      b.flag("pioActiveLow", &isPinActiveLow)
    }
  }
}
