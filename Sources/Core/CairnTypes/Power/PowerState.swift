/// Power state of a receiver.
public enum PowerState: Equatable, Sendable {
  /// No supply; nothing is kept.
  case off
  /// Time, position and ephemerides are kept; configuration in RAM is lost.
  case backup(BackupKind)
  /// A command has stopped GNSS; the port listens and everything is kept.
  case standby
  /// Waking up; cannot be configured yet.
  case waking
  /// On, without a fix.
  case acquiring
  /// On, with a fix.
  case tracking
  /// On, with a fix; sleeps between epochs on its own.
  case cyclic(period: Duration)

  /// Supply that powers a backup.
  public enum BackupKind: UInt8, Sendable {
    /// The backup supply, while the main supply is off.
    case hardware
    /// The main supply, after a command.
    case software
  }

  /// Whether the receiver computes no position because it was told not to.
  public var isAsleep: Bool {
    switch self {
    case .off, .backup, .standby: true
    case .waking, .acquiring, .tracking, .cyclic: false
    }
  }

  /// Whether it sleeps between epochs on its own.
  package var isCyclic: Bool { if case .cyclic = self { true } else { false } }

  /// Whether time, position and ephemerides survive.
  public var keepsMemory: Bool { self != .off }
}
