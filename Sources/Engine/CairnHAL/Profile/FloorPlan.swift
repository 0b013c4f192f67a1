internal import CairnGeodesy
public import CairnTypes

extension HardwareProfile {
  /// The storeys of the building that a board is in, or comes to, so that a height becomes a floor.
  ///
  /// A floor is told only where the height is so certain that it can be no other one, and within the
  /// area of the plan: `nil` is the usual answer without a barometer.
  public struct FloorPlan: Equatable, Sendable {
    /// The middle of the area, on WGS 84.
    public var center: Coordinate
    /// Metres about it, within which every position is in the building.
    public var radius: Double
    /// Metres of the base above mean sea level.
    public var base: Double
    /// Metres of each floor above the base, the lowest first; two or more.
    public var heights: [Double]
    /// The number of the lowest floor; 0 is the ground floor.
    public var lowest: Int
    /// Where the numbers come from.
    public var provenance: Provenance

    /// See the properties.
    public init(
      center: Coordinate, radius: Double, base: Double, heights: [Double], lowest: Int = 0,
      _ provenance: Provenance
    ) {
      self.center = center
      self.radius = radius
      self.base = base
      self.heights = heights
      self.lowest = lowest
      self.provenance = provenance
    }

    /// Metres below a floor that still belong to it: floors are not measured to the centimetre.
    private static let slack = 0.5

    /// Returns the number of the floor that a position is on; `nil` where that is not certain to 68 %, or
    /// outside the area.
    public func floor(of position: Location) -> Int? {
      guard let altitude = position.altitude, let accuracy = position.verticalAccuracy,
        accuracy > 0, altitude.isFinite, accuracy.isFinite, position.coordinate.isValid,
        position.horizontalAccuracy <= radius,
        center.distance(to: position.coordinate) <= radius, heights.count > 1
      else { return nil }
      let height = altitude - base
      guard
        let place = heights.lastIndex(where: { height - accuracy >= $0 - Self.slack })
      else { return nil }
      let last = heights.count - 1
      let ceiling =
        place < last ? heights[place + 1] : heights[last] + (heights[last] - heights[last - 1])
      guard height + accuracy < ceiling - Self.slack else { return nil }
      let (number, overflow) = lowest.addingReportingOverflow(place)
      return overflow ? nil : number
    }
  }
}
