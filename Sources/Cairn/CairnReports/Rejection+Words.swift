package import CairnUpdates

extension Rejection {
  /// Words for people, which follow the number of such fixes: `3 from a coarser source`.
  package var words: String {
    switch self {
    case .invalidCoordinate: "with an impossible position"
    case .noFix: "without a position"
    case .noAccuracy: "without an accuracy"
    case .inFuture: "from the future"
    case .tooOld: "too old"
    case .outOfOrder: "out of order"
    case .duplicate: "repeated"
    case .implausibleJump: "with an implausible jump"
    case .coarserSource: "from a coarser source"
    case .tooInaccurate: "too inaccurate"
    }
  }
}
