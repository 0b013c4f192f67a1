import CairnFiles
import CairnHAL
import CairnProfiles
import CairnTypes
import CommandSupport

/// Reads a sensor while a receiver goes through one state after another.
///
/// Isolation: belongs to the command's task.
final class PowerMeter {
  private(set) var samples: [PowerSample] = []
  private let sensor: PowerSensor
  private let dwell: Duration
  private let period: Duration
  private let keep: (PowerSample) throws -> Void
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - sensor: a sensor in the receiver's supply.
  ///   - dwell: seconds to measure in each state.
  ///   - keep: called with each reading.
  init(_ sensor: PowerSensor, dwell: Double, keep: @escaping (PowerSample) throws -> Void) {
    self.sensor = sensor
    self.dwell = .seconds(dwell)
    self.keep = keep
    period = .seconds(min(1, max(0.01, sensor.interval ?? 0.1)))
  }

  /// Measures a state into which the operator brings the receiver.
  func measurePrompted(_ state: MeasuredState) async throws {
    Terminal.complain("bring the receiver to '\(state.rawValue)': \(state.hint); then press return")
    guard readLine() != nil else {
      throw CommandFailure(
        message: "standard input ended before '\(state.rawValue)' was measured; "
          + "leave it out with --states, or run this at a terminal")
    }
    Terminal.complain("measuring for \(dwell.inSeconds.text(places: 1)) s")
    let end = ContinuousClock.now + dwell
    while ContinuousClock.now < end {
      try read(state)
      try await Task.sleep(for: period)
    }
  }

  /// Measures the states that a receiver goes through after its start.
  ///
  /// - Parameters:
  ///   - states: the states to measure, of acquiring and tracking.
  ///   - line: the receiver; opened and closed here.
  ///   - timeout: seconds to wait for the last of these states, such as a fix for tracking.
  /// - Throws: if that state was not reached, the user interrupted, or the sensor failed.
  func measure(_ states: [MeasuredState], of line: ReceiverLine, timeout: Double) async throws {
    Terminal.complain("starting the receiver")
    let interrupt = Interrupt { line.end() }
    defer { interrupt.end() }
    try await line.start()
    let seen = SeenState()
    let reading = Task {
      for await (event, time) in line.events { await seen.note(event, at: time) }
      await seen.end()
    }
    let last: MeasuredState = states.contains(.tracking) ? .tracking : .acquiring
    let limit = ContinuousClock.now + .seconds(timeout)
    var end: ContinuousClock.Instant?
    var failure: CommandFailure?
    while failure == nil, ContinuousClock.now < end ?? limit {
      if await seen.isOver {
        failure = CommandFailure(message: "interrupted before the measurement was complete")
        break
      }
      if let state = await seen.state {
        if end == nil, state == last {
          Terminal.complain("'\(state.rawValue)' for \(dwell.inSeconds.text(places: 1)) s")
          end = ContinuousClock.now + dwell
        }
        do { if states.contains(state) { try read(state) } } catch let error as CommandFailure {
          failure = error
        }
      }
      try? await Task.sleep(for: period)
    }
    let trouble = await seen.trouble
    await line.stop()
    reading.cancel()
    if let failure { throw failure }
    if end == nil {
      throw CommandFailure(
        message: "the receiver was not '\(last.rawValue)' within \(timeout.text(places: 0)) s"
          + (trouble.map { ": \($0)" } ?? "; give it a view of the sky, or a longer --timeout"))
    }
  }

  private func read(_ state: MeasuredState) throws {
    let time = (ContinuousClock.now - start).inSeconds
    let sample = PowerSample(time: time, power: try sensor.milliwatts(), state: state)
    samples.append(sample)
    try keep(sample)
  }
}

/// Tracks the receiver's state, with which the sensor's readings are marked.
private actor SeenState {
  private var watch = ProviderWatch()
  /// Whether the receiver's events have ended.
  private(set) var isOver = false

  func end() { isOver = true }

  func note(_ event: ProviderEvent, at time: MonotonicTime) { watch.note(event, at: time) }

  var state: MeasuredState? {
    switch watch.state {
    case .acquiring: .acquiring
    case .tracking: .tracking
    case nil, .absent, .asleep, .failed: nil
    }
  }

  var trouble: String? {
    if case .failed(let words) = watch.state { return words }
    return watch.trouble
  }
}

extension MeasuredState {
  /// How the operator brings the receiver into the state.
  fileprivate var hint: String {
    switch self {
    case .baseline: "remove it and leave all else as it was"
    case .off: "switch its supply off"
    case .backup: "let it keep only its clock and orbits"
    case .standby: "stop it, with its supply on"
    case .acquiring: "start it without a view of the sky"
    case .tracking: "wait until it has had a fix for a minute"
    case .cyclic: "let it sleep between fixes"
    case .scan, .scan2GHz, .passiveScan: "let it scan"
    }
  }
}
