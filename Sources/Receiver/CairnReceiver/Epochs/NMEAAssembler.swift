internal import CairnNMEA
internal import CairnTypes

/// Assembles the NMEA sentences of one navigation epoch.
///
/// Sentences with a time of day carry the epoch's key; the others join the open epoch. For where an
/// epoch ends, see `EpochCycle`; for sentences of another clock, `SentenceClocks`.
///
/// VTG has no time. If no other sentence gives the speed and the line is never silent, as in a
/// recording, it counts as part of the epoch before it, as most receivers send it.
///
/// An epoch of which all sentences have another clock is delivered when the next begins: until
/// then, a sentence of the stream's own clock may follow.
struct NMEAAssembler: Sendable {
  /// Nanoseconds within which times with two and three decimals are the same.
  private static let rounding: Int64 = 10_000_000
  /// Epochs without a time in a row that are believed; fewer may be of another source than the
  /// epochs between which they come.
  private static let timelessEpochs = 10

  private(set) var cycle = EpochCycle()
  private var clocks = SentenceClocks()
  /// Nanoseconds within which a time is the key of the open or last epoch.
  private var keyTolerance = rounding
  private var dates: DateResolver
  private var draft = NMEADraft(time: .distantFuture)
  private var sky = SkyCollector()
  /// The satellites of one view; kept for its storage.
  private var satellites: [Satellite] = []
  private var used: [Satellite] = []
  /// Numbers of satellites used that only the satellites in view can explain.
  private var vendorNumbers: [UInt16] = []
  /// Whether a sentence with a time has come since the last satellite list.
  private var hasTimeSinceSky = false
  /// Whether the last epoch had a position.
  private var hadPosition = false
  /// The dimensions of the last GSA, for receivers that send it after the position.
  private var dimensions: UInt8?
  /// The dimensions of the last epoch; `nil` if it had no position.
  private var lastDimensions: UInt8?
  /// Errors without a time that came after the end of their epoch; used for the next epoch if it
  /// has none of its own.
  private var lateErrors: VendorSolution?
  /// Epochs with a position and no time since the last one with a time; enough at the beginning.
  private var timelessCount = timelessEpochs

  init(dates: DateResolver) { self.dates = dates }

  mutating func receive(
    _ frame: Span<UInt8>, at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    var report: NMEAReport
    do throws(NMEAError) { report = try NMEAReport.decode(frame) } catch { return }
    if case .other = report {
      if let inView = GSV(quectel: frame) { report = .gsv(inView) }
      if let used = GSA(quectel: frame) { report = .gsa(used) }
      if let vendor = VendorSolution(frame) { return receive(vendor, at: now, into: &output) }
    }
    guard let placement = SentencePlacement(report),
      let place = place(placement.time, of: placement.kind, at: now)
    else { return }
    switch cycle.place(placement.kind, key: place.key) {
    case .drop:
      return
    case .trail:
      if case .vtg = report, draft.needsVTG { cycle.forgetEnder() }
      mergeSky(report, into: &output)
      return
    case .begin: begin(at: now, into: &output)
    case .join: break
    }
    if let time = place.time { observe(report, at: time, now) }
    draft.translatedTime = draft.translatedTime ?? place.translated
    if case .vtg = report, draft.needsVTG { cycle.need(placement.kind) }
    merge(report)
    if placement.time != nil { hasTimeSinceSky = true }
    mergeSky(report, into: &output)
    if !draft.isTranslated, cycle.endsEpoch(placement.kind) { deliver(into: &output) }
  }

  /// Out of line, because few receivers send these sentences.
  @inline(never)
  private mutating func receive(
    _ vendor: VendorSolution, at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    let kind = EpochCycle.Kind.vendor(vendor.sentence)
    guard let place = place(vendor.time, of: kind, at: now) else { return }
    switch cycle.place(kind, key: place.key) {
    case .drop: return
    case .trail: return lateErrors = vendor
    case .begin: begin(at: now, into: &output)
    case .join: break
    }
    draft.translatedTime = draft.translatedTime ?? place.translated
    if vendor.time != nil { hasTimeSinceSky = true }
    if let time = place.time {
      if draft.timeOfDay == nil { draft.begin(at: time) }
      if let date = vendor.date, dates.believes(date), !draft.hasFullDate {
        dates.observe(date, at: time, now: now)
      } else {
        dates.observe(time)
      }
    }
    draft.merge(vendor)
    if !draft.isTranslated, cycle.endsEpoch(kind) { deliver(into: &output) }
  }

