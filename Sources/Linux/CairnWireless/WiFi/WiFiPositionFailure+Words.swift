internal import CairnRadio

extension WiFiPositionFailure {
  /// Whether a larger map would help.
  var isLackOfMap: Bool {
    switch self {
    case .noneKnown, .onlyOneKnown: true
    default: false
    }
  }

  /// Description of the failure, for a person.
  var words: String {
    switch self {
    case .nothingHeard: "no access point was heard"
    case .noneEligible(let heard): "none of the \(heard) access points heard may be looked up"
    case .noneKnown(let count): "none of the \(count) access points heard is in a map"
    case .onlyOneKnown(let count):
      "only one of the \(count) access points heard is in a map, and two are needed"
    case .disagreement(let known):
      "no two of the \(known) known access points can be heard at one place"
    }
  }
}
