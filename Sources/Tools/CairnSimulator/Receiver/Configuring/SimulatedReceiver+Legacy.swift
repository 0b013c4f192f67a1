internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

// The configuration messages of u-blox receivers up to generation 9, mapped to the new keys.
//
// Source: UBX-13003221 R28, class CFG.
extension SimulatedReceiver {
  typealias Change = ConfigurationStore.Change

  /// Handles an old message of class CFG; returns whether it was accepted, and the answers to a
  /// poll that precede the acknowledgement.
  mutating func configureOldWay(
    _ number: UInt8, _ payload: [UInt8]
  ) -> (isAccepted: Bool, answers: [[UInt8]]) {
    switch number {
    case 0x00: return configurePort(payload)
    case 0x01: return configureMessage(payload)
    case 0x02: return configureNotices(payload)
    case 0x09: return (storeSections(payload), [])
    case 0x11: return configurePowerMode(payload)
    case 0x3E: return configureSystems(payload)
    case 0x86: return configurePowerSetup(payload)
    default:
      guard let layout = LegacyLayout.of(number), has(layout) else { return (false, []) }
      // CFG-TP5 is polled by the number of the pulse; there is only one.
      if payload.isEmpty || (number == 0x31 && payload == [0]) {
        return (true, [frame(number, layout.payload(from: store))])
      }
      guard payload.count == layout.template.count, number != 0x31 || payload[0] == 0 else {
        return (false, [])
      }
      return (set(layout, payload), [])
    }
  }

  func frame(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    UBXFrame.encode(MessageID(.cfg, number), payload.span)
  }

  /// Whether this generation has any of the message's settings.
  private func has(_ layout: LegacyLayout) -> Bool {
    layout.fields.contains { store.book.items[$0.key] != nil }
  }

  private mutating func set(_ layout: LegacyLayout, _ payload: [UInt8]) -> Bool {
    guard let changes = layout.changes(in: payload, store) else { return false }
    return set(changes)
  }

  /// Applies new values without storing them.
  mutating func set(_ changes: [Change]) -> Bool {
    guard changes.allSatisfy({ accepts($0) }) else { return false }
    var changes = changes
    if changes.contains(where: { $0.key == LegacyPower.isCyclic || $0.key == LegacyPower.isOn }) {
      func new(_ key: UInt32) -> Bool {
        (changes.last { $0.key == key }?.value ?? store[key]) != 0
      }
      let mode: UInt64 = new(LegacyPower.isOn) ? new(LegacyPower.isCyclic) ? 2 : 1 : 0
      changes.append(Change(key: Key.powerMode, value: mode))
    }
    return apply(changes, in: .ram)
  }

  // MARK: - Ports

  private mutating func configurePort(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    let number = payload.first ?? configuration.port.rawValue
    guard let port = ReceiverPort(rawValue: number), traits.uBlox?.ports.contains(port) == true
    else { return (false, []) }
    let layout = LegacyLayout.port(port)
    switch payload.count {
    case 0, 1: return (true, [frame(0x00, layout.payload(from: store))])
    case 20: return (set(layout, payload), [])
    default: return (false, [])
    }
  }

  /// Handles CFG-MSG: how often a message is sent, at this port or at all ports.
  private mutating func configureMessage(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    guard payload.count >= 2 else { return (false, []) }
    let id = MessageID(MessageClass(rawValue: payload[0]), payload[1])
    guard let first = store.book.outputs[id] else { return (false, []) }
    // The message has room for a sixth port, which does not exist.
    let keys = (0..<5).map { first + $0 }
    switch payload.count {
    case 2:
      let rates = keys.map { UInt8(truncatingIfNeeded: store[$0]) }
      return (true, [frame(0x01, payload + rates + [0])])
    case 3:
      let key = keys[Int(configuration.port.rawValue)]
      return (set([Change(key: key, value: UInt64(payload[2]))]), [])
    case 8:
      let changes = zip(keys, payload.dropFirst(2)).map { Change(key: $0, value: UInt64($1)) }
      return (set(changes.filter { store.book.items[$0.key] != nil }), [])
    default: return (false, [])
    }
  }

  /// Handles CFG-INF: which notices are sent, by protocol and port.
  private mutating func configureNotices(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    func keys(_ protocolNumber: UInt8) -> [UInt32]? {
      protocolNumber > 1 ? nil : (0..<5).map { 0x2092_0001 + UInt32(protocolNumber) * 5 + $0 }
    }
    if payload.count == 1 {
      guard let keys = keys(payload[0]) else { return (false, []) }
      let masks = keys.map { UInt8(truncatingIfNeeded: store[$0]) }
      return (true, [frame(0x02, [payload[0], 0, 0, 0] + masks + [0])])
    }
    guard !payload.isEmpty, payload.count % 10 == 0 else { return (false, []) }
    var changes: [Change] = []
    for start in stride(from: 0, to: payload.count, by: 10) {
      guard let keys = keys(payload[start]) else { return (false, []) }
      changes += zip(keys, payload[(start + 4)...]).map { Change(key: $0, value: UInt64($1)) }
    }
    return (set(changes.filter { store.book.items[$0.key] != nil }), [])
  }

