package import CairnData
public import CairnGeocoding
public import CairnLinux
public import CairnTypes

/// Asks a place service, and waits for its answers.
///
/// It asks once a second at most, together with all other clients of the program for that host, and
/// pauses when the service asks for that. Answers are kept in a storage, if there is one, for 30
/// days and within a cell of 35 m.
///
/// Isolation: callable from any thread.
public struct PlaceClient: Sendable {
  /// The service to ask.
  public let service: PlaceService
  private let kept: KeptAnswers?
  private let pace: PaceKeeper
  private let surroundings: Surroundings

  /// Clocks and network of a client, which tests replace.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> MonotonicTime
    package var utc: @Sendable () -> Timestamp?
    package var sleep: @Sendable (Duration) -> Void
    package var get:
      @Sendable (_ address: String, Cancellation) -> Result<HTTPReply, PlaceServiceError>

    package init(
      now: @escaping @Sendable () -> MonotonicTime, utc: @escaping @Sendable () -> Timestamp?,
      sleep: @escaping @Sendable (Duration) -> Void,
      get:
        @escaping @Sendable (_ address: String, Cancellation) -> Result<
          HTTPReply, PlaceServiceError
        >
    ) {
      self.now = now
      self.utc = utc
      self.sleep = sleep
      self.get = get
    }

    /// Octets.
    private static let largestAnswer = 256 << 10

    /// The system's clocks, and the network.
    package static func system(
      _ service: PlaceService, patience: Duration = .seconds(10)
    ) -> Surroundings {
      Surroundings(
        now: SystemClock.monotonic, utc: SystemClock.utc, sleep: pauseThread
      ) { address, cancellation in
        Result { () throws(PlaceServiceError) in
          try HTTPRequest(
            address, agent: service.userAgent, patience: patience, capacity: largestAnswer
          ).get(cancellation).reply()
        }
      }
    }
  }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - service: the service to ask.
  ///   - storage: keeps answers, such as a `FileStorage`; `nil` keeps none.
  public init(_ service: PlaceService, storage: (any Storage)? = nil) {
    self.init(service, storage: storage, pace: .shared, .system(service))
  }

  package init(
    _ service: PlaceService, storage: (any Storage)?, pace: PaceKeeper,
    _ surroundings: Surroundings
  ) {
    self.service = service
    kept = storage.map { KeptAnswers(storage: $0) }
    self.pace = pace
    self.surroundings = surroundings
  }

  /// Asks for the places at a position.
  ///
  /// - Parameters:
  ///   - coordinate: the position.
  ///   - language: the language of the names; `nil` for the place's own.
  /// - Returns: the service's best first; empty if it knows none.
  /// - Throws: why there is no answer.
  public func placemarks(
    at coordinate: Coordinate, language: LanguageTag? = nil
  ) throws(PlaceServiceError) -> [Placemark] {
    guard coordinate.isValid else { return [] }
    return try answer(.position(coordinate), language, Cancellation())
  }

  /// Asks for the places that an address may mean.
  ///
  /// - Parameters:
  ///   - address: the address, as a person writes it.
  ///   - area: where to look first; `nil` for no preference.
  ///   - language: the language of the names; `nil` for the place's own.
  /// - Returns: the likeliest first; empty if nothing is found.
  /// - Throws: why there is no answer.
  public func placemarks(
    named address: String, near area: SearchArea? = nil, language: LanguageTag? = nil
  ) throws(PlaceServiceError) -> [Placemark] {
    guard address.contains(where: { !$0.isWhitespace }), address.utf8.count <= 500 else {
      return []
    }
    return try answer(.address(address, near: area), language, Cancellation())
  }

  /// Answers a question, until it is cancelled.
  package func answer(
    _ question: PlaceQuestion, _ language: LanguageTag?, _ cancellation: Cancellation
  ) throws(PlaceServiceError) -> [Placemark] {
    let key = "\(service.key) \(question.key(for: language))"
    if let body = kept?.find(key, at: surroundings.utc()),
      let marks = try? PlaceAnswer.placemarks(json: body, of: service.kind)
    {
      return marks
    }
    try wait(try pace.take(service.host, at: surroundings.now()), cancellation)
    let address = question.address(at: service, language: language)
    do throws(PlaceServiceError) {
      let body = try surroundings.get(address, cancellation).get().answer()
      let marks = try PlaceAnswer.placemarks(json: body, of: service.kind)
      kept?.keep(body, key, at: surroundings.utc())
      return marks
    } catch {
      if case .rateLimited(let retry) = error {
        pace.pause(service.host, for: retry, at: surroundings.now())
      }
      throw error
    }
  }

  /// Waits in short pieces, so that a cancelled question ends early.
  private func wait(
    _ time: Duration, _ cancellation: Cancellation
  ) throws(PlaceServiceError) {
    let end = surroundings.now() + time
    while true {
      guard !cancellation.isCancelled else { throw .cancelled }
      let rest = end - surroundings.now()
      guard rest > .zero else { return }
      surroundings.sleep(min(rest, .milliseconds(100)))
    }
  }
}
