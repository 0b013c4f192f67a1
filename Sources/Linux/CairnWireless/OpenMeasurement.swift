internal import CairnHAL
internal import CairnLinux

/// The measurement that a provider is making, until it has ended with its one outcome.
struct OpenMeasurement {
  /// The requirements; `nil` while nothing is measured.
  private(set) var wanted: ProviderWork.Measurement?
  /// Counts beginnings and ends, so that a late answer does not end another measurement.
  private(set) var attempt: UInt64 = 0
  private let loop: EventLoop
  private var deadline: TimerID?

  init(loop: EventLoop) { self.loop = loop }

  /// Begins a measurement, in place of another one.
  ///
  /// - Parameters:
  ///   - wanted: the requirements.
  ///   - tooLate: called on the loop at its deadline.
  mutating func begin(
    _ wanted: ProviderWork.Measurement, tooLate: @escaping @Sendable () -> Void
  ) {
    cancel()
    self.wanted = wanted
    deadline = loop.schedule(at: wanted.deadline, tooLate)
  }

  /// Ends the measurement, if there is one.
  mutating func end(_ outcome: MeasurementOutcome, to sink: ProviderSink?) {
    guard wanted != nil else { return }
    cancel()
    sink?.send(.measured(outcome))
  }

  /// Ends the measurement without an outcome.
  mutating func cancel() {
    wanted = nil
    attempt &+= 1
    if let deadline { loop.cancel(deadline) }
    deadline = nil
  }
}
