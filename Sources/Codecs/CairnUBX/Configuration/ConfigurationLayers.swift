/// Memories to write a configuration to or delete it from.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "Configuration layers".
public struct ConfigurationLayers: OptionSet, UBXBitField {
  /// One bit per memory.
  public let rawValue: UInt8

  /// Bits without a member are kept but not sent.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The settings in effect now.
  public static let ram = ConfigurationLayers(rawValue: 1)
  /// Kept while there is a backup supply.
  public static let batteryBacked = ConfigurationLayers(rawValue: 2)
  /// Kept permanently, if the receiver has such a memory.
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

/// Memories that can be named in a message about stored values only.
struct StoredLayers: UBXBitField {
  var layers: ConfigurationLayers

  init() { layers = [] }

  init(_ layers: ConfigurationLayers) { self.layers = layers }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    layers.bits(&b, hasRAM: false)
  }
}

/// The memory that a configuration is read from.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALGET.
public struct ConfigurationLayer: UBXOpenValue {
  /// The memory's number on the wire.
  public let rawValue: UInt8

  /// Accepts any number; those without a member are valid too.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The settings in effect now.
  public static let ram = ConfigurationLayer(rawValue: 0)
  /// Settings kept while there is a backup supply.
  public static let batteryBacked = ConfigurationLayer(rawValue: 1)
  /// Settings kept permanently.
  public static let flash = ConfigurationLayer(rawValue: 2)
  /// Settings in effect when nothing is configured.
  public static let factory = ConfigurationLayer(rawValue: 7)
}

/// Effect of a message on a transaction: changes that the receiver applies together or not at all.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-CFG-VALSET, "transaction".
public struct ConfigurationTransaction: UBXOpenValue, UBXBitField {
  /// Two bits on the wire.
  public let rawValue: UInt8

  /// 0...3.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a value for a message without a transaction.
  public init() { rawValue = 0 }

  /// Applies the message at once; abandons an open transaction.
  public static let none = ConfigurationTransaction(rawValue: 0)
  /// Opens a transaction; abandons one that is open.
  public static let start = ConfigurationTransaction(rawValue: 1)
  /// Adds to the open transaction.
  public static let ongoing = ConfigurationTransaction(rawValue: 2)
  /// Adds to the open transaction and applies it.
  public static let apply = ConfigurationTransaction(rawValue: 3)

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("action", 2, &self)
  }
}