  private mutating func begin(
    at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    deliver(into: &output)
    deliverSky(into: &output)
    draft = NMEADraft(time: now)
    sky.beginRound()
    forgetUsed()
  }

  /// Handles a silence of the line.
  mutating func silence(into output: inout some ReceiverEventSink) {
    if draft.isTranslated { return }
    if cycle.silence() || draft.isTimeless { deliver(into: &output) }
    if !cycle.isUndelivered { deliverSky(into: &output) }
  }

  /// Drops open state, because another protocol takes over. Keeps the dates.
  mutating func abandon() {
    cycle = EpochCycle()
    clocks = SentenceClocks()
    draft = NMEADraft(time: .distantFuture)
    draft.isOpen = false
    sky = SkyCollector()
    forgetUsed()
  }

  private mutating func forgetUsed() {
    used.removeAll(keepingCapacity: true)
    vendorNumbers.removeAll(keepingCapacity: true)
  }

  /// Handles the end of the stream.
  mutating func finish(into output: inout some ReceiverEventSink) {
    if cycle.end() || draft.isTimeless { deliver(into: &output) }
    deliverSky(into: &output)
  }

  // MARK: - Times

  /// A sentence's place among epochs.
  private struct Place {
    /// The key of its epoch; `nil` without a time.
    var key: Int64?
    /// Its time in the stream's own clock.
    var time: TimeOfDay?
    /// The same of another clock.
    var translated: TimeOfDay?
  }

  /// Returns the place of a sentence; `nil` if it must not be used.
  private mutating func place(
    _ time: TimeOfDay?, of kind: EpochCycle.Kind, at now: MonotonicTime
  ) -> Place? {
    guard let time else { return Place() }
    switch clocks.read(time, of: kind, at: now) {
    case .doubtful: return nil
    case .corrected:
      if cycle.isUndelivered {
        draft.isOpen = false
        cycle = EpochCycle()
      }
    case .translated(let translated, let tolerance):
      return Place(key: key(of: translated, within: tolerance), translated: translated)
    case .common: break
    }
    return Place(key: key(of: time, within: Self.rounding), time: time)
  }

  /// Returns the key of the open or last epoch if the time is the same within the tolerance of
  /// either, and otherwise a new one.
  private mutating func key(of time: TimeOfDay, within tolerance: Int64) -> Int64 {
    let time = time.nanoseconds
    let limit = max(tolerance, keyTolerance)
    if let known = cycle.key {
      // A leap second and midnight differ, unless a clock does not know of leap seconds.
      let distance =
        limit > Self.rounding ? SentenceClocks.distance(from: known, to: time) : time - known
      if distance.magnitude < limit { return known }
    }
    keyTolerance = tolerance
    return time
  }

  // MARK: - Delivery

  private mutating func deliver(into output: inout some ReceiverEventSink) {
    guard draft.isOpen else { return }
    defer { draft.isOpen = false }
    let time = draft.timeOfDay ?? draft.translatedTime
    if draft.timeOfDay == nil, let time { dates.observe(time) }
    // A clock's sentence may come before the position's: among positions, it is no epoch of its
    // own.
    guard time != nil || countsWithoutTime(), draft.speaksOfPosition || !hadPosition else { return }
    if let lateErrors {
      if !draft.hasErrors { draft.merge(errorsOf: lateErrors) }
      self.lateErrors = nil
    }
    var epoch = draft.epoch(dimensions: dimensions, last: lastDimensions)
    lastDimensions = epoch.dimensions
    if let time {
      timelessCount = 0
      epoch.timestamp = dates.timestamp(time)
      if time.isLeapSecond, dates.mayHaveLeapSecond { epoch.flags.insert(.leapSecond) }
      if dates.current?.isRolloverCorrected == true {
        epoch.flags.insert(.weekRolloverCorrected)
      }
    }
    draft.timestamp = epoch.timestamp
    hadPosition = epoch.hasPosition
    output.receive(epoch, clock: time?.nanoseconds, from: .nmea)
    if sky.hasNews { deliverSky(into: &output) }
  }

  /// Returns whether the draft is news even without a time: that there is no position, or a
  /// position of a receiver that gives no times.
  private mutating func countsWithoutTime() -> Bool {
    if draft.deniesPosition { return true }
    guard draft.isTimeless else { return false }
    timelessCount = min(timelessCount + 1, Self.timelessEpochs)
    return timelessCount == Self.timelessEpochs
  }

