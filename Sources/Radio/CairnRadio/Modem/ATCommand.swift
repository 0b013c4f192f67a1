/// One command line for a modem, and the format of its answer.
public struct ATCommand: Hashable, Sendable {
  /// The command without `AT` and without line ending, for example `+CEREG?`.
  public let text: String
  /// How the lines of its answer begin, for example `+CEREG:`; `nil` for plain lines.
  public let prefix: String?
  /// How long its answer may take.
  public let patience: Duration

  /// See the properties.
  public init(_ text: String, prefix: String? = nil, patience: Duration = .seconds(5)) {
    self.text = text
    self.prefix = prefix
    self.patience = patience
  }

  /// A command whose answer repeats its name: `+CEREG?` is answered with `+CEREG: ...`.
  static func question(_ name: String, _ rest: String, patience: Duration = .seconds(5))
    -> ATCommand
  {
    ATCommand(name + rest, prefix: name + ":", patience: patience)
  }
}

/// Answer of a modem to one command.
public struct ATResponse: Hashable, Sendable {
  /// End of an answer.
  ///
  /// Source: 3GPP TS 27.007 §9.2, ITU-T V.250 §5.7.
  public enum Result: Hashable, Sendable {
    /// `OK`.
    case ok
    /// `ERROR`, or `+CME ERROR: 10` with its number.
    case error(code: Int?)
    /// No answer came in time.
    case timeout
  }

  /// The lines before the result, without line endings.
  public var lines: [String]
  /// The result that ended the answer.
  public var result: Result

  /// See the properties.
  public init(_ lines: [String] = [], _ result: Result) {
    self.lines = lines
    self.result = result
  }

  /// The fields of each line that begins with `prefix`.
  func fields(after prefix: String) -> [ATFields] {
    lines.compactMap { ATFields($0, after: prefix) }
  }
}

/// The values of a line, separated by commas; text may be in quotation marks.
struct ATFields: Equatable {
  private let values: [(text: String, isQuoted: Bool)]

  /// Reads the values after a prefix; `nil` for a line with another beginning.
  init?(_ line: String, after prefix: String) {
    guard line.utf8.starts(with: prefix.utf8) else { return nil }
    var values: [(String, Bool)] = []
    var value: [UInt8] = []
    var (isInside, isQuoted) = (false, false)
    func end() {
      values.append((Self.trimmed(value), isQuoted))
      value.removeAll(keepingCapacity: true)
      isQuoted = false
    }
    for byte in line.utf8.dropFirst(prefix.utf8.count) {
      switch byte {
      case UInt8(ascii: "\""):
        isInside.toggle()
        isQuoted = true
      case UInt8(ascii: ",") where !isInside: end()
      default: value.append(byte)
      }
    }
    end()
    self.values = values
  }

  static func == (a: ATFields, b: ATFields) -> Bool {
    a.values.elementsEqual(b.values) { $0 == $1 }
  }

  var count: Int { values.count }

  /// Returns a value without its quotation marks; empty if it is missing.
  subscript(_ index: Int) -> String { values.indices.contains(index) ? values[index].text : "" }

  func isQuoted(_ index: Int) -> Bool { values.indices.contains(index) && values[index].isQuoted }

  func decimal<Number: FixedWidthInteger>(_ index: Int) -> Number? { Number(self[index]) }

  /// A hexadecimal number, with or without `0x`.
  func hexadecimal<Number: FixedWidthInteger>(_ index: Int) -> Number? {
    let text = self[index]
    return Number(text.utf8.starts(with: "0x".utf8) ? text.dropFirst(2) : text[...], radix: 16)
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let space = UInt8(ascii: " ")
    guard let first = bytes.firstIndex(where: { $0 != space }),
      let last = bytes.lastIndex(where: { $0 != space })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
