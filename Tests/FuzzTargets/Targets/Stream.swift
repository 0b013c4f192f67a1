import CairnReceiver
import CairnTypes
import CairnUpdates

extension Target {
  /// From bytes to fixes. The first byte gives the length of the pieces in which the others arrive
  /// and the time between them; the second byte says after which pieces the line is silent.
  static let stream = Target(
    "Stream", .frames(prefix: 2), seeds: { MadeStreams.all(behind: [0x3F, 0]) }
  ) { input in
    guard input.count > 2 else { return }
    let bytes = input.span.extracting(droppingFirst: 2)
    var reader = StreamReader(isDated: input[0] & 0x40 != 0)
    let length = Int(input[0] & 0x3F) + 1
    var position = 0
    var piece = 0
    while position < bytes.count {
      let end = min(bytes.count, position + length)
      reader.receive(bytes.extracting(position..<end), after: .milliseconds(1 << (input[0] >> 5)))
      if input[1] & 1 << UInt8(piece % 8) != 0 { reader.silence() }
      position = end
      piece += 1
    }
    reader.finish()
  }
}

/// The path of a byte up to the engine's intake.
private struct StreamReader: ~Copyable {
  private var stream: ReceiverStream
  private var intake = FixIntake()
  private var now = MonotonicTime(nanoseconds: 1_000_000_000)
  private var lastFix: MonotonicTime?
  private let traits = FixIntake.ProviderTraits(accuracyFloor: 0.5, typicalAccuracy: 3)

  init(isDated: Bool) {
    stream = ReceiverStream(dates: DateResolver(reference: isDated ? .release : nil))
  }

  mutating func receive(_ bytes: Span<UInt8>, after pause: Duration) {
    now = now + pause
    stream.receive(bytes, at: now)
    passOn()
  }

  mutating func silence() {
    guard let due = stream.silenceDeadline else { return }
    require(due > now && due < now + .seconds(3), "waits from \(now) to \(due)")
    now = due
    stream.silence()
    passOn()
  }

  mutating func finish() {
    stream.finish()
    passOn()
    require(stream.silenceDeadline == nil, "waits for more after the end")
  }

  private mutating func passOn() {
    for event in stream.takeEvents() {
      judge(event)
      guard case .epoch(let epoch) = event, epoch.hasPosition else { continue }
      var fix = Location(epoch, from: "gnss")
      let verdict = intake.take(&fix, traits: traits, at: now)
      if verdict.givesPosition, let position = intake.last { judge(position) }
      if verdict.passesFix {
        judge(fix)
        require(lastFix.map { $0 < fix.time } ?? true, "a fix is not later than the one before")
        lastFix = fix.time
      }
    }
    if let health = stream.takeHealth() { require("\(health)" != "", "no health") }
    if let load = stream.takeLoad() { require("\(load)" != "", "no load") }
  }
}

/// Checks what clients may rely on without further checks.
func judge(_ event: ReceiverEvent) {
  switch event {
  case .epoch(let epoch):
    // Positions are as sent: the engine's intake refuses those beyond the Earth.
    if let place = epoch.coordinate {
      require(place.latitude.isFinite && place.longitude.isFinite, "a place that is none")
    }
    for accuracy in [
      epoch.horizontalAccuracy, epoch.verticalAccuracy, epoch.speedAccuracy, epoch.timeAccuracy,
      epoch.courseAccuracy,
    ] {
      require(accuracy.map { $0 >= 0 && $0.isFinite } ?? true, "an accuracy of \(accuracy ?? 0)")
    }
    for value in [
      epoch.altitude, epoch.ellipsoidalAltitude, epoch.speed, epoch.course, epoch.northDeviation,
      epoch.eastDeviation,
    ] {
      require(value?.isFinite ?? true, "a value that is none")
    }
  case .satellites(let view):
    require(view.satellites.count <= 1024, "\(view.satellites.count) signals in view")
  }
}

/// Checks a fix that the engine accepts.
func judge(_ fix: Location) {
  require(fix.coordinate.isValid, "a fix at \(fix.coordinate)")
  require(fix.horizontalAccuracy.isFinite && fix.horizontalAccuracy > 0, "an accuracy that is none")
  for value in [fix.altitude, fix.ellipsoidalAltitude, fix.verticalSpeed] {
    require(value?.isFinite ?? true, "a value that is none")
  }
  for value in [fix.verticalAccuracy, fix.speed, fix.speedAccuracy, fix.courseAccuracy] {
    require(value.map { $0.isFinite && $0 >= 0 } ?? true, "a size that is none")
  }
  require(fix.course.map { (0..<360).contains($0) } ?? true, "a course of \(fix.course ?? 0)")
}
