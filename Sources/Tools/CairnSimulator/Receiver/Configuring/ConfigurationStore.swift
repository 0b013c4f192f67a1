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
  /// Values that differ from the firmware's defaults in every receiver of the simulated kind.
  var factory: [UInt32: UInt64] = [:]
  private(set) var flash: [UInt32: UInt64] = [:]
  private(set) var batteryBacked: [UInt32: UInt64] = [:]
  private(set) var ram: [UInt32: UInt64] = [:]
  /// Keys whose new values are accepted but not kept.
  var ignored: Set<UInt32> = []

  init(book: KeyBook) { self.book = book }

  /// Returns the value in use; `nil` for a key that the receiver does not have.
  func value(_ key: UInt32) -> UInt64? { ram[key] ?? factoryValue(key) }

  /// The value in use; 0 for a key that the receiver does not have.
  subscript(key: UInt32) -> UInt64 { value(key) ?? 0 }

  func factoryValue(_ key: UInt32) -> UInt64? { factory[key] ?? book.items[key]?.factory }

  /// Returns the value in one layer; `nil` if the layer has none.
  func value(_ key: UInt32, in layer: ConfigurationLayer) -> UInt64? {
    switch layer {
    case .ram: value(key)
    case .batteryBacked: batteryBacked[key]
    case .flash: flash[key]
    case .factory: factoryValue(key)
    default: nil
    }
  }

  /// Whether the receiver has the key and accepts the value.
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

  /// Deletes stored values. Values in use stay until the next start.
  mutating func delete(_ keys: [UInt32], from layers: ConfigurationLayers) {
    for key in keys {
      if layers.contains(.batteryBacked) { batteryBacked[key] = nil }
      if layers.contains(.flash) { flash[key] = nil }
    }
  }

  /// Stores the values in use of those keys for which `belongs` returns true.
  mutating func save(in layers: ConfigurationLayers, where belongs: (UInt32) -> Bool) {
    let changes = book.items.keys.filter(belongs).map { Change(key: $0, value: self[$0]) }
    store(changes, in: layers.subtracting(.ram))
  }

  /// Returns to the stored values of those keys for which `belongs` returns true.
  mutating func load(where belongs: (UInt32) -> Bool) {
    for key in Array(ram.keys) where belongs(key) { ram[key] = nil }
    for (key, value) in flash where belongs(key) { ram[key] = value }
    for (key, value) in batteryBacked where belongs(key) { ram[key] = value }
  }

  /// Starts again: values that are not stored are lost.
  ///
  /// - Parameter keepsBatteryBacked: whether the backup supply was on all the time.
  mutating func start(keepsBatteryBacked: Bool) {
    if !keepsBatteryBacked { batteryBacked = [:] }
    load { _ in true }
  }
}
