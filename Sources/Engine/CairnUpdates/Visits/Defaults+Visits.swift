/// Assumptions of the visit rules about devices and receivers, besides the client's options.
///
/// On the labelled recordings, a neighbouring value changes the share of correctly judged fixes by
/// about a hundredth.
extension Defaults {
  /// The time over which movement is measured: a walk gets farther than a phone's fixes stray.
  public static let visitWindow = Duration.seconds(60)
  /// One fix per slot of this length is kept, which bounds their number.
  public static let visitSlot = Duration.seconds(10)
  /// Metres per second: slower than this over the window is no travel. Walkers are near 1.4.
  public static let visitIdleSpeed = 0.5
  /// In 68 % radii: the distance within which 95 of 100 pairs of fixes at one place lie.
  public static let visitErrorMargin = 2.3
  /// In 68 % radii: the distance within which 68 of 100 pairs of fixes at one place lie.
  public static let visitSameSpot = 1.4
  /// Metres: a smaller accuracy that a receiver claims is repeatability, not error.
  public static let visitSmallestAccuracy = 5.0
  /// Metres, half of the Earth's circumference: a larger accuracy tells no place at all.
  public static let visitLargestAccuracy = 2e7
  /// The share of the radius in which a stay begins and ends; the rest is hysteresis.
  public static let visitCoreShare = 0.6
  /// Consecutive fixes outside that end a stay, over at least `visitLeavingTime`.
  public static let visitLeavingFixes = 3
  /// Reflections last seconds; a device outside for this long has left.
  public static let visitLeavingTime = Duration.seconds(30)
  /// The minimum duration of a way out of a place: reflections appear at once.
  public static let visitOutwardTime = Duration.seconds(20)
  /// The minimum share of a way out that leads away from the place; the rest may lead aside.
  public static let visitOutwardShare = 0.5
}
