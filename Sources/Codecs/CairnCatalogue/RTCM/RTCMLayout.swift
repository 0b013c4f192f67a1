internal import CairnRTCM

/// The fields of a message as data: a row of text, read when the first message without a type
/// comes.
///
/// A row has the message's number, `4076_021,041` for several subtypes, then its data fields in
/// wire order. `DF006*( … )` repeats the part in parentheses as often as the field says,
/// `DF006+1*(` once more, `16*(` 16 times; `cosines:N:M*(` and `sines:N:M*(` as often as spherical
/// harmonics of degree N + 1 and order M + 1 have coefficients.
enum RTCMLayout {
  /// How often a group repeats.
  enum Count {
    case fixed(Int)
    case field(RTCMDataField, plus: Int)
    case cosines(degree: RTCMDataField, order: RTCMDataField)
    case sines(degree: RTCMDataField, order: RTCMDataField)
  }

  indirect enum Item {
    case field(RTCMDataField)
    /// One text of that many bytes of UTF-8.
    case text(RTCMDataField, Count)
    case group(Count, [Item])
  }

  /// The rows by name: `1004`, `4076_021`.
  static let all: [String: [Item]] = parse(observations, corrections, igsCorrections)

  /// The fields by name, including those of `CairnRTCM`.
  static let fields: [String: RTCMDataField] = parseFields()

  /// The first field of every message.
  static var messageNumber: RTCMDataField { RTCMDataField(.rtcm, 2, .unsigned, width: 12) }

  /// Returns a message's name and fields, for 4076 by subtype; `nil` if no row describes it.
  static func find(_ number: UInt16, subtype: UInt64) -> (name: String, items: [Item])? {
    let name = name(number, subtype: subtype)
    return all[name].map { (name, $0) }
  }

  static func name(_ number: UInt16, subtype: UInt64) -> String {
    guard number == 4076 else { return String(number) }
    return "4076_" + (subtype < 10 ? "00" : subtype < 100 ? "0" : "") + String(subtype)
  }

  /// Returns the numbers of coefficients of spherical harmonics.
  ///
  /// - Parameters:
  ///   - degree: as sent, one less than the degree.
  ///   - order: as sent, one less than the order.
  /// - Returns: the numbers of cosines and sines.
  static func harmonics(degree: Int, order: Int) -> (cosines: Int, sines: Int) {
    let (n, m) = (degree + 1, order + 1)
    let cosines = (n + 1) * (n + 2) / 2 - (n - m) * (n - m + 1) / 2
    return (max(0, cosines), max(0, cosines - (n + 1)))
  }
}

extension RTCMLayout {
  private static func parse(_ tables: StaticString...) -> [String: [Item]] {
    var rows: [String: [Item]] = [:]
    for table in tables {
      var names: [String] = []
      // The innermost group is last; the row itself is first.
      var open: [(count: Count?, items: [Item])] = [(nil, [])]
      func finish() { for name in names { rows[name] = open[0].items } }
      for token in "\(table)".split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        if token.first?.isNumber == true, !token.hasSuffix("(") {
          finish()
          names = expand(token)
          open = [(nil, [])]
        } else if token == ")" {
          guard open.count > 1, let group = open.popLast(), let count = group.count else {
            continue
          }
          open[open.count - 1].items.append(item(count, group.items))
        } else if token.hasSuffix("*(") {
          if let count = count(token.dropLast(2)) { open.append((count, [])) }
        } else if let field = fields[String(token)] {
          open[open.count - 1].items.append(.field(field))
        }
      }
      finish()
    }
    return rows
  }

  private static func item(_ count: Count, _ items: [Item]) -> Item {
    if items.count == 1, case .field(let field)? = items.first, field.coding == .codeUnit {
      return .text(field, count)
    }
    return .group(count, items)
  }

  /// Expands `4076_021,041` to 4076_021 and 4076_041.
  private static func expand(_ token: Substring) -> [String] {
    let parts = token.split(separator: "_")
    guard parts.count == 2 else { return [String(token)] }
    return parts[1].split(separator: ",").map { parts[0] + "_" + $0 }
  }

  private static func count(_ text: Substring) -> Count? {
    if let number = Int(text) { return .fixed(number) }
    let parts = text.split(separator: ":")
    if parts.count == 3, let degree = fields[String(parts[1])],
      let order = fields[String(parts[2])]
    {
      return parts[0] == "sines"
        ? .sines(degree: degree, order: order) : .cosines(degree: degree, order: order)
    }
    let plus = text.hasSuffix("+1") ? 1 : 0
    return fields[String(plus == 1 ? text.dropLast(2) : text)].map { .field($0, plus: plus) }
  }

  private static func parseFields() -> [String: RTCMDataField] {
    var all: [String: RTCMDataField] = [:]
    for field in RTCMDataField.all { all[field.name] = field }
    for row in "\(fieldTable)".split(separator: "\n") {
      let columns = row.split(separator: " ")
      guard columns.count >= 2, let field = field(columns) else { continue }
      all[String(columns[0])] = field
    }
    return all
  }

  private static func field(_ columns: [Substring]) -> RTCMDataField? {
    let name = columns[0]
    let series: RTCMDataField.Series = name.hasPrefix("I") ? .igs : .rtcm
    guard let number = UInt16(name.drop { !$0.isNumber }), let width = UInt8(columns[1].dropFirst())
    else { return nil }
    let coding: RTCMDataField.Coding =
      switch columns[1].first {
      case "s": .signed
      case "m": .signMagnitude
      case "c": .character
      case "t": .codeUnit
      default: .unsigned
      }
    var resolution = 1.0
    if columns.count > 2 {
      if columns[2].hasPrefix("2^-"), let exponent = Int(columns[2].dropFirst(3)) {
        resolution = Double(sign: .plus, exponent: -exponent, significand: 1)
      } else {
        resolution = Double(columns[2]) ?? 1
      }
    }
    return RTCMDataField(series, number, coding, width: width, resolution: resolution)
  }
}
