internal import CairnTypes
internal import CairnUBX

// UBX-CFG-VALSET, -VALGET and -VALDEL.
//
// Source: UBX-21035062 R02, "Configuration interface" and the three messages.

/// Changes of an open transaction that are not applied yet.
struct ConfigurationTransactionState: Sendable {
  var changes: [ConfigurationStore.Change] = []
  var deletions: [UInt32] = []
  var layers: ConfigurationLayers = []
  var isDeleting = false
}

extension SimulatedReceiver {
  /// Handles a CFG-VALSET; returns whether it was accepted: all of it, or nothing.
  mutating func setValues(_ payload: [UInt8]) -> Bool {
    guard let generation = traits.uBlox, generation.knowsConfigurationKeys,
      let message = try? CfgValSet.decode(payload.span), message.version <= 1,
      !message.layers.isEmpty, message.values.count <= CfgValSet.maximumValues
    else { return refuseTransaction() }
    if message.layers.contains(.flash) && !generation.hasFlash { return refuseTransaction() }
    let changes = message.values.map {
      ConfigurationStore.Change(key: $0.key.rawValue, value: $0.bits)
    }
    guard changes.allSatisfy({ accepts($0) }) else { return refuseTransaction() }
    let transaction = message.version == 0 ? .none : message.transaction
    guard isTransactionRight(transaction, layers: message.layers, isDeleting: false) else {
      return refuseTransaction()
    }
    openTransaction?.changes += changes
    switch transaction {
    case .start, .ongoing: return true
    case .apply:
      defer { openTransaction = nil }
      return apply(openTransaction?.changes ?? [], in: message.layers)
    default: return apply(changes, in: message.layers)
    }
  }

  /// Handles a CFG-VALDEL; returns whether it was accepted.
  mutating func deleteValues(_ payload: [UInt8]) -> Bool {
    guard let generation = traits.uBlox, generation.knowsConfigurationKeys,
      let message = try? CfgValDel.decode(payload.span), message.version <= 1,
      !message.layers.isEmpty, message.keys.count <= CfgValSet.maximumValues
    else { return refuseTransaction() }
    if message.layers.contains(.flash) && !generation.hasFlash { return refuseTransaction() }
    var keys: [UInt32] = []
    for key in message.keys.map(\.rawValue) {
      if let group = store.book.keys(matching: key) {
        keys += group
      } else if store.book.items[key] != nil {
        keys.append(key)
      } else {
        return refuseTransaction()
      }
    }
    let transaction = message.version == 0 ? .none : message.transaction
    guard isTransactionRight(transaction, layers: message.layers, isDeleting: true) else {
      return refuseTransaction()
    }
    openTransaction?.deletions += keys
    switch transaction {
    case .start, .ongoing: break
    case .apply:
      store.delete(openTransaction?.deletions ?? [], from: message.layers)
      openTransaction = nil
    default: store.delete(keys, from: message.layers)
    }
    return true
  }

  /// Returns the answer to a CFG-VALGET; `nil` if it is refused.
  func values(for payload: [UInt8]) -> [UInt8]? {
    guard let generation = traits.uBlox, generation.knowsConfigurationKeys,
      let poll = try? CfgValGetPoll.decode(payload.span), payload.first == 0, !poll.keys.isEmpty,
      poll.keys.count <= CfgValSet.maximumValues
    else { return nil }
    guard [.ram, .batteryBacked, .flash, .factory].contains(poll.layer),
      poll.layer != .flash || generation.hasFlash
    else { return nil }
    var keys: [UInt32] = []
    for key in poll.keys.map(\.rawValue) {
      if let group = store.book.keys(matching: key) {
        keys += group
      } else if store.book.items[key] != nil {
        keys.append(key)
      } else {
        return nil
      }
    }
    let found = keys.compactMap { key in
      store.value(key, in: poll.layer).flatMap {
        ConfigurationValue(ConfigurationKey(rawValue: key), $0)
      }
    }
    // A layer without any of the items answers as if the keys were unknown.
    guard !found.isEmpty else { return nil }
    var answer = CfgValGet()
    answer.layer = poll.layer
    answer.position = poll.position
    answer.values = Array(found.dropFirst(Int(poll.position)).prefix(CfgValSet.maximumValues))
    return answer.encode()
  }

  // MARK: - Parts of the above

  func accepts(_ change: ConfigurationStore.Change) -> Bool {
    guard !configuration.faults.contains(.refuses(key: change.key)) else { return false }
    return store.accepts(change)
  }

  /// Ends the open transaction, as any refused message does.
  private mutating func refuseTransaction() -> Bool {
    openTransaction = nil
    return false
  }

  /// Opens, continues or abandons a transaction; false if the message does not fit the open one.
  private mutating func isTransactionRight(
    _ transaction: ConfigurationTransaction, layers: ConfigurationLayers, isDeleting: Bool
  ) -> Bool {
    switch transaction {
    case .none: openTransaction = nil
    case .start:
      openTransaction = ConfigurationTransactionState(layers: layers, isDeleting: isDeleting)
    default:
      guard let open = openTransaction, open.layers == layers, open.isDeleting == isDeleting
      else { return false }
    }
    return true
  }

  /// Stores values accepted one by one, unless together they leave no usable system.
  mutating func apply(
    _ changes: [ConfigurationStore.Change], in layers: ConfigurationLayers
  ) -> Bool {
    var changed = store
    changed.store(changes, in: layers)
    // Without one of the large systems the receiver has nothing to navigate with.
    let large: [SatelliteSystem] = [.gps, .galileo, .beidou, .glonass]
    guard changed.systems.contains(where: { large.contains($0) }) else { return false }
    let before = store.systems
    store = changed
    if layers.contains(.ram) {
      if changes.contains(where: { $0.key == Key.baudRate(configuration.port) }) {
        overriddenBaudRate = nil
      }
      configurationChanged()
      if store.systems != before { systemsChanged() }
    }
    return true
  }
}

extension ConfigurationStore {
  /// The systems that are received.
  var systems: [SatelliteSystem] {
    Key.systems.compactMap { self[$0.key] != 0 && self[$0.signal] != 0 ? $0.system : nil }
  }
}
