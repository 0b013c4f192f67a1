public import CairnTypes

extension Heading {
  /// Fills in the true heading, and what the model's error adds to the accuracy.
  ///
  /// Without a field, or where the horizontal part is too weak for any compass, nothing is known of
  /// true north.
  ///
  /// Source: NOAA NCEI, World Magnetic Model 2025, error model of the declination; its blackout zone.
  public mutating func setDeclination(of earth: MagneticField?) {
    guard let earth else { return }
    guard earth.horizontal >= 2_000 else { return accuracy = nil }
    let sum = magneticHeading + earth.declination
    trueHeading = sum < 0 ? sum + 360 : sum >= 360 ? sum - 360 : sum
    let weak = 5_417 / earth.horizontal
    accuracy = accuracy.map { ($0 * $0 + 0.26 * 0.26 + weak * weak).squareRoot() }
  }
}
