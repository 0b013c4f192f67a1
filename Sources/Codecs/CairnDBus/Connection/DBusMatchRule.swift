/// Selects the messages that the bus passes on to a connection besides those addressed to it.
///
/// An absent part matches everything.
///
/// Source: D-Bus specification 0.43, "Match Rules".
public struct DBusMatchRule: Equatable, Sendable {
  /// Compares one argument of the message.
  public enum Argument: Equatable, Sendable {
    /// Argument `index`, from 0 to 63, is this string.
    case string(index: Int, String)
    /// Argument `index`, from 0 to 63, is this path, or one of the two ends in a slash and the
    /// other begins with it.
    case path(index: Int, String)
    /// Argument 0 is this name or begins with it and a dot.
    case namespace(String)
  }

  /// The kind of message; others than the four named ones match nothing.
  public var kind: DBusMessage.Kind?
  /// The sender; a well-known name stands for its owner.
  public var sender: BusName?
  /// The interface.
  public var interface: InterfaceName?
  /// The method or signal.
  public var member: MemberName?
  /// The object; excludes `pathNamespace`.
  public var path: ObjectPath?
  /// The object or one of its ancestors; ignored when there is a `path`.
  public var pathNamespace: ObjectPath?
  /// All of these must hold.
  public var arguments: [Argument]

  /// Creates a rule; see the properties.
  public init(
    kind: DBusMessage.Kind? = .signal, sender: BusName? = nil, interface: InterfaceName? = nil,
    member: MemberName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
    arguments: [Argument] = []
  ) {
    self.kind = kind
    self.sender = sender
    self.interface = interface
    self.member = member
    self.path = path
    self.pathNamespace = pathNamespace
    self.arguments = arguments
  }

  /// The rule as `AddMatch` expects it.
  public var text: String {
    var parts: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { parts.append("\(key)=\(Self.quoted(value))") }
    }
    add("type", kind?.matchName)
    add("sender", sender?.text)
    add("interface", interface?.text)
    add("member", member?.text)
    add("path", path?.text)
    if path == nil { add("path_namespace", pathNamespace?.text) }
    for argument in arguments {
      switch argument {
      case .string(let index, let text): add("arg\(index)", text)
      case .path(let index, let text): add("arg\(index)path", text)
      case .namespace(let text): add("arg0namespace", text)
      }
    }
    return parts.joined(separator: ",")
  }

  /// Returns whether a message matches, all but its sender, which may have several names.
  public func matchesExceptSender(_ message: DBusMessage) -> Bool {
    func permits<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool {
      wanted == nil || wanted == found
    }
    guard permits(kind, message.kind), permits(interface, message.interface),
      permits(member, message.member), permits(path, message.path)
    else { return false }
    if path == nil, let pathNamespace {
      guard let object = message.path, object.isWithin(pathNamespace) else { return false }
    }
    return arguments.allSatisfy { $0.matches(message.body) }
  }

  /// An apostrophe ends the quotes, stands behind a backslash, and begins them again.
  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for character in text.unicodeScalars {
      if character == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(character) }
    }
    return quoted + "'"
  }
}

extension DBusMatchRule.Argument {
  func matches(_ body: [DBusValue]) -> Bool {
    switch self {
    case .string(let index, let text):
      guard body.indices.contains(index), case .string(let found) = body[index] else {
        return false
      }
      return found == text
    case .path(let index, let text):
      guard body.indices.contains(index) else { return false }
      let found: String
      switch body[index] {
      case .string(let value): found = value
      case .objectPath(let value): found = value.text
      default: return false
      }
      return found == text || text.isFolder && found.utf8.starts(with: text.utf8)
        || found.isFolder && text.utf8.starts(with: found.utf8)
    case .namespace(let text):
      guard case .string(let found)? = body.first else { return false }
      return found == text || found.utf8.starts(with: (text + ".").utf8)
    }
  }
}

extension String {
  fileprivate var isFolder: Bool { utf8.last == UInt8(ascii: "/") }
}

extension DBusMessage.Kind {
  /// The word for it in a match rule.
  fileprivate var matchName: String {
    switch self {
    case .methodCall: "method_call"
    case .methodReturn: "method_return"
    case .error: "error"
    case .signal: "signal"
    default: "unknown"
    }
  }
}
