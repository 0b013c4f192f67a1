/// What a fix said that cannot be true while its position can: it was left out or replaced, and the fix passed on.
public enum Repair: String, Hashable, Sendable, CaseIterable {
  /// UTC before GPS began, or centuries ahead.
  case time
  /// An altitude where no receiver is.
  case altitude
  /// A negative speed, or a speed over ground or vertically that no receiver follows.
  case speed
  /// A course of more than a full turn.
  case course
  /// An accuracy of zero, a negative one, or an error ellipse that is none.
  case accuracy
  /// A dilution of precision of zero or less.
  case dilution
  /// More satellites than receivers use.
  case satellites
  /// A negative age of corrections.
  case correctionAge
}

/// How many values of fixes were left out or replaced, by what they were.
///
/// A number that is not finite counts as impossible; an accuracy of `.nan` says that none is known, and is no fault.
public struct RepairCounts: Hashable, Sendable {
  private var time = 0
  private var altitude = 0
  private var speed = 0
  private var course = 0
  private var accuracy = 0
  private var dilution = 0
  private var satellites = 0
  private var correctionAge = 0

  /// All zero.
  public init() {}

  /// Values of one kind.
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

  /// Values of any kind.
  public var all: Int { Repair.allCases.reduce(0) { $0 + self[$1] } }
}
