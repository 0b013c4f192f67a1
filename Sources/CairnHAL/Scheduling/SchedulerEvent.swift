public import CairnTypes

/// What a scheduler is told. Time comes with each event.
public enum SchedulerEvent: Sendable {
  /// Those of all clients whose services run, from now on.
  case requests([EnergyRequest])
  /// Those that there are from now on. What was learned of one that stays is kept.
  case providers([SchedulerProvider])
  /// A provider found a position, measured on request or not.
  case fix(ProviderID, SchedulerFix)
  /// A measurement ended without a position.
  case noFix(ProviderID)
  /// A receiver that was switched on searches from now on: until then it was opened, woken or configured.
  case searching(ProviderID)
  /// The strongest signal of a searching receiver, in dB-Hz; 0 for none at all.
  case signal(ProviderID, strongest: Double)
  /// The motion detector changed its mind.
  case motion(isMoving: Bool)
  /// A provider would now give another position than before, as a modem whose cell changed: that is
  /// told for nothing.
  case cue(ProviderID)
  /// A provider came or went, or may or must not be used from now on.
  case availability(ProviderID, ProviderAvailability)
  /// The time has come that the last step named.
  case wake
}

/// A position, as far as a scheduler uses it.
public struct SchedulerFix: Equatable, Sendable {
  /// Where.
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

  /// Whether every figure can be counted with.
  var isUsable: Bool {
    coordinate.isValid && horizontalAccuracy.isFigure && horizontalAccuracy > 0
      && (speed ?? 0).isFigure && (course ?? 0).isFinite
  }
}
