internal import CairnReceiver

/// The place of a configuration key in one of the old configuration messages.
///
/// Source: UBX-13003221 R28, class CFG.
struct LegacyField: Sendable {
  /// Offset of the word that contains the field.
  let offset: Int
  /// Size of that word in octets.
  let width: Int
  let key: UInt32
  /// The field's bits in the word; `nil` for the whole word.
  var bits: Range<Int>?
  /// The bit of the message's mask that makes the field count; `nil` if it always counts.
  var mask: Int?
  /// The wire's value is the stored one times this.
  var scale: UInt64 = 1
  /// Pairs of wire and stored numbers; empty if both are the same.
  var codes: [(wire: UInt64, stored: UInt64)] = []
}

/// An old configuration message whose fields are all configuration keys.
struct LegacyLayout: Sendable {
  /// The message's number in class CFG.
  let number: UInt8
  /// The payload with the values of octets that belong to no key.
  let template: [UInt8]
  /// Offset and size of the mask in octets; `nil` if there is none.
  var mask: (offset: Int, width: Int)?
  let fields: [LegacyField]

  static func of(_ number: UInt8) -> LegacyLayout? { all.first { $0.number == number } }

  private static func zeros(_ count: Int, _ set: [Int: UInt8] = [:]) -> [UInt8] {
    (0..<count).map { set[$0] ?? 0 }
  }

  private static func flag(
    _ offset: Int, _ width: Int, _ bit: Int, _ key: UInt32, mask: Int? = nil
  ) -> LegacyField {
    LegacyField(offset: offset, width: width, key: key, bits: bit..<(bit + 1), mask: mask)
  }

  private static let all: [LegacyLayout] = [
    rate, navigation, navigationExpert, powerSetup, odometer, interference, sentences, pulse,
    augmentation, antenna,
  ]

  /// CFG-RATE.
  private static let rate = LegacyLayout(
    number: 0x08, template: zeros(6),
    fields: [
      LegacyField(offset: 0, width: 2, key: Key.measurementPeriod),
      LegacyField(offset: 2, width: 2, key: Key.measurementsPerEpoch),
      LegacyField(offset: 4, width: 2, key: 0x2021_0003),
    ])

  /// CFG-NAV5.
  private static let navigation = LegacyLayout(
    number: 0x24, template: zeros(36, [0: 0xFF, 1: 0x05]), mask: (0, 2),
    fields: [
      LegacyField(offset: 2, width: 1, key: 0x2011_0021, mask: 0),
      LegacyField(offset: 3, width: 1, key: 0x2011_0011, mask: 2),
      LegacyField(offset: 4, width: 4, key: 0x4011_00C1, mask: 2),
      LegacyField(offset: 8, width: 4, key: 0x4011_00C2, mask: 2),
      LegacyField(offset: 12, width: 1, key: 0x2011_00A4, mask: 1),
      LegacyField(offset: 14, width: 2, key: 0x3011_00B1, mask: 4),
      LegacyField(offset: 16, width: 2, key: 0x3011_00B2, mask: 5),
      LegacyField(offset: 18, width: 2, key: 0x3011_00B3, mask: 4),
      LegacyField(offset: 20, width: 2, key: 0x3011_00B4, mask: 5),
      LegacyField(offset: 22, width: 1, key: 0x2025_0038, mask: 6),
      LegacyField(offset: 23, width: 1, key: 0x2011_00C4, mask: 7),
      LegacyField(offset: 24, width: 1, key: 0x2011_00AA, mask: 8),
      LegacyField(offset: 25, width: 1, key: 0x2011_00AB, mask: 8),
      LegacyField(offset: 28, width: 2, key: 0x3025_003B, mask: 6),
      LegacyField(offset: 30, width: 1, key: 0x2011_001C, mask: 10),
    ])

