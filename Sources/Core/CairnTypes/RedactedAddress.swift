/// The address of a server as messages, reports and logs show it: without what may be a secret.
///
/// `***` stands for user and password, for query and fragment, and for the path of HTTP, in which
/// some services expect a key. Paths of files and devices are shown whole.
public struct RedactedAddress: Hashable, Sendable {
  /// The address without secrets, otherwise as written.
  public let text: String

  /// - Parameters:
  ///   - address: an address such as `https://host/path?key=1`, or the path of a file or device.
  ///   - isHTTP: whether it was meant for a service over HTTP, however it was written. By default
  ///     text without `://` counts as a path unless it seems to name a user with a password.
  public init(_ address: String, isHTTP: Bool = false) {
    let bytes = Array(address.utf8)
    let shown = Self.shown(bytes, isHTTP)
    text = shown == bytes ? address : String(decoding: shown, as: UTF8.self)
  }

  private static let mark = Array("***".utf8)

  private static func shown(_ bytes: [UInt8], _ isHTTP: Bool) -> [UInt8] {
    let start = end(ofSchemeOf: bytes)
    if !isHTTP {
      let isPath = bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: ".")
      if isPath || bytes.starts(with: "file:".utf8) { return bytes }
      // An address whose scheme was forgotten, or mistyped.
      let isUser = bytes.contains(UInt8(ascii: "@")) && bytes.contains(UInt8(ascii: ":"))
      if start == 0, !isUser { return bytes }
    }
    let rest = bytes[start...]
    let authority = rest.prefix { !isOne(of: "/?#", $0) }
    let path = rest[authority.endIndex...].prefix { !isOne(of: "?#", $0) }
    // A password that was not escaped may have any of these characters.
    guard !rest[authority.endIndex...].contains(UInt8(ascii: "@")) else {
      return bytes[..<start] + mark
    }
    var shown = Array(bytes[..<start])
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      shown += mark + authority[at...]
    } else {
      shown += authority
    }
    let hidesPath = isHTTP || bytes[..<start].first.map { $0 | 0x20 } == UInt8(ascii: "h")
    shown += hidesPath && path.count > 1 ? path.prefix(1) + mark : path
    if path.endIndex < bytes.endIndex { shown += [bytes[path.endIndex]] + mark }
    return shown
  }

  /// Returns where the host or user begins, behind the first `://`; 0 if there is none.
  private static func end(ofSchemeOf bytes: [UInt8]) -> Int {
    let separator = Array("://".utf8)
    var index = 0
    while index + separator.count <= bytes.count {
      if bytes[index..<(index + separator.count)].elementsEqual(separator) {
        return index + separator.count
      }
      index += 1
    }
    return 0
  }

  private static func isOne(of characters: StaticString, _ byte: UInt8) -> Bool {
    characters.withUTF8Buffer { unsafe $0.contains(byte) }
  }
}

extension RedactedAddress: CustomStringConvertible {
  /// The address without secrets, in a form fit for display.
  public var description: String { ForeignText.visible(text) }
}
