internal import CairnJSON
internal import CairnNMEA
package import CairnTypes

/// One receiver as clients see it, with the last that is known.
package struct GPSDDevice {
  /// What is reported about a receiver.
  package enum Event: Sendable {
    case fix(Location)
    /// The receiver works and has no position.
    case noFix
    case satellites([Satellite], DilutionOfPrecision)
    /// The receiver was recognised; its model and the speed of its line, if known.
    case found(model: String?, baudRate: UInt32?)
    /// The receiver was switched off: nobody needs it, or another one serves.
    case rested
    /// The receiver is gone.
    case lost
  }

  /// Epochs in a row that may be missing before the loss of positions is told.
  private static let missedEpochs = 2
  /// An epoch is not punctual; this share of the interval is granted.
  private static let lateness = 10
  /// The interval assumed before two fixes have shown it.
  private static let usualInterval = Duration.seconds(1)
  private static let plausibleIntervals = Duration.milliseconds(50)...Duration.seconds(10)
  /// The longest silence towards clients: some connect again after 30 s.
  static let heartbeat = Duration.seconds(10)

  package let path: String
  private(set) var isPresent = true
  /// Whether the receiver has shown a sign of life since it was last off or missing.
  var isInUse: Bool { activated != nil }
  /// Whether a position is known.
  var hasPosition: Bool { position.mode >= 2 }
  /// When clients are next told that there is no position; `nil` while nobody wants any.
  private(set) var deadline: MonotonicTime?
  private var isExpected = false

  private var model: String?
  private var baudRate: UInt32?
  private var activated: Timestamp?
  private(set) var position = GPSDPosition()
  private(set) var sky = GPSDSky()
  /// The receiver's own statistics of the position.
  private(set) var noise: GST?
  private var fixTime: MonotonicTime?
  private var intervals = (last: usualInterval, previous: usualInterval)
  /// Whether the receiver has sent sentences since the last fix.
  private var hasSentences = false

  init(path: String) { self.path = path }

  /// Begins to expect positions.
  mutating func begin(at moment: GPSDMoment) {
    forget()
    isExpected = true
    deadline = moment.time + Self.usualInterval * Self.missedEpochs
  }

  /// Ends expecting positions: the receiver may now be switched off.
  mutating func end() {
    forget()
    isExpected = false
    deadline = nil
  }

  private mutating func forget() {
    forgetPosition()
    intervals = (Self.usualInterval, Self.usualInterval)
  }

  private mutating func forgetPosition() {
    position = GPSDPosition()
    sky = GPSDSky()
    noise = nil
    fixTime = nil
  }

  // MARK: Events

  /// Takes a report, and returns lines of the kinds that any client wants.
  mutating func note(
    _ event: Event, wanted: GPSDLine.Kinds, at moment: GPSDMoment
  ) -> [GPSDLine] {
    switch event {
    case .fix(let fix): return note(fix, wanted, at: moment)
    case .noFix: return activate(at: moment) + loss(at: moment)
    case .satellites(let satellites, let dilution):
      sky.timestamp = hasPosition ? position.timestamp : nil
      sky.rows = satellites.rows
      sky.dilution = dilution.known.completed(
        by: DilutionOfPrecision(directionsOf: satellites.lazy.filter(\.isUsed)))
      sky.usedCount = sky.rows.count { $0.satellite.isUsed }
      return wanted.contains(.sky) ? [skyLine()] : []
    case .found(let model, let baudRate):
      let isNews = model != self.model || baudRate != self.baudRate
      self.model = model
      self.baudRate = baudRate
      let lines = activate(at: moment)
      return lines.isEmpty && isNews ? [deviceLine()] : lines
    case .rested:
      guard isInUse else { return [] }
      activated = nil
      hasSentences = false
      return [offLine()] + loss(at: moment)
    case .lost:
      guard isPresent || isInUse else { return [] }
      isPresent = false
      activated = nil
      hasSentences = false
      return [offLine()] + loss(at: moment)
    }
  }

  private mutating func note(
    _ fix: Location, _ wanted: GPSDLine.Kinds, at moment: GPSDMoment
  ) -> [GPSDLine] {
    var lines = activate(at: moment)
    noteInterval(at: moment.time)
    position = GPSDPosition(fix, sky.dilution)
    noise = GST(fix)
    if wanted.contains(.timeOffset), let line = offsetLine(fix, at: moment) { lines.append(line) }
    if wanted.contains(.position) { lines.append(positionLine()) }
    if wanted.contains(.noise), let line = noiseLine() { lines.append(line) }
    if wanted.contains(.madeSentences), !hasSentences {
      lines.append(GPSDLine(.madeSentences, of: path, MadeSentences.of(fix, sky)))
    }
    hasSentences = false
    return lines
  }

  mutating func noteSentence() { hasSentences = true }

  mutating func fire(at moment: GPSDMoment) -> [GPSDLine] {
    guard let deadline, deadline <= moment.time else { return [] }
    return loss(at: moment)
  }

  /// Notes that the receiver is there.
  private mutating func activate(at moment: GPSDMoment) -> [GPSDLine] {
    guard activated == nil else { return [] }
    isPresent = true
    // Without a clock there is some time, so that clients see that it is active.
    activated = moment.utc ?? Timestamp(nanosecondsSince1970: 0)
    return [deviceLine()]
  }

  private mutating func noteInterval(at time: MonotonicTime) {
    if let fixTime {
      let interval = time - fixTime
      intervals = (
        min(max(interval, Self.plausibleIntervals.lowerBound), Self.plausibleIntervals.upperBound),
        intervals.last
      )
    }
    fixTime = time
    guard isExpected else { return }
    // The shorter of two, since a missed epoch makes one look long.
    let interval = min(intervals.last, intervals.previous)
    deadline = time + interval * Self.missedEpochs + interval / Self.lateness
  }

  /// Tells that there is no position, and later again.
  private mutating func loss(at moment: GPSDMoment) -> [GPSDLine] {
    forgetPosition()
    if isExpected { deadline = moment.time + Self.heartbeat }
    return [positionLine()]
  }

  // MARK: Lines

  /// The last TPV and SKY, for a client that begins to watch.
  func lastLines() -> [GPSDLine] {
    sky.isEmpty ? [positionLine()] : [positionLine(), skyLine()]
  }

  private func positionLine() -> GPSDLine { line(.position, .position(position)) }

  private func skyLine() -> GPSDLine { line(.sky, .sky(sky)) }

  private func noiseLine() -> GPSDLine? {
    guard let noise, let time = position.timestamp else { return nil }
    return line(.noise, .noise(noise, time))
  }

  private func line(_ kind: GPSDLine.Kind, _ report: GPSDReport) -> GPSDLine {
    var text = GPSDText(endsWithReturn: true)
    text.report(report, of: path)
    return GPSDLine(kind, of: path, text.bytes)
  }

  /// TOFF: the time of a fix, and that of the system when it arrived.
  private func offsetLine(_ fix: Location, at moment: GPSDMoment) -> GPSDLine? {
    guard let time = fix.timestamp, let now = moment.utc else { return nil }
    var text = GPSDText(endsWithReturn: true)
    text.offset(of: time, arrivedAt: now - (moment.time - fix.time), device: path)
    return GPSDLine(.timeOffset, of: path, text.bytes)
  }

  private func deviceLine() -> GPSDLine { deviceLine { members(&$0) } }

  /// Tells that the device is not in use, as gpsd does when it closes one.
  private func offLine() -> GPSDLine {
    deviceLine {
      $0.member("class", "DEVICE")
      $0.member("path", path)
      $0.member("activated", 0)
    }
  }

  private func deviceLine(_ members: (inout JSONText) -> Void) -> GPSDLine {
    var text = GPSDText(endsWithReturn: true)
    text.line(members)
    return GPSDLine(.device, of: path, text.bytes)
  }

  /// Writes the members of DEVICE.
  func members(_ json: inout JSONText) {
    json.member("class", "DEVICE")
    json.member("path", path)
    guard isPresent else { return json.member("activated", 0) }
    json.member("driver", "Cairn")
    if let model { json.member("subtype", model) }
    // Absent of a device that is not open, as gpsd leaves it out.
    if let activated {
      json.member("activated", activated.gpsdText)
      // A receiver of positions, as opposed to one of AIS or of corrections.
      json.member("flags", 1)
    }
    if let baudRate {
      json.member("bps", baudRate)
      json.member("parity", "N")
      json.member("stopbits", 1)
    }
    json.member("cycle", intervals.last / Duration.seconds(1), places: 2)
  }
}
