internal import CairnTypes

/// Errors that gpsd derives where a receiver gives none: dilution times a constant for each axis.
///
/// These are rules of thumb, which gpsd calls 95 %. Real errors may be far from them.
///
/// Source: gpsd 3.27, gpsd_json(5), "TPV", and its regression references.
struct ErrorModel {
  /// Metres at a dilution of one.
  private struct Factors {
    let axis: Double
    let horizontal: Double
    let vertical: Double
    let spherical: Double

    static let plain = Factors(axis: 15, horizontal: 19, vertical: 23, spherical: 19)
    static let differential = Factors(axis: 3.75, horizontal: 4.75, vertical: 5.75, spherical: 4.75)
  }

  /// Error of any time, in seconds.
  private static let timeError = 0.005

  /// Adds the missing errors.
  static func complete(_ position: inout GPSDPosition, _ dilution: DilutionOfPrecision) {
    if position.timestamp != nil { position.timeError = timeError }
    guard position.mode >= 2 else { return }
    // Carrier-phase solutions count as plain ones.
    let factors = position.status == .differential ? Factors.differential : .plain
    func error(_ factor: Double, _ dilution: Float?) -> Double? {
      dilution.map { factor * Double($0) }
    }
    position.eastError = position.eastError ?? error(factors.axis, dilution.easting)
    position.northError = position.northError ?? error(factors.axis, dilution.northing)
    position.horizontalError =
      position.horizontalError ?? error(factors.horizontal, dilution.horizontal)
    position.verticalError = position.verticalError ?? error(factors.vertical, dilution.vertical)
    position.sphericalError =
      position.sphericalError ?? error(factors.spherical, dilution.position)
  }
}
