public import Cairn
public import ContactsCompat
internal import CairnTypes
public import Foundation
internal import Synchronization

/// Looks up addresses for `CLGeocoder`; a program assigns one to `CLGeocoder.backend`.
public protocol CLGeocoderBackend: Sendable {
  /// Returns the places at a position.
  ///
  /// - Parameters:
  ///   - coordinate: the position.
  ///   - locale: the language of the answer; `nil` for the device's.
  /// - Returns: nearest first; an empty array becomes `geocodeFoundNoResult`.
  /// - Throws: the failure; an error without a code in Core Location becomes `CLError.network`.
  func places(
    at coordinate: Coordinate, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark]

  /// Returns the places that an address may mean.
  ///
  /// - Parameters:
  ///   - address: the address, as a person writes it.
  ///   - area: where to look first.
  ///   - locale: the language of the answer; `nil` for the device's.
  /// - Returns: likeliest first; an empty array becomes `geocodeFoundNoResult`.
  /// - Throws: the failure; an error without a code in Core Location becomes `CLError.network`.
  func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark]
}

/// Receives a geocoder's answer: at least one placemark, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// Finds addresses of positions and positions of addresses through the program's `backend`. Without
/// one, each request fails with `CLError.network`, as if there were no connection.
///
/// It handles one request at a time and answers others with `geocodeCanceled`. The answer comes on
/// the caller's actor, otherwise on the main queue, and never inside the request. A geocoder lives
/// until it has answered.
///
/// Isolation: deliberately not `Sendable`, because it belongs to its creator; the lock guards the
/// state that an answer on the main queue changes while the creator runs elsewhere.
open class CLGeocoder: NSObject {
  /// Answers the requests made from now on. Callable from any thread.
  public static var backend: (any CLGeocoderBackend)? {
    get { chosenBackend.withLock { $0 } }
    set { chosenBackend.withLock { $0 = newValue } }
  }
  private static let chosenBackend = Mutex<(any CLGeocoderBackend)?>(nil)

  private typealias Answer = Result<[CLPlacemark], CLError>

  /// Receives the pending request's answer; `nil` if no request is pending.
  private let awaited = Mutex<AsyncStream<Answer>.Continuation?>(nil)

  /// The actor that makes the present request; `nil` if there is none, or it is unknown.
  private var caller: (any Actor)?

  /// Creates a geocoder, for any number of requests.
  public override init() {}

  /// Whether a request is pending.
  open var isGeocoding: Bool { awaited.withLock { $0 != nil } }

  /// Cancels the pending request, which is answered with `geocodeCanceled`.
  open func cancelGeocode() {
    _ = awaited.withLock { $0?.yield(.failure(CLError(.geocodeCanceled))) }
  }

  // MARK: Requests

  // Methods that a subclass overrides and a protocol can require. A direct call uses the namesake
  // in CLGeocoder+Callers.swift, which knows the caller's actor and calls these.

  /// Finds the address of a position.
  @_disfavoredOverload
  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(location, nil, completionHandler)
  }

  /// Finds the address of a position, in a language.
  @_disfavoredOverload
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(location, locale, completionHandler)
  }

  /// Finds the position of an address.
  @_disfavoredOverload
  open func geocodeAddressString(
    _ addressString: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(addressString, nil, nil, completionHandler)
  }

  /// Finds the position of an address, in a region first.
  @_disfavoredOverload
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(addressString, region, nil, completionHandler)
  }

  /// Finds the position of an address, in a region first and in a language.
  @_disfavoredOverload
  open func geocodeAddressString(
    _ addressString: String, in region: CLRegion?, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(addressString, region, locale, completionHandler)
  }

  /// Finds the position of an address of Contacts.
  @_disfavoredOverload
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(postalAddress.oneLine, nil, nil, completionHandler)
  }

  /// Finds the position of an address of Contacts, in a language.
  @_disfavoredOverload
  open func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(postalAddress.oneLine, nil, locale, completionHandler)
  }

  /// Finds the position of an address by the keys that were used before Contacts.
  @available(*, deprecated, renamed: "geocodePostalAddress(_:completionHandler:)")
  @_disfavoredOverload
  open func geocodeAddressDictionary(
    _ addressDictionary: [AnyHashable: Any],
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    find(CNMutablePostalAddress(addressDictionary).oneLine, nil, nil, completionHandler)
  }

  /// Makes a request whose answer is due on `caller`.
  func request(from caller: (any Actor)?, _ make: () -> Void) {
    self.caller = caller
    defer { self.caller = nil }
    make()
  }

  private func find(
    _ location: CLLocation, _ locale: Locale?, _ handler: @escaping CLGeocodeCompletionHandler
  ) {
    let place = Coordinate(location.coordinate)
    ask(handler) { backend throws(LocationError) in
      try await backend.places(at: place, locale: locale)
    }
  }

  private func find(
    _ address: String, _ region: CLRegion?, _ locale: Locale?,
    _ handler: @escaping CLGeocodeCompletionHandler
  ) {
    let area = region?.cairn
    ask(handler) { backend throws(LocationError) in
      try await backend.places(named: address, in: area, locale: locale)
    }
  }

  private func ask(
    _ handler: @escaping CLGeocodeCompletionHandler,
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
    // The handler belongs to the caller's actor; a caller on no actor is promised the main one.
    let carried = Carried((geocoder: self, handler: handler))
    let home: any Actor = caller ?? MainActor.shared
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
