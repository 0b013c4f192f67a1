import ArgumentParser
import CairnDashboard
import CairnFiles
import CairnHAL
import CairnLinux
import CairnReceiver
import CairnTypes
import CommandSupport

/// Decodes a recording for the page: the output of a receiver, or a table of fixes.
struct RecordingReader {
  /// Where the time of an epoch comes from.
  private enum Clock {
    /// Its date and time of day.
    case utc
    /// Its time of day, for recordings without a date.
    case timeOfDay
    /// Its number: one second each.
    case number
  }

  let path: String
  /// What the manager wants that the positions are delivered to.
  let configuration: LocationConfiguration
  let isFiltered: Bool

  /// Decodes all of it.
  ///
  /// - Throws: a one-line message that says what to do.
  func read() throws -> DashboardRecording {
    if try isTable() { return try table() }
    for clock in [Clock.utc, .timeOfDay, .number] {
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
    var builder = RecordingBuilder(name: name)
    var rules = rules
    repeat {
      while let fix = table.next() {
        builder.begin(at: fix.time.nanoseconds / 1_000_000, RecordedReceiver())
        builder.take(raw: fix)
        rules.receive(fix) { builder.take(filtered: $0) }
      }
    } while try table.fill()
    rules.finish { builder.take(filtered: $0) }
    table.reportBadRows()
    guard !builder.isEmpty else { throw CommandFailure(message: "\(table.name) has no fixes") }
    return builder.finish()
  }

  /// - Returns: `nil` if no position has a time of that kind.
  private func capture(by clock: Clock) throws(CommandFailure) -> DashboardRecording? {
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
      decoder: ReceiverDecoder(dates: dates), builder: RecordingBuilder(name: name), rules: rules,
      clock: clock)
    repeat {
      framer.receive(piece.span, into: &sink)
      if sink.receiver.frames == 0 { recognizer.receive(piece.span) }
    } while try input.read(into: &piece)
    framer.abandonIncomplete(into: &sink)
    sink.finish()
    if sink.receiver.frames == 0 {
      if let objection = DecodeSummary(framer).objection(to: path, recognizer.content) {
        throw objection
      }
    }
    return sink.builder.isEmpty ? nil : sink.builder.finish()
  }

  /// Puts what the recording's messages say where the page finds it.
  private struct Sink: FrameSink {
    var decoder: ReceiverDecoder
    var builder: RecordingBuilder
    var rules: FilteredFixes
    let clock: Clock
    var receiver = RecordedReceiver()
    private var epochs: Int64 = 0

    init(
      decoder: ReceiverDecoder, builder: RecordingBuilder, rules: FilteredFixes, clock: Clock
    ) {
      (self.decoder, self.builder, self.rules) = (decoder, builder, rules)
      self.clock = clock
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

    mutating func finish() {
      decoder.finish()
      passOn()
      var delivered: [Location] = []
      rules.finish { delivered.append($0) }
      for fix in delivered { builder.take(filtered: fix) }
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
      let time: MonotonicTime
      if clock == .number {
        time = MonotonicTime(nanoseconds: epochs * 1_000_000_000)
      } else if let timestamp = epoch.timestamp {
        time = MonotonicTime(nanoseconds: timestamp.nanosecondsSince1970)
      } else {
        return
      }
      builder.begin(at: time.nanoseconds / 1_000_000, receiver)
      guard epoch.hasPosition else { return }
      var fix = Location(epoch, from: "gnss")
      fix.time = time
      fix.source.flags.insert(.replayed)
      // What has a made-up date is shown without one.
      if clock != .utc { fix.timestamp = nil }
      builder.take(raw: fix)
      var delivered: [Location] = []
      rules.receive(fix) { delivered.append($0) }
      for fix in delivered { builder.take(filtered: fix) }
    }
  }
}
