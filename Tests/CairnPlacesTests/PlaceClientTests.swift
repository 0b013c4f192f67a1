import CairnData
import CairnGeocoding
import CairnLinux
import CairnTypes
import Synchronization
import Testing

@testable import CairnPlaces

/// A world with a clock that only sleeping moves, and a service that answers as it is told.
private final class World: Sendable {
  struct State {
    var now = Duration.zero
    var utc = Duration.seconds(1_800_000_000)
    var asked: [(time: Duration, address: String)] = []
    var answer = HTTPReply(status: 200, body: Array(#"{"lat":"1","lon":"2","name":"A"}"#.utf8))
  }
  let state = Mutex(State())
  let pace = PaceKeeper()
  let storage = Shelf()
  /// Called with each piece of sleep.
  let slept: @Sendable () -> Void

  init(slept: @escaping @Sendable () -> Void = {}) { self.slept = slept }

  func client(_ address: String = "http://127.0.0.1", keeps: Bool = true) throws -> PlaceClient {
    let service = try PlaceService(.nominatim, address: address, userAgent: "Test/1")
    return PlaceClient(
      service, storage: keeps ? storage : nil, pace: pace,
      PlaceClient.Surroundings(
        now: { MonotonicTime(nanoseconds: 0) + self.state.withLock { $0.now } },
        utc: {
          let seconds = self.state.withLock { $0.utc }.components.seconds
          return Timestamp(nanosecondsSince1970: seconds * 1_000_000_000)
        },
        sleep: { time in
          self.pass(time)
          self.slept()
        }
      ) { address, _ in
        self.state.withLock {
          $0.asked.append(($0.now, address))
          return .success($0.answer)
        }
      })
  }

  func pass(_ time: Duration) {
    state.withLock {
      $0.now += time
      $0.utc += time
    }
  }

  func answer(_ status: Int, _ body: String = "", retry: Duration? = nil) {
    state.withLock {
      $0.answer = HTTPReply(status: status, body: Array(body.utf8), retry: retry)
    }
  }

  var times: [Duration] { state.withLock { $0.asked.map(\.time) } }
}

private final class Shelf: Storage {
  let states = Mutex<[String: [UInt8]]>([:])
  func load(_ key: String) throws(LocationError) -> [UInt8]? { states.withLock { $0[key] } }
  func store(_ bytes: [UInt8], for key: String) throws(LocationError) {
    states.withLock { $0[key] = bytes }
  }
}

@Suite("A client of a service of places")
struct PlaceClientTests {
  private func place(_ metres: Double) -> Coordinate {
    Coordinate(latitude: 10 + metres / 110_600, longitude: 20)
  }

  @Test func `a service is asked once a second, by all clients together`() throws {
    let world = World()
    let (one, other) = (try world.client(), try world.client("http://127.0.0.1/b"))
    for number in 0..<3 {
      _ = try one.placemarks(at: place(Double(number) * 100))
      _ = try other.placemarks(named: "a \(number)")
    }
    #expect(world.times == [0, 1, 2, 3, 4, 5].map { .seconds($0) })
    // Another host has its own pace.
    _ = try world.client("http://127.0.0.2").placemarks(named: "a")
    #expect(world.times.last == .seconds(5))
  }

  @Test func `an answer is kept for 30 days, and in its cell`() throws {
    let world = World()
    let client = try world.client()
    let first = try client.placemarks(at: place(1))
    #expect(first.map(\.name) == ["A"])
    world.answer(500)
    #expect(try client.placemarks(at: place(2)) == first)
    world.pass(.seconds(30 * 86_400 - 10))
    #expect(try client.placemarks(at: place(1)) == first)
    #expect(world.times.count == 1)
    world.pass(.seconds(10))
    #expect(throws: PlaceServiceError.unreachable("it answers with status 500")) {
      try client.placemarks(at: place(1))
    }
    #expect(try world.client(keeps: false).service == client.service)
  }

  @Test func `what was kept and is damaged, or of a clock that was ahead, is asked for again`()
    throws
  {
    let world = World()
    let client = try world.client()
    let first = try client.placemarks(named: "a")
    world.storage.states.withLock { states in
      for key in states.keys { states[key]?.removeLast(5) }
    }
    #expect(try client.placemarks(named: "a") == first)
    #expect(world.times.count == 2)
    world.state.withLock { $0.utc -= .seconds(100) }
    _ = try client.placemarks(named: "a")
    #expect(world.times.count == 3)
  }

