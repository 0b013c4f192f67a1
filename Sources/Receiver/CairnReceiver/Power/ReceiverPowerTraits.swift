public import CairnTypes

/// Inputs that can wake a sleeping receiver.
public struct WakeSources: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8

  /// Creates a set from the bits of its members.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A byte from the host on the serial input; not on USB, which sleeps with the receiver.
  public static let serialInput = WakeSources(rawValue: 1)
  /// An edge on the input EXTINT 0, from whatever is wired to it.
  public static let externalInterrupt = WakeSources(rawValue: 2)
}

/// The costs of a receiver's states, and how it changes between them.
///
/// The hardware profile gives each number with its source. In backup, boards differ from data
/// sheets by a factor of ten, so a profile describes a board.
public struct ReceiverPowerTraits: Equatable, Sendable {
  /// Leakage with the supply switched off, in milliwatts.
  public var offMilliwatts = 0.0
  /// Milliwatts from the backup supply while the main supply is off; `nil` if there is none.
  public var hardwareBackupMilliwatts: Double?
  /// Milliwatts in backup entered by command; `nil` if there is none. Up to 40 times the hardware
  /// backup: 1.4 mA on ZED-F9P (u-blox UBX-21044850 R01).
  public var softwareBackupMilliwatts: Double?
  /// Milliwatts with GNSS stopped by a command and everything kept; `nil` if there is no such state
  /// or it was never measured, and then it is not used.
  public var standbyMilliwatts: Double?
  /// Milliwatts while searching.
  public var acquiringMilliwatts: Double
  /// Milliwatts while tracking continuously.
  public var trackingMilliwatts: Double
  /// Average milliwatts in cyclic tracking; `nil` if there is none (F9, F10, X20).
  public var cyclicMilliwatts: Double?

  /// Whether the host can switch the main supply.
  public var hasSupplySwitch = false
  /// Whether a backup supply remains while the main supply is off.
  public var keepsBackupSupply = false
  /// Whether the receiver accepts a command to sleep on this port.
  public var sleepsByCommand = true
  /// Inputs that wake the receiver from backup by command. Empty on USB, which disappears in
  /// backup; such a receiver is never sent there.
  public var wakeSources: WakeSources = .serialInput

  /// Time from a byte on the serial input until commands are accepted. 500 ms: u-blox UBX-21035062
  /// R02, UBX-RXM-PMREQ.
  public var wakeLatency = Duration.milliseconds(500)
  /// Time from switching the supply on until the receiver talks.
  public var supplyRise = Duration.milliseconds(500)
  /// Time to the first fix with nothing known. 26 s: u-blox UBX-16012619 R04 (SAM-M8Q).
  public var coldStart = Duration.seconds(26)
  /// Time to the first fix without ephemerides; without a figure, the same as for a cold start.
  public var warmStart = Duration.seconds(26)
  /// Time to the first fix with assistance.
  public var aidedStart = Duration.seconds(2)
  /// Time to the first fix with everything known.
  public var hotStart = Duration.seconds(1)
  /// Time after the first fix until the position is as good as it gets.
  public var settle = Duration.seconds(2)
  /// How long ephemerides are usable: GPS sends new ones every two hours (IS-GPS-200, 20.3.4.4).
  public var ephemerisValidity = Duration.seconds(7200)
  /// Continuous tracking that certainly receives every ephemeris in view: GPS repeats it every 30 s
  /// (IS-GPS-200, 20.3.2).
  public var ephemerisDownload = Duration.seconds(30)

  /// Creates the traits of a receiver that can only search and track.
  ///
  /// - Parameters:
  ///   - acquiringMilliwatts: while searching.
  ///   - trackingMilliwatts: while tracking continuously.
  public init(acquiringMilliwatts: Double, trackingMilliwatts: Double) {
    self.acquiringMilliwatts = acquiringMilliwatts
    self.trackingMilliwatts = trackingMilliwatts
  }

  /// Returns the time to the first fix, depending on what the receiver knows.
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
  /// Returns the milliwatts in a state; `nil` if the receiver does not have that state.
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

  /// Returns the milliwatts in a state; those of tracking if the state has no figure.
  func power(in state: PowerState) -> Double { milliwatts(in: state) ?? trackingMilliwatts }

  func makeKeeper() -> EphemerisKeeper {
    EphemerisKeeper(validity: ephemerisValidity, download: ephemerisDownload)
  }
}
