public import Cairn
public import Foundation
internal import Synchronization

/// Knows addresses: a program gives one to `CLGeocoder.backend`.
public protocol CLGeocoderBackend: Sendable {
  /// What is at a position.
  ///
  /// - Parameters:
  ///   - coordinate: where.
  ///   - locale: the language of the answer; `nil` for the device's.
  /// - Returns: nearest first; nothing counts as `geocodeFoundNoResult`.
  /// - Throws: what went wrong; a code that Core Location has no word for becomes `CLError.network`.
  func places(
    at coordinate: Coordinate, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark]

  /// What an address may mean.
  ///
  /// - Parameters:
  ///   - address: as a person writes it.
  ///   - area: where to look first.
  ///   - locale: the language of the answer; `nil` for the device's.
  /// - Returns: likeliest first; nothing counts as `geocodeFoundNoResult`.
  /// - Throws: as above.
  func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark]
}

/// What a geocoder's answer is given to: placemarks, at least one, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Finds addresses of positions and positions of addresses, if the program has given a `backend`; else each
/// request fails with `CLError.network`, as without a connection.
///
/// One request at a time: another one is answered with `geocodeCanceled`. The answer comes on the actor
/// that asked, outside of actors on the main queue, and never inside the call that asks. A geocoder lives
/// until it has answered.
///
/// Isolation: not `Sendable` on purpose, it belongs to its creator; the lock guards what an answer on the main
/// queue changes under a creator on another.
open class CLGeocoder: NSObject {
  /// What answers the requests made from now on. Callable from any thread.
  public static var backend: (any CLGeocoderBackend)? {
    get { chosenBackend.withLock { $0 } }
    set { chosenBackend.withLock { $0 = newValue } }
  }
  private static let chosenBackend = Mutex<(any CLGeocoderBackend)?>(nil)

  private typealias Answer = Result<[CLPlacemark], CLError>

  /// Where the answer goes that is waited for.
  private let awaited = Mutex<AsyncStream<Answer>.Continuation?>(nil)

  /// A geocoder for any number of requests.
  public override init() {}

  /// Whether a request waits for its answer.
  open var isGeocoding: Bool { awaited.withLock { $0 != nil } }

  /// Has the request that waits answered with `geocodeCanceled`.
  open func cancelGeocode() {
    _ = awaited.withLock { $0?.yield(.failure(CLError(.geocodeCanceled))) }
  }

  /// Finds the address of a position.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale? = nil,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let place = Coordinate(location.coordinate)
    ask(completionHandler) { backend throws(LocationError) in
      try await backend.places(at: place, locale: locale)
    }
  }

  /// Finds the position of an address.
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion? = nil, preferredLocale locale: Locale? = nil,
    isolation: isolated (any Actor)? = #isolation,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let area = region?.cairn
    ask(completionHandler) { backend throws(LocationError) in
      try await backend.places(named: addressString, in: area, locale: locale)
    }
  }

  private func ask(
    _ handler: @escaping CLGeocodeCompletionHandler,
    isolation: isolated (any Actor)? = #isolation,
    _ question:
      @escaping @Sendable (any CLGeocoderBackend) async throws(LocationError) -> [CLPlacemark]
  ) {
    let (answers, answer) = AsyncStream.makeStream(of: Answer.self)
    let isRefused = awaited.withLock { awaited in
      defer { awaited = awaited ?? answer }
      return awaited != nil
    }
    if isRefused {
      answer.yield(.failure(CLError(.geocodeCanceled)))
    } else {
      let search = Task.detached { [backend = Self.backend] in
        answer.yield(await CLGeocoder.result(of: question, backend))
      }
      answer.onTermination = { _ in search.cancel() }
    }
    // The handler belongs to the actor that asked; for who is on none it is promised the main one.
    let carried = Carried(value: (geocoder: self, handler: handler))
    let home: any Actor = isolation ?? MainActor.shared
    Task.detached {
      await CLGeocoder.deliver(answers, to: carried, isRefused: isRefused, on: home)
    }
  }

  private static func result(
    of question: (any CLGeocoderBackend) async throws(LocationError) -> [CLPlacemark],
    _ backend: (any CLGeocoderBackend)?
  ) async -> Answer {
    guard let backend else { return .failure(CLError(.network)) }
    do throws(LocationError) {
      let places = try await question(backend)
      return places.isEmpty ? .failure(CLError(.geocodeFoundNoResult)) : .success(places)
    } catch {
      return .failure(CLError(ofGeocoder: error))
    }
  }

  private static func deliver(
    _ answers: AsyncStream<Answer>,
    to carried: Carried<(geocoder: CLGeocoder, handler: CLGeocodeCompletionHandler)>,
    isRefused: Bool, on home: isolated any Actor
  ) async {
    var iterator = answers.makeAsyncIterator()
    guard let answer = await iterator.next(isolation: home) else { return }
    if !isRefused { carried.value.geocoder.awaited.withLock { $0 = nil } }
    switch answer {
    case .success(let places): carried.value.handler(places, nil)
    case .failure(let error): carried.value.handler(nil, error)
    }
  }
}

extension CLGeocoder {
  /// Finds the address of a position.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      reverseGeocodeLocation(location, preferredLocale: locale) { places, error in
        continuation.resume(with: Self.result(places, error))
      }
    }
  }

  /// Finds the position of an address.
  ///
  /// - Returns: at least one placemark.
  /// - Throws: `CLError`.
  public nonisolated(nonsending) func geocodeAddressString(
    _ addressString: String, in region: CLRegion? = nil, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      geocodeAddressString(addressString, in: region, preferredLocale: locale) { places, error in
        continuation.resume(with: Self.result(places, error))
      }
    }
  }

  private static func result(
    _ places: [CLPlacemark]?, _ error: (any Error)?
  ) -> Result<[CLPlacemark], any Error> {
    if let error { .failure(error) } else { .success(places ?? []) }
  }
}
