extension NTRIPCaster {
  /// Which of a caster's names cannot stand in a request.
  public enum Fault: Hashable, Sendable {
    /// It has a character that is not printable ASCII, a blank or a slash, or is empty.
    case host
    /// It has a character that is not printable ASCII, a blank or a fragment's `#`, or is empty.
    case mountpoint
    /// It has a control character, or a colon, behind which the password would begin.
    case user
    /// It has a control character.
    case password
  }

  /// What keeps a request from naming the caster as it stands here; `nil` for nothing.
  ///
  /// A line ending in one of its names would begin a line of its own in the request, and so tell the caster
  /// something that nobody has said.
  public var fault: Fault? {
    if host.isEmpty || !host.utf8.allSatisfy({ isGraphic($0) && $0 != UInt8(ascii: "/") }) {
      return .host
    }
    if mountpoint.isEmpty
      || !mountpoint.utf8.allSatisfy({ isGraphic($0) && $0 != UInt8(ascii: "#") })
    {
      return .mountpoint
    }
    // Both travel in base 64: blanks and the letters of any script are safe there. Source: RFC 7617, 2.
    if !user.utf8.allSatisfy({ !isControl($0) && $0 != UInt8(ascii: ":") }) { return .user }
    return password.utf8.allSatisfy({ !isControl($0) }) ? nil : .password
  }
}

extension NTRIPCaster.Fault: CustomStringConvertible {
  /// What is wrong, in words, and what can be done.
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
