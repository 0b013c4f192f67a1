internal import CairnNMEA
internal import CairnTypes

/// Assembles the NMEA sentences of one navigation epoch.
///
/// Sentences with a time of day carry the epoch's key; the others join the open epoch. For where an
/// epoch ends, see `EpochCycle`.
struct NMEAAssembler: Sendable {
  private(set) var cycle = EpochCycle()
  private var dates: DateResolver
  private var draft = NMEADraft(time: .distantFuture)
  private var sky = SkyCollector()
  /// The satellites of one view; kept for its storage.
  private var satellites: [Satellite] = []
  private var used: [Satellite] = []
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
    guard let placement = Placement(report) else { return }
    switch cycle.place(placement.kind, key: placement.time.map { key(of: $0) }) {
    case .drop:
      return
    case .trail:
      mergeSky(report, into: &output)
      return
    case .begin: begin(at: now, into: &output)
    case .join: break
    }
    if let time = placement.time { observe(report, at: time, now) }
    merge(report)
    if placement.time != nil { hasTimeSinceSky = true }
    mergeSky(report, into: &output)
    if cycle.endsEpoch(placement.kind) { deliver(into: &output) }
  }

  /// Out of line, because few receivers send these sentences.
  @inline(never)
  private mutating func receive(
    _ vendor: VendorSolution, at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    let kind = EpochCycle.Kind(number: 10 &+ vendor.sentence.rawValue, isSingle: true)
    switch cycle.place(kind, key: vendor.time.map { key(of: $0) }) {
    case .drop: return
    case .trail: return lateErrors = vendor
    case .begin: begin(at: now, into: &output)
    case .join: break
    }
    if let time = vendor.time {
      if draft.timeOfDay == nil { draft.begin(at: time) }
      if let date = vendor.date, dates.believes(date), !draft.hasFullDate {
        dates.observe(date, at: time, now: now)
      } else {
        dates.observe(time)
      }
      hasTimeSinceSky = true
    }
    draft.merge(vendor)
    if cycle.endsEpoch(kind) { deliver(into: &output) }
  }

  private mutating func begin(
    at now: MonotonicTime, into output: inout some ReceiverEventSink
  ) {
    deliver(into: &output)
    deliverSky(into: &output)
    draft = NMEADraft(time: now)
    sky.beginRound()
    used.removeAll(keepingCapacity: true)
  }

  /// Handles a silence of the line.
  mutating func silence(into output: inout some ReceiverEventSink) {
    if cycle.silence() || draft.deniesPosition { deliver(into: &output) }
    if !cycle.isUndelivered { deliverSky(into: &output) }
  }

  /// Drops open state, because another protocol takes over. Keeps the dates.
  mutating func abandon() {
    cycle = EpochCycle()
    draft = NMEADraft(time: .distantFuture)
    draft.isOpen = false
    sky = SkyCollector()
    used.removeAll(keepingCapacity: true)
  }

  /// Handles the end of the stream.
  mutating func finish(into output: inout some ReceiverEventSink) {
    if cycle.end() || draft.deniesPosition { deliver(into: &output) }
    deliverSky(into: &output)
  }

  /// Returns the epoch's key: its sentences may give the time with two or three decimals.
  private func key(of time: TimeOfDay) -> Int64 {
    guard let known = cycle.key, (time.nanoseconds - known).magnitude < 10_000_000 else {
      return time.nanoseconds
    }
    return known
  }

  // MARK: - Delivery

  private mutating func deliver(into output: inout some ReceiverEventSink) {
    guard draft.isOpen else { return }
    defer { draft.isOpen = false }
    // The lack of a position is news even without a time. A clock's sentence may come before the
    // position's: among positions, it is no epoch of its own.
    guard draft.timeOfDay != nil || draft.deniesPosition, draft.speaksOfPosition || !hadPosition
    else { return }
    if let lateErrors {
      if !draft.hasErrors { draft.merge(errorsOf: lateErrors) }
      self.lateErrors = nil
    }
    var epoch = draft.epoch(dimensions: dimensions, last: lastDimensions)
    lastDimensions = epoch.dimensions
    if let time = draft.timeOfDay {
      epoch.timestamp = dates.timestamp(time)
      if time.isLeapSecond { epoch.flags.insert(.leapSecond) }
      if dates.current?.isRolloverCorrected == true {
        epoch.flags.insert(.weekRolloverCorrected)
      }
    }
    draft.timestamp = epoch.timestamp
    hadPosition = epoch.hasPosition
    output.receive(epoch, clock: draft.timeOfDay?.nanoseconds, from: .nmea)
    if sky.hasNews { deliverSky(into: &output) }
  }

  private mutating func deliverSky(into output: inout some ReceiverEventSink) {
    guard sky.hasNews, draft.time != .distantFuture else { return }
    sky.view(into: &satellites)
    for index in satellites.indices {
      satellites[index].isUsed = Self.isUsed(satellites[index], used: used, inView: satellites)
    }
    output.receive(
      SatelliteView(
        satellites: satellites, dilution: draft.dilution, time: draft.time,
        timestamp: draft.timestamp),
      from: .nmea)
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
      if used.count < SkyCollector.satelliteLimit { sentence.appendSatellites(to: &used) }
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

  /// A sentence's kind and key in its epoch.
  private struct Placement {
    let kind: EpochCycle.Kind
    let time: TimeOfDay?

    init?(_ report: NMEAReport) {
      switch report {
      case .rmc(let sentence): (kind, time) = (.init(number: 0, isSingle: true), sentence.time)
      case .gga(let sentence): (kind, time) = (.init(number: 1, isSingle: true), sentence.time)
      case .gns(let sentence): (kind, time) = (.init(number: 2, isSingle: true), sentence.time)
      case .gll(let sentence): (kind, time) = (.init(number: 3, isSingle: true), sentence.time)
      case .zda(let sentence): (kind, time) = (.init(number: 4, isSingle: true), sentence.time)
      case .gst(let sentence): (kind, time) = (.init(number: 5, isSingle: true), sentence.time)
      case .gbs(let sentence): (kind, time) = (.init(number: 9, isSingle: true), sentence.time)
      case .vtg: (kind, time) = (.init(number: 6, isSingle: true), nil)
      case .gsa: (kind, time) = (.init(number: 7, isSingle: false), nil)
      case .gsv: (kind, time) = (.init(number: 8, isSingle: false), nil)
      case .other: return nil
      }
    }
  }
}
