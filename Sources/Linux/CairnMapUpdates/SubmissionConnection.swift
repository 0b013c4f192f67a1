internal import CairnData
package import CairnMaps
internal import CairnWireless

/// Sends batches to a service. Callable from any thread; blocks until the answer.
package struct SubmissionConnection: Sendable {
  /// How long the answer may take: the service stores the batch first.
  package static let patience = Duration.seconds(60)
  /// Octets of the longest answer that is read; a usual one has a few hundred.
  private static let capacity = 16_384

  private let address: String

  package init(_ service: SubmissionService) { address = service.address }

  /// Sends a batch and waits for the answer.
  ///
  /// - Parameters:
  ///   - batch: the batch to send.
  ///   - limit: the longest wait; a minute at most.
  /// - Returns: the outcome.
  package func submit(
    _ batch: SurveyBatch, within limit: Duration = patience
  ) -> SubmissionReply {
    let request = HTTPRequest(
      address, agent: ServiceConnection.agent, patience: min(Self.patience, limit),
      capacity: Self.capacity)
    return switch request.post(batch.json) {
    case .answered(let reply): SubmissionReply(status: reply.status, retry: reply.retry)
    case .tooLarge(let reason): .lost("its answer \(reason)")
    case .noLibrary(let reason): .refused(reason)
    case .failed(let reason, let wasSent): wasSent ? .lost(reason) : .failed(reason, retry: nil)
    case .cancelled: .lost("it was cancelled")
    }
  }
}