  private mutating func deliverSky(into output: inout some ReceiverEventSink) {
    guard sky.hasNews, draft.time != .distantFuture else { return }
    sky.view(into: &satellites)
    for number in vendorNumbers { use(number) }
    for index in satellites.indices {
      satellites[index].isUsed = Self.isUsed(satellites[index], used: used, inView: satellites)
    }
    output.receive(
      SatelliteView(
        satellites: satellites, dilution: draft.dilution, time: draft.time,
        timestamp: draft.timestamp),
      from: .nmea)
  }

  /// Marks the satellite in view that a number without a named system can only mean, unless the one
  /// that it means in general is in view.
  private mutating func use(_ number: UInt16) {
    func isInView(_ meaning: (system: SatelliteSystem, number: UInt8)) -> Bool {
      satellites.contains { $0.system == meaning.system && $0.number == meaning.number }
    }
    if let general = SatelliteNumbering.resolve(number, named: nil), isInView(general) { return }
    var found: (system: SatelliteSystem, number: UInt8)?
    for system in SatelliteSystem.allCases {
      guard let meaning = SatelliteNumbering.resolve(number, named: system),
        meaning.system == system, isInView(meaning)
      else { continue }
      if found != nil { return }
      found = meaning
    }
    guard let found, used.count < 2 * SkyCollector.satelliteLimit else { return }
    used.append(Satellite(system: found.system, number: found.number, isUsed: true))
  }

  /// GSA names satellites, not signals: if a satellite is received on one signal, its signals that
  /// are not received cannot be used. Static, because a method would copy the assembler each time.
  private static func isUsed(
    _ satellite: Satellite, used: [Satellite], inView: [Satellite]
  ) -> Bool {
    func isSame(_ other: Satellite) -> Bool {
      other.system == satellite.system && other.number == satellite.number
    }
    guard used.contains(where: isSame) else { return false }
    return satellite.carrierToNoise != nil
      || !inView.contains { isSame($0) && $0.carrierToNoise != nil }
  }

  // MARK: - Sentences

  /// Takes a date only from its own sentence; any other time only detects midnight.
  private mutating func observe(
    _ report: NMEAReport, at time: TimeOfDay, _ now: MonotonicTime
  ) {
    if draft.timeOfDay == nil { draft.begin(at: time) }
    switch report {
    case .rmc(let rmc):
      // A void RMC before the first fix carries the firmware's default date.
      guard let date = rmc.date,
        rmc.status == .valid || dates.believes(date)
      else {
        return dates.observe(time)
      }
      if !draft.hasFullDate { dates.observe(date, at: time, now: now) }
    case .zda(let zda):
      guard let date = zda.date, dates.believes(date) else { return dates.observe(time) }
      draft.hasFullDate = true
      dates.observe(date, at: time, now: now)
    default:
      dates.observe(time)
    }
  }

  private mutating func merge(_ report: NMEAReport) {
    switch report {
    case .rmc(let sentence): draft.merge(sentence)
    case .gga(let sentence): draft.merge(sentence)
    case .gns(let sentence): draft.merge(sentence)
    case .gll(let sentence): draft.merge(sentence)
    case .vtg(let sentence): draft.merge(sentence)
    case .gst(let sentence): draft.merge(sentence)
    case .gbs(let sentence): draft.merge(sentence)
    case .gsa, .gsv, .zda, .other: break
    }
  }

  private mutating func mergeSky(
    _ report: NMEAReport, into output: inout some ReceiverEventSink
  ) {
    switch report {
    case .gsa(let sentence):
      dimensions = sentence.navigationMode.flatMap { (1...3).contains($0) ? UInt8($0) : nil }
      draft.merge(sentence)
      if used.count < SkyCollector.satelliteLimit {
        sentence.appendSatellites(to: &used)
        sentence.appendVendorNumbers(to: &vendorNumbers)
      }
    case .gsv(let sentence):
      if hasTimeSinceSky {
        // After a sentence with a time, the same list is of another epoch. Without one, it is
        // another band of a receiver that does not name signals.
        if sentence.messageNumber == 1, sky.holdsNews(of: sentence) { deliverSky(into: &output) }
        sky.beginRound()
      }
      hasTimeSinceSky = false
      sky.receive(sentence)
    default: break
    }
  }
}
