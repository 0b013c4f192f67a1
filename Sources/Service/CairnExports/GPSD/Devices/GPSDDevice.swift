internal import CairnJSON
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
  /// When clients are next told that there is no position; `nil` while nobody wants any.
  private(set) var deadline: MonotonicTime?

  private var model: String?
  private var baudRate: UInt32?
  private var activated: Timestamp?
  private(set) var position = GPSDPosition()
  private(set) var sky = GPSDSky()
  private var fixTime: MonotonicTime?
  private var intervals = (last: usualInterval, previous: usualInterval)
  /// Whether the receiver has sent sentences since the last fix.
  private var hasSentences = false

  init(path: String) { self.path = path }

  /// Begins to expect positions.
  mutating func begin(at moment: GPSDMoment) {
    forget()
    deadline = moment.time + Self.usualInterval * Self.missedEpochs
  }

  /// Ends expecting positions: the receiver may now be switched off.
  mutating func end() {
    forget()
    deadline = nil
  }

  private mutating func forget() {
    position = GPSDPosition()
    sky = GPSDSky()
    fixTime = nil
    intervals = (Self.usualInterval, Self.usualInterval)
  }

  // MARK: Events

  mutating func note(_ event: Event, at moment: GPSDMoment) -> [GPSDLine] {
    switch event {
    case .fix(let fix):
      var lines = activate(at: moment)
      noteInterval(at: moment.time)
      position = GPSDPosition(fix)
      lines.append(positionLine())
      if !hasSentences {
        lines.append(
          GPSDLine(.madeSentences, of: path, MadeSentences.of(fix, sky)))
      }
      hasSentences = false
      return lines
    case .noFix:
      let lines = activate(at: moment)
      return lines + [loss(at: moment)]
    case .satellites(let satellites, let dilution):
      sky.timestamp = position.mode >= 2 ? position.timestamp : nil
      sky.dilution = dilution.known
      sky.rows = satellites.rows
      sky.usedCount = sky.rows.count { $0.satellite.isUsed }
      var text = GPSDText(endsWithReturn: true)
      text.report(.sky(sky), of: path)
      return [GPSDLine(.sky, of: path, text.bytes)]
    case .found(let model, let baudRate):
      let isNews = model != self.model || baudRate != self.baudRate
      self.model = model
      self.baudRate = baudRate
      let lines = activate(at: moment)
      return lines.isEmpty && isNews ? [deviceLine()] : lines
    case .lost:
      guard isPresent || activated != nil else { return [] }
      isPresent = false
      activated = nil
      hasSentences = false
      return [deviceLine(), loss(at: moment)]
    }
  }

  mutating func noteSentence() { hasSentences = true }

  mutating func fire(at moment: GPSDMoment) -> [GPSDLine] {
    guard let deadline, deadline <= moment.time else { return [] }
    return [loss(at: moment)]
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
    // The shorter of two, since a missed epoch makes one look long.
    let interval = min(intervals.last, intervals.previous)
    deadline = time + interval * Self.missedEpochs + interval / Self.lateness
  }

  /// Tells that there is no position, and later again.
  private mutating func loss(at moment: GPSDMoment) -> GPSDLine {
    position = GPSDPosition()
    sky = GPSDSky()
    fixTime = nil
    if deadline != nil { deadline = moment.time + Self.heartbeat }
    return positionLine()
  }

  // MARK: Lines

  private func positionLine() -> GPSDLine {
    var text = GPSDText(endsWithReturn: true)
    text.report(.position(position), of: path)
    return GPSDLine(.position, of: path, text.bytes)
  }

  private func deviceLine() -> GPSDLine {
    var text = GPSDText(endsWithReturn: true)
    text.line { members(&$0) }
    return GPSDLine(.device, of: path, text.bytes)
  }

  /// Writes the members of DEVICE.
  func members(_ json: inout JSONText) {
    json.member("class", "DEVICE")
    json.member("path", path)
    guard isPresent else { return json.member("activated", 0) }
    json.member("driver", "Cairn")
    if let model { json.member("subtype", model) }
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
