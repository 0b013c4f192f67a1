internal import CairnData
public import CairnGeocoding
internal import CairnLinux
public import CairnTypes

/// A service on the network as the source of a `Geocoder`, which joins equal questions and lets them be
/// cancelled.
public struct ServiceSource: PlacemarkSource {
  /// Client that asks the service.
  public let client: PlaceClient

  /// Creates a source.
  public init(_ client: PlaceClient) { self.client = client }

  public func placemarks(
    at coordinate: Coordinate, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    guard coordinate.isValid else { return [] }
    return try await ask(.position(coordinate), language)
  }

  public func placemarks(
    named address: String, near area: SearchArea?, language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    guard address.contains(where: { !$0.isWhitespace }), address.utf8.count <= 500 else {
      return []
    }
    return try await ask(.address(address, near: area), language)
  }

  /// Asks on a thread of its own: waiting for a service must not stop other tasks.
  private func ask(
    _ question: PlaceQuestion, _ language: LanguageTag?
  ) async throws(LocationError) -> [Placemark] {
    typealias Answer = Result<[Placemark], LocationError>
    let (answers, answer) = AsyncStream.makeStream(of: Answer.self)
    let cancellation = Cancellation()
    answer.onTermination = { _ in cancellation.cancel() }
    do throws(DeviceError) {
      try runInBackground("cairn-places") { [client] in
        do throws(PlaceServiceError) {
          answer.yield(.success(try client.answer(question, language, cancellation)))
        } catch {
          answer.yield(.failure(error.locationError))
        }
        answer.finish()
      }
    } catch {
      throw LocationError(.network, cause: error)
    }
    var iterator = answers.makeAsyncIterator()
    // The stream ends without an answer when the task is cancelled.
    guard let result = await iterator.next() else { throw LocationError(.geocodeCanceled) }
    return try result.get()
  }
}
