/// What the visit rules assume of devices and receivers, beside the client's options.
///
/// On the labelled recordings a neighbouring value changes the share of fixes told right by about a
/// hundredth.
extension Defaults {
  /// The time over which a way is measured: a walker gets further in it than a phone's fixes stray.
  public static let visitWindow = Duration.seconds(60)
  /// Of the fixes within this time one is remembered, which bounds their number.
  public static let visitSlot = Duration.seconds(10)
  /// Metres per second: slower than this over the window is no travel. Walkers are near 1.4.
  public static let visitIdleSpeed = 0.5
  /// In 68 % radii: two fixes of one place are closer than this in 95 of 100 cases.
  public static let visitErrorMargin = 2.3
  /// In 68 % radii: two fixes of one place are closer than this in 68 of 100 cases.
  public static let visitSameSpot = 1.4
  /// Metres: what receivers claim below this is repeatability, not error.
  public static let visitSmallestAccuracy = 5.0
  /// Share of the radius in which a stay begins and ends; the rest of it is hysteresis.
  public static let visitCoreShare = 0.6
  /// So many fixes in a row must be outside before a place is left, over at least `visitLeavingTime`.
  public static let visitLeavingFixes = 3
  /// Reflections last seconds; who is away for this long is away.
  public static let visitLeavingTime = Duration.seconds(30)
  /// A way out of a place is seen for at least this long: reflections come at once.
  public static let visitOutwardTime = Duration.seconds(20)
  /// At least this share of a way out leads away from the place; the rest may lead aside.
  public static let visitOutwardShare = 0.5
}
