public import CairnHAL
internal import CairnTypes

/// What a receiver was led through while its power was measured.
public enum MeasuredState: String, Sendable, CaseIterable {
  /// It is not there at all: what the sensor measures beside it.
  case baseline
  /// Without supply.
  case off
  /// With clock and orbits alone.
  case backup
  /// With everything kept.
  case standby
  /// Searching.
  case acquiring
  /// With fixes.
  case tracking
  /// With fixes, asleep in between.
  case cyclic

  /// The figure that it measures.
  ///
  /// - Parameter supply: of the board: a backup is by the switch of the supply where that keeps it, else by
  ///   command.
  /// - Returns: `nil` for what is no receiver's.
  public func figure(with supply: HardwareProfile.Supply) -> HardwareProfile.Figure? {
    switch self {
    case .baseline: nil
    case .off: .offPower
    case .backup:
      supply.powerSwitch != .none && supply.keepsBackup
        ? .hardwareBackupPower : .softwareBackupPower
    case .standby: .standbyPower
    case .acquiring: .acquiringPower
    case .tracking: .trackingPower
    case .cyclic: .cyclicPower
    }
  }
}

/// One reading of a power sensor.
public struct PowerSample: Equatable, Sendable {
  /// Seconds since any instant.
  public var time: Double
  /// Milliwatts.
  public var power: Double
  /// What the receiver did.
  public var state: MeasuredState

  /// See the properties.
  public init(time: Double, power: Double, state: MeasuredState) {
    self.time = time
    self.power = power
    self.state = state
  }
}

/// Why nothing follows from a measurement; each says what to do about it.
public enum PowerFitError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no sample.
  case noSamples
  /// A sample that no sensor gives: its index.
  case notANumber(Int)
  /// A sample that is older than the one before it: its index.
  case timeGoesBack(Int)
  /// So many means of the state are left, and so many are needed.
  case tooFew(MeasuredState, found: Int, needed: Int)
  /// Milliwatts above the baseline, and how far both scatter.
  case lostInNoise(MeasuredState, power: Double, spread: Double)

  public var description: String {
    switch self {
    case .noSamples: "there is no sample; measure at least one state"
    case .notANumber(let index): "sample \(index + 1) is no power; remove it"
    case .timeGoesBack(let index):
      "sample \(index + 1) is older than the one before it; sort the samples by time"
    case .tooFew(let state, let found, let needed):
      "\(found) means of '\(state.rawValue)' are left, and \(needed) are needed; measure it longer, "
        + "or leave the state out"
    case .lostInNoise(let state, let power, let spread):
      "'\(state.rawValue)' is \(power.text(places: 3)) mW above the baseline, which cannot be told from "
        + "its spread of \(spread.text(places: 3)) mW; use a sensor of a smaller range, or leave the "
        + "state out"
    }
  }
}

/// The power of each state, from the readings of a sensor.
///
/// A receiver draws its power in bursts: readings are averaged over a time that holds some of them, so that
/// the energy is right, and of the means the median is taken, so that a disturbance does not count. Readings
/// after a change of state do not count either.
public struct PowerFit: Equatable, Sendable {
  /// How readings are taken together.
  public struct Settings: Equatable, Sendable {
    /// Seconds after a change of state that do not count.
    public var settling = 2.0
    /// Seconds that are averaged.
    public var average = 1.0
    /// Means of a state that are needed.
    public var minimum = 5

    /// The usual ones.
    public init() {}
  }

  /// One state.
  public struct Level: Equatable, Sendable {
    /// Which.
    public var state: MeasuredState
    /// Milliwatts above the baseline, the median.
    public var power: Double
    /// Milliwatts: a deviation such as 68 % stay within, of this state and the baseline together; by the
    /// median of the deviations, as robust as the power.
    public var spread: Double
    /// Means that it is of.
    public var count: Int
  }

  /// What the sensor measures beside the receiver; `nil` where that was not measured, and is taken for
  /// nothing. Without a state `baseline` it is the state `off`.
  public let baseline: Level?
  /// The states but for the baseline, in the order of `MeasuredState`.
  public let levels: [Level]

  /// - Parameters:
  ///   - samples: in the order of time.
  ///   - settings: how they are taken together.
  /// - Throws: what is wrong with them, and what to do about it.
  public init(
    _ samples: [PowerSample], _ settings: Settings = Settings()
  ) throws(PowerFitError) {
    guard !samples.isEmpty else { throw .noSamples }
    for (index, sample) in samples.enumerated() {
      guard sample.power.isFinite, sample.time.isFinite else { throw .notANumber(index) }
      if index > 0, sample.time < samples[index - 1].time { throw .timeGoesBack(index) }
    }
    let means = Self.means(of: samples, settings)
    var levels: [Level] = []
    for state in MeasuredState.allCases where samples.contains(where: { $0.state == state }) {
      let values = means.filter { $0.state == state }.map(\.power)
      guard values.count >= max(1, settings.minimum) else {
        throw .tooFew(state, found: values.count, needed: settings.minimum)
      }
      let middle = Self.median(values)
      levels.append(
        Level(
          state: state, power: middle, spread: Self.spread(of: values, around: middle),
          count: values.count))
    }
    let baseline = levels.first { $0.state == .baseline } ?? levels.first { $0.state == .off }
    self.baseline = baseline
    levels.removeAll { $0.state == baseline?.state }
    for index in levels.indices {
      levels[index].power -= baseline?.power ?? 0
      let others = baseline?.spread ?? 0
      let own = levels[index].spread
      levels[index].spread = (own * own + others * others).squareRoot()
      let level = levels[index]
      // What a switch leaks may be nothing at all.
      if level.state == .off {
        levels[index].power = max(0, level.power)
      } else if level.power <= level.spread || level.power <= 0 {
        throw .lostInNoise(level.state, power: level.power, spread: level.spread)
      }
    }
    self.levels = levels
  }

  /// Means of readings that follow each other in one state.
  private static func means(
    of samples: [PowerSample], _ settings: Settings
  ) -> [(state: MeasuredState, power: Double)] {
    var means: [(state: MeasuredState, power: Double)] = []
    var rest = samples[...]
    while let first = rest.first {
      let run = rest.prefix { $0.state == first.state }
      rest = rest.dropFirst(run.count)
      var kept = run.drop { $0.time < first.time + settings.settling }
      while let start = kept.first {
        let block = kept.prefix { $0.time < start.time + settings.average || $0.time == start.time }
        kept = kept.dropFirst(block.count)
        means.append((first.state, block.reduce(0) { $0 + $1.power } / Double(block.count)))
      }
    }
    return means
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The median deviation, scaled to what is the standard deviation of a normal distribution.
  static func spread(of values: [Double], around middle: Double) -> Double {
    1.4826 * median(values.map { abs($0 - middle) })
  }
}
