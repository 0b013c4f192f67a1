internal import ArgumentParser
package import CairnTypes

/// The kind of movement, in the words that all commands share.
package struct ActivityArgument: ExpressibleByArgument {
  package let type: ActivityType

  package init(_ type: ActivityType) { self.type = type }

  package init?(argument: String) {
    guard let type = ActivityType.allCases.first(where: { Self.word($0) == argument }) else {
      return nil
    }
    self.type = type
  }

  /// The word that the command line takes.
  package var word: String { Self.word(type) }

  package var defaultValueDescription: String { word }

  package static var allValueStrings: [String] { ActivityType.allCases.map(word) }

  private static func word(_ type: ActivityType) -> String {
    switch type {
    case .other: "pedestrian"
    case .automotiveNavigation: "automotive"
    case .otherNavigation: "vehicle"
    case .fitness: "fitness"
    case .airborne: "airborne"
    case .marine: "marine"
    case .stationaryAsset: "asset"
    }
  }
}
