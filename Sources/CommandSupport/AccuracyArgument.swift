internal import ArgumentParser
internal import CairnHAL
package import CairnTypes

/// A desired accuracy as an argument: `best`, `navigation`, or a radius such as `10` or `1km`.
package struct AccuracyArgument: ExpressibleByArgument {
  package let accuracy: DesiredAccuracy

  package init(_ accuracy: DesiredAccuracy) { self.accuracy = accuracy }

  package init?(argument: String) {
    guard let accuracy = DesiredAccuracy(text: argument) else { return nil }
    self.accuracy = accuracy
  }

  /// The accuracy as the command line takes it: `100m`, `1km`.
  package var defaultValueDescription: String {
    switch accuracy.level {
    case .bestForNavigation: return "navigation"
    case .best: return "best"
    case .metres, .reduced:
      let metres = accuracy.metres ?? 0
      return metres < 1000 ? "\(Int(metres))m" : "\(Int(metres / 1000))km"
    }
  }
}
