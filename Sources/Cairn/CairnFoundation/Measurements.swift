public import Cairn
public import Foundation

extension Location {
  /// `horizontalAccuracy` with its unit.
  public var measuredAccuracy: Measurement<UnitLength> {
    Measurement(value: horizontalAccuracy, unit: .meters)
  }

  /// `altitude` with its unit.
  public var measuredAltitude: Measurement<UnitLength>? {
    altitude.map { Measurement(value: $0, unit: .meters) }
  }

  /// `speed` with its unit.
  public var measuredSpeed: Measurement<UnitSpeed>? {
    speed.map { Measurement(value: $0, unit: .metersPerSecond) }
  }

  /// `course` with its unit.
  public var measuredCourse: Measurement<UnitAngle>? {
    course.map { Measurement(value: $0, unit: .degrees) }
  }
}

extension Coordinate {
  /// Returns `distance(to:)` with its unit.
  public func measuredDistance(to other: Coordinate) -> Measurement<UnitLength> {
    Measurement(value: distance(to: other), unit: .meters)
  }
}

extension DesiredAccuracy {
  /// Creates an accuracy with that radius.
  public init(_ radius: Measurement<UnitLength>) {
    self.init(.metres(radius.converted(to: .meters).value))
  }
}

extension Measurement<UnitLength> {
  /// Returns the length in the unit used for road distances in the locale: metres and kilometres;
  /// feet and miles in the United States; yards and miles in the United Kingdom.
  public func converted(for locale: Locale) -> Measurement<UnitLength> {
    let (near, far): (UnitLength, UnitLength) =
      switch locale.measurementSystem {
      case .us: (.feet, .miles)
      case .uk: (.yards, .miles)
      default: (.meters, .kilometers)
      }
    // A tenth of a mile is 528 feet; nobody counts a thousand.
    let long = converted(to: far)
    let limit = far == .miles ? 0.1 : 1
    return long.value.magnitude < limit ? converted(to: near) : long
  }
}

extension Measurement<UnitSpeed> {
  /// Returns the speed in the unit of the locale's speed limits: kilometres or miles per hour.
  public func converted(for locale: Locale) -> Measurement<UnitSpeed> {
    let isMetric = ![.us, .uk].contains(locale.measurementSystem)
    return converted(to: isMetric ? .kilometersPerHour : .milesPerHour)
  }
}

extension Measurement {
  /// Returns the number as the locale writes it, and the unit's symbol.
  ///
  /// - Parameters:
  ///   - locale: source of digits and separators.
  ///   - places: digits after the separator, 0 or more.
  /// - Returns: for example `1,2 km`.
  public func text(for locale: Locale, places: Int) -> String {
    let digits = FloatingPointFormatStyle<Double>(locale: locale).precision(
      .fractionLength(max(0, places)))
    return "\(value.formatted(digits)) \(unit.symbol)"
  }
}
