internal import CairnTypes

/// Why a text is not an address of a message bus.
public enum DBusAddressError: Error, Equatable, Sendable {
  /// The list has no address.
  case empty
  /// No transport and colon at the beginning.
  case transport(String)
  /// A part between commas is not `key=value`.
  case pair(String)
  /// A key occurs twice, or excludes another one.
  case repeatedKey(String)
  /// A value has a character that must be escaped, a bad escape, or is not UTF-8.
  case escape(String)
  /// The name of a socket is empty, longer than 107 bytes, or contains NUL.
  case name(String)
}

extension DBusAddressError: CustomStringConvertible {
  /// Description of the defect, in one line.
  public var description: String {
    func shown(_ text: String) -> String { "'" + ForeignText.visible(text, limit: 120) + "'" }
    return switch self {
    case .empty: "the list has no address"
    case .transport(let text): "no transport such as 'unix:' in \(shown(text))"
    case .pair(let text): "not KEY=VALUE: \(shown(text))"
    case .repeatedKey(let key): "the key \(shown(key)) occurs twice, or excludes another one"
    case .escape(let text): "not correctly escaped with %: \(shown(text))"
    case .name(let name): "no socket can have the name \(shown(name))"
    }
  }
}
