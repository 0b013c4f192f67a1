/// Reads complete types from a signature.
///
/// Source: D-Bus specification 0.43, "Valid Signatures".
struct SignatureParser {
  /// Deepest nesting of arrays, and of structures.
  private static let maximumNesting = 32

  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text.utf8[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next type; `nil` when no valid type follows.
  mutating func next(arrays: Int = 0, structures: Int = 0) -> DBusType? {
    guard let code = rest.popFirst() else { return nil }
    switch code {
    case UInt8(ascii: "y"): return .byte
    case UInt8(ascii: "b"): return .boolean
    case UInt8(ascii: "n"): return .int16
    case UInt8(ascii: "q"): return .uint16
    case UInt8(ascii: "i"): return .int32
    case UInt8(ascii: "u"): return .uint32
    case UInt8(ascii: "x"): return .int64
    case UInt8(ascii: "t"): return .uint64
    case UInt8(ascii: "d"): return .double
    case UInt8(ascii: "s"): return .string
    case UInt8(ascii: "o"): return .objectPath
    case UInt8(ascii: "g"): return .signature
    case UInt8(ascii: "v"): return .variant
    case UInt8(ascii: "h"): return .unixFD
    case UInt8(ascii: "a"):
      guard arrays < Self.maximumNesting else { return nil }
      if skip(UInt8(ascii: "{")) { return dictionary(arrays + 1, structures) }
      return next(arrays: arrays + 1, structures: structures).map { .array($0) }
    case UInt8(ascii: "("):
      guard structures < Self.maximumNesting else { return nil }
      return structure(arrays, structures + 1)
    default: return nil
    }
  }

  private mutating func dictionary(_ arrays: Int, _ structures: Int) -> DBusType? {
    guard let key = next(arrays: arrays, structures: structures), key.isBasic,
      let value = next(arrays: arrays, structures: structures), skip(UInt8(ascii: "}"))
    else { return nil }
    return .dictionary(key, value)
  }

  private mutating func structure(_ arrays: Int, _ structures: Int) -> DBusType? {
    var members: [DBusType] = []
    repeat {
      guard let member = next(arrays: arrays, structures: structures) else { return nil }
      members.append(member)
    } while !skip(UInt8(ascii: ")"))
    return .structure(members)
  }

  private mutating func skip(_ code: UInt8) -> Bool {
    guard rest.first == code else { return false }
    rest.removeFirst()
    return true
  }
}
