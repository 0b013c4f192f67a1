/// Name, number, type, scale, unit and named values of one configuration key.
public struct ConfigurationKeyRow: Sendable {
  /// The storage type of a key's value.
  public struct ValueType: RawRepresentable, Hashable, Sendable {
    /// `L` one bit, `U` unsigned, `I` signed, `E` enumeration, `X` bits or text, `R` real number;
    /// all but `L` with their width in bytes: `U2`.
    public let rawValue: String

    /// Creates a type from the interface descriptions' name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Number of bytes on the wire.
    public var width: Int {
      rawValue.utf8.dropFirst().first.map { Int($0 &- 0x30) } ?? 1
    }

    /// How to show a value.
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
  /// The row's line in the text.
  let range: Range<Int>

  init(_ text: ConfigurationKeyText, _ range: Range<Int>) {
    self.text = text
    self.range = range
  }

  /// The key's number on the wire.
  public var key: ConfigurationKey { ConfigurationKey(rawValue: number) }

  /// The key's name, for example `CFG_UART1_BAUDRATE`.
  public var name: String { column(2) }

  /// The storage type of the value.
  public var type: ValueType { ValueType(rawValue: column(1)) }

  /// Factor from the stored number to the unit; 1 if there is no scale.
  public var scale: Double { Double(column(3)) ?? 1 }

  /// The unit, for example `Hz` or `deg`; `nil` if there is none or it is unknown.
  public var unit: String? {
    let unit = column(4)
    return unit.isEmpty || unit == "-" ? nil : unit
  }

  /// The values or bits with names; empty if there are none or they are unknown.
  public var values: [(name: String, value: UInt32)] {
    column(5).split(separator: ",").compactMap { pair in
      let halves = pair.split(separator: "=")
      guard halves.count == 2, let value = UInt32(halves[1]) else { return nil }
      return (String(halves[0]), value)
    }
  }

  /// Group and item, by which rows are sorted.
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

  /// Returns a column's range in the text; empty if the row ends before it.
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
