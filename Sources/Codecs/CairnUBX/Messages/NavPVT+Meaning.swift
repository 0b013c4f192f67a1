public import CairnTypes

extension NavPVT.Correction {
  /// Seconds since the last correction used, as the upper bound of the reported class: 1, 2, 5, 10,
  /// 15, 20, 30, 45, 60, 90 or 120. Older corrections also give 120: the receiver reports no bound
  /// for them. `nil` while none is used.
  public var age: Float? {
    switch ageClass {
    case 0: nil
    case 1: 1
    case 2: 2
    case 3: 5
    case 4: 10
    case 5: 15
    case 6: 20
    case 7: 30
    case 8: 45
    case 9: 60
    case 10: 90
    default: 120
    }
  }
}

extension NavPVT {
  /// Whether the receiver vouches for longitude, latitude and heights as a position of this epoch.
  public var isPositionUsable: Bool {
    fixType.hasPosition && flags.isFixOK && correction?.isPositionInvalid != true
  }

  /// UTC of the epoch; `nil` unless date and time are valid. Second 60 maps to the next second.
  public var utc: Timestamp? {
    guard validity.date, validity.time else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      nano: nanosecond)
  }

  /// Whether the rounded second is a leap second.
  public var isLeapSecond: Bool { second == 60 }

  /// Kind of solution; `none` unless the receiver vouches for the fix.
  public var fixQuality: FixQuality {
    guard flags.isFixOK else { return .none }
    switch fixType {
    case .timeOnly: return .timeOnly
    case .deadReckoning: return .deadReckoning
    case .gnssDeadReckoning where flags.carrierSolution == .none: return .gnssDeadReckoning
    case .twoD, .threeD, .gnssDeadReckoning: break
    default: return .none
    }
    switch flags.carrierSolution {
    case .fixed: return .rtkFixed
    case .float: return .rtkFloat
    default: break
    }
    if fixType == .gnssDeadReckoning { return .gnssDeadReckoning }
    if flags.isDifferential { return .differential }
    return fixType == .twoD ? .twoD : .threeD
  }
}
