/// What a receiver does with its power.
public enum PowerState: Equatable, Sendable {
  /// No supply, nothing kept.
  case off
  /// Time, position and ephemerides are kept; configuration in RAM is lost.
  case backup(BackupKind)
  /// GNSS is stopped by a command; the port listens and everything is kept.
  case standby
  /// On its way back: cannot be configured yet.
  case waking
  /// On, without a fix.
  case acquiring
  /// On, with a fix.
  case tracking
  /// On, with a fix, asleep between the epochs by itself.
  case cyclic(period: Duration)

  /// How a backup is powered.
  public enum BackupKind: UInt8, Sendable {
    /// From the backup supply, the main supply being off.
    case hardware
    /// From the main supply, by a command.
    case software
  }

  /// Whether the receiver computes no position because it was told so.
  public var isAsleep: Bool {
    switch self {
    case .off, .backup, .standby: true
    case .waking, .acquiring, .tracking, .cyclic: false
    }
  }

  /// Whether time, position and ephemerides survive.
  public var keepsMemory: Bool { self != .off }

  /// Whether configuration in RAM survives.
  public var keepsConfiguration: Bool {
    switch self {
    case .off, .backup: false
    case .standby, .waking, .acquiring, .tracking, .cyclic: true
    }
  }
}
