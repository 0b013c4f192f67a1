internal import CairnTypes

extension PowerFit {
  /// Energy and duration of one operation of a radio, such as a scan.
  ///
  /// Readings that follow each other in the same state are one operation, with nothing left out: the
  /// power rises and falls within it. Each reading counts for the time to the next one. The medians
  /// of all operations are taken, so that disturbances do not count.
  public struct Operation: Equatable, Sendable {
    /// Kind of operation.
    public var state: MeasuredState
    /// Millijoules above the baseline.
    public var energy: Double
    /// Millijoules: the deviation within which 68 % stay, derived from the median deviation.
    public var energySpread: Double
    /// Seconds.
    public var duration: Double
    /// Seconds: the deviation within which 68 % stay.
    public var durationSpread: Double
    /// Number of operations.
    public var count: Int

    /// Minimum number of readings from which an operation's energy can be determined.
    static let minimumReadings = 4

    /// - Parameters:
    ///   - state: an operation.
    ///   - samples: in order of time, all of them numbers.
    ///   - baseline: milliwatts drawn besides the operation.
    ///   - minimum: the minimum number of operations.
    /// - Throws: `.tooFew`, or `.lostInNoise` with the power during the operation and its spread.
    init(
      _ state: MeasuredState, in samples: [PowerSample], above baseline: Double, minimum: Int
    ) throws(PowerFitError) {
      let runs = Self.runs(of: state, in: samples, above: baseline)
      guard runs.count >= max(1, minimum) else {
        throw .tooFew(state, found: runs.count, needed: minimum)
      }
      self.state = state
      count = runs.count
      energy = PowerFit.median(runs.map(\.energy))
      energySpread = PowerFit.spread(of: runs.map(\.energy), around: energy)
      duration = PowerFit.median(runs.map(\.duration))
      durationSpread = PowerFit.spread(of: runs.map(\.duration), around: duration)
      guard energy > energySpread, energy > 0, duration > 0 else {
        throw .lostInNoise(
          state, power: energy / max(duration, 1e-3), spread: energySpread / max(duration, 1e-3))
      }
    }

    private static func runs(
      of state: MeasuredState, in samples: [PowerSample], above baseline: Double
    ) -> [(energy: Double, duration: Double)] {
      var runs: [(energy: Double, duration: Double)] = []
      var rest = samples[...]
      while let first = rest.first {
        let run = rest.prefix { $0.state == first.state }
        rest = rest.dropFirst(run.count)
        guard run.count >= minimumReadings, first.state == state, let last = run.last else {
          continue
        }
        // The last reading counts for as long as the others on average.
        let duration = (last.time - first.time) * Double(run.count) / Double(run.count - 1)
        let gaps = zip(run.dropFirst(), run).map { $0.time - $1.time }
        let usual = (last.time - first.time) / Double(run.count - 1)
        let energy = zip(run, gaps + [usual]).reduce(0) { $0 + ($1.0.power - baseline) * $1.1 }
        runs.append((energy, duration))
      }
      return runs
    }
  }
}
