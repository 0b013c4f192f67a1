/// Follows the nesting of a JSON text, byte by byte, without reading its values: how the text is cut
/// into pieces makes no difference.
public struct JSONScanner: Hashable, Sendable {
  /// What is wrong with a bracket.
  public enum Fault: Error, Hashable, Sendable {
    /// More brackets are open than `maximumDepth`.
    case tooDeep
    /// It closes none, or one of the other kind.
    case noPartner
  }

  /// Brackets that may be open; `JSONReader` reads values of that depth.
  public static let maximumDepth = 64

  /// Number of brackets that are open.
  public private(set) var depth = 0
  /// Whether the next byte belongs to a text in quotation marks, or ends it.
  public private(set) var isInText = false
  private var isEscaped = false
  /// The kinds of the open brackets, the innermost in the lowest bit: 1 for `[`.
  private var kinds: UInt64 = 0

  /// Creates a scanner at the beginning of a text.
  public init() {}

  /// Whether the next byte is outside of everything.
  public var isOutside: Bool { depth == 0 && !isInText }

  /// Whether the open brackets are `{[`: a list that is a member of the outermost object.
  public var isInListOfObject: Bool { depth == 2 && kinds == 1 && !isInText }

  /// Takes the next byte.
  ///
  /// - Returns: what is wrong with it; `nil` if nothing is. A bracket is counted all the same, and one
  ///   that closes none is ignored.
  @discardableResult
  public mutating func take(_ byte: UInt8) -> Fault? {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"): return open(0)
    case UInt8(ascii: "["): return open(1)
    case UInt8(ascii: "}"): return close(0)
    case UInt8(ascii: "]"): return close(1)
    default: break
    }
    return nil
  }

  private mutating func open(_ kind: UInt64) -> Fault? {
    kinds = kinds &<< 1 | kind
    depth += 1
    return depth > Self.maximumDepth ? .tooDeep : nil
  }

  private mutating func close(_ kind: UInt64) -> Fault? {
    guard depth > 0 else { return .noPartner }
    defer {
      kinds &>>= 1
      depth -= 1
    }
    return kinds & 1 == kind ? nil : .noPartner
  }
}
