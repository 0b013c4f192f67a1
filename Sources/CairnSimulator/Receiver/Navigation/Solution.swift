internal import CairnTypes

/// What a simulated receiver believes in one epoch: the source of all its messages.
struct Solution {
  /// The epoch's UTC; `nil` while the receiver does not know it.
  var civil: (date: CalendarDate, time: TimeOfDay)?
  /// Whether the time comes from satellites and not only from a battery.
  var isTimeConfirmed = false
  /// Milliseconds of the GPS week, or since power-on while that is unknown.
  var timeOfWeek: UInt32 = 0
  /// Since power-on.
  var uptime = Duration.zero
  /// How long the last search took, or takes.
  var timeToFirstFix = Duration.zero
  /// Present while there is a fix.
  var state: TrackState?
  /// The last fix, for messages that repeat it.
  var lastState: TrackState?
  /// Metres, 68 %.
  var horizontalAccuracy = 0.0
  /// Metres, 68 %.
  var verticalAccuracy = 0.0
  /// Whether corrections are used.
  var isCorrected = false
  /// Whether the carriers' ambiguities are estimated, but not fixed.
  var isFloating = false
  var satellites: [Satellite] = []
  var dilution = DilutionOfPrecision()

  var satellitesUsed: Int { satellites.count { $0.isUsed } }
}