  // MARK: - Stored configuration

  /// Handles CFG-CFG: deletes, stores and loads sections of the configuration, in this order.
  private mutating func storeSections(_ payload: [UInt8]) -> Bool {
    guard payload.count == 12 || payload.count == 13 else { return false }
    func word(_ offset: Int) -> UInt32 {
      payload[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    let devices = payload.count == 13 ? payload[12] : 0x17
    var layers: ConfigurationLayers = []
    if devices & 1 != 0 { layers.insert(.batteryBacked) }
    if devices & 2 != 0 && traits.uBlox?.hasFlash == true { layers.insert(.flash) }
    let (clear, save, load) = (word(0), word(4), word(8))
    store.delete(store.book.keys.filter { Self.isIn(clear, $0) }, from: layers)
    store.save(in: layers) { Self.isIn(save, $0) }
    guard load != 0 else { return true }
    let systems = store.systems
    store.load { Self.isIn(load, $0) }
    configurationChanged()
    if store.systems != systems { systemsChanged() }
    return true
  }

  /// Whether a key belongs to a section selected by a mask.
  private static func isIn(_ mask: UInt32, _ key: UInt32) -> Bool {
    let section: UInt32 =
      switch key >> 16 & 0xFF {
      case 0x51...0x53, 0x64, 0x65, 0x71...0x7A, 0xA2: 0
      case 0x91: 1
      case 0x92: 2
      case 0xD0, 0xFF: 4
      case 0xC7: 9
      case 0xA3: 10
      case 0xDE: 11
      default: 3
      }
    return mask >> section & 1 != 0
  }

  // MARK: - Power and systems

  /// Handles CFG-RXM: switches power saving on or off.
  private mutating func configurePowerMode(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    if payload.isEmpty { return (true, [frame(0x11, [0, store[Key.powerMode] == 0 ? 0 : 1])]) }
    guard payload.count == 2, payload[1] <= 1 else { return (false, []) }
    // A receiver that cannot save power accepts the command for full power.
    guard store.book.items[Key.powerMode] != nil else { return (payload[1] == 0, []) }
    return (set([Change(key: LegacyPower.isOn, value: UInt64(payload[1]))]), [])
  }

  /// Handles CFG-PMS: selects a power mode.
  private mutating func configurePowerSetup(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    guard store.book.items[Key.powerMode] != nil else { return (false, []) }
    let period = store[Key.positionPeriod]
    if payload.isEmpty {
      let setup: UInt8 = [0: 0, 1: 2, 2: 3][store[Key.powerMode]] ?? 0xFF
      let isInterval = setup == 2
      let on = UInt8(truncatingIfNeeded: isInterval ? store[Key.onTime] : 0)
      let seconds = UInt8(truncatingIfNeeded: isInterval ? period : 0)
      return (true, [frame(0x86, [0, setup, seconds, 0, on, 0, 0, 0])])
    }
    guard payload.count == 8, payload[0] == 0 else { return (false, []) }
    func number(_ offset: Int) -> UInt64 {
      UInt64(payload[offset]) | UInt64(payload[offset + 1]) << 8
    }
    switch payload[1] {
    case 0, 1: return (set([Change(key: LegacyPower.isOn, value: 0)]), [])
    case 2:
      guard number(2) > 5, number(4) < number(2) else { return (false, []) }
      return (
        set([
          Change(key: LegacyPower.isOn, value: 1), Change(key: LegacyPower.isCyclic, value: 0),
          Change(key: Key.positionPeriod, value: number(2)),
          Change(key: Key.onTime, value: number(4)),
        ]), []
      )
    case 3, 4, 5:
      return (
        set([
          Change(key: LegacyPower.isOn, value: 1), Change(key: LegacyPower.isCyclic, value: 1),
          Change(key: Key.positionPeriod, value: 1),
        ]), []
      )
    default: return (false, [])
    }
  }

  /// Handles CFG-GNSS: the systems and their channels.
  private mutating func configureSystems(_ payload: [UInt8]) -> (Bool, [[UInt8]]) {
    let present = Key.systems.filter { store.book.items[$0.key] != nil }
    if payload.isEmpty {
      var answer: [UInt8] = [0, 32, 32, UInt8(present.count)]
      for (system, key, _) in present {
        let isOn = store[key] != 0
        answer += [system.rawValue, isOn ? 8 : 0, 16, 0, isOn ? 1 : 0, 0, 1, 0]
      }
      return (true, [frame(0x3E, answer)])
    }
    guard payload.count >= 4, payload.count == 4 + 8 * Int(payload[3]) else { return (false, []) }
    var changes: [Change] = []
    for start in stride(from: 4, to: payload.count, by: 8) {
      let isOn = UInt64(payload[start + 4] & 1)
      guard let (_, key, signal) = present.first(where: { $0.system.rawValue == payload[start] })
      else {
        guard isOn == 0 else { return (false, []) }
        continue
      }
      changes += [Change(key: key, value: isOn)]
      if isOn == 1 { changes.append(Change(key: signal, value: 1)) }
    }
    return (set(changes), [])
  }
}
