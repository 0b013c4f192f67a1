internal import CairnData

/// Sends questions to a service. Callable from any thread; blocks until the answer.
package struct ServiceConnection: Sendable {
  /// How long the answer to a question may take.
  package static let patience = Duration.seconds(10)
  /// The longest time that the answer may take, whatever is asked for.
  private static let longestPatience = Duration.seconds(60)
  /// Octets of the longest answer that is read; a usual one has a few hundred.
  private static let capacity = 16_384
  /// User agent, by which a service can find the contact for a client that behaves badly.
  package static let agent = "cairn"

  private let address: String

  package init(_ service: GeolocationService) { address = service.address }

  /// Sends a question and waits for the answer.
  ///
  /// - Parameters:
  ///   - body: JSON.
  ///   - limit: the longest wait; a minute at most.
  /// - Returns: the outcome.
  package func post(_ body: [UInt8], within limit: Duration = patience) -> GeolocateReply {
    switch request(within: limit).post(body) {
    case .answered(let reply):
      GeolocateReply(status: reply.status, body: reply.body, retry: reply.retry)
    case .tooLarge(let reason): .failed("its answer \(reason)", retry: nil)
    case .noLibrary(let reason): .refused(reason)
    case .failed(let reason, _): .failed(reason, retry: nil)
    // Nothing cancels a question.
    case .cancelled: .failed("it was cancelled", retry: nil)
    }
  }

  private func request(within limit: Duration) -> HTTPRequest {
    HTTPRequest(
      address, agent: Self.agent, patience: min(Self.longestPatience, limit),
      capacity: Self.capacity)
  }
}
