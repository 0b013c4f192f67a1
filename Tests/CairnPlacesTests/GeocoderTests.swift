import CairnGeocoding
import CairnGeodesy
import CairnTypes
import Synchronization
import Testing

@testable import CairnPlaces

/// A source that answers with the position's own name, and counts.
private final class CountingSource: PlacemarkSource {
  let calls = Mutex(0)
  let answer: @Sendable (Coordinate) -> [Placemark]

  init(_ answer: @escaping @Sendable (Coordinate) -> [Placemark] = { [Placemark(at: $0)] }) {
    self.answer = answer
  }

  func placemarks(at coordinate: Coordinate, language: LanguageTag?) async -> [Placemark] {
    calls.withLock { $0 += 1 }
    return answer(coordinate)
  }

  func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async -> [Placemark] {
    calls.withLock { $0 += 1 }
    return []
  }

  var count: Int { calls.withLock { $0 } }
}

/// A source that answers when it is told to, or with an error when it is cancelled.
private final class WaitingSource: PlacemarkSource {
  private let gate = AsyncStream.makeStream(of: Void.self)
  private let asked = AsyncStream.makeStream(of: Void.self)
  private let state = Mutex((calls: 0, cancelled: 0))

  var calls: Int { state.withLock { $0.calls } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func open() { gate.continuation.finish() }

  func untilAsked() async {
    for await _ in asked.stream { return }
  }

  func placemarks(
    at coordinate: Coordinate, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    state.withLock { $0.calls += 1 }
    asked.continuation.yield()
    for await _ in gate.stream {}
    guard !Task.isCancelled else {
      state.withLock { $0.cancelled += 1 }
      asked.continuation.yield()
      throw LocationError(.network)
    }
    return [Placemark(at: coordinate)]
  }

  func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async -> [Placemark] { [] }
}

private final class Hand: Sendable {
  private let seconds = Mutex(0.0)
  @Sendable func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: 0) + .seconds(seconds.withLock { $0 })
  }
  func wait(_ time: Double) { seconds.withLock { $0 += time } }
}

@Suite("Geocoder")
struct GeocoderTests {
  /// Metres north of Seoul City Hall; a degree has 110,992 there.
  private func north(_ metres: Double) -> Coordinate {
    Coordinate(latitude: 37.5663 + metres / 110_992, longitude: 126.9779)
  }

