internal import CairnRadio

extension CellPositionFailure {
  /// Description of the failure, for a person.
  var words: String {
    switch self {
    case .nothingHeard: "no cell was heard"
    case .noneIdentified(let heard): "none of the \(heard) cells heard tells its identity"
    case .noneKnown(let count):
      count == 1
        ? "neither the cell nor its area is in a map"
        : "none of the \(count) cells heard is in a map, nor are their areas"
    }
  }
}
