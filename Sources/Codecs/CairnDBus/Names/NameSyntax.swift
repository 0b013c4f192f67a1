/// The grammar that names and object paths share.
///
/// Source: D-Bus specification 0.43, "Valid Names" and "Valid Object Paths".
enum NameSyntax {
  /// Longest bus, interface and member name, in bytes.
  static let maximumLength = 255

  static func isMember(_ name: String) -> Bool {
    guard name.utf8.count <= maximumLength, let first = name.utf8.first else { return false }
    return !isDigit(first) && name.utf8.allSatisfy(isWordByte)
  }

  static func isInterface(_ name: String) -> Bool {
    isDotted(name.utf8[...], digitFirst: false, isWordByte)
  }

  static func isBusName(_ name: String) -> Bool {
    let isUnique = name.utf8.first == UInt8(ascii: ":")
    guard name.utf8.count <= maximumLength else { return false }
    return isDotted(name.utf8.dropFirst(isUnique ? 1 : 0), digitFirst: isUnique) {
      isWordByte($0) || $0 == UInt8(ascii: "-")
    }
  }

  static func isObjectPath(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    guard path.utf8.count > 1 else { return true }
    let elements = path.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return elements.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWordByte) }
  }

  private static func isDotted(
    _ name: Substring.UTF8View, digitFirst: Bool, _ isAllowed: (UInt8) -> Bool
  ) -> Bool {
    guard name.count <= maximumLength else { return false }
    let elements = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return elements.count >= 2
      && elements.allSatisfy { element in
        guard let first = element.first else { return false }
        return (digitFirst || !isDigit(first)) && element.allSatisfy(isAllowed)
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
  }
}
