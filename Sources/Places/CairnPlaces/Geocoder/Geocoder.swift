public import CairnGeocoding
internal import CairnGeodesy
public import CairnTypes

/// Asks a source for placemarks, and spares it: answers are kept for an hour and serve within 50 m,
/// equal questions at the same time become one, and there may be a limit to how often it is asked.
///
/// Packs need no limit. A service on the network does; many state one. A cancelled task gets
/// `geocodeCanceled` at once, and the source is cancelled when nobody waits for its answer any more.
public actor Geocoder {
  private let source: any PlacemarkSource
  private let now: @Sendable () -> MonotonicTime
  private var allowance: RequestAllowance?
  private var kept = KeptPlacemarks()
  private var flights: [Int: Flight] = [:]
  private var nextNumber = 0

  private typealias Answer = Result<[Placemark], LocationError>

  private enum Question: Sendable {
    case position(Coordinate)
    case address(String, near: SearchArea?)

    func isAnswered(by other: Question) -> Bool {
      switch (self, other) {
      case (.position(let one), .position(let other)):
        one.distance(to: other) <= KeptPlacemarks.reach
      case (.address(let one, let area), .address(let other, let otherArea)):
        one == other && area == otherArea
      default: false
      }
    }
  }

  /// A question that the source is answering.
  private struct Flight {
    let question: Question
    let language: LanguageTag?
    let task: Task<Void, Never>
    var waiting: [Int: AsyncStream<Answer>.Continuation] = [:]
  }

  /// Creates a geocoder.
  ///
  /// - Parameters:
  ///   - source: who is asked.
  ///   - allowance: how often; `nil` for without limit.
  ///   - now: the clock, such as that of the system.
  public init(
    _ source: any PlacemarkSource, allowance: RequestAllowance? = nil,
    now: @escaping @Sendable () -> MonotonicTime
  ) {
    self.source = source
    self.allowance = allowance
    self.now = now
  }

  /// Returns the places at a position, the nearest first.
  ///
  /// - Parameters:
  ///   - coordinate: the position.
  ///   - language: of the names; `nil` for those of the place itself.
  /// - Returns: at least one placemark.
  /// - Throws: `geocodeFoundNoResult`, `geocodeThrottled`, `geocodeCanceled`, or what the source throws.
  public func placemarks(
    at coordinate: Coordinate, language: LanguageTag? = nil
  ) async throws(LocationError) -> [Placemark] {
    guard coordinate.isValid else { throw LocationError(.geocodeFoundNoResult) }
    if let placemarks = kept.find(coordinate, language, at: now()) { return placemarks }
    return try await ask(.position(coordinate), language)
  }

  /// Returns the places that an address may mean, the likeliest first.
  ///
  /// - Parameters:
  ///   - address: as a person writes it.
  ///   - area: where to look first; `nil` for no preference.
  ///   - language: of the reader; `nil` for that of the place itself.
  /// - Returns: at least one placemark.
  /// - Throws: `geocodeFoundNoResult`, `geocodeThrottled`, `geocodeCanceled`, or what the source throws.
  public func placemarks(
    named address: String, near area: SearchArea? = nil, language: LanguageTag? = nil
  ) async throws(LocationError) -> [Placemark] {
    try await ask(.address(address, near: area), language)
  }

  private func ask(
    _ question: Question, _ language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    guard !Task.isCancelled else { throw LocationError(.geocodeCanceled) }
    let known = flights.first {
      $0.value.language == language && question.isAnswered(by: $0.value.question)
    }
    let number = if let known { known.key } else { try begin(question, language) }
    let (answers, answer) = AsyncStream.makeStream(of: Answer.self)
    let place = nextNumber
    nextNumber += 1
    flights[number]?.waiting[place] = answer
    var iterator = answers.makeAsyncIterator()
    // The stream ends without an answer when this task is cancelled.
    guard let result = await iterator.next(isolation: self) else {
      leave(number, place)
      throw LocationError(.geocodeCanceled)
    }
    return try result.get()
  }

  private func begin(
    _ question: Question, _ language: LanguageTag?
  ) throws(LocationError) -> Int {
    guard allowance?.take(at: now()) ?? true else { throw LocationError(.geocodeThrottled) }
    let number = nextNumber
    nextNumber += 1
    let source = source
    let task = Task {
      let result: Answer
      do throws(LocationError) {
        let placemarks =
          switch question {
          case .position(let place): try await source.placemarks(at: place, language: language)
          case .address(let text, let area):
            try await source.placemarks(named: text, near: area, language: language)
          }
        result =
          placemarks.isEmpty
          ? .failure(LocationError(.geocodeFoundNoResult)) : .success(placemarks)
      } catch {
        result = .failure(error)
      }
      self.end(number, result)
    }
    flights[number] = Flight(question: question, language: language, task: task)
    return number
  }

  private func end(_ number: Int, _ result: Answer) {
    guard let flight = flights.removeValue(forKey: number) else { return }
    if case .success(let placemarks) = result, case .position(let place) = flight.question {
      kept.keep(placemarks, place, flight.language, at: now())
    }
    for answer in flight.waiting.values {
      answer.yield(result)
      answer.finish()
    }
  }

  /// One task waits no longer; the source is not kept busy for nobody.
  private func leave(_ number: Int, _ place: Int) {
    guard flights[number]?.waiting.removeValue(forKey: place) != nil,
      flights[number]?.waiting.isEmpty == true
    else { return }
    flights.removeValue(forKey: number)?.task.cancel()
  }
}
