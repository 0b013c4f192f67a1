internal import CairnHAL
internal import CairnLinux

/// The measurement that a provider was told to make, until it has ended with its one outcome.
struct OpenMeasurement {
  /// What is wanted; `nil` while nothing is measured.
  private(set) var wanted: ProviderWork.Measurement?
  /// Counts beginnings and ends, so that a late answer ends no other measurement.
  private(set) var attempt: UInt64 = 0
  private let loop: EventLoop
  private var deadline: TimerID?

  init(loop: EventLoop) { self.loop = loop }

  /// Begins, in place of another one.
  ///
  /// - Parameters:
  ///   - wanted: what is wanted.
  ///   - tooLate: called on the loop at its deadline.
  mutating func begin(
    _ wanted: ProviderWork.Measurement, tooLate: @escaping @Sendable () -> Void
  ) {
    cancel()
    self.wanted = wanted
    deadline = loop.schedule(at: wanted.deadline, tooLate)
  }

  /// Ends, if anything is measured.
  mutating func end(_ outcome: MeasurementOutcome, to sink: ProviderSink?) {
    guard wanted != nil else { return }
    cancel()
    sink?.send(.measured(outcome))
  }

  /// Ends without an outcome.
  mutating func cancel() {
    wanted = nil
    attempt &+= 1
    if let deadline { loop.cancel(deadline) }
    deadline = nil
  }
}
