/// Units of the standard that differ from the properties' units.
enum Unit {
  /// Degrees per semicircle, the standard's unit of angles in orbits.
  static var semicircle: Double { 180 }
  /// Metres.
  static var kilometre: Double { 1000 }
  /// Seconds.
  static var nanosecond: Double { 1e-9 }
  /// Metres that light travels in a millisecond, the unit of ranges in multiple signal messages.
  static var lightMillisecond: Double { 299_792.458 }
}
