package import CairnHAL
package import CairnReports
package import CairnTypes

/// Collects what the page shows of a recording, as it is decoded.
package struct RecordingBuilder {
  /// Shortest time between two moments, in milliseconds; epochs are not punctual.
  private static let interval: Int64 = 990

  private let name: String
  /// Positions as the receiver sent them with what became of them, so that both tracks of a long recording keep the
  /// same instants and can be compared; one of the two is `nil` where there was no other.
  private var points = EvenList<(raw: RecordedPoint?, filtered: RecordedPoint?)>(
    capacity: DashboardRecording.mostPoints)
  /// The last position, which what is delivered may belong to.
  private var open: RecordedPoint?
  private var moments = EvenList<RecordedMoment>(capacity: DashboardRecording.mostMoments)
  /// Bytes of satellites that are kept.
  private var skyCost = 0
  /// Set with the first instant.
  private var now: RecordedMoment?
  private var lastKept: Int64?

  /// Whether no position was taken.
  package private(set) var isEmpty = true
  /// What the times count.
  private let clock: RecordingClock

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - name: what a person calls the recording.
  ///   - clock: what its times count.
  package init(name: String, clock: RecordingClock) {
    self.name = name
    self.clock = clock
  }

  /// Begins an instant: what is taken next was known then.
  ///
  /// - Parameters:
  ///   - time: milliseconds of UTC, or since the recording's start.
  ///   - receiver: what its messages have said so far.
  package mutating func begin(at time: Int64, _ receiver: RecordedReceiver) {
    keep()
    if now == nil { now = RecordedMoment(time: time, receiver: receiver) }
    now?.time = time
    now?.receiver = receiver
  }

  /// Takes what was said of the receiver, and what became of fixes, since the instant has begun.
  package mutating func take(_ receiver: RecordedReceiver, _ intake: IntakeReport?) {
    now?.receiver = receiver
    now?.intake = intake
  }

  /// Takes a position as the receiver sent it.
  package mutating func take(raw fix: Location) {
    isEmpty = false
    guard let time = now?.time else { return }
    closePoint()
    open = RecordedPoint(fix, at: time)
  }

  /// Takes a position that a manager was delivered; its time is that of the recording.
  package mutating func take(filtered fix: Location) {
    let point = RecordedPoint(fix, at: fix.time.nanoseconds / 1_000_000)
    if let raw = open, raw.time == point.time {
      points.append((raw, point))
      open = nil
    } else {
      closePoint()
      points.append((nil, point))
    }
    now?.fix = fix
  }

  /// Takes the satellites of the instant.
  package mutating func take(_ satellites: SatelliteReport) { now?.sky = RecordedSky(satellites) }

  /// Returns the recording.
  package mutating func finish() -> DashboardRecording {
    keep(isLast: true)
    closePoint()
    // Stable, as the sort of arrays is: a clock that was set back gives an instant twice.
    let sorted = moments.elements.sorted { $0.time < $1.time }
    let points = points.elements
    return DashboardRecording(
      name: name, raw: points.compactMap(\.raw), filtered: points.compactMap(\.filtered),
      moments: sorted, clock: clock)
  }

  private mutating func closePoint() {
    if let open { points.append((open, nil)) }
    open = nil
  }

  private mutating func keep(isLast: Bool = false) {
    guard let now else { return }
    if let lastKept, !isLast, now.time >= lastKept, now.time - lastKept < Self.interval { return }
    lastKept = now.time
    skyCost += now.sky?.cost ?? 0
    forget(moments.append(now))
    while skyCost > DashboardRecording.mostSky {
      let out = moments.halve()
      guard !out.isEmpty else { return }
      forget(out)
    }
  }

  private mutating func forget(_ out: [RecordedMoment]) {
    for moment in out { skyCost -= moment.sky?.cost ?? 0 }
  }
}
