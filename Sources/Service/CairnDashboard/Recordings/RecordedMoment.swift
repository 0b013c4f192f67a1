internal import CairnHAL
internal import CairnJSON
internal import CairnReports
package import CairnTypes

/// Everything that was known at one moment of a recording.
struct RecordedMoment: Sendable {
  /// Milliseconds of UTC, or since the start of the recording.
  var time: Int64
  /// The last position that a manager was delivered.
  var fix: Location?
  var sky: RecordedSky?
  var receiver: RecordedReceiver
  /// What became of the fixes so far; `nil` before the first.
  var intake: IntakeReport?

  /// Writes the objects that events of that moment would have, in the order in which a newcomer is told.
  func write(to list: inout JSONText, path: String) {
    list.report(receiver.report(path))
    if let sky {
      list.report(sky.report(at: MonotonicTime(nanoseconds: time.multipliedClamped(by: 1_000_000))))
    }
    if let intake { list.report(intake) }
    if let fix { list.report([fix]) }
  }
}

/// What a recording tells of its receiver, up to a moment.
package struct RecordedReceiver: Hashable, Sendable {
  package var antenna = ReceiverHealth.Antenna.unknown
  package var jamming = ReceiverHealth.Threat.unknown
  package var spoofing = ReceiverHealth.Threat.unknown
  /// Frames with a right checksum.
  package var frames = 0
  /// As of `ReceiverReport`.
  package var sentences = 0
  package var ubxFrames = 0
  package var rtcmFrames = 0
  package var checksumFailures = 0
  package var bytesSkipped = 0

  package init() {}

  func report(_ path: String) -> ReceiverReport {
    var report = ReceiverReport(provider: "file")
    report.path = path
    report.frames = frames
    (report.sentences, report.ubxFrames) = (sentences, ubxFrames)
    report.rtcmFrames = rtcmFrames
    (report.checksumFailures, report.bytesSkipped) = (checksumFailures, bytesSkipped)
    (report.health.antenna, report.health.jamming) = (antenna, jamming)
    report.health.spoofing = spoofing
    return report
  }
}

/// A point of a track.
struct RecordedPoint: Sendable {
  /// Milliseconds, as of a moment.
  let time: Int64
  let coordinate: Coordinate
  /// Metres; not a number where it is unknown.
  let accuracy: Float
  /// Metres per second; not a number where it is unknown.
  let speed: Float

  init(_ fix: Location, at time: Int64) {
    self.time = time
    coordinate = fix.coordinate
    accuracy = Float(fix.horizontalAccuracy)
    speed = fix.speed.map { Float($0) } ?? .nan
  }

  /// Writes `[ms, latitude, longitude, metres or null, metres per second or null]`.
  func write(to list: inout JSONText) {
    list.array {
      $0.integer(time)
      $0.element(coordinate.latitude, places: 7)
      $0.element(coordinate.longitude, places: 7)
      $0.element(Double(accuracy), places: 2)
      $0.element(Double(speed), places: 2)
    }
  }
}

extension Int64 {
  package func multipliedClamped(by factor: Int64) -> Int64 {
    let (product, isTooMuch) = multipliedReportingOverflow(by: factor)
    return isTooMuch ? (self < 0) == (factor < 0) ? .max : .min : product
  }
}
