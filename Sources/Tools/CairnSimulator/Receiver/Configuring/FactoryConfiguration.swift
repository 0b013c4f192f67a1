internal import CairnReceiver
internal import CairnTypes

/// The factory configuration of u-blox receivers.
///
/// Source: UBX-21035062 R02 (M10 SPG 5.10) and UBX-22008968 (F9 HPG 1.32), "Configuration
/// reference". Keys without effect in the simulation are zero.
enum FactoryConfiguration {
  /// The numbers of sentences in message class 0xF0.
  ///
  /// Source: UBX-13003221 R28, "NMEA Messages Overview".
  static let sentenceNumbers: [(name: String, number: UInt8)] = [
    ("GGA", 0x00), ("GLL", 0x01), ("GSA", 0x02), ("GSV", 0x03), ("RMC", 0x04), ("VTG", 0x05),
    ("GRS", 0x06), ("GST", 0x07), ("ZDA", 0x08), ("GBS", 0x09), ("DTM", 0x0A), ("GNS", 0x0D),
    ("VLW", 0x0F),
  ]

  static func value(of key: UInt32, for traits: ReceiverTraits) -> UInt64 {
    if let value = common[key] { return value }
    switch key {
    case Key.baudRate(.uart1): return UInt64(traits.baudRate)
    case Key.sentenceVersion: return traits.isNMEA411 ? 42 : 40
    default: break
    }
    if let system = Key.signals[key] { return traits.systems.contains(system) ? 1 : 0 }
    return isProtocolSwitch(key) || isUsualSentence(key) || isNotice(key) ? 1 : 0
  }

  /// Whether the key enables UBX or NMEA, in either direction, at any port.
  private static func isProtocolSwitch(_ key: UInt32) -> Bool {
    (0x71...0x7A).contains(key >> 16 & 0xFF) && [1, 2].contains(key & 0xFFFF)
  }

  /// Whether the key is the rate of GGA, GLL, GSA, GSV, RMC or VTG, at any port.
  private static func isUsualSentence(_ key: UInt32) -> Bool {
    // RMC, VTG, GGA, GSA, GSV and GLL have five keys each.
    let usual: [ClosedRange<UInt32>] = [
      0x2091_00AB...0x2091_00B4, 0x2091_00BA...0x2091_00CD,
    ]
    return usual.contains { $0.contains(key) }
  }

  private static func isNotice(_ key: UInt32) -> Bool {
    (0x2092_0006...0x2092_000A).contains(key)
  }

  private static let common: [UInt32: UInt64] = [
    // RATE
    0x3021_0001: 1000, 0x3021_0002: 1, 0x2021_0003: 1,
    // UART1 and UART2: one stop bit
    0x2052_0002: 1, 0x1052_0005: 1, 0x4053_0001: 38_400, 0x2053_0002: 1, 0x1053_0005: 1,
    0x1051_0003: 1, 0x1065_0001: 1,
    // NAVSPG
    0x2011_0011: 3, 0x2011_00A1: 3, 0x2011_00A2: 32, 0x2011_00A3: 6, 0x2011_00A4: 5,
    0x3011_00B1: 250, 0x3011_00B2: 250, 0x3011_00B3: 100, 0x3011_00B4: 350,
    0x4011_00C2: 10_000, 0x2011_00C4: 60,
    // NAVHPG: fixed ambiguities
    0x2014_0011: 3,
    // NMEA
    0x1093_0004: 1,
    // TP
    0x3005_0001: 50, 0x4005_0002: 1_000_000, 0x4005_0003: 1_000_000, 0x4005_0005: 100_000,
    0x1005_0007: 1, 0x1005_0008: 1, 0x1005_0009: 1, 0x1005_000A: 1, 0x1005_000B: 1,
    0x2005_0030: 1,
    // PM
    0x40D0_0002: 10, 0x40D0_0003: 10, 0x30D0_0005: 2,
    // ITFM
    0x2041_0001: 3, 0x2041_0002: 15,
    // ODO
    0x2022_0021: 10, 0x2022_0022: 50, 0x2022_0031: 153, 0x2022_0032: 76,
    // SBAS
    0x1036_0003: 1, 0x1036_0004: 1, 0x1036_0005: 0,
    // ANA
    0x3023_0002: 100,
  ]

  /// The speeds of UARTs that are accepted, in baud.
  static let baudRates: [UInt64] = [
    4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]

  static func limits(of row: KeyBook.Row, for generation: UBloxTraits) -> KeyBook.Limits {
    if row.isFlag { return .range(0...1) }
    switch row.key {
    case Key.baudRate(.uart1), Key.baudRate(.uart2): return .oneOf(baudRates)
    case Key.measurementPeriod: return .range(generation.shortestPeriod...65_535)
    case Key.measurementsPerEpoch: return .range(1...127)
    default: return row.values.isEmpty ? .any : .oneOf(row.values)
    }
  }
}

/// The configuration keys that affect the simulation.
enum Key {
  static let measurementPeriod: UInt32 = 0x3021_0001
  static let measurementsPerEpoch: UInt32 = 0x3021_0002
  static let sentenceVersion: UInt32 = 0x2093_0001
  static let powerMode: UInt32 = 0x20D0_0001
  static let positionPeriod: UInt32 = 0x40D0_0002
  static let onTime: UInt32 = 0x30D0_0005
  static let acknowledgesAiding: UInt32 = 0x1011_0025
  static let detectsInterference: UInt32 = 0x1041_000D

  /// Returns the key of a UART's speed.
  static func baudRate(_ port: ReceiverPort) -> UInt32 {
    port == .uart2 ? 0x4053_0001 : 0x4052_0001
  }

  /// Returns the key that enables a UART.
  static func isEnabled(_ port: ReceiverPort) -> UInt32 {
    port == .uart2 ? 0x1053_0005 : 0x1052_0005
  }

  /// Returns the key that lets the port accept a protocol: 1 UBX, 2 NMEA, 4 RTCM 3.
  static func takes(_ number: UInt32, _ port: ReceiverPort) -> UInt32 {
    0x1071_0000 + UInt32(port.rawValue) * 0x2_0000 + number
  }

  /// Returns the key that lets the port send a protocol: 1 UBX, 2 NMEA, 4 RTCM 3.
  static func sends(_ number: UInt32, _ port: ReceiverPort) -> UInt32 {
    0x1072_0000 + UInt32(port.rawValue) * 0x2_0000 + number
  }

  /// The keys that enable systems, and those that enable the signals they need.
  static let signals: [UInt32: SatelliteSystem] = [
    0x1031_001F: .gps, 0x1031_0001: .gps, 0x1031_0020: .sbas, 0x1031_0005: .sbas,
    0x1031_0021: .galileo, 0x1031_0007: .galileo, 0x1031_0022: .beidou, 0x1031_000D: .beidou,
    0x1031_0024: .qzss, 0x1031_0012: .qzss, 0x1031_0025: .glonass, 0x1031_0018: .glonass,
    0x1031_0026: .navic, 0x1031_001D: .navic,
  ]

  /// The keys that enable systems and their signals, in the order in which receivers report them.
  static let systems: [(system: SatelliteSystem, key: UInt32, signal: UInt32)] = [
    (.gps, 0x1031_001F, 0x1031_0001), (.sbas, 0x1031_0020, 0x1031_0005),
    (.galileo, 0x1031_0021, 0x1031_0007), (.beidou, 0x1031_0022, 0x1031_000D),
    (.qzss, 0x1031_0024, 0x1031_0012), (.glonass, 0x1031_0025, 0x1031_0018),
    (.navic, 0x1031_0026, 0x1031_001D),
  ]
}
