/// Factors from a value at 68 %, as Cairn states errors, to one at 95 %.
enum Confidence {
  /// Of one value: 1.96 deviations.
  static let axis = 1.96
  /// Of a radius: 2.45 deviations instead of 1.51.
  static let plane = 1.62
  /// From a radius to the error of one of its axes: 1.96 deviations instead of 1.51.
  static let axisOfPlane = 1.30
  /// From the error of the plane at 95 % to that of the height for equal dilutions: the same ranges
  /// have 1.96 deviations in height, and 2.45 / √2 in each of two directions.
  static let axisOfDilution = 1.13
}
