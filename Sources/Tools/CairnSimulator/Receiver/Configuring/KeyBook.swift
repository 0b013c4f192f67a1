internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

/// The configuration keys of one generation of u-blox receivers, with limits and factory values.
struct KeyBook: Sendable {
  /// One configuration key.
  struct Item: Sendable {
    let key: UInt32
    let limits: Limits
    let factory: UInt64
  }

  /// The values that a key accepts.
  enum Limits: Sendable {
    case any
    case range(ClosedRange<UInt64>)
    case oneOf([UInt64])

    func accepts(_ value: UInt64) -> Bool {
      switch self {
      case .any: true
      case .range(let range): range.contains(value)
      case .oneOf(let values): values.contains(value)
      }
    }
  }

  let items: [UInt32: Item]
  /// All keys, ordered by group and item, as the receiver lists them.
  let keys: [UInt32]
  /// The key of each message's rate on the first port; those of the other ports follow it.
  let outputs: [MessageID: UInt32]

  /// Returns the keys that a wildcard key selects: a group or all; `nil` if `key` is no wildcard.
  ///
  /// Source: UBX-21035062 R02, UBX-CFG-VALGET, "wildcards".
  func keys(matching key: UInt32) -> [UInt32]? {
    guard key & 0xFFFF == 0xFFFF else { return nil }
    let group = key >> 16 & 0xFFF
    return group == 0xFFF ? keys : keys.filter { $0 >> 16 & 0xFF == group }
  }

  static func of(_ personality: SimulatedReceiver.Personality) -> KeyBook {
    switch personality {
    case .uBloxM8: m8
    case .uBloxM9: m9
    case .uBloxF9P: f9p
    case .uBloxM10: m10
    case .uBloxX20: x20
    case .nmeaOnly, .mediaTekPA6H, .quectelL76, .quectelLC29H, .casic, .teseo, .uBloxSentences:
      none
    }
  }

  // Created once, because the table is parsed from text.
  private static let m8 = KeyBook(.uBloxM8)
  private static let m9 = KeyBook(.uBloxM9)
  private static let f9p = KeyBook(.uBloxF9P)
  private static let m10 = KeyBook(.uBloxM10)
  private static let x20 = KeyBook(.uBloxX20)
  private static let none = KeyBook(items: [:], keys: [], outputs: [:])

  private init(items: [UInt32: Item], keys: [UInt32], outputs: [MessageID: UInt32]) {
    (self.items, self.keys, self.outputs) = (items, keys, outputs)
  }

  private init(_ personality: SimulatedReceiver.Personality) {
    let traits = ReceiverTraits.of(personality)
    guard let generation = traits.uBlox else {
      self.init(items: [:], keys: [], outputs: [:])
      return
    }
    var items: [UInt32: Item] = [:]
    var keys: [UInt32] = []
    var outputs: [MessageID: UInt32] = [:]
    for row in Self.rows where generation.has(row) && items[row.key] == nil {
      let factory =
        generation.factory[row.key] ?? FactoryConfiguration.value(of: row.key, for: traits)
      let limits = FactoryConfiguration.limits(of: row, for: generation)
      items[row.key] = Item(key: row.key, limits: limits, factory: factory)
      keys.append(row.key)
      if let id = Self.outputNames[row.name] { outputs[id] = row.key }
    }
    if generation.knowsOldConfiguration && items[Key.powerMode] != nil {
      for key in [LegacyPower.isCyclic, LegacyPower.isOn] {
        items[key] = Item(key: key, limits: .range(0...1), factory: 0)
      }
    }
    self.init(items: items, keys: keys, outputs: outputs)
  }

  /// One parsed row of the catalogue's table.
  struct Row: Sendable {
    let key: UInt32
    /// The key's name without `CFG_`.
    let name: String
    let isFlag: Bool
    let values: [UInt64]
  }

  private static let rows: [Row] = ConfigurationKeyTable.rows.map { row in
    let isEnumeration = row.type.rawValue.hasPrefix("E")
    return Row(
      key: row.key.rawValue, name: String(row.name.dropFirst(4)),
      isFlag: row.type.rawValue == "L",
      values: isEnumeration ? row.values.map { UInt64($0.value) } : [])
  }

  /// The names of message rate keys on the first port, with the messages they belong to.
  private static let outputNames: [String: MessageID] = {
    var names: [String: MessageID] = [:]
    for output in UBXOutput.allCases { names["MSGOUT_UBX_\(output.keyName)_I2C"] = output.id }
    for (name, number) in FactoryConfiguration.sentenceNumbers {
      names["MSGOUT_NMEA_ID_\(name)_I2C"] = MessageID(MessageClass(rawValue: 0xF0), number)
    }
    for (name, number) in [("POLYP", 0), ("POLYS", 3), ("POLYT", 4)] as [(String, UInt8)] {
      names["MSGOUT_PUBX_ID_\(name)_I2C"] = MessageID(MessageClass(rawValue: 0xF1), number)
    }
    return names
  }()
}

extension UBloxTraits {
  /// Whether a receiver of this generation has the key.
  fileprivate func has(_ row: KeyBook.Row) -> Bool {
    // A generation lacks the keys of ports that it does not have, and of their protocols.
    let group = UInt8(truncatingIfNeeded: row.key >> 16)
    guard !missingGroups.contains(group) else { return false }
    // Sensors, SPARTN and L-band belong to other products.
    switch group {
    case 0x06, 0x07, 0x08, 0x0D, 0xA7, 0xB1: return false
    case 0x71...0x7A where !ports.contains { $0.rawValue == (group - 0x71) / 2 }: return false
    default: break
    }
    for (port, suffix) in [(ReceiverPort.uart2, "_UART2"), (.usb, "_USB")]
    where !ports.contains(port) && row.name.hasSuffix(suffix) { return false }
    if row.name.hasPrefix("MSGOUT_UBX_ESF") || row.name.hasPrefix("MSGOUT_UBX_HNR") {
      return false
    }
    return !missingKeys.contains { row.name.hasPrefix($0) }
  }
}
