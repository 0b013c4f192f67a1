public import CairnTypes

extension ActivityType {
  /// Where a device carried in this way usually is, as long as nothing better is known.
  public var surroundings: SurroundingsMixture {
    switch self {
    case .other: .pedestrian
    case .fitness: .fitness
    case .automotiveNavigation, .otherNavigation: .automotive
    case .stationaryAsset: .outdoorAsset
    case .airborne, .marine: SurroundingsMixture([.init(.open, 1)])
    }
  }

  /// Metres per second that such a device seldom exceeds, which bounds how far it has gone since a
  /// position. A person walks; cars and boats are faster now and then, but not for long. Estimated.
  public var usualSpeed: Double {
    switch self {
    case .other: 1.5
    case .fitness: 3
    case .stationaryAsset: 8
    case .automotiveNavigation, .otherNavigation, .marine: 15
    case .airborne: 70
    }
  }
}
