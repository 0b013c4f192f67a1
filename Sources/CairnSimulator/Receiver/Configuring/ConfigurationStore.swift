internal import CairnUBX

/// The configuration of a u-blox receiver in its four layers.
///
/// Source: UBX-21035062 R02, "Configuration layers".
struct ConfigurationStore: Sendable {
  /// A value to be stored.
  struct Change: Hashable, Sendable {
    let key: UInt32
    let value: UInt64
  }

  let book: KeyBook
  /// What differs from the firmware's own defaults in every receiver of the simulated kind.
  var factory: [UInt32: UInt64] = [:]
  private(set) var flash: [UInt32: UInt64] = [:]
  private(set) var batteryBacked: [UInt32: UInt64] = [:]
  private(set) var ram: [UInt32: UInt64] = [:]
  /// Keys of which new values are accepted and not kept.
  var ignored: Set<UInt32> = []

  init(book: KeyBook) { self.book = book }

  /// What the receiver works with; `nil` for a key that it does not have.
  func value(_ key: UInt32) -> UInt64? { ram[key] ?? factoryValue(key) }

  /// As `value`, 0 for a key that it does not have.
  subscript(key: UInt32) -> UInt64 { value(key) ?? 0 }

  func factoryValue(_ key: UInt32) -> UInt64? { factory[key] ?? book.items[key]?.factory }

  /// A value as one layer has it; `nil` where it has none.
  func value(_ key: UInt32, in layer: ConfigurationLayer) -> UInt64? {
    switch layer {
    case .ram: value(key)
    case .batteryBacked: batteryBacked[key]
    case .flash: flash[key]
    case .factory: factoryValue(key)
    default: nil
    }
  }

  /// Whether the receiver has the key and takes the value.
  func accepts(_ change: Change) -> Bool {
    book.items[change.key]?.limits.accepts(change.value) ?? false
  }

  /// Stores values that have been accepted.
  mutating func store(_ changes: [Change], in layers: ConfigurationLayers) {
    for change in changes where !ignored.contains(change.key) {
      if layers.contains(.ram) { ram[change.key] = change.value }
      if layers.contains(.batteryBacked) { batteryBacked[change.key] = change.value }
      if layers.contains(.flash) { flash[change.key] = change.value }
    }
  }

  /// Deletes stored values. What the receiver works with stays until it starts again.
  mutating func delete(_ keys: [UInt32], from layers: ConfigurationLayers) {
    for key in keys {
      if layers.contains(.batteryBacked) { batteryBacked[key] = nil }
      if layers.contains(.flash) { flash[key] = nil }
    }
  }

  /// Stores what the receiver works with, of the keys that belong.
  mutating func save(in layers: ConfigurationLayers, where belongs: (UInt32) -> Bool) {
    let changes = book.items.keys.filter(belongs).map { Change(key: $0, value: self[$0]) }
    store(changes, in: layers.subtracting(.ram))
  }

  /// Works with what is stored again, of the keys that belong.
  mutating func load(where belongs: (UInt32) -> Bool) {
    for key in Array(ram.keys) where belongs(key) { ram[key] = nil }
    for (key, value) in flash where belongs(key) { ram[key] = value }
    for (key, value) in batteryBacked where belongs(key) { ram[key] = value }
  }

  /// What a start does: everything that is not stored is gone.
  ///
  /// - Parameter keepsBatteryBacked: whether there was a backup supply all the time.
  mutating func start(keepsBatteryBacked: Bool) {
    if !keepsBatteryBacked { batteryBacked = [:] }
    load { _ in true }
  }
}
