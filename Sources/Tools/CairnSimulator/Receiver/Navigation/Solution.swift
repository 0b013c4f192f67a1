internal import CairnTypes

/// Navigation solution of a simulated receiver in one epoch: the source of all its messages.
struct Solution {
  /// The epoch's UTC; `nil` while the receiver does not know it.
  var civil: (date: CalendarDate, time: TimeOfDay)?
  /// Whether the time comes from satellites, not just from a battery-backed clock.
  var isTimeConfirmed = false
  /// Milliseconds of the GPS week, or since power-on if that is unknown.
  var timeOfWeek: UInt32 = 0
  /// Time since power-on.
  var uptime = Duration.zero
  /// How long the last search took, or has taken so far.
  var timeToFirstFix = Duration.zero
  /// The measured state; `nil` without a fix.
  var state: TrackState?
  /// The last fix, for messages that repeat it.
  var lastState: TrackState?
  /// Horizontal accuracy in metres, 68 %.
  var horizontalAccuracy = 0.0
  /// Vertical accuracy in metres, 68 %.
  var verticalAccuracy = 0.0
  /// Whether corrections are used.
  var isCorrected = false
  /// Whether the carriers' ambiguities are estimated, but not fixed.
  var isFloating = false
  var satellites: [Satellite] = []
  /// Whether `satellites` is the whole view with used ones marked, so its bytes can be reused.
  var isWholeView = false
  var dilution = DilutionOfPrecision()

  var satellitesUsed: Int { satellites.count { $0.isUsed } }
}
