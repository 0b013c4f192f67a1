package import CairnTypes

extension DesiredAccuracy {
  /// Visits the level and the metres of one that is given in metres.
  package mutating func wire(_ f: inout some RecordVisitor) {
    var (kind, metres): (UInt8, Double?) =
      switch level {
      case .best: (0, nil)
      case .bestForNavigation: (1, nil)
      case .metres(let metres): (2, metres)
      case .reduced: (3, nil)
      }
    f.integer(&kind)
    f.reserved(7)
    f.fixed(&metres)
    switch (kind, metres) {
    case (1, _): self = .bestForNavigation
    case (2, let metres?): self = DesiredAccuracy(.metres(metres))
    case (3, _): self = .reduced
    default: self = .best
    }
  }
}

extension LocationConfiguration {
  mutating func wire(_ f: inout some RecordVisitor) {
    desiredAccuracy.wire(&f)
    f.fixed(&powerBudget)
    f.fixed(&distanceFilter)
    f.fixed(&interval)
    f.fixed(&minimumInterval)
    f.fixed(&heartbeat)
    f.fixed(&maximumDelay)
    f.fixed(&maximumCachedAge)
    f.fixed(&unknownAfter)
    f.fixed(&worstAcceptableAccuracy)
    f.code(&activityType, unknown: .other)
    f.flag(&pausesLocationUpdatesAutomatically)
    f.flag(&isOpportunistic)
    f.flag(&isFiltered)
    f.code(&requires)
    f.reserved(2)
  }
}

extension LocationRequest {
  mutating func wire(_ f: inout some RecordVisitor) {
    desiredAccuracy.wire(&f)
    f.fixed(&timeout)
    f.fixed(&maximumAge)
    f.fixed(&settle)
    f.flag(&allowsBestEffort)
    f.reserved(7)
  }
}
