extension NTRIPCaster {
  /// The part of a caster's address that cannot be used in a request.
  public enum Fault: Hashable, Sendable {
    /// The host is empty, or has a blank, a slash or a character that is not printable ASCII.
    case host
    /// The mountpoint is empty, or has a blank, `#` or a character that is not printable ASCII.
    case mountpoint
    /// The user has a control character, or a colon, which would start the password.
    case user
    /// The password has a control character.
    case password
  }

  /// The part of the address that a request cannot carry; `nil` if there is none.
  ///
  /// A line ending in any part would start a line of its own in the request, and so tell the caster
  /// something that the user never said.
  public var fault: Fault? {
    if host.isEmpty || !host.utf8.allSatisfy({ isGraphic($0) && $0 != UInt8(ascii: "/") }) {
      return .host
    }
    if mountpoint.isEmpty
      || !mountpoint.utf8.allSatisfy({ isGraphic($0) && $0 != UInt8(ascii: "#") })
    {
      return .mountpoint
    }
    // Both are sent in base 64, so blanks and any script are safe. Source: RFC 7617, 2.
    if !user.utf8.allSatisfy({ !isControl($0) && $0 != UInt8(ascii: ":") }) { return .user }
    return password.utf8.allSatisfy({ !isControl($0) }) ? nil : .password
  }
}

extension NTRIPCaster.Fault: CustomStringConvertible {
  /// The fault, and its remedy, in words.
  public var description: String {
    switch self {
    case .host:
      "the caster's host is empty or has a blank, a control character or a letter outside ASCII: "
        + "write its name as DNS has it, or its address"
    case .mountpoint:
      "the mountpoint is empty or has a blank, a control character or a letter outside ASCII: "
        + "copy its name from the caster's list"
    case .user: "the user's name has a colon or a control character: check it"
    case .password: "the password has a control character, such as a line end: check it"
    }
  }
}

private func isGraphic(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
