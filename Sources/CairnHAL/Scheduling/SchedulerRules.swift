/// The figures of the scheduler's rules. Each has a reason; where that leaves a range, the value was chosen on
/// the recorded journeys of `docs/POWER-MODEL.md`.
enum SchedulerRules {
  /// Seconds for which a course is taken to be kept until a device has shown otherwise: a few hundred metres
  /// of a road, or a block on foot.
  static let steadiness = 30.0
  /// The share of a new speed in what is known of it, upwards and downwards: who speeds up is noticed a little
  /// sooner, so that the pace is rather more than less.
  static let faster = 0.4
  static let slower = 0.3
  /// The share of a new observation in what is known of a provider or a motion.
  static let learning = 0.3
  /// The same for by how much a provider exaggerates, of which single outliers should not convince.
  static let distrust = 0.2
  /// Seconds in which two fixes of a receiver have the same error: their correlation falls to a half or less in
  /// them (UrbanNav, Tsim Sha Tsui).
  static let alikeFor = 10.0
  /// A receiver's errors do not average out entirely.
  static let fusionLimit = 0.5
  /// Metres per second on a way of which some is walked and some is driven, 23 km/h.
  static let waySpeed = 6.5
  /// The part of a tolerance that the radius of an operation takes at most which does for it alone.
  static let fine = 0.4
  /// The part of the radii of two fixes by which the way between them is taken to be longer or shorter.
  static let doubt = 0.7
  /// A provider is worth a try only where its fix is this much better than what is known.
  static let improvement = 0.8
  /// A first fix is left to settle where it takes more of the tolerance than this.
  static let settling = 0.6
  /// A start is given up after so many of its usual times, and four seconds: starts that take longer are rare, and
  /// cost as much as several that succeed.
  static let patience = 2.0
  static let leastPatience = 4.0
  /// Surroundings are alike for some 300 m: what was learned is forgotten on that way as in 15 minutes.
  static let forgettingPerMetre = 3.0
  /// The part of the tolerance by which the course is continued before it is reported again.
  static let reporting = 0.3
  /// Of the way to the tolerance, where the mean speed of the error is taken for the planner.
  static let way = 0.9
  /// Starts since the last ephemeris from which on holding a receiver for a new one pays: a start without one takes
  /// about as much energy as the hold.
  static let startsWorthAnEphemeris = 3
  /// The part of an ephemeris' life after which it is renewed.
  static let renewal = 0.75
  /// dB-Hz: with a strongest signal below this no receiver acquires.
  static let hopelessSignal = 20.0
  /// Seconds of searching after which the signals tell.
  static let searchBeforeJudging = 5.0
  /// Seconds without a fix after which a receiver that is left on has lost the sky.
  static let silence = 25.0
  /// Seconds between fixes of a receiver that is left on which tell something new: of the motion, or only that it
  /// still has them.
  static let following = 5.0
  static let watching = 60.0
  /// Seconds for which a change of providers is not undone for a saving of less than 15 %.
  static let dwell = 30.0
  static let worthwhile = 0.85
  /// Seconds: a client that joins is given a position no older than this.
  static let fresh = 30.0
  /// Seconds for which a coarse position is believed where the device stands and nothing else has told of it: an
  /// error that does not pass is no share of the time, and half an hour of it is no more than on the way.
  static let hearsay = 1800.0
  /// Seconds by which a wake-up may be early, by the rounding of its time.
  static let instant = 1e-3
  /// Seconds of standing after which the motion detector is no longer trusted alone.
  static let trust = 4 * 3600.0
  /// Seconds after which a receiver may wake by itself that is not needed before: no worse than once in between.
  static let longestRest = 4 * 3600.0
  /// Seconds: no position that the device may have left is kept longer, and nothing is blocked longer than twice that.
  static let longestPeriod = 900.0
}
