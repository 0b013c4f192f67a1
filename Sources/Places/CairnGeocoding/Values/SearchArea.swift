internal import CairnGeodesy
public import CairnTypes

/// A circle in which a search looks first, such as what a map shows.
public struct SearchArea: Hashable, Sendable {
  /// The middle.
  public let center: Coordinate
  /// Metres, at least 0.
  public let radius: Double

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - center: the middle.
  ///   - radius: metres; a negative one, or what is no number, counts as 0.
  public init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius > 0 ? radius : 0
  }

  /// Whether a place is in the area; none is if the middle is not valid.
  public func contains(_ place: Coordinate) -> Bool {
    center.isValid && place.isValid && center.distance(to: place) <= radius
  }
}