  /// CFG-NAVX5, version 2.
  private static let navigationExpert = LegacyLayout(
    number: 0x23, template: zeros(40, [0: 2, 2: 0x4C, 3: 0x66]), mask: (2, 2),
    fields: [
      LegacyField(offset: 10, width: 1, key: 0x2011_00A1, mask: 2),
      LegacyField(offset: 11, width: 1, key: 0x2011_00A2, mask: 2),
      LegacyField(offset: 12, width: 1, key: 0x2011_00A3, mask: 3),
      LegacyField(offset: 14, width: 1, key: 0x1011_0013, mask: 6),
      LegacyField(offset: 17, width: 1, key: Key.acknowledgesAiding, mask: 10),
      LegacyField(offset: 18, width: 2, key: 0x3011_0017, mask: 9),
      LegacyField(offset: 26, width: 1, key: 0x1011_0019, mask: 13),
      flag(27, 1, 0, 0x1023_0001, mask: 14),
      LegacyField(offset: 30, width: 2, key: 0x3023_0002, mask: 14),
    ])

  /// CFG-PM2, version 1. Its mode takes effect only while CFG-RXM switches power saving on.
  private static let powerSetup = LegacyLayout(
    number: 0x3B, template: zeros(44, [0: 1]),
    fields: [
      flag(4, 4, 4, 0x20D0_000B), flag(4, 4, 5, 0x10D0_000C), flag(4, 4, 6, 0x10D0_000D),
      flag(4, 4, 8, 0x10D0_0010), flag(4, 4, 10, 0x10D0_0009), flag(4, 4, 12, 0x10D0_000A),
      flag(4, 4, 16, 0x10D0_0008), flag(4, 4, 17, LegacyPower.isCyclic),
      LegacyField(offset: 8, width: 4, key: Key.positionPeriod, scale: 1000),
      LegacyField(offset: 12, width: 4, key: 0x40D0_0003, scale: 1000),
      LegacyField(offset: 16, width: 4, key: 0x40D0_0004, scale: 1000),
      LegacyField(offset: 20, width: 2, key: Key.onTime),
      LegacyField(offset: 22, width: 2, key: 0x20D0_0006),
    ])

  /// CFG-ODO.
  private static let odometer = LegacyLayout(
    number: 0x1E, template: zeros(20),
    fields: [
      flag(4, 1, 0, 0x1022_0001), flag(4, 1, 1, 0x1022_0002), flag(4, 1, 2, 0x1022_0003),
      flag(4, 1, 3, 0x1022_0004),
      LegacyField(offset: 5, width: 1, key: 0x2022_0005, bits: 0..<3),
      LegacyField(offset: 12, width: 1, key: 0x2022_0021),
      LegacyField(offset: 13, width: 1, key: 0x2022_0022),
      LegacyField(offset: 16, width: 1, key: 0x2022_0031),
      LegacyField(offset: 17, width: 1, key: 0x2022_0032),
    ])

  /// CFG-ITFM. The values between the fields are those of the interface description.
  private static let interference = LegacyLayout(
    number: 0x39, template: zeros(8, [0: 0, 1: 0xAC, 2: 0x62, 3: 0x2D, 4: 0x1E, 5: 0x43]),
    fields: [
      LegacyField(offset: 0, width: 4, key: 0x2041_0001, bits: 0..<4),
      LegacyField(offset: 0, width: 4, key: 0x2041_0002, bits: 4..<9),
      flag(0, 4, 31, Key.detectsInterference),
      LegacyField(offset: 4, width: 4, key: 0x2041_0010, bits: 12..<14),
    ])

  /// CFG-NMEA, version 1.
  private static let sentences = LegacyLayout(
    number: 0x17, template: zeros(20, [11: 1]),
    fields: [
      flag(0, 1, 0, 0x1093_0021), flag(0, 1, 1, 0x1093_0022), flag(0, 1, 2, 0x1093_0023),
      flag(0, 1, 3, 0x1093_0024), flag(0, 1, 4, 0x1093_0025), flag(0, 1, 5, 0x1093_0026),
      LegacyField(
        offset: 1, width: 1, key: Key.sentenceVersion,
        codes: [(0x21, 21), (0x23, 23), (0x40, 40), (0x41, 41), (0x4B, 42)]),
      LegacyField(offset: 2, width: 1, key: 0x2093_0002),
      flag(3, 1, 0, 0x1093_0003), flag(3, 1, 1, 0x1093_0004), flag(3, 1, 2, 0x1093_0005),
      flag(3, 1, 3, 0x1093_0006),
      LegacyField(offset: 8, width: 1, key: 0x2093_0007),
      LegacyField(offset: 9, width: 1, key: 0x2093_0031),
      LegacyField(offset: 10, width: 1, key: 0x2093_0032),
      LegacyField(offset: 12, width: 2, key: 0x3093_0033),
    ])

