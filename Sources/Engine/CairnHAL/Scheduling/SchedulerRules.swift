/// The constants of the scheduler's rules. Each has a reason; where that leaves a range, the value
/// was chosen on the recorded journeys of `docs/POWER-MODEL.md`.
enum SchedulerRules {
  /// The weight of a new observation of a provider.
  static let learning = 0.3
  /// The same for how much a provider exaggerates, where single outliers must not decide.
  static let distrust = 0.2
  /// Metres per second on a journey that is partly walked and partly driven, 23 km/h.
  static let waySpeed = 6.5
  /// The part of a tolerance up to which an operation's radius is fine enough on its own.
  static let fine = 0.4
  /// A provider is worth trying only if its radius is below this part of the known one.
  static let improvement = 0.8
  /// A first fix is left to settle if its radius is above this part of the tolerance.
  static let settling = 0.6
  /// A start is given up after this many times its usual duration, plus four seconds: longer starts
  /// are rare, and cost as much as several successful ones.
  static let patience = 2.0
  static let leastPatience = 4.0
  /// Surroundings are alike for some 300 m: that distance fades as much as 15 minutes do.
  static let forgettingPerMetre = 3.0
  /// The part of the tolerance after which an extrapolated position is reported again.
  static let reporting = 0.3
  /// The part of the tolerance up to which the planner averages the speed of the error.
  static let way = 0.9
  /// Seconds of rest after which nothing is known of the signals on the way.
  static let longRest = 300.0
  /// Starts since the last ephemeris from which staying on for a new one pays: a start without one
  /// takes about as much energy.
  static let startsWorthAnEphemeris = 3
  /// The part of an ephemeris' life after which it is renewed.
  static let renewal = 0.75
  /// dB-Hz: if the strongest signal is below this, no receiver acquires.
  static let hopelessSignal = 20.0
  /// Seconds of searching after which the signals are conclusive.
  static let searchBeforeJudging = 5.0
  /// Seconds without a fix after which a receiver that is left on counts as without sky view.
  static let silence = 25.0
  /// Seconds between fixes of a receiver that is left on that are worth looking at: for the motion,
  /// or only to see that fixes still come.
  static let following = 5.0
  static let watching = 60.0
  /// Seconds for which a change of providers is not undone for a saving of less than 15 %.
  static let dwell = 30.0
  static let worthwhile = 0.85
  /// Seconds: a client that joins gets a position at most this old.
  static let fresh = 30.0
  /// Seconds for which an unconfirmed coarse position is believed at rest: its error does not pass
  /// with time, and half an hour of it is no more than while moving.
  static let hearsay = 1800.0
  /// Seconds after which an operation that brought nothing new may bring something.
  static let again = 15.0
  /// Seconds by which a wake-up may be early because its time was rounded.
  static let instant = 1e-3
  /// The probability that a position is wrong, whatever its radius says, as long as nothing has
  /// confirmed it; and the part of that which remains after each fix that agrees with it.
  static let wrong = 0.01
  static let confirmed = 0.3
  /// The probability in each second of standing that the device is carried away unnoticed: once in
  /// twelve days.
  static let carried = 1e-6
  /// Seconds after which a receiver not needed earlier may wake by itself, once in between at
  /// worst.
  static let longestRest = 4 * 3600.0
  /// Seconds: the longest age of a position while moving; blocks last at most twice that.
  static let longestPeriod = 900.0
}
