import CairnHAL
import CairnTypes
import CommandSupport

extension AccuracyArgument {
  /// The accuracies of tables, from the coarsest to the finest.
  static let scale = ["3km", "1km", "300m", "100m", "30m", "10m", "best"].compactMap {
    AccuracyArgument(argument: $0)
  }
}
