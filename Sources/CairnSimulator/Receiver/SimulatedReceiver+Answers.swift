internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  /// The bytes with which the receiver answers one message.
  mutating func answer(to request: HostDialogue.Request) -> [UInt8] {
    if request.id.messageClass == .cfg { return acknowledge(request) }
    // Only a message without a payload asks for something; the rest is not for us.
    guard request.payload.isEmpty else { return [] }
    switch request.id {
    case MonVer.id: return version.encode()
    case NavPVT.id:
      return NavPVT(lastSolution, defaultYear: traits.defaultYear).encode()
    case NavSat.id: return NavSat(lastSolution).encode()
    case NavDOP.id: return NavDOP(lastSolution).encode()
    default: return []
    }
  }

  private var version: MonVer {
    var message = MonVer()
    message.software = UBXText(traits.software)
    message.hardware = UBXText(traits.hardware)
    message.extensions = traits.versionLines.map { line in
      var entry = MonVer.Extension()
      entry.text = UBXText(line)
      return entry
    }
    return message
  }

  private mutating func acknowledge(_ request: HostDialogue.Request) -> [UInt8] {
    let setting = Setting(rawValue: request.id.number)
    guard setting != .reset else {
      restart(at: nextEpoch)
      return []
    }
    guard let setting, isKnown(setting), apply(setting, PayloadBytes(request.payload)) else {
      var refusal = AckNak()
      refusal.refused = request.id
      return refusal.encode()
    }
    var acceptance = AckAck()
    acceptance.acknowledged = request.id
    return acceptance.encode()
  }

  /// The configuration messages receivers of these families know, by their numbers.
  ///
  /// Source: UBX-13003221 R28 and UBX-21035062 R02, class CFG.
  private enum Setting: UInt8 {
    case port = 0x00
    case message = 0x01
    case reset = 0x04
    case rate = 0x08
    case save = 0x09
    case powerMode = 0x11
    case antenna = 0x13
    case sbas = 0x16
    case nmea = 0x17
    case navigation = 0x24
    case timePulse = 0x31
    case interference = 0x39
    case power = 0x3B
    case systems = 0x3E
    case powerSetup = 0x86
    case setValues = 0x8A
    case deleteValues = 0x8C
  }

  private func isKnown(_ setting: Setting) -> Bool {
    switch setting {
    case .setValues, .deleteValues: traits.knowsConfigurationKeys
    case .save, .reset: true
    case .port, .message, .rate, .powerMode, .antenna, .sbas, .nmea, .navigation, .timePulse,
      .interference, .power, .systems, .powerSetup:
      traits.knowsOldConfiguration
    }
  }

  /// Whether the setting was accepted. A poll of a setting is refused: its value is not kept.
  private mutating func apply(_ setting: Setting, _ payload: PayloadBytes) -> Bool {
    guard payload.count > 1 else { return false }
    switch setting {
    case .rate:
      guard payload.count == 6, let milliseconds = payload.number(at: 0, count: 2) else {
        return false
      }
      return setPeriod(milliseconds)
    case .port:
      guard payload.count == 20, let baudRate = payload.number(at: 8, count: 4),
        let protocols = payload.number(at: 14, count: 2)
      else { return false }
      // Port 1 is the line; the others exist but lead nowhere.
      guard payload.number(at: 0, count: 1) == 1 else { return true }
      return setBaudRate(baudRate)
        && setOutput(ubx: protocols & 1 != 0, nmea: protocols & 2 != 0)
    case .setValues: return setValues(payload)
    default: return true
    }
  }

  /// Configuration keys that take effect. Source: UBX-21035062 R02, "Configuration reference".
  private enum Key {
    static let measurementPeriod: UInt64 = 0x3021_0001
    static let baudRate: UInt64 = 0x4052_0001
    static let sendsUBX: UInt64 = 0x1074_0001
    static let sendsNMEA: UInt64 = 0x1074_0002
  }

  /// All of CFG-VALSET or nothing of it.
  private mutating func setValues(_ payload: PayloadBytes) -> Bool {
    guard payload.count >= 4, let layers = payload.number(at: 1, count: 1) else { return false }
    var changed = self
    var (ubx, nmea) = (configuration.output != .nmea, configuration.output != .ubx)
    var position = 4
    while position < payload.count {
      guard let key = payload.number(at: position, count: 4),
        let size = Self.valueSize(of: key),
        let value = payload.number(at: position + 4, count: size)
      else { return false }
      position += 4 + size
      switch key {
      case Key.measurementPeriod: guard changed.setPeriod(value) else { return false }
      case Key.baudRate: guard changed.setBaudRate(value) else { return false }
      case Key.sendsUBX: ubx = value != 0
      case Key.sendsNMEA: nmea = value != 0
      default: break
      }
    }
    guard changed.setOutput(ubx: ubx, nmea: nmea) else { return false }
    // Only the RAM layer is what the receiver works with.
    if layers & 1 != 0 { self = changed }
    return true
  }

  private mutating func setPeriod(_ milliseconds: UInt64) -> Bool {
    guard (25...65_535).contains(milliseconds) else { return false }
    configuration.rate = 1000 / Double(milliseconds)
    return true
  }

  private mutating func setBaudRate(_ baudRate: UInt64) -> Bool {
    guard (4800...921_600).contains(baudRate) else { return false }
    configuration.baudRate = UInt32(baudRate)
    return true
  }

  /// A line that sends nothing at all is refused: nobody could tell it from a dead one.
  private mutating func setOutput(ubx: Bool, nmea: Bool) -> Bool {
    guard ubx || nmea else { return false }
    configuration.output = ubx && nmea ? .both : ubx ? .ubx : .nmea
    return true
  }

  /// Bytes of a key's value, which the key itself tells in bits 28 to 30.
  private static func valueSize(of key: UInt64) -> Int? {
    switch key >> 28 & 7 {
    case 1, 2: 1
    case 3: 2
    case 4: 4
    case 5: 8
    default: nil
    }
  }
}

/// Little-endian numbers in a payload.
private struct PayloadBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// `nil` where the payload is too short.
  func number(at offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
