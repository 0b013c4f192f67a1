/// Unit on the wire, where it differs from the property's.
public enum UBXUnit: Sendable {
  /// The property has the unit of the wire.
  case same
  /// The property is in metres.
  case tenthsOfMillimetres, millimetres, centimetres
  /// The property is in metres per second.
  case millimetresPerSecond, centimetresPerSecond
  /// The property is in seconds.
  case milliseconds, nanoseconds
  /// The property is in seconds per second.
  case nanosecondsPerSecond, picosecondsPerSecond
  /// The property is in degrees.
  case centidegrees

  /// Factor that converts the number on the wire.
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
