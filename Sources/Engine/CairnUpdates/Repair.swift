/// An implausible value in a fix with a plausible position: dropped or replaced, the fix passed on.
public enum Repair: String, Hashable, Sendable, CaseIterable {
  /// UTC before GPS began, or centuries ahead.
  case time
  /// An altitude that no receiver reaches.
  case altitude
  /// A negative speed, or a horizontal or vertical speed that no receiver supports.
  case speed
  /// A course of more than a full turn.
  case course
  /// An accuracy of zero or below, or an invalid error ellipse.
  case accuracy
  /// A dilution of precision of zero or less.
  case dilution
  /// More satellites than receivers use.
  case satellites
  /// A negative age of corrections.
  case correctionAge
}

/// How many values of fixes were dropped or replaced, by kind.
///
/// Values that are not finite count as implausible; an accuracy of `.nan` means unknown, no error.
public struct RepairCounts: Hashable, Sendable {
  private var time = 0
  private var altitude = 0
  private var speed = 0
  private var course = 0
  private var accuracy = 0
  private var dilution = 0
  private var satellites = 0
  private var correctionAge = 0

  /// Creates counts of zero.
  public init() {}

  /// The number of values of one kind.
  public internal(set) subscript(repair: Repair) -> Int {
    get {
      switch repair {
      case .time: time
      case .altitude: altitude
      case .speed: speed
      case .course: course
      case .accuracy: accuracy
      case .dilution: dilution
      case .satellites: satellites
      case .correctionAge: correctionAge
      }
    }
    set {
      switch repair {
      case .time: time = newValue
      case .altitude: altitude = newValue
      case .speed: speed = newValue
      case .course: course = newValue
      case .accuracy: accuracy = newValue
      case .dilution: dilution = newValue
      case .satellites: satellites = newValue
      case .correctionAge: correctionAge = newValue
      }
    }
  }

  /// The number of values of all kinds.
  public var all: Int { Repair.allCases.reduce(0) { $0 + self[$1] } }
}
