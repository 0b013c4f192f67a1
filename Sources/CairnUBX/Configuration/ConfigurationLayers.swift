/// The memories that a configuration is written to or deleted from.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "Configuration layers".
public struct ConfigurationLayers: OptionSet, UBXBitField {
  /// One bit a memory.
  public let rawValue: UInt8

  /// Bits without a member are kept, and not sent.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What the receiver works with now.
  public static let ram = ConfigurationLayers(rawValue: 1)
  /// Kept while there is a backup supply.
  public static let batteryBacked = ConfigurationLayers(rawValue: 2)
  /// Kept for good, where the receiver has such a memory.
  public static let flash = ConfigurationLayers(rawValue: 4)

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    bits(&b, hasRAM: true)
  }

  fileprivate mutating func bits(_ b: inout some UBXBitVisitor, hasRAM: Bool) {
    var ram = contains(.ram)
    var batteryBacked = contains(.batteryBacked)
    var flash = contains(.flash)
    if hasRAM { b.flag("ram", &ram) } else { b.unused(1) }
    b.flag("bbr", &batteryBacked)
    b.flag("flash", &flash)
    self = []
    if ram && hasRAM { insert(.ram) }
    if batteryBacked { insert(.batteryBacked) }
    if flash { insert(.flash) }
  }
}

/// The memories that a message for stored values only can name.
struct StoredLayers: UBXBitField {
  var layers: ConfigurationLayers

  init() { layers = [] }

  init(_ layers: ConfigurationLayers) { self.layers = layers }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    layers.bits(&b, hasRAM: false)
  }
}

/// The one memory that a configuration is read from.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALGET.
public struct ConfigurationLayer: UBXOpenValue {
  /// The memory's number on the wire.
  public let rawValue: UInt8

  /// Any number; those without a member are valid too.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What the receiver works with now.
  public static let ram = ConfigurationLayer(rawValue: 0)
  /// What it keeps while there is a backup supply.
  public static let batteryBacked = ConfigurationLayer(rawValue: 1)
  /// What it keeps for good.
  public static let flash = ConfigurationLayer(rawValue: 2)
  /// What it works with when nothing is configured.
  public static let factory = ConfigurationLayer(rawValue: 7)
}

/// What a message does to a transaction: changes that the receiver applies together, or not at all.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALSET, "transaction".
public struct ConfigurationTransaction: UBXOpenValue, UBXBitField {
  /// Two bits on the wire.
  public let rawValue: UInt8

  /// 0...3.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No transaction.
  public init() { rawValue = 0 }

  /// The message is applied at once; a transaction that is open is abandoned.
  public static let none = ConfigurationTransaction(rawValue: 0)
  /// Opens a transaction; one that is open is abandoned.
  public static let start = ConfigurationTransaction(rawValue: 1)
  /// Adds to the open transaction.
  public static let ongoing = ConfigurationTransaction(rawValue: 2)
  /// Adds to the open transaction and applies it.
  public static let apply = ConfigurationTransaction(rawValue: 3)

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("action", 2, &self)
  }
}
