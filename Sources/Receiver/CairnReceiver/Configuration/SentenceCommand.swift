internal import CairnTypes

/// Builds a sentence of a vendor.
struct SentenceBuilder: Sendable {
  private var bytes: [UInt8] = [0x24]

  init(_ address: StaticString) { append(address) }

  /// Appends characters as they are.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends a comma and a number.
  mutating func field(_ number: UInt64) {
    bytes.append(0x2C)
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes.append(contentsOf: digits.reversed())
  }

  /// Appends a comma and a number of 32 bits, eight hexadecimal digits.
  mutating func field(hexadecimal number: UInt32) {
    bytes.append(0x2C)
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      bytes.append(Self.digit(UInt8(truncatingIfNeeded: number &>> shift & 15)))
    }
  }

  /// Appends a comma and a number of thousandths, as whole ones with three decimal places.
  mutating func field(thousandths number: UInt64) {
    field(number / 1000)
    bytes.append(0x2E)
    for unit: UInt64 in [100, 10, 1] {
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: number / unit % 10))
    }
  }

  /// Appends a comma and characters.
  mutating func field(_ text: StaticString) {
    bytes.append(0x2C)
    append(text)
  }

  /// The sentence with checksum, carriage return and line feed.
  var sentence: [UInt8] {
    var sum: UInt8 = 0
    for byte in bytes.dropFirst() { sum ^= byte }
    return bytes + [0x2A, Self.digit(sum &>> 4), Self.digit(sum & 15), 0x0D, 0x0A]
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 &+ value : 0x37 &+ value
  }
}

/// A command and the wishes that it fulfils.
struct SentenceCommand: Sendable {
  /// How a receiver says that it did it.
  enum Reply: Sendable {
    /// `PMTK001`, the command's number, and 3.
    case pmtk(UInt64)
    /// `PAIR001`, the command's number, and 0; 1 announces another.
    case pair(UInt64)
    /// The command's address, and OK or ERROR in the next field.
    case named(StaticString)
    /// The command's address with OK or ERROR behind it.
    case suffixed(StaticString)
    /// The same, or the command itself, which comes behind that: it was heard, and what is seen afterwards
    /// tells whether it is done.
    case repeated(StaticString)
    /// `PUBX,04` with the time: what was asked last is answered when all before was done.
    case time
    /// A notice of the satellite systems in use: what was asked last is answered when all before was done.
    case notice
    /// Not at all: what comes afterwards shows it.
    case none
  }

  /// When a command is sent, of several of which each has to be answered before the next.
  enum Condition: Sendable {
    case always
    /// Where the one before was done.
    case afterSuccess
    /// Where the one before was not done.
    case afterFailure
  }

  var sentence: [UInt8]
  var wishes: [Int]
  var reply: Reply
  var condition = Condition.always
  /// Whether it writes the configuration to a memory that lasts.
  var isStoring = false

  var isAnswered: Bool {
    if case .none = reply { false } else { true }
  }

  /// The address that it begins with. Commands with the same address may have the same answers.
  var address: [UInt8] { [UInt8](sentence.prefix { $0 != 0x2C && $0 != 0x2A }) }
}

extension SentenceCommand {
  /// Reads a sentence as an answer to the command; `nil` if it is none.
  func reply(_ frame: Span<UInt8>) -> SettingGroup.Reply? {
    let fields = SentenceFields(frame)
    switch reply {
    case .pmtk(let number):
      guard fields.isEqual(0, "PMTK001"), fields.number(1) == number else { return nil }
      switch fields.number(2) {
      case 3: return .accepted
      case 0, 1: return .refused(.unsupported)
      default: return .refused(.refused)
      }
    case .pair(let number):
      guard fields.isEqual(0, "PAIR001"), fields.number(1) == number else { return nil }
      switch fields.number(2) {
      case 0: return .accepted
      case 1: return .waiting
      // Busy: it will be asked again.
      case 5: return nil
      case 3: return .refused(.unsupported)
      default: return .refused(.refused)
      }
    case .named(let address):
      guard fields.isEqual(0, address) else { return nil }
      if fields.isEqual(1, "OK") { return .accepted }
      guard fields.isEqual(1, "ERROR") else { return nil }
      return .refused(fields.number(2) == 3 ? .unsupported : .refused)
    case .suffixed(let address), .repeated(let address):
      if fields.isEqual(0, address, "OK") { return .accepted }
      if fields.isEqual(0, address, "ERROR") { return .refused(.refused) }
      guard case .repeated = reply, frame.count == sentence.count else { return nil }
      return frame.indices.allSatisfy { frame[$0] == sentence[$0] } ? .done : nil
    case .time:
      return fields.isEqual(0, "PUBX") && fields.number(1) == 4 && fields.count > 4
        ? .accepted : nil
    case .notice:
      return SentenceText.isNotice(frame) && SentenceText.holds(frame, ",MO=") ? .accepted : nil
    case .none: return nil
    }
  }
}

/// The fields of a sentence, the address first.
struct SentenceFields {
  private var fields: [[UInt8]] = [[]]

  init(_ frame: Span<UInt8>) {
    var index = 1
    while index < frame.count {
      let byte = frame[index]
      if byte == 0x2A || byte == 0x0D { break }
      if byte == 0x2C { fields.append([]) } else { fields[fields.count &- 1].append(byte) }
      index &+= 1
    }
  }

  var count: Int { fields.count }

  func isEqual(_ index: Int, _ text: StaticString) -> Bool {
    guard fields.indices.contains(index) else { return false }
    let field = fields[index]
    return text.withUTF8Buffer { unsafe field.elementsEqual($0) }
  }

  /// Whether a field is two texts, one behind the other.
  func isEqual(_ index: Int, _ first: StaticString, _ second: StaticString) -> Bool {
    guard fields.indices.contains(index) else { return false }
    let field = fields[index]
    let width = first.utf8CodeUnitCount
    return field.count == width &+ second.utf8CodeUnitCount
      && first.withUTF8Buffer { unsafe field.prefix(width).elementsEqual($0) }
      && second.withUTF8Buffer { unsafe field.dropFirst(width).elementsEqual($0) }
  }

  /// The last three letters of the address: what a sentence is, whoever speaks.
  func isReport(_ formatter: StaticString) -> Bool {
    let address = fields[0]
    guard address.count == 5 else { return false }
    return formatter.withUTF8Buffer { unsafe address.dropFirst(2).elementsEqual($0) }
  }

  func number(_ index: Int) -> UInt64? {
    guard fields.indices.contains(index), !fields[index].isEmpty, fields[index].count < 12 else {
      return nil
    }
    var value: UInt64 = 0
    for byte in fields[index] {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value &* 10 &+ UInt64(byte &- 0x30)
    }
    return value
  }
}
