import CairnGeocoding
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@testable import CairnPlaces

/// Requests to a server on this machine, well-behaved and not.
@Suite("A connection to a service of places", .timeLimit(.minutes(15)))
struct PlaceConnectionTests {
  /// Asks a stub that gives one answer, and returns what came of it.
  private func ask(
    _ answer: String?, patience: Duration = .seconds(50)
  ) throws -> (result: Result<[Placemark], PlaceServiceError>, request: String) {
    let stub = try HTTPStub(answer)
    defer { stub.end() }
    let client = try client(stub.address, patience)
    let result = Result { () throws(PlaceServiceError) in
      try client.placemarks(at: Coordinate(latitude: 1, longitude: 2))
    }
    return (result, stub.requests.withLock { $0.joined() })
  }

  private func client(_ address: String, _ patience: Duration) throws -> PlaceClient {
    let service = try PlaceService(.nominatim, address: address, userAgent: "Test/1 (me)")
    return PlaceClient(
      service, storage: nil, pace: PaceKeeper(), .system(service, patience: patience))
  }

  private func error(_ answer: String?, patience: Duration = .seconds(50)) throws
    -> PlaceServiceError?
  {
    guard case .failure(let error) = try ask(answer, patience: patience).result else { return nil }
    return error
  }

  @Test func `a question is one GET with the application's name`() throws {
    let (result, request) = try ask(
      HTTPStub.response("200 OK", #"{"lat":"1","lon":"2","name":"A"}"#))
    #expect(try result.get().map(\.name) == ["A"])
    #expect(
      request.hasPrefix(
        "GET /reverse?format=jsonv2&addressdetails=1&lat=1.000000&lon=2.000000 HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\nuser-agent: test/1 (me)\r\n"))
  }

  @Test func `a redirection is not followed`() throws {
    let moved = HTTPStub.response("302 Found", "", head: "Location: http://127.0.0.1:1/\r\n")
    #expect(try error(moved) == .refused(status: 302))
  }

  @Test func `an answer that is too large is not taken`() throws {
    let huge = HTTPStub.response("200 OK", "[" + String(repeating: " ", count: 300_000) + "]")
    #expect(try error(huge) == .badAnswer("it has more than 262144 octets"))
  }

  @Test func `a page instead of data is a bad answer`() throws {
    let page = HTTPStub.response("200 OK", "<!DOCTYPE html><html></html>")
    #expect(try error(page) == .badAnswer("byte 1: a value expected"))
  }

  @Test func `a server that asks for patience is heard`() throws {
    let busy = HTTPStub.response("429 Too Many Requests", "{}", head: "Retry-After: 77\r\n")
    let error = try error(busy)
    // Libraries before 7.66 do not tell.
    #expect(
      error == .rateLimited(retry: .seconds(77)) || error == .rateLimited(retry: .seconds(60)))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}", "", "nonsense\r\n\r\n"])
  func `an answer that is cut short is none`(_ answer: String) throws {
    guard case .unreachable = try error(answer) else {
      Issue.record("it is one")
      return
    }
  }

  @Test func `a server that is silent or not there is unreachable`() throws {
    guard case .unreachable = try error(nil, patience: .milliseconds(100)) else {
      Issue.record("it is there")
      return
    }
    guard
      case .failure(.unreachable) = Result(catching: { () throws(PlaceServiceError) in
        try closedPort().placemarks(named: "a")
      })
    else {
      Issue.record("it is there")
      return
    }
  }

  private func closedPort() throws(PlaceServiceError) -> PlaceClient {
    // Port 1 needs rights that a test does not give, and nobody listens there.
    let service = try PlaceService(.photon, address: "http://127.0.0.1:1", userAgent: "Test/1")
    return PlaceClient(service, storage: nil, pace: PaceKeeper(), .system(service))
  }

  @Test func `a task that is cancelled ends the request`() async throws {
    let stub = try HTTPStub(nil)
    defer { stub.end() }
    // Beside thousands of other tests, this one may wait for minutes before it can cancel.
    let source = ServiceSource(try client(stub.address, .seconds(600)))
    let task = Task { () -> LocationError.Code? in
      do throws(LocationError) {
        _ = try await source.placemarks(at: Coordinate(latitude: 1, longitude: 2), language: nil)
        return nil
      } catch {
        return error.code
      }
    }
    _ = await Patience.wait { stub.requests.withLock { !$0.isEmpty } }
    task.cancel()
    #expect(await task.value == .geocodeCanceled)
  }
}