  @Test func `what is kept has no key of the service, and is that service's alone`() throws {
    let world = World()
    let client = try world.client("http://127.0.0.1/sesame")
    _ = try client.placemarks(named: "a")
    _ = try client.placemarks(named: "a")
    #expect(world.times.count == 1)
    let kept = world.storage.states.withLock { $0.values.joined() }
    #expect(!String(decoding: kept, as: UTF8.self).contains("sesame"))
    world.pass(.seconds(10))
    _ = try world.client("http://127.0.0.1/other").placemarks(named: "a")
    #expect(world.times.count == 2)
    #expect("\(client.service)" == "nominatim at http://127.0.0.1/***")
  }

  @Test(arguments: [
    "http://me:sesame@host", "host/sesame?key=sesame", "https:host?key=sesame",
    "ftp://host/sesame", "https://host/v1?key=sesame",
  ])
  func `an address that is refused is told without its secrets`(address: String) throws {
    let error = #expect(throws: PlaceServiceError.self) {
      try PlaceService(.photon, address: address, userAgent: "Test/1")
    }
    #expect(error?.description.contains("sesame") == false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `the storage does not grow with the number of questions`() throws {
    let world = World()
    let client = try world.client()
    for number in 0..<1100 { _ = try client.placemarks(named: "a \(number)") }
    #expect(world.storage.states.withLock { $0.count } <= 1024)
    #expect(world.times.count == 1100)
  }

  @Test func `a service that wants to be left alone is left alone`() throws {
    let world = World()
    let client = try world.client()
    world.answer(429, retry: .seconds(77))
    #expect(throws: PlaceServiceError.rateLimited(retry: .seconds(77))) {
      try client.placemarks(named: "a")
    }
    world.answer(200, "[]")
    world.pass(.seconds(76))
    #expect(throws: PlaceServiceError.rateLimited(retry: .seconds(1))) {
      try client.placemarks(named: "a")
    }
    #expect(world.times.count == 1)
    world.pass(.seconds(1))
    #expect(try client.placemarks(named: "a").isEmpty)
    world.answer(429)
    #expect(throws: PlaceServiceError.rateLimited(retry: .seconds(60))) {
      try client.placemarks(named: "b")
    }
  }

  @Test func `a question whose turn would come too late is refused at once`() throws {
    let world = World()
    let now = MonotonicTime(nanoseconds: 0)
    for _ in 0...10 { _ = try world.pace.take("127.0.0.1", at: now) }
    #expect(throws: PlaceServiceError.rateLimited(retry: .seconds(11))) {
      try world.client().placemarks(named: "a")
    }
  }

  @Test func `a question that is cancelled while it waits is not asked`() throws {
    let cancellation = Cancellation()
    let world = World { cancellation.cancel() }
    let client = try world.client()
    _ = try client.placemarks(named: "a")
    #expect(throws: PlaceServiceError.cancelled) {
      try client.answer(.address("b", near: nil), nil, cancellation)
    }
    #expect(world.times.count == 1)
  }

  @Test(arguments: [
    (302, LocationError.Code.invalidConfiguration), (403, .invalidConfiguration), (500, .network),
    (429, .geocodeThrottled),
  ])
  func `statuses are errors that say what to do`(_ status: Int, _ code: LocationError.Code) throws {
    let world = World()
    world.answer(status)
    let client = try world.client()
    do throws(PlaceServiceError) {
      _ = try client.placemarks(named: "a")
      Issue.record("no error")
    } catch {
      #expect(error.locationError.code == code)
      #expect(!error.description.isEmpty)
    }
  }

  @Test func `what nobody can mean is not asked`() throws {
    let world = World()
    let client = try world.client()
    #expect(try client.placemarks(named: " \n").isEmpty)
    #expect(try client.placemarks(at: Coordinate(latitude: 91, longitude: 0)).isEmpty)
    #expect(try client.placemarks(named: String(repeating: "a", count: 501)).isEmpty)
    #expect(world.times.isEmpty)
  }
}
