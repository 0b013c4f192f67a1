import CairnDashboard
import Testing

@Suite("a request of a browser")
struct HTTPRequestTests {
  /// Reads a request in one piece.
  private func read(_ text: String) throws -> HTTPRequest? { try read(Array(text.utf8)) }

  private func read(_ bytes: [UInt8]) throws -> HTTPRequest? {
    var reader = HTTPRequestReader()
    let isTaken = reader.append(bytes.span)
    #expect(isTaken)
    return try reader.next()
  }

  private func refusal(_ text: String) -> HTTPRequest.Refusal? {
    do { _ = try read(text) } catch { return error as? HTTPRequest.Refusal }
    return nil
  }

  private static let host = "Host: 127.0.0.1:8080\r\n"

  @Test func `has its method, target and the fields that matter`() throws {
    let request = try #require(
      try read(
        "HEAD /plan?accuracy=10 HTTP/1.1\r\nHOST:  LocalHost:8080\t\r\nOrigin: http://a\r\nSec-Fetch-Site: none\r\n"
          + "Cookie: a=\u{FC}; b\r\nAccept: */*\r\nAccept: x\r\n\r\n"))
    #expect(request.method == .head)
    #expect((request.path, request.query) == ("/plan", "accuracy=10"))
    #expect(request.host == "localhost:8080")
    #expect((request.origin, request.site, request.cookie) == ("http://a", "none", "a=\u{FC}; b"))
    #expect(!request.closes)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", false), ("HTTP/1.1", "Connection: keep-alive, TE\r\n", false),
    ("HTTP/1.1", "Connection: TE, Close\r\n", true), ("HTTP/1.0", "", true),
    ("HTTP/1.0", "Connection: Keep-Alive\r\n", false),
  ])
  func `says whether its connection ends`(version: String, field: String, closes: Bool) throws {
    let request = try read("GET / \(version)\r\n\(Self.host)\(field)\r\n")
    #expect(request?.closes == closes)
  }

  @Test(arguments: [
    "GET /\r\n\(host)\r\n", "GET  / HTTP/1.1\r\n\(host)\r\n", "GET / HTTP/1.1 \r\n\(host)\r\n",
    "GET / HTTP/2.0\r\n\(host)\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET http://evil/ HTTP/1.1\r\n\(host)\r\n", "GET * HTTP/1.1\r\n\(host)\r\n",
    "G(T / HTTP/1.1\r\n\(host)\r\n", "\r\nGET / HTTP/1.1\r\n\(host)\r\n", "\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)\(host)\r\n", "GET / HTTP/1.1\r\n\(host)Host : evil\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host) folded\r\n\r\n", "GET / HTTP/1.1\r\n\(host)nothing\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host): empty\r\n\r\n", "GET / HTTP/1.1\r\n\(host)X: a\nHost: b\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)X: a\rb\r\n\r\n", "GET / HTTP/1.1\r\n\(host)X: \0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\nx",
    "GET / HTTP/1.1\r\n\(host)Content-Length: +0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\n\(host)Cookie: a\r\nCookie: b\r\n\r\n",
    "GET /\u{7F} HTTP/1.1\r\n\(host)\r\n",
    "\u{16}\u{3}\u{1}", "12", "get / HTTP/1.1\r\n",
  ])
  func `is malformed`(text: String) {
    #expect(refusal(text) == .malformed)
  }

  @Test func `that changes something is refused, and so is one without a host`() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "Get"] {
      #expect(refusal("\(method) / HTTP/1.1\r\n\(Self.host)\r\n") == .methodNotAllowed)
    }
    #expect(refusal("GET / HTTP/1.1\r\n\r\n") == .misdirected)
  }

  @Test func `has 8 KiB for its header`() throws {
    let head = "GET / HTTP/1.1\r\n\(Self.host)X: "
    let room = HTTPRequestReader.longestHeader - head.utf8.count - 4
    #expect(try read(head + String(repeating: "a", count: room) + "\r\n\r\n") != nil)
    #expect(refusal(head + String(repeating: "a", count: room + 1) + "\r\n\r\n") == .tooLong)
  }

  @Test func `is the same in pieces of any size, and the next one follows`() throws {
    let one = "GET /a HTTP/1.1\r\n\(Self.host)\r\n"
    let both = Array((one + one.replacing("/a", with: "/b")).utf8)
    for size in [1, 3, 7, both.count] {
      var reader = HTTPRequestReader()
      var paths: [String] = []
      for start in stride(from: 0, to: both.count, by: size) {
        let piece = Array(both[start..<min(both.count, start + size)])
        let isTaken = reader.append(piece.span)
        #expect(isTaken)
        while let request = try reader.next() { paths.append(request.path) }
      }
      #expect(paths == ["/a", "/b"])
      #expect(reader.isEmpty)
    }
  }

  @Test func `that waits for others does not gather`() {
    var reader = HTTPRequestReader()
    let piece = [UInt8](repeating: 0x41, count: 4096)
    let taken = (0..<5).map { _ in reader.append(piece.span) }
    #expect(taken == [true, true, true, true, false])
  }
}
