/// What the visit rules assume of devices and receivers, beside the client's options.
///
/// Neighbouring values give much the same result; the tests show it for the labelled recordings.
enum VisitDefaults {
  /// The time over which a way is measured: a walker gets further in it than a phone's fixes stray.
  static let trailWindow = Duration.seconds(60)
  /// A trail keeps one fix in this time, which bounds it.
  static let trailSlot = Duration.seconds(10)
  /// Metres per second: slower than this over the window is no travel. Walkers are near 1.4.
  static let idleSpeed = 0.5
  /// In 68 % radii: two fixes of one place are closer than this in 95 of 100 cases.
  static let errorMargin = 2.3
  /// In 68 % radii: two fixes of one place are closer than this in 68 of 100 cases.
  static let sameSpot = 1.4
  /// Metres: what receivers claim below this is repeatability, not error.
  static let smallestAccuracy = 5.0
  /// Share of the radius in which a stay begins and ends; the rest of it is hysteresis.
  static let coreShare = 0.6
  /// So many fixes in a row must be outside before a place is left, over at least `leavingTime`.
  static let leavingFixes = 3
  /// Reflections last seconds; who is away for this long is away.
  static let leavingTime = Duration.seconds(30)
}
