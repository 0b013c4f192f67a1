/// Where a message bus listens.
@nonexhaustive
public enum DBusAddress: Equatable, Sendable {
  /// A socket in the file system.
  case unixPath(String)
  /// A socket in Linux's abstract namespace; the leading NUL is not part of the name.
  case unixAbstract(String)
  /// An address that Cairn cannot connect to: another transport, or one for servers only.
  case unsupported(transport: String)

  /// The system bus where `DBUS_SYSTEM_BUS_ADDRESS` names no other.
  public static let systemBus = DBusAddress.unixPath("/run/dbus/system_bus_socket")

  /// Parses a list of addresses, to be tried in order.
  ///
  /// - Parameter text: for example the value of `DBUS_SYSTEM_BUS_ADDRESS`; empty elements of the
  ///   list are ignored.
  /// - Returns: one address or more.
  /// - Throws: the defect of the first bad address.
  public static func list(_ text: String) throws(DBusAddressError) -> [DBusAddress] {
    var addresses: [DBusAddress] = []
    for part in text.split(separator: ";") { addresses.append(try DBusAddress(String(part))) }
    guard !addresses.isEmpty else { throw .empty }
    return addresses
  }

  /// Parses one address, such as `unix:path=/run/dbus/system_bus_socket`.
  ///
  /// Source: D-Bus specification 0.43, "Server Addresses" and "Unix Domain Sockets".
  public init(_ text: String) throws(DBusAddressError) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw .transport(text)
    }
    let transport = String(text[..<colon])
    var keys: [String: String] = [:]
    for pair in text[text.index(after: colon)...].split(
      separator: ",", omittingEmptySubsequences: true)
    {
      guard let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
        throw .pair(String(pair))
      }
      let key = String(pair[..<equals])
      guard keys[key] == nil else { throw .repeatedKey(key) }
      keys[key] = try Self.unescaped(pair[pair.index(after: equals)...])
    }
    switch (transport, keys["path"], keys["abstract"]) {
    case ("unix", let path?, nil): self = .unixPath(try Self.checked(path))
    case ("unix", nil, let name?): self = .unixAbstract(try Self.checked(name))
    case ("unix", .some, .some): throw .repeatedKey("abstract")
    default: self = .unsupported(transport: transport)
    }
  }

  /// The address as text; `nil` when it is not supported.
  public var text: String? {
    switch self {
    case .unixPath(let path): "unix:path=" + Self.escaped(path)
    case .unixAbstract(let name): "unix:abstract=" + Self.escaped(name)
    case .unsupported: nil
    }
  }

  /// Longest name of a Unix socket, in bytes without its NUL.
  static let maximumLength = 107

  private static func checked(_ name: String) throws(DBusAddressError) -> String {
    guard !name.isEmpty, !name.utf8.contains(0), name.utf8.count <= maximumLength else {
      throw .name(name)
    }
    return name
  }

  /// Whether a byte stands for itself in a value.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "\\"), UInt8(ascii: "*"):
      true
    default: false
    }
  }

  private static func unescaped(_ text: Substring) throws(DBusAddressError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        guard byte == UInt8(ascii: "%"), let high = rest.popFirst().flatMap(digit),
          let low = rest.popFirst().flatMap(digit)
        else { throw .escape(String(text)) }
        bytes.append(high &<< 4 | low)
      }
    }
    guard let result = String(validating: bytes, as: UTF8.self) else {
      throw .escape(String(text))
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + String(digits[Int(byte &>> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte &- 0x30
    case 0x41...0x46: byte &- 0x41 &+ 10
    case 0x61...0x66: byte &- 0x61 &+ 10
    default: nil
    }
  }
}
