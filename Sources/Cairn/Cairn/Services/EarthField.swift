internal import CairnGeodesy
internal import CairnLinux
internal import CairnTypes

/// The earth's magnetic field where the device is, worked out anew only when that matters.
struct EarthField {
  /// Metres, and time, after which the field counts as another.
  private static let (distance, age) = (10_000.0, Duration.seconds(86_400))

  private var field: MagneticField?
  private var place: Location?

  /// Returns the field at a position; `nil` without one.
  mutating func at(_ position: Location?) -> MagneticField? {
    guard let position else { return nil }
    if let place, position.time - place.time < Self.age,
      position.coordinate.distance(to: place.coordinate) < Self.distance
    {
      return field
    }
    place = position
    guard let year = (position.timestamp ?? SystemClock.utc())?.decimalYear else {
      field = nil
      return nil
    }
    // An old model is better than none: the field moves by a tenth of a degree a year.
    field = MagneticField(
      at: position.coordinate,
      year: min(max(year, MagneticField.years.lowerBound), MagneticField.years.upperBound))
    return field
  }
}
