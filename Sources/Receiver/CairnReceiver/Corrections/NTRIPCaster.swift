internal import CairnTypes

/// The source of corrections: a caster, one of its mountpoints, and the user.
///
/// The connection is plain TCP: user and password can be read on the way, as NTRIP sends them. For
/// a caster that requires TLS, or an untrusted network, run a TLS tunnel on the device (stunnel,
/// `socat`) and give its local end as `host` and `port`.
public struct NTRIPCaster: Hashable, Sendable {
  /// The version of NTRIP to use.
  public enum Version: UInt8, Hashable, Sendable, CaseIterable {
    /// Version 2, then version 1 if the caster does not know it.
    case automatic
    /// `GET` with HTTP/1.0, answered by `ICY 200 OK`.
    case v1
    /// HTTP/1.1.
    case v2
  }

  /// The usual port of casters. Source: IANA, "rtcm-sc104".
  public static let defaultPort: UInt16 = 2101

  /// The caster's name or numeric address.
  public var host: String
  /// 1...65535.
  public var port: UInt16
  /// The stream's name, without a slash.
  public var mountpoint: String
  /// The user's name; empty if the caster needs none.
  public var user: String
  /// The user's password; empty if the caster needs none.
  public var password: String
  /// The version of NTRIP to use.
  public var version = Version.automatic
  /// Whether to send the position, which casters of virtual stations need.
  public var sendsPosition = true

  /// Creates the address of a caster's mountpoint.
  public init(
    host: String, port: UInt16 = Self.defaultPort, mountpoint: String, user: String = "",
    password: String = ""
  ) {
    self.host = host
    self.port = port
    self.mountpoint = mountpoint
    self.user = user
    self.password = password
  }

  /// Parses a mountpoint's address; `nil` if it is malformed or has a `fault`.
  ///
  /// - Parameter address: `ntrip://user:password@host:port/mountpoint`; user, password and port are
  ///   optional, and characters may be escaped as in `%40`.
  public init?(_ address: String) {
    let scheme = "ntrip://"
    guard address.utf8.starts(with: scheme.utf8) else { return nil }
    var rest = address.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let path = rest[rest.index(after: slash)...]
    // A password with a slash that is not escaped would become part of the mountpoint, and be told.
    guard !path.contains(UInt8(ascii: "@")), let mountpoint = Self.unescaped(path),
      !mountpoint.isEmpty
    else { return nil }
    rest = rest[..<slash]
    var credentials: (user: String, password: String) = ("", "")
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      let before = rest[..<at]
      let colon = before.firstIndex(of: UInt8(ascii: ":")) ?? before.endIndex
      guard let user = Self.unescaped(before[..<colon]),
        let password = Self.unescaped(before[colon...].dropFirst())
      else { return nil }
      credentials = (user, password)
      rest = rest[rest.index(after: at)...]
    }
    var port: UInt16? = Self.defaultPort
    // The last colon, because an IPv6 address in brackets has others.
    if rest.last != UInt8(ascii: "]"), let colon = rest.lastIndex(of: UInt8(ascii: ":")) {
      port = Self.number(rest[rest.index(after: colon)...])
      rest = rest[..<colon]
    }
    if rest.first == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") {
      rest = rest.dropFirst().dropLast()
    }
    guard let port, port > 0, let host = Self.unescaped(rest), !host.isEmpty else { return nil }
    self.init(
      host: host, port: port, mountpoint: mountpoint, user: credentials.user,
      password: credentials.password)
    guard fault == nil else { return nil }
  }

  /// The caster and mountpoint without user, password and query, for reports and logs.
  public var address: String {
    var path: [UInt8] = []
    for byte in mountpoint.utf8 {
      path += byte == UInt8(ascii: "@") ? Array("%40".utf8) : [byte]
    }
    let address = "ntrip://" + authority + "/" + String(decoding: path, as: UTF8.self)
    return ForeignText(RedactedAddress(address).text).description
  }

  /// Host and port, with an IPv6 address in brackets.
  var authority: String {
    let isIPv6 = host.utf8.contains(UInt8(ascii: ":"))
    return (isIPv6 ? "[" + host + "]" : host) + ":" + String(port)
  }

  private static func number(_ digits: Substring.UTF8View) -> UInt16? {
    var value: UInt16 = 0
    guard !digits.isEmpty else { return nil }
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt16(digit &- UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// Returns `nil` for a broken escape or invalid UTF-8; for other unusable text, see `fault`.
  private static func unescaped(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      var byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard let first = text.index(index, offsetBy: 1, limitedBy: text.endIndex),
          let second = text.index(index, offsetBy: 2, limitedBy: text.endIndex),
          first < text.endIndex, second < text.endIndex,
          let high = hexadecimalValue(text[first]), let low = hexadecimalValue(text[second])
        else { return nil }
        byte = high &<< 4 | low
        index = second
      }
      bytes.append(byte)
      index = text.index(after: index)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension NTRIPCaster: CustomStringConvertible {
  /// Equals `address`, so that printing a caster shows no password.
  public var description: String { address }
}
