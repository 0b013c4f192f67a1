package import CairnLinux

/// Who may read the page: the browser of this machine's user, on a page of this server, and nobody through it.
package struct DashboardGate: Sendable {
  /// What becomes of a request.
  package enum Verdict: Equatable, Sendable {
    case pass
    /// The token was right: the browser keeps it as a cookie and asks for the page again.
    case admit(cookie: String)
    case refuse(HTTPStatus)
  }

  /// The port that requests must name; `nil` for a Unix socket, whose clients may say any host.
  private let port: UInt16?
  /// Names by which the server may be asked, with its port: by any other name, a browser was led here.
  private let names: Set<String>
  /// Whether it may be asked by any number, since it listens at all addresses: a number is no name that could be bound
  /// to another address meanwhile.
  private let takesNumbers: Bool
  /// The part of a cookie, and of the first address, that must be right; `nil` for none.
  private let token: String?
  /// What takes the place of the token in one address, once.
  private var ticket: String?
  /// The name of the cookie: browsers keep one jar for all ports of a host.
  private let cookie: String

  /// - Parameters:
  ///   - address: where the server listens, with the port in use.
  ///   - token: what the first address must contain; `nil` for none.
  ///   - ticket: what one browser's first address may contain instead.
  package init(_ address: ListenAddress, token: String?, ticket: String? = nil) {
    self.token = token
    self.ticket = ticket
    guard case .tcp(let host, let port) = address else {
      (self.port, names, takesNumbers, cookie) = (nil, [], false, "cairn")
      return
    }
    self.port = port
    cookie = "cairn-\(port)"
    takesNumbers = host == "0.0.0.0" || host == "::"
    names = [
      "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", address.description.lowercased(),
    ]
  }

  /// Decides about a request, whatever it asks for.
  package mutating func judge(_ request: HTTPRequest) -> Verdict {
    guard isOwn(request.host) else { return .refuse(.misdirected) }
    if let origin = request.origin, origin.lowercased() != "http://" + request.host {
      return .refuse(.forbidden)
    }
    if let site = request.site, site != "same-origin", site != "none" { return .refuse(.forbidden) }
    guard let token else { return .pass }
    if request.path == "/", takesTicket(request) || Self.isSame(request.query, "token=\(token)") {
      return .admit(cookie: "\(cookie)=\(token); HttpOnly; SameSite=Strict; Path=/")
    }
    return has("\(cookie)=\(token)", in: request) ? .pass : .refuse(.unauthorized)
  }

  private mutating func takesTicket(_ request: HTTPRequest) -> Bool {
    guard let ticket, Self.isSame(request.query, "token=\(ticket)") else { return false }
    self.ticket = nil
    return true
  }

  private func isOwn(_ host: String) -> Bool {
    guard let port else { return true }
    // Browsers leave out the usual port.
    for host in port == 80 ? [host, host + ":80"] : [host] {
      if names.contains(host) { return true }
      guard takesNumbers, case .tcp(_, port)? = ListenAddress(host) else { continue }
      return true
    }
    return false
  }

  private func has(_ wanted: String, in request: HTTPRequest) -> Bool {
    guard let all = request.cookie else { return false }
    return all.split(separator: ";").contains { Self.isSame(String($0.drop { $0 == " " }), wanted) }
  }

  /// Compares in a time that does not tell how much is right.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension ListenAddress {
  /// What a browser of this machine opens, such as `http://127.0.0.1:8080/?token=…`; the path of a Unix socket.
  package func pageAddress(token: String?) -> String {
    guard case .tcp(let host, let port) = self else { return description }
    let reachable = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
    return "http://\(ListenAddress.tcp(host: reachable, port: port))/"
      + (token.map { "?token=\($0)" } ?? "")
  }
}

extension DashboardGate {
  /// Returns a token of 128 bits in hexadecimal digits, from the system's random numbers.
  package static func makeToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let text = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
      return text.utf8.count < 2 ? "0" + text : text
    }.joined()
  }
}
