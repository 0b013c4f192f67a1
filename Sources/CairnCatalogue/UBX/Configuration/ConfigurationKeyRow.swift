public import CairnUBX

/// What is known of one configuration key.
public struct ConfigurationKeyRow: Sendable {
  /// How a key's value is stored.
  public struct ValueType: RawRepresentable, Hashable, Sendable {
    /// `L` one bit, `U` unsigned, `I` signed, `E` an enumeration, `X` bits or text, `R` a real number;
    /// all but the first with their width in octets: `U2`.
    public let rawValue: String

    /// Any of the types of the interface descriptions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Octets on the wire.
    public var width: Int {
      rawValue.utf8.dropFirst().first.map { Int($0 &- 0x30) } ?? 1
    }

    /// How a value is shown.
    public var notation: ConfigurationNotation {
      switch rawValue.utf8.first {
      case UInt8(ascii: "L"): .flag
      case UInt8(ascii: "I"): .signed
      case UInt8(ascii: "R"): .real
      case UInt8(ascii: "X"): .octets
      default: .unsigned
      }
    }
  }

  private let text: ConfigurationKeyText
  /// Where the row's line is in the text.
  let range: Range<Int>

  init(_ text: ConfigurationKeyText, _ range: Range<Int>) {
    self.text = text
    self.range = range
  }

  /// The number on the wire.
  public var key: ConfigurationKey { ConfigurationKey(rawValue: number) }

  /// For example `CFG_UART1_BAUDRATE`.
  public var name: String { column(2) }

  /// How the value is stored.
  public var type: ValueType { ValueType(rawValue: column(1)) }

  /// What the stored number is multiplied by to have the unit; 1 where there is no scale.
  public var scale: Double { Double(column(3)) ?? 1 }

  /// For example `Hz` or `deg`; `nil` for a number without one, and where it is not known.
  public var unit: String? {
    let unit = column(4)
    return unit.isEmpty || unit == "-" ? nil : unit
  }

  /// The values that have a name, or the bits; none where there are none, or they are not known.
  public var values: [(name: String, value: UInt32)] {
    column(5).split(separator: ",").compactMap { pair in
      let halves = pair.split(separator: "=")
      guard halves.count == 2, let value = UInt32(halves[1]) else { return nil }
      return (String(halves[0]), value)
    }
  }

  /// Group and item, by which rows are ordered.
  var rank: UInt32 { Self.rank(number) }

  static func rank(_ key: UInt32) -> UInt32 { key & 0x0FFF_FFFF }

  private var number: UInt32 {
    var number: UInt32 = 0
    for index in range.prefix(8) {
      let digit = text[index]
      number = number &<< 4 | UInt32(digit < 0x40 ? digit &- 0x30 : digit &- 0x57)
    }
    return number
  }

  private func column(_ number: Int) -> String {
    String(decoding: range(ofColumn: number).lazy.map { text[$0] }, as: UTF8.self)
  }

  /// Where a column is in the text; empty where the row ends before it.
  private func range(ofColumn number: Int) -> Range<Int> {
    var start = range.lowerBound
    for _ in 0..<number {
      while start < range.upperBound, text[start] != 0x20 { start &+= 1 }
      start = min(start &+ 1, range.upperBound)
    }
    var end = start
    while end < range.upperBound, text[end] != 0x20 { end &+= 1 }
    return start..<end
  }
}
