import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import Testing

struct ServiceConnectionTests {
  /// Asks a stub, and returns what came of it.
  private func ask(
    _ answer: String?, within limit: Duration = .seconds(60)
  ) async throws -> (reply: GeolocateReply, request: String) {
    let stub = try HTTPStub(answer)
    defer { stub.end() }
    let service = try #require(GeolocationService("\(stub.address)/v1/geolocate?key=a%20b"))
    let reply = ServiceConnection(service).post(Array(#"{"a":1}"#.utf8), within: limit)
    return (reply, stub.requests.withLock { $0.joined() })
  }

  private func reason(_ reply: GeolocateReply) -> String? {
    switch reply {
    case .failed(let text, _), .refused(let text): text
    case .answer, .unknown: nil
    }
  }

  @Test func `A question is one POST of JSON, and its answer a position`() async throws {
    let body = #"{"location":{"lat":47.1,"lng":8.5},"accuracy":162.15}"#
    let (reply, request) = try await ask(HTTPStub.response("200 OK", body))
    guard case .answer(let answer) = reply else {
      Issue.record("no answer: \(reply)")
      return
    }
    #expect(answer.coordinate == Coordinate(latitude: 47.1, longitude: 8.5))
    #expect(abs(answer.horizontalAccuracy - 100) < 0.01)
    #expect(request.hasPrefix("POST /v1/geolocate?key=a%20b HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\ncontent-type: application/json\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
  }

  @Test func `Statuses tell ignorance, refusal and failure apart`() async throws {
    guard case .unknown = try await ask(HTTPStub.response("404 Not Found", "{}")).reply else {
      Issue.record("404 is not ignorance")
      return
    }
    for status in ["400 Bad Request", "403 Forbidden"] {
      guard case .refused = try await ask(HTTPStub.response(status, "{}")).reply else {
        Issue.record("\(status) is no refusal")
        return
      }
    }
    let busy = HTTPStub.response("429 Too Many Requests", "{}", head: "Retry-After: 77\r\n")
    guard case .failed(_, let retry) = try await ask(busy).reply else {
      Issue.record("429 is no failure")
      return
    }
    // Libraries before 7.66 do not tell.
    #expect(retry == .seconds(77) || retry == nil)
  }

  @Test func `A redirection is not followed`() async throws {
    let moved = HTTPStub.response("302 Found", "", head: "Location: http://127.0.0.1:1/\r\n")
    guard case .refused(let reason) = try await ask(moved).reply else {
      Issue.record("it follows")
      return
    }
    #expect(reason == "it has moved: status 302")
  }

  @Test func `Hostile answers are failures in words`() async throws {
    let endless = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 100_000)
    #expect(
      reason(try await ask(endless).reply) == "its answer has more than 16384 octets")
    #expect(reason(try await ask("").reply) != nil)
    #expect(reason(try await ask("nonsense\r\n\r\n").reply) != nil)
    #expect(
      reason(try await ask(HTTPStub.response("200 OK", #"{"location":7}"#)).reply)
        == "its answer is not understood: location with lat and lng is missing")
    let short = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}"
    #expect(reason(try await ask(short).reply) != nil)
  }

  @Test(arguments: [
    // Heads, interim heads and trailers; many lines, and long ones.
    ("HTTP/1.1 200 OK\r\n", "X: y\r\n", 300, "Content-Length: 0\r\n\r\n"),
    ("HTTP/1.1 200 OK\r\n", Self.longLine, 80, "Content-Length: 0\r\n\r\n"),
    ("", "HTTP/1.1 100 Continue\r\n\r\n", 200, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    (Self.chunked, "X: y\r\n", 300, "\r\n"), (Self.chunked, Self.longLine, 80, "\r\n"),
  ])
  func `No more is kept of headers than anybody needs`(
    begin: String, line: String, count: Int, end: String
  ) async throws {
    let answer = begin + String(repeating: line, count: count) + end
    #expect(
      reason(try await ask(answer).reply)
        == "its answer has more than 256 headers, or more than 65536 octets of them")
  }

  @Test func `Headers and trailers of a usual size are read over`() async throws {
    let trailers = String(repeating: "X-Part: \(String(repeating: "y", count: 500))\r\n", count: 50)
    #expect(
      reason(try await ask(Self.chunked + trailers + "\r\n").reply)
        == "its answer is not understood: location with lat and lng is missing")
  }

  private static let chunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
  private static let longLine = "X-Long: \(String(repeating: "y", count: 1000))\r\n"

  @Test func `A service that is silent or not there is a failure`() async throws {
    #expect(reason(try await ask(nil, within: .milliseconds(100)).reply) != nil)
    let gone = try HTTPStub(nil)
    gone.end()
    _ = await Patience.wait { (try? HTTPStub.isRefused(gone.port)) ?? false }
    let service = try #require(GeolocationService(gone.address))
    #expect(reason(ServiceConnection(service).post([], within: .seconds(60))) != nil)
  }

  @Test(arguments: [
    ("https://api.beacondb.net", "https://api.beacondb.net/v1/geolocate"),
    ("https://api.beacondb.net/", "https://api.beacondb.net/v1/geolocate"),
    ("HTTP://gateway.local:8080/place?key=1", "HTTP://gateway.local:8080/place?key=1"),
  ])
  func `An address is completed with the usual path`(given: String, used: String) {
    #expect(GeolocationService(given)?.address == used)
  }

  @Test(arguments: [
    "", "https://", "https:///v1", "ftp://a.b/", "file:///etc/passwd", "https://user:word@a.b/",
    "https://a b/", "https://a.b/\r\nX: y", "//a.b", "https://:80/", "https://ä.de/",
  ])
  func `What is no address of a service is refused`(text: String) {
    #expect(GeolocationService(text) == nil)
  }
}