  private func code(
    _ body: () async throws(LocationError) -> [Placemark]
  ) async -> LocationError.Code? {
    do throws(LocationError) {
      _ = try await body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("M187: an answer serves 49 m away for an hour, and not 51 m away")
  func nearAnswers() async throws {
    let (source, hand) = (CountingSource(), Hand())
    let geocoder = Geocoder(source, now: hand.now)
    let first = try await geocoder.placemarks(at: north(0))
    #expect(try await geocoder.placemarks(at: north(49)) == first)
    #expect(source.count == 1)
    _ = try await geocoder.placemarks(at: north(-51))
    #expect(source.count == 2)
    hand.wait(3599)
    _ = try await geocoder.placemarks(at: north(0))
    #expect(source.count == 2)
    hand.wait(1)
    _ = try await geocoder.placemarks(at: north(0))
    #expect(source.count == 3)
  }

  @Test func `an answer in another language is another answer`() async throws {
    let source = CountingSource()
    let geocoder = Geocoder(source, now: Hand().now)
    _ = try await geocoder.placemarks(at: north(0), language: LanguageTag("ko"))
    _ = try await geocoder.placemarks(at: north(0), language: LanguageTag("en"))
    _ = try await geocoder.placemarks(at: north(0), language: LanguageTag("KO"))
    #expect(source.count == 2)
  }

  @Test("M188: a hundred questions about one place are one to the source")
  func joinedQuestions() async throws {
    let source = WaitingSource()
    let geocoder = Geocoder(source, now: Hand().now)
    let place = north(0)
    let answers = try await withThrowingTaskGroup(of: [Placemark].self) { group in
      for _ in 0..<100 {
        group.addTask { try await geocoder.placemarks(at: place) }
      }
      await source.untilAsked()
      source.open()
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(answers == [Placemark](repeating: Placemark(at: place), count: 100))
    #expect(source.calls == 1)
  }

  @Test("M189: the sixth question in a minute is throttled")
  func throttled() async throws {
    let (source, hand) = (CountingSource(), Hand())
    let geocoder = Geocoder(
      source, allowance: RequestAllowance(burst: 5, every: .seconds(60)), now: hand.now)
    for number in 0..<5 {
      _ = try await geocoder.placemarks(at: north(Double(number) * 1000))
      hand.wait(1)
    }
    #expect(
      await code { () throws(LocationError) in
        try await geocoder.placemarks(at: north(9000))
      } == .geocodeThrottled)
    #expect(source.count == 5)
    // What is kept costs nothing.
    _ = try await geocoder.placemarks(at: north(0))
    hand.wait(55)
    _ = try await geocoder.placemarks(at: north(9000))
    #expect(
      await code { () throws(LocationError) in
        try await geocoder.placemarks(at: north(11_000))
      } == .geocodeThrottled)
  }

  @Test("M190: an empty answer is an error, and no empty array")
  func emptyAnswer() async {
    let geocoder = Geocoder(CountingSource { _ in [] }, now: Hand().now)
    for place in [north(0), Coordinate(latitude: 91, longitude: 0)] {
      #expect(
        await code { () throws(LocationError) in
          try await geocoder.placemarks(at: place)
        } == .geocodeFoundNoResult)
    }
    #expect(
      await code { () throws(LocationError) in
        try await geocoder.placemarks(named: "Atlantis")
      } == .geocodeFoundNoResult)
  }

  @Test(
    "M191: a cancelled task gets its error, and the source is free again", .timeLimit(.minutes(15)))
  func cancelled() async throws {
    let source = WaitingSource()
    let geocoder = Geocoder(source, now: Hand().now)
    let (first, second) = (north(0), north(1000))
    let task = Task {
      await code { () throws(LocationError) in
        try await geocoder.placemarks(at: first)
      }
    }
    await source.untilAsked()
    task.cancel()
    #expect(await task.value == .geocodeCanceled)
    await source.untilAsked()
    #expect(source.cancelled == 1)
    source.open()
    #expect(try await geocoder.placemarks(at: second) == [Placemark(at: second)])
  }

  @Test("M191: who is left still gets the answer", .timeLimit(.minutes(15)))
  func oneOfTwoCancelled() async throws {
    let source = WaitingSource()
    let geocoder = Geocoder(source, now: Hand().now)
    let place = north(0)
    let left = Task { try await geocoder.placemarks(at: place) }
    await source.untilAsked()
    let gone = Task {
      await code { () throws(LocationError) in
        try await geocoder.placemarks(at: place)
      }
    }
    gone.cancel()
    #expect(await gone.value == .geocodeCanceled)
    source.open()
    #expect(try await left.value == [Placemark(at: place)])
    #expect(source.calls == 1)
    #expect(source.cancelled == 0)
  }

  @Test("M194: packs answer without a network")
  func packs() async throws {
    var writer = GeoPackWriter()
    let square = [(37.0, 126.0), (37, 128), (38, 128), (38, 126)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    try writer.add(
      GeoArea(.country, countryCode: "KR", names: [LocalName("South Korea")]), rings: [square])
    let source = PackSource(try Gazetteer([try GeoPack(try writer.finish())]))
    let geocoder = Geocoder(source, now: Hand().now)
    #expect(try await geocoder.placemarks(at: north(0)).map(\.country) == ["South Korea"])
    #expect(try await geocoder.placemarks(named: "south korea").map(\.isoCountryCode) == ["KR"])
    #expect(
      await code { () throws(LocationError) in
        try await geocoder.placemarks(at: Coordinate(latitude: 0, longitude: 0))
      } == .geocodeFoundNoResult)
  }

  @Test("M195: a map that is moved 30 times by 10 m asks 5 or 6 times")
  func movedMap() async throws {
    let source = CountingSource()
    let geocoder = Geocoder(source, now: Hand().now)
    var label: [Placemark] = []
    for move in 1...30 {
      label = try await geocoder.placemarks(at: north(Double(move) * 10))
    }
    #expect((5...6).contains(source.count))
    let last = try #require(label.first).coordinate
    #expect(last.distance(to: north(300)) <= 50.001)
  }
}