  /// CFG-TP5 for the first pulse, version 1.
  private static let pulse = LegacyLayout(
    number: 0x31, template: zeros(32, [1: 1]),
    fields: [
      LegacyField(offset: 4, width: 2, key: 0x3005_0001),
      LegacyField(offset: 8, width: 4, key: 0x4005_0002),
      LegacyField(offset: 12, width: 4, key: 0x4005_0003),
      LegacyField(offset: 16, width: 4, key: 0x4005_0004),
      LegacyField(offset: 20, width: 4, key: 0x4005_0005),
      LegacyField(offset: 24, width: 4, key: 0x4005_0006),
      flag(28, 4, 0, 0x1005_0007), flag(28, 4, 1, 0x1005_0008), flag(28, 4, 2, 0x1005_0009),
      flag(28, 4, 3, 0x2005_0023), flag(28, 4, 4, 0x2005_0030), flag(28, 4, 5, 0x1005_000A),
      flag(28, 4, 6, 0x1005_000B),
      LegacyField(offset: 28, width: 4, key: 0x2005_000C, bits: 7..<11),
    ])

  /// CFG-SBAS.
  private static let augmentation = LegacyLayout(
    number: 0x16, template: zeros(8, [2: 3]),
    fields: [
      flag(0, 1, 0, 0x1031_0020), flag(0, 1, 1, 0x1036_0002), flag(1, 1, 0, 0x1036_0003),
      flag(1, 1, 1, 0x1036_0004), flag(1, 1, 2, 0x1036_0005),
      LegacyField(offset: 4, width: 4, key: 0x5036_0006),
    ])

  /// CFG-ANT.
  private static let antenna = LegacyLayout(
    number: 0x13, template: zeros(4),
    fields: [
      flag(0, 2, 0, 0x10A3_002E), flag(0, 2, 1, 0x10A3_002F), flag(0, 2, 2, 0x10A3_0031),
      flag(0, 2, 3, 0x10A3_0033), flag(0, 2, 4, 0x10A3_0035),
    ])

  /// CFG-PRT of a port. For UARTs, stored stop bits, parity and data bits use other numbers.
  static func port(_ port: ReceiverPort) -> LegacyLayout {
    let isUART = port == .uart1 || port == .uart2
    let uart: UInt32 = port == .uart2 ? 0x53 << 16 : 0x52 << 16
    let line = [
      LegacyField(
        offset: 4, width: 4, key: 0x2000_0003 + uart, bits: 6..<8, codes: [(3, 0), (2, 1)]),
      LegacyField(
        offset: 4, width: 4, key: 0x2000_0004 + uart, bits: 9..<12,
        codes: [(4, 0), (5, 0), (0, 2), (1, 1)]),
      LegacyField(
        offset: 4, width: 4, key: 0x2000_0002 + uart, bits: 12..<14,
        codes: [(0, 1), (1, 2), (2, 3), (3, 0)]),
      LegacyField(offset: 8, width: 4, key: Key.baudRate(port)),
    ]
    return LegacyLayout(
      number: 0x00, template: zeros(20, [0: port.rawValue]),
      fields: (isUART ? line : []) + [
        flag(12, 2, 0, Key.takes(1, port)), flag(12, 2, 1, Key.takes(2, port)),
        flag(12, 2, 5, Key.takes(4, port)), flag(14, 2, 0, Key.sends(1, port)),
        flag(14, 2, 1, Key.sends(2, port)), flag(14, 2, 5, Key.sends(4, port)),
      ])
  }
}

/// Keys for the settings that CFG-PM2 and CFG-RXM make together and that one key makes on newer
/// receivers. These are not real keys.
enum LegacyPower {
  /// Whether power saving is cyclic; otherwise it is on/off operation.
  static let isCyclic: UInt32 = 0x1FFF_0001
  /// Whether power saving is on.
  static let isOn: UInt32 = 0x1FFF_0002
}
