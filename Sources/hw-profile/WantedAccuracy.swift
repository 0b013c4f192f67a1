import ArgumentParser
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
    switch argument {
    case "best": accuracy = .best
    case "navigation": accuracy = .bestForNavigation
    default:
      let isKilometres = argument.hasSuffix("km")
      let digits = isKilometres ? argument.dropLast(2) : argument[...].trimmingMetre
      guard let value = Double(digits), value > 0, value.isFinite else { return nil }
      accuracy = DesiredAccuracy(.metres(isKilometres ? value * 1000 : value))
    }
  }

  var text: String {
    switch accuracy.level {
    case .bestForNavigation: return "navigation"
    case .best: return "best"
    case .metres, .reduced:
      let metres = accuracy.metres ?? 0
      return metres >= 1000
        ? "\((metres / 1000).text(places: metres.truncatingRemainder(dividingBy: 1000) == 0 ? 0 : 1)) km"
        : "\(metres.text(places: metres < 10 ? 1 : 0)) m"
    }
  }

  var defaultValueDescription: String { text }
}

extension Substring {
  fileprivate var trimmingMetre: Substring { hasSuffix("m") ? dropLast() : self }
}
