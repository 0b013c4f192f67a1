import CairnDashboard
import CairnLinux
import Testing

@Suite("who may read the page")
struct DashboardGateTests {
  private static let token = "0123456789abcdef0123456789abcdef"

  private func request(
    _ target: String = "/", host: String = "127.0.0.1:8080", _ fields: String...
  ) throws -> HTTPRequest {
    let lines = ["GET \(target) HTTP/1.1", "Host: \(host)"] + fields
    return try HTTPRequest(header: Array(lines.joined(separator: "\r\n").utf8)[...])
  }

  private func gate(
    _ address: String = "127.0.0.1:8080", token: String? = nil, ticket: String? = nil
  ) throws -> DashboardGate {
    DashboardGate(try #require(ListenAddress(address)), token: token, ticket: ticket)
  }

  @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"])
  func `whoever asks by one of the server's names`(host: String) throws {
    var gate = try gate()
    #expect(try gate.judge(request(host: host)) == .pass)
  }

  /// A name that leads here is bound by somebody else: DNS rebinding.
  @Test(arguments: [
    "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "127.0.0.1:8080.evil",
    "127.0.0.1:8080@evil", "127.0.0.1.evil:8080", "localhost.evil:8080", "", ":8080", "::1:8080",
    "127.0.0.1:08080", "192.0.2.7:8080", "127.0.0.1:8080, evil",
  ])
  func `nobody by another name`(host: String) throws {
    var gate = try gate()
    #expect(try gate.judge(request(host: host)) == .refuse(.misdirected))
  }

  @Test func `browsers leave out port 80`() throws {
    var gate = try gate("127.0.0.1:80")
    #expect(try gate.judge(request(host: "localhost")) == .pass)
    #expect(try gate.judge(request(host: "localhost:80")) == .pass)
    #expect(try gate.judge(request(host: "evil.example")) == .refuse(.misdirected))
  }

  @Test func `at all addresses, whoever asks by a number`() throws {
    var gate = try gate("0.0.0.0:8080", token: Self.token)
    for host in ["192.0.2.7:8080", "[2001:db8::1]:8080", "localhost:8080"] {
      #expect(try gate.judge(request("/?token=\(Self.token)", host: host)) != .refuse(.misdirected))
    }
    for host in ["device.local:8080", "192.0.2.7:80", "192.0.2.7"] {
      #expect(try gate.judge(request(host: host)) == .refuse(.misdirected))
    }
  }

  @Test func `no page of another server`() throws {
    var gate = try gate()
    for origin in [
      "http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:8081",
      "http://localhost:8080",
    ] {
      #expect(try gate.judge(request("/events", "Origin: \(origin)")) == .refuse(.forbidden))
    }
    #expect(try gate.judge(request("/events", "Origin: http://127.0.0.1:8080")) == .pass)
    for site in ["cross-site", "same-site", "elsewhere"] {
      #expect(try gate.judge(request("/", "Sec-Fetch-Site: \(site)")) == .refuse(.forbidden))
    }
    for site in ["same-origin", "none"] {
      #expect(try gate.judge(request("/", "Sec-Fetch-Site: \(site)")) == .pass)
    }
  }

  @Test func `a token is taken once from the address, and from then on as a cookie`() throws {
    var gate = try gate(token: Self.token)
    #expect(try gate.judge(request()) == .refuse(.unauthorized))
    #expect(
      try gate.judge(request("/?token=\(Self.token)"))
        == .admit(cookie: "cairn-8080=\(Self.token); HttpOnly; SameSite=Strict; Path=/"))
    for cookie in ["cairn-8080=\(Self.token)", "theme=dark; cairn-8080=\(Self.token); a=b"] {
      #expect(try gate.judge(request("/events", "Cookie: \(cookie)")) == .pass)
    }
  }

  @Test(arguments: [
    "/?token=", "/?token=0123456789abcdef0123456789abcdee", "/?token=\(token)0", "/?Token=\(token)",
    "/app.js?token=\(token)", "/?a=b&token=\(token)", "/?token=\(token)&",
  ])
  func `a wrong token is none`(target: String) throws {
    var gate = try gate(token: Self.token)
    #expect(try gate.judge(request(target)) == .refuse(.unauthorized))
  }

  @Test(arguments: [
    "cairn=\(token)", "cairn-8081=\(token)", "cairn-8080=", "xcairn-8080=\(token)",
    "cairn-8080=\(token)0", "cairn-8080 =\(token)",
  ])
  func `a cookie of another name or content is none`(cookie: String) throws {
    var gate = try gate(token: Self.token)
    #expect(try gate.judge(request("/", "Cookie: \(cookie)")) == .refuse(.unauthorized))
  }

  @Test func `a ticket lets in one browser`() throws {
    var gate = try gate(token: Self.token, ticket: "once")
    #expect(try gate.judge(request("/app.js?token=once")) == .refuse(.unauthorized))
    #expect(
      try gate.judge(request("/?token=once"))
        == .admit(cookie: "cairn-8080=\(Self.token); HttpOnly; SameSite=Strict; Path=/"))
    #expect(try gate.judge(request("/?token=once")) == .refuse(.unauthorized))
  }

  @Test func `at a Unix socket, any host, and still no other page`() throws {
    var gate = try gate("/run/page")
    #expect(try gate.judge(request(host: "localhost")) == .pass)
    #expect(try gate.judge(request("/", "Sec-Fetch-Site: cross-site")) == .refuse(.forbidden))
  }

  @Test func `a token has 128 bits, and is new each time`() {
    let tokens = Set((0..<100).map { _ in DashboardGate.makeToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }
}
