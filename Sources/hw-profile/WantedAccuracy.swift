import ArgumentParser
import CairnHAL
import CairnTypes

/// An accuracy on the command line.
struct WantedAccuracy: ExpressibleByArgument {
  let accuracy: DesiredAccuracy

  /// From the coarsest to the finest.
  static let scale = ["3km", "1km", "300m", "100m", "30m", "10m", "best"].compactMap {
    WantedAccuracy(argument: $0)
  }

  init(accuracy: DesiredAccuracy) { self.accuracy = accuracy }

  init?(argument: String) {
    guard let accuracy = DesiredAccuracy(text: argument) else { return nil }
    self.accuracy = accuracy
  }

  var text: String {
    switch accuracy.level {
    case .bestForNavigation: return "navigation"
    case .best: return "best"
    case .metres, .reduced: return (accuracy.metres ?? 0).metresText
    }
  }

  var defaultValueDescription: String { text }
}
