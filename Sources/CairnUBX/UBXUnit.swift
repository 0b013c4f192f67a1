/// The wire's unit, where a property's unit differs.
public enum UBXUnit: Sendable {
  /// The property has the wire's unit.
  case same
  /// Metres in the property.
  case tenthsOfMillimetres, millimetres, centimetres
  /// Metres per second in the property.
  case millimetresPerSecond, centimetresPerSecond
  /// Seconds in the property.
  case milliseconds, nanoseconds
  /// Seconds per second in the property.
  case nanosecondsPerSecond, picosecondsPerSecond
  /// Degrees in the property.
  case centidegrees

  /// What the wire's number is multiplied by.
  var factor: Double {
    switch self {
    case .same: 1
    case .tenthsOfMillimetres: 1e-4
    case .millimetres, .millimetresPerSecond, .milliseconds: 1e-3
    case .centimetres, .centimetresPerSecond, .centidegrees: 1e-2
    case .nanoseconds, .nanosecondsPerSecond: 1e-9
    case .picosecondsPerSecond: 1e-12
    }
  }
}
