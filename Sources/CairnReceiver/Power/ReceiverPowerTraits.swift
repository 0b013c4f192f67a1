public import CairnTypes

/// What can bring a sleeping receiver back.
public struct WakeSources: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8

  /// Any combination.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A byte from the host on the serial input. Not there on USB, which sleeps with the receiver.
  public static let serialInput = WakeSources(rawValue: 1)
  /// An edge on the input EXTINT 0, by whatever is wired to it.
  public static let externalInterrupt = WakeSources(rawValue: 2)
}

/// What a receiver's states cost, and how it gets from one to another.
///
/// Filled from the hardware profile, which names the source of every number. Boards differ from data
/// sheets by a factor of ten in backup, so a profile is of a board.
public struct ReceiverPowerTraits: Equatable, Sendable {
  /// Milliwatts with the supply switched off: what leaks.
  public var offMilliwatts = 0.0
  /// Milliwatts from the backup supply while the main supply is off; `nil` where there is none.
  public var hardwareBackupMilliwatts: Double?
  /// Milliwatts in the backup state that a command enters; `nil` where there is none. Up to 40 times
  /// the hardware backup: 1.4 mA on ZED-F9P (u-blox UBX-21044850 R01).
  public var softwareBackupMilliwatts: Double?
  /// Milliwatts with GNSS stopped by a command and everything kept; `nil` where there is none or nobody
  /// has measured it, and then it is not used.
  public var standbyMilliwatts: Double?
  /// Milliwatts while searching.
  public var acquiringMilliwatts: Double
  /// Milliwatts while tracking continuously.
  public var trackingMilliwatts: Double
  /// Milliwatts on average in cyclic tracking; `nil` where there is none (F9, F10, X20).
  public var cyclicMilliwatts: Double?

  /// Whether the host can switch the main supply.
  public var hasSupplySwitch = false
  /// Whether a backup supply stays while the main supply is off.
  public var keepsBackupSupply = false
  /// Whether the receiver takes a command to sleep on this port.
  public var sleepsByCommand = true
  /// What wakes the receiver from backup by command. Empty on USB, which disappears in backup: such a
  /// receiver is never sent there.
  public var wakeSources: WakeSources = .serialInput

  /// From a byte on the serial input until commands are heard. 500 ms: u-blox UBX-21035062 R02,
  /// UBX-RXM-PMREQ.
  public var wakeLatency = Duration.milliseconds(500)
  /// From switching the supply on until the receiver talks.
  public var supplyRise = Duration.milliseconds(500)
  /// To the first fix when nothing is known. 26 s: u-blox UBX-16012619 R04 (SAM-M8Q).
  public var coldStart = Duration.seconds(26)
  /// To the first fix without ephemerides; a sheet that gives none means no better than cold.
  public var warmStart = Duration.seconds(26)
  /// To the first fix with assistance.
  public var aidedStart = Duration.seconds(2)
  /// To the first fix with everything known.
  public var hotStart = Duration.seconds(1)
  /// How long after the first fix a position is as good as it gets.
  public var settle = Duration.seconds(2)
  /// How long ephemerides serve: GPS sends new ones every two hours (IS-GPS-200, 20.3.4.4).
  public var ephemerisValidity = Duration.seconds(7200)
  /// Continuous tracking that surely receives every ephemeris in view: GPS repeats it every 30 s
  /// (IS-GPS-200, 20.3.2).
  public var ephemerisDownload = Duration.seconds(30)

  /// A receiver that has no state but searching and tracking.
  ///
  /// - Parameters:
  ///   - acquiringMilliwatts: while searching.
  ///   - trackingMilliwatts: while tracking continuously.
  public init(acquiringMilliwatts: Double, trackingMilliwatts: Double) {
    self.acquiringMilliwatts = acquiringMilliwatts
    self.trackingMilliwatts = trackingMilliwatts
  }

  /// To the first fix, by what the receiver knows.
  public func timeToFirstFix(_ start: StartType) -> Duration {
    switch start {
    case .hot: hotStart
    case .aided: aidedStart
    case .warm: warmStart
    case .cold: coldStart
    }
  }
}

extension ReceiverPowerTraits {
  /// Milliwatts in a state; `nil` for a state that the receiver has not.
  public func milliwatts(in state: PowerState) -> Double? {
    switch state {
    case .off: offMilliwatts
    case .backup(.hardware): hardwareBackupMilliwatts
    case .backup(.software): softwareBackupMilliwatts
    case .standby: standbyMilliwatts
    case .waking, .acquiring: acquiringMilliwatts
    case .tracking: trackingMilliwatts
    case .cyclic: cyclicMilliwatts
    }
  }

  /// The same; a state without a number costs as much as tracking.
  func power(in state: PowerState) -> Double { milliwatts(in: state) ?? trackingMilliwatts }

  func makeKeeper() -> EphemerisKeeper {
    EphemerisKeeper(validity: ephemerisValidity, download: ephemerisDownload)
  }
}
