public import CairnHAL
internal import CairnTypes

/// State in which a receiver was held while its power was measured, or operation of a radio.
public enum MeasuredState: String, Sendable, CaseIterable {
  /// The power measured without the receiver, drawn by other parts.
  case baseline
  /// The receiver's supply is off.
  case off
  /// Only clock and orbits are kept.
  case backup
  /// Everything is kept.
  case standby
  /// The receiver is searching.
  case acquiring
  /// The receiver has fixes.
  case tracking
  /// The receiver has fixes and sleeps in between.
  case cyclic
  /// One Wi-Fi scan of both bands, from beginning to end.
  case scan
  /// One active Wi-Fi scan at 2.4 GHz.
  case scan2GHz = "scan_2ghz"
  /// One Wi-Fi scan that sends nothing.
  case passiveScan = "scan_passive"

  /// Returns the figure that the state measures.
  ///
  /// - Parameter supply: the board's supply: a backup is by hardware if its switch keeps the backup
  ///   supply, otherwise by command.
  /// - Returns: `nil` for the baseline, and for operations.
  public func figure(with supply: HardwareProfile.Supply) -> HardwareProfile.Figure? {
    switch self {
    case .baseline, .scan, .scan2GHz, .passiveScan: nil
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

  /// The figures that an operation measures; `nil` for a state.
  public var operation: (energy: HardwareProfile.Figure, duration: HardwareProfile.Figure)? {
    switch self {
    case .scan: (.wifiDualBandEnergy, .wifiDualBandDuration)
    case .scan2GHz: (.wifiActive24Energy, .wifiActive24Duration)
    case .passiveScan: (.wifiPassiveEnergy, .wifiPassiveDuration)
    default: nil
    }
  }
}

/// One reading of a power sensor.
public struct PowerSample: Equatable, Sendable {
  /// Seconds since an arbitrary instant.
  public var time: Double
  /// Power in milliwatts.
  public var power: Double
  /// The receiver's state.
  public var state: MeasuredState

  /// Creates a sample; see the properties.
  public init(time: Double, power: Double, state: MeasuredState) {
    self.time = time
    self.power = power
    self.state = state
  }
}

/// Why a measurement yields no figures; each description includes the remedy.
public enum PowerFitError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no sample.
  case noSamples
  /// The sample at this index has an impossible value.
  case notANumber(Int)
  /// The sample at this index is older than the one before it.
  case timeGoesBack(Int)
  /// Only `found` means of the state, or operations, remain, and `needed` are required.
  case tooFew(MeasuredState, found: Int, needed: Int)
  /// The power above the baseline and the spread of both, in milliwatts.
  case lostInNoise(MeasuredState, power: Double, spread: Double)

  public var description: String {
    switch self {
    case .noSamples: "there is no sample; measure at least one state"
    case .notANumber(let index): "sample \(index + 1) is no power; remove it"
    case .timeGoesBack(let index):
      "sample \(index + 1) is older than the one before it; sort the samples by time"
    case .tooFew(let state, let found, let needed):
      "\(found) \(state.operation == nil ? "means" : "times") of '\(state.rawValue)' are left, and \(needed) are needed; measure it longer, "
        + "or leave the state out"
    case .lostInNoise(let state, let power, let spread):
      "'\(state.rawValue)' is \(power.text(places: 3)) mW above the baseline, which cannot be told from "
        + "its spread of \(spread.text(places: 3)) mW; use a sensor of a smaller range, or leave the "
        + "state out"
    }
  }
}

/// Determines the power of each state from a sensor's readings.
///
/// A receiver draws power in bursts. Readings are averaged over a time that spans several, so that
/// the energy is right, and the median of the means is taken, so that disturbances do not count.
/// Readings just after a change of state are left out.
public struct PowerFit: Equatable, Sendable {
  /// How readings are combined.
  public struct Settings: Equatable, Sendable {
    /// Seconds after a change of state that are left out.
    public var settling = 2.0
    /// Seconds that are averaged into one mean.
    public var average = 1.0
    /// Minimum number of means for a state.
    public var minimum = 5

    /// Creates the usual settings.
    public init() {}
  }

  /// The power of one state.
  public struct Level: Equatable, Sendable {
    /// The state.
    public var state: MeasuredState
    /// Median power above the baseline, in milliwatts.
    public var power: Double
    /// Milliwatts: the deviation within which 68 % stay, of this state and the baseline combined;
    /// derived from the median deviation, so as robust as the power.
    public var spread: Double
    /// Number of means.
    public var count: Int
  }

  /// Power that the sensor measures besides the receiver's: that of the state `baseline`, otherwise
  /// of `off`; `nil` if neither was measured, in which case it counts as zero.
  public let baseline: Level?
  /// The states other than the baseline, in the order of `MeasuredState`.
  public let levels: [Level]
  /// The operations, in the order of `MeasuredState`.
  public let operations: [Operation]

  /// - Parameters:
  ///   - samples: in order of time.
  ///   - settings: how they are combined.
  /// - Throws: the defect of the samples, with its remedy.
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
    let measured = MeasuredState.allCases.filter { state in samples.contains { $0.state == state } }
    for state in measured where state.operation == nil {
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
      // The leakage of a switch may be too small to measure.
      if level.state == .off {
        levels[index].power = max(0, level.power)
      } else if level.power <= level.spread || level.power <= 0 {
        throw .lostInNoise(level.state, power: level.power, spread: level.spread)
      }
    }
    self.levels = levels
    operations = try measured.filter { $0.operation != nil }.map { state throws(PowerFitError) in
      try Operation(state, in: samples, above: baseline?.power ?? 0, minimum: settings.minimum)
    }
  }

  /// Returns the means of successive readings in one state.
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

  /// Returns the median deviation, scaled to the standard deviation of a normal distribution.
  static func spread(of values: [Double], around middle: Double) -> Double {
    1.4826 * median(values.map { abs($0 - middle) })
  }
}
