public import CairnTypes

/// An event that a scheduler must handle. The time is passed with each event.
public enum SchedulerEvent: Sendable {
  /// The requests of all clients whose services run, from now on.
  case requests([EnergyRequest])
  /// The providers from now on. What was learned about one that stays is kept.
  case providers([SchedulerProvider])
  /// A provider found a position, measured on request or not.
  case fix(ProviderID, SchedulerFix)
  /// A measurement ended without a position.
  case noFix(ProviderID)
  /// A receiver is ready to search; until now it was being opened, woken or configured.
  case searching(ProviderID)
  /// The strongest signal of a searching receiver, in dB-Hz; 0 for none.
  case signal(ProviderID, strongest: Double)
  /// The motion detector reports a change.
  case motion(isMoving: Bool)
  /// A provider would now give another position, like a modem with a new cell; costs nothing.
  case cue(ProviderID)
  /// A provider will not report any more that it would give another position.
  case cuesEnded(ProviderID)
  /// A provider came or went, or may or must not be used from now on.
  case availability(ProviderID, ProviderAvailability)
  /// The wake-up time of the last step has come.
  case wake
}

/// The parts of a position that a scheduler uses.
public struct SchedulerFix: Equatable, Sendable {
  /// Where the device is.
  public var coordinate: Coordinate
  /// Metres, 68 %.
  public var horizontalAccuracy: Double
  /// Metres per second over ground.
  public var speed: Double?
  /// Degrees clockwise from true north.
  public var course: Double?

  /// See the properties.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, speed: Double? = nil, course: Double? = nil
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.speed = speed
    self.course = course
  }

  /// Whether every figure is usable.
  var isUsable: Bool {
    coordinate.isValid && horizontalAccuracy.isFigure && horizontalAccuracy > 0
      && (speed ?? 0).isFigure && (course ?? 0).isFinite
  }
}
