package import CairnMaps
package import CairnRadio
package import CairnTypes
internal import CairnWireless

/// Outcome of sending a batch to a service.
package enum SubmissionReply: Hashable, Sendable {
  /// The service has accepted the batch.
  case taken
  /// The service refuses the batch, and would refuse it again: the key or the address is wrong.
  case refused(String)
  /// The service has not accepted the batch but may later; `retry` is the delay that it asks for,
  /// if it does.
  case failed(String, retry: Duration?)
  /// The batch was sent and no answer came: the service may have accepted it.
  case lost(String)

  /// Reads a server's status.
  package init(status: Int, retry: Duration?) {
    switch status {
    case 200...299: self = .taken
    case 408, 425, 429, 500...599: self = .failed("it answers with status \(status)", retry: retry)
    case 300...399: self = .refused("it has moved: status \(status)")
    case 401, 403: self = .refused("it wants another key: status \(status)")
    default: self = .refused("it refuses the batch: status \(status)")
    }
  }
}

/// Submits the access points that a device has learned to a service, in batches.
///
/// A pure value: time and replies go in, steps come out. A batch is in `ledger` before it is sent,
/// and stays there unless the service has certainly not accepted it. Thus nothing is submitted
/// twice, even by a program that is killed.
package struct SurveySubmission {
  /// Next step of a submission.
  package enum Step {
    /// Save `ledger`, then send this batch, then call `take`.
    case send(SurveyBatch)
    /// Wait for this long.
    case wait(Duration)
    /// Save `ledger`: the submission is complete, or has ended with `failure`.
    case end
  }

  /// Failures in a row after which the remaining batches wait for another day.
  package static let maximumFailures = 3
  /// The longest wait within one run.
  package static let patience = Duration.seconds(300)

  /// Access points that were submitted, or may have been.
  package private(set) var ledger: SubmissionLedger
  /// Number of access points that the service has accepted.
  package private(set) var taken = 0
  /// Number of access points of which it is not known whether the service has them.
  package private(set) var uncertain = 0
  /// Why the last batch was not accepted; `nil` if it was.
  package private(set) var failure: String?
  /// Number of access points that are still to be submitted.
  package var left: Int { batches.reduce(0) { $0 + $1.count } }

  private var batches: [SurveyBatch]
  private var current: SurveyBatch?
  private var pause = ServicePause()
  private var failures = 0

  /// Prepares the access points that are not in `ledger`; see `SurveyBatch.batches`.
  package init(
    of map: LearnedMap, besides ledger: SubmissionLedger, today: UInt16,
    using random: inout any RandomNumberGenerator
  ) {
    self.ledger = ledger
    self.ledger.forget(allBut: map)
    batches = SurveyBatch.batches(of: map, besides: ledger, today: today, using: &random)
  }

  /// Returns the next step.
  package mutating func next(at now: MonotonicTime) -> Step {
    guard failures < Self.maximumFailures, !batches.isEmpty else { return .end }
    if let wait = pause.remaining(at: now) { return wait > Self.patience ? .end : .wait(wait) }
    let batch = batches.removeFirst()
    ledger.enter(batch)
    current = batch
    return .send(batch)
  }

  /// Notes the outcome of the batch that was to be sent.
  package mutating func take(_ reply: SubmissionReply, at now: MonotonicTime) {
    guard let batch = current else { return }
    current = nil
    switch reply {
    case .taken:
      taken += batch.count
      failure = nil
      failures = 0
      pause.end()
    case .refused(let reason):
      putBack(batch, reason)
      failures = Self.maximumFailures
    case .failed(let reason, let retry):
      putBack(batch, reason)
      failures += 1
      pause.begin(reason, atLeast: retry, at: now)
    case .lost(let reason):
      uncertain += batch.count
      failure = reason
      failures += 1
      pause.begin(reason, at: now)
    }
  }

  private mutating func putBack(_ batch: SurveyBatch, _ reason: String) {
    ledger.takeOut(batch)
    batches.insert(batch, at: 0)
    failure = reason
  }
}
