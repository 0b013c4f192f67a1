import CairnDashboard
import CairnLinux

extension Target {
  /// Requests of browsers to the page: in pieces of any size they are the same, and none gets past the gate that another
  /// site could have made.
  static let dashboard = Target("Dashboard", seeds: { dashboardSeeds }) { bytes in
    let text = bytes.flatMap { pieces[Int($0)] }
    let whole = read(text, by: 4096)
    for size in [1, 7] {
      require(read(text, by: size) == whole, "other requests in pieces of \(size) bytes")
    }
    for request in whole.requests { check(request) }
  }

  /// What is read of a text: the requests, and why no more were read.
  private struct Reading: Equatable {
    var requests: [HTTPRequest] = []
    var refusal: HTTPRequest.Refusal?
  }

  private static func read(_ text: [UInt8], by size: Int) -> Reading {
    var reader = HTTPRequestReader()
    var reading = Reading()
    for start in stride(from: 0, to: text.count, by: size) {
      let piece = Array(text[start..<min(text.count, start + size)])
      require(reader.append(piece.span), "too much waits although all was read")
      do throws(HTTPRequest.Refusal) {
        while let request = try reader.next() { reading.requests.append(request) }
      } catch {
        reading.refusal = error
        return reading
      }
    }
    return reading
  }

  private static func check(_ request: HTTPRequest) {
    require(request.path.hasPrefix("/"), "a path \(request.path)")
    let all = [request.path, request.query, request.host, request.origin, request.cookie]
    for text in all {
      let isClean = text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 } ?? true
      require(isClean, "control characters: \(text?.debugDescription ?? "")")
    }
    var open = DashboardGate(address, token: nil)
    var locked = DashboardGate(address, token: "secret")
    let isOwn =
      ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"].contains(request.host)
      && (request.origin.map { $0.lowercased() == "http://" + request.host } ?? true)
      && ["same-origin", "none", nil].contains(request.site)
    require((open.judge(request) == .pass) == isOwn, "lets pass \(request)")
    switch locked.judge(request) {
    case .pass:
      let has = request.cookie?.contains("cairn-8080=secret") ?? false
      require(isOwn && has, "lets pass without the token \(request)")
    case .admit:
      require(isOwn && request.path == "/" && request.query == "token=secret", "admits \(request)")
    case .refuse(let status):
      require([401, 403, 421].contains(status.rawValue), "refuses with \(status)")
    }
  }

  private static let address = ListenAddress.tcp(host: "127.0.0.1", port: 8080)

  /// Parts of requests that chance would hardly put together.
  private static let parts: [String] = [
    "GET ", "HEAD ", "POST ", "/", "/events", "/plan?accuracy=", "/?token=secret", " HTTP/1.1\r\n",
    " HTTP/1.0\r\n", "\r\n", "\r\n\r\n", "\n", "Host: ", "127.0.0.1:8080", "localhost:8080",
    "[::1]:8080", "evil.example", "Origin: ", "http://", "null", "Sec-Fetch-Site: ", "same-origin",
    "none", "cross-site", "Cookie: ", "cairn-8080=secret", "; ", "Content-Length: ", "0", "1",
    "Transfer-Encoding: chunked", "Connection: ", "close", "keep-alive", ",", " ", "\t", "X: ",
    String(repeating: "a", count: 1000),
  ]

  /// What each byte of an input stands for: above 127 for a part, below for itself.
  private static let pieces: [[UInt8]] = (0...255).map { byte in
    byte < 128 ? [UInt8(byte)] : Array(parts[(byte - 128) % parts.count].utf8)
  }

  private static let dashboardSeeds: [(name: String, bytes: [UInt8])] = {
    func part(_ text: String) -> [UInt8] {
      parts.firstIndex(of: text).map { [UInt8(128 + $0)] } ?? Array(text.utf8)
    }
    let get = part("GET ") + part("/") + part(" HTTP/1.1\r\n")
    let host = part("Host: ") + part("127.0.0.1:8080") + part("\r\n")
    let end = part("\r\n")
    let cookie = part("Cookie: ") + part("cairn-8080=secret") + end
    let first = part("GET ") + part("/?token=secret") + part(" HTTP/1.1\r\n")
    return [
      ("page", get + host + end), ("two", get + host + end + get + host + cookie + end),
      ("token", first + host + end),
      (
        "origin",
        get + host + part("Origin: ") + part("http://") + part("localhost:8080") + end + end
      ),
      (
        "long",
        get + host + part("X: ") + Array(repeating: part(parts[parts.count - 1])[0], count: 9)
      ),
      ("preface", Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)),
    ]
  }()
}
