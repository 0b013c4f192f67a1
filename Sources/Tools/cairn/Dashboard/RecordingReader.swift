import ArgumentParser
import CairnDashboard
import CairnFiles
import CairnHAL
import CairnLinux
import CairnReceiver
import CairnReports
import CairnTypes
import CairnUpdates
import CommandSupport

/// Decodes a recording for the page: the output of a receiver, or a table of fixes.
struct RecordingReader {
  /// Bytes after which it is seen how many were damaged, so that a moment has the counts of its time.
  private static let step = 512
  /// Seconds of the year 1980, before which a table counts from something else than 1970.
  private static let firstYear = 315_964_800

  let path: String
  /// What the manager wants that the positions are delivered to.
  let configuration: LocationConfiguration
  let isFiltered: Bool

  /// Decodes all of it.
  ///
  /// - Throws: a one-line message that says what to do.
  func read() throws -> DashboardRecording {
    if try isTable() { return try table() }
    // An epoch of a recording without any time is a second.
    for clock in [RecordingClock.utc, .timeOfDay, .elapsed] {
      if let recording = try capture(by: clock) { return recording }
    }
    complain("no fix in \(path); `cairn decode \(ShellWord(path))` shows the messages in it")
    throw ExitCode(CommandFailure.noReceiver)
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private var rules: FilteredFixes { FilteredFixes(configuration, isRaw: !isFiltered) }

  /// Whether the first line names the columns of fixes.
  private func isTable() throws(CommandFailure) -> Bool {
    let file: FilePieces
    // What has no end is refused here.
    do throws(FileFailure) { file = try FilePieces(path) } catch {
      throw CommandFailure(message: "--replay: \(error)")
    }
    let head = file.read(0..<min(file.count, 4096)) ?? []
    let lines = head.split(whereSeparator: { $0 == 10 || $0 == 13 })
    guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }) else { return false }
    let names = String(decoding: first, as: UTF8.self).split(separator: ",")
      .map { $0.filter { !" \"\u{FEFF}".contains($0) } }
    return ["t", "lat", "lon"].allSatisfy(names.contains)
  }

  private func table() throws -> DashboardRecording {
    var table = try FixTable(path: path, isOrdered: false, progress: terminalProgress)
    var builder: RecordingBuilder?
    var rules = rules
    var tally = IntakeTally()
    repeat {
      while let fix = table.next() {
        let isDated = fix.time.nanoseconds / 1_000_000_000 >= Self.firstYear
        var made = builder ?? RecordingBuilder(name: name, clock: isDated ? .utc : .elapsed)
        made.begin(at: fix.time.nanoseconds / 1_000_000, RecordedReceiver())
        made.take(raw: fix)
        rules.receive(fix) { made.take(filtered: $0) }
        made.take(RecordedReceiver(), tally.report(rules))
        builder = made
      }
    } while try table.fill()
    table.reportBadRows()
    guard var builder else { throw CommandFailure(message: "\(table.name) has no fixes") }
    rules.finish { builder.take(filtered: $0) }
    return builder.finish()
  }

  /// - Returns: `nil` if no position has a time of that kind.
  private func capture(
    by clock: RecordingClock, _ timeline: RecordedTimeline? = nil
  ) throws(CommandFailure) -> DashboardRecording? {
    var input = try CaptureInput(path: path, progress: terminalProgress)
    var piece: [UInt8] = []
    guard try input.read(into: &piece) else { throw CaptureInput.isEmpty(path) }
    var dates = DateResolver(reference: nil)
    if let date = clock == .timeOfDay ? CalendarDate(daysSince1970: 0) : headerDate(piece) {
      dates.assume(date)
    }
    var framer = Framer()
    var recognizer = ContentRecognizer()
    var sink = Sink(
      decoder: ReceiverDecoder(dates: dates),
      builder: RecordingBuilder(name: name, clock: clock), rules: rules, clock: clock,
      timeline: timeline)
    repeat {
      var rest = piece.span
      while !rest.isEmpty {
        framer.receive(rest.extracting(first: Self.step), into: &sink)
        sink.take(framer)
        rest = rest.extracting(droppingFirst: Self.step)
      }
      if sink.receiver.frames == 0 { recognizer.receive(piece.span) }
    } while try input.read(into: &piece)
    framer.abandonIncomplete(into: &sink)
    sink.finish(framer)
    if sink.receiver.frames == 0 {
      if let objection = DecodeSummary(framer).objection(to: path, recognizer.content) {
        throw objection
      }
    }
    guard !sink.builder.isEmpty else { return nil }
    if clock == .utc, timeline == nil, let timeline = sink.times.timeline() {
      return try capture(by: clock, timeline)
    }
    if let distrusted = sink.timeline?.distrusted, distrusted > 0 {
      complain(
        "\(distrusted) positions of \(path) have a date that does not fit the others: they are shown without it, in their order"
      )
    }
    return sink.builder.finish()
  }

  /// Puts what the recording's messages say where the page finds it.
  private struct Sink: FrameSink {
    var decoder: ReceiverDecoder
    var builder: RecordingBuilder
    var rules: FilteredFixes
    let clock: RecordingClock
    var receiver = RecordedReceiver()
    /// What the receiver has said of the time of each epoch.
    var times = RecordedTimes()
    /// Takes the place of that where not all of it can be true.
    var timeline: RecordedTimeline?
    private var epochs: Int64 = 0
    private var tally = IntakeTally()

    init(
      decoder: ReceiverDecoder, builder: RecordingBuilder, rules: FilteredFixes,
      clock: RecordingClock, timeline: RecordedTimeline?
    ) {
      (self.decoder, self.builder, self.rules) = (decoder, builder, rules)
      (self.clock, self.timeline) = (clock, timeline)
    }

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      if info.isChecked { receiver.frames += 1 }
      decoder.receive(frame, info)
      if let health = decoder.takeHealth() {
        (receiver.antenna, receiver.jamming) = (health.antenna, health.jamming)
        receiver.spoofing = health.spoofing
      }
      passOn()
    }

    /// Takes the counts of what has come so far.
    mutating func take(_ framer: borrowing Framer) {
      let all = [framer.nmea, framer.ubx, framer.rtcm3, framer.casic]
      receiver.checksumFailures = all.reduce(0) { $0 + $1.checksumFailures }
      (receiver.sentences, receiver.ubxFrames) = (all[0].frames, all[1].frames)
      (receiver.rtcmFrames, receiver.bytesSkipped) = (all[2].frames, framer.bytesSkipped)
      builder.take(receiver, tally.report(rules))
    }

    mutating func finish(_ framer: borrowing Framer) {
      decoder.finish()
      passOn()
      var delivered: [Location] = []
      rules.finish { delivered.append($0) }
      for fix in delivered { builder.take(filtered: fix) }
      take(framer)
    }

    private mutating func passOn() {
      for event in decoder.takeEvents() {
        switch event {
        case .epoch(let epoch): take(epoch)
        case .satellites(let view):
          builder.take(
            SatelliteReport(
              satellites: view.satellites, dilution: view.dilution, time: view.time))
        }
      }
    }

    private mutating func take(_ epoch: Epoch) {
      epochs += 1
      guard let (time, isTrusted) = time(of: epoch) else { return }
      builder.begin(at: time.nanoseconds / 1_000_000, receiver)
      guard epoch.hasPosition else { return }
      var fix = Location(epoch, from: "gnss")
      fix.time = time
      fix.source.flags.insert(.replayed)
      // What has a made-up date is shown without one.
      if clock != .utc || !isTrusted { fix.timestamp = nil }
      builder.take(raw: fix)
      var delivered: [Location] = []
      rules.receive(fix) { delivered.append($0) }
      for fix in delivered { builder.take(filtered: fix) }
      builder.take(receiver, tally.report(rules))
    }

    /// Returns when an epoch was, and whether the receiver has said that.
    private mutating func time(of epoch: Epoch) -> (time: MonotonicTime, isTrusted: Bool)? {
      if clock == .elapsed { return (MonotonicTime(nanoseconds: epochs * 1_000_000_000), true) }
      guard let said = epoch.timestamp?.nanosecondsSince1970 else { return nil }
      times.append(said / 1_000_000)
      if let (time, isTrusted) = timeline?.place(said / 1_000_000), !isTrusted {
        return (MonotonicTime(nanoseconds: time.multipliedClamped(by: 1_000_000)), false)
      }
      return (MonotonicTime(nanoseconds: said), true)
    }
  }
}

/// The intake's counts as a report, of which the lists are made anew only when they have changed.
private struct IntakeTally {
  private var last: IntakeReport?
  private var leftOut = 0
  private var repairs = RepairCounts()

  mutating func report(_ rules: FilteredFixes) -> IntakeReport {
    let counts = rules.counts
    let all = Rejection.allCases.reduce(0) { $0 + counts.fixes[$1] }
    let report: IntakeReport
    if let last, all == leftOut, counts.values == repairs {
      report = IntakeReport(
        accepted: counts.fixes.accepted, rejected: last.rejected, repaired: last.repaired)
    } else {
      report = IntakeReport(counts.fixes, counts.values)
    }
    (last, leftOut, repairs) = (report, all, counts.values)
    return report
  }
}
