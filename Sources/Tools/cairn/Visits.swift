import ArgumentParser
import CairnFiles
import CairnJSON
import CairnTypes
import CairnUpdates
import CommandSupport

struct Visits: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Finds the places where a recorded device stayed.",
    discussion: """
      Reads a table of fixes whose first line names the columns: t (seconds, may be Unix time), lat, \
      lon and hacc (metres, 68 %), in any order; other columns are ignored. Fixes are judged one by \
      one, as on a device. hacc is optional. Fixes that are less accurate than the radius are ignored.

      Writes one line per visit: arrival,departure,lat,lon,hacc, with times as in the table. The arrival is \
      empty if the device was there from the beginning, the departure if it was still there at the end.

      Examples:
        cairn visits --in fixes.csv
        cairn visits --in fixes.csv --radius 50 --minimum-stay 120 --json
        cairn visits --labels < fixes.csv     t,visit for each fix: 1 inside a visit, else 0

      Exit codes: 0 done, 1 the table cannot be read, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The table of fixes; - reads standard input.")
  var input = "-"

  @Option(
    parsing: .unconditional, help: "Radius of a place, in metres. Default: 100.",
    transform: OptionNumber.decimal)
  var radius = VisitOptions().radius

  @Option(
    parsing: .unconditional,
    help: "Shortest stay that counts as a visit, in seconds. Default: 300.",
    transform: OptionNumber.decimal)
  var minimumStay = VisitOptions().minimumStay.inSeconds

  @Option(
    parsing: .unconditional, help: "Metres, 68 %, for fixes without hacc. Default: 10.",
    transform: OptionNumber.decimal)
  var assumedAccuracy = 10.0

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Flag(help: "Print for each fix whether it lies in a visit, instead of listing the visits.")
  var labels = false

  func validate() throws {
    guard radius > 0, radius <= 1e5 else {
      throw ValidationError("--radius must be above 0 and at most 100000 metres")
    }
    guard minimumStay >= 0, minimumStay <= 1e6 else {
      throw ValidationError("--minimum-stay must be 0 to 1000000 seconds")
    }
    guard assumedAccuracy > 0, assumedAccuracy <= 1e5 else {
      throw ValidationError("--assumed-accuracy must be above 0 and at most 100000 metres")
    }
  }

  func run() throws {
    var table = try FixTable(
      path: input, assumedAccuracy: assumedAccuracy, progress: terminalProgress)
    var options = VisitOptions()
    options.radius = radius
    options.minimumStay = .milliseconds(Int64(minimumStay * 1000))
    var detector = VisitDetector(options)
    var output = VisitOutput(isJSON: json, isLabels: labels)
    repeat {
      while let fix = table.next() {
        if table.isOnNewClock {
          output.endClock(detector.current)
          detector = VisitDetector(options)
        }
        // Fires the timers that are due between two rows, as they would have been on the device.
        while let deadline = detector.nextDeadline, deadline < fix.time {
          _ = detector.fire(at: deadline)
        }
        try output.add(fix.time)
        for event in detector.receive(fix, at: fix.time) where event.kind == .departure {
          output.add(event)
        }
      }
      output.flush()
    } while try table.fill()
    output.endClock(detector.current)
    output.flush()
    table.reportBadRows()
  }
}

/// Writes visits as they end, or all labels at the end of a clock, because arrivals are back-dated.
private struct VisitOutput {
  /// Fixes that may wait for their labels: 80 MB.
  private static let maximumLabels = 10_000_000

  private let output = StandardOutput()
  private let isJSON: Bool
  private let isLabels: Bool
  private var times: [MonotonicTime] = []
  private var visits: [VisitEvent] = []

  init(isJSON: Bool, isLabels: Bool) {
    self.isJSON = isJSON
    self.isLabels = isLabels
    if !isJSON { output.line(isLabels ? "t,visit" : "arrival,departure,lat,lon,hacc") }
  }

  /// Notes a fix that was read.
  ///
  /// - Throws: when more than `maximumLabels` fixes wait for their labels.
  mutating func add(_ time: MonotonicTime) throws(CommandFailure) {
    guard isLabels else { return }
    guard times.count < Self.maximumLabels else {
      throw CommandFailure(
        message: "the table has more than \(Self.maximumLabels) fixes, which is the limit of "
          + "--labels: divide it")
    }
    times.append(time)
  }

  /// Adds a visit that has ended, or that is still going on at the end of the table.
  mutating func add(_ event: VisitEvent) {
    if isLabels { visits.append(event) } else { write(event) }
  }

  func flush() { output.flush() }

  /// Ends what is in one order of time.
  ///
  /// - Parameter current: the visit that has not ended.
  mutating func endClock(_ current: VisitEvent?) {
    if let current { add(current) }
    if isLabels { writeLabels() }
    (times, visits) = ([], [])
  }

  private func write(_ event: VisitEvent) {
    let place = event.visit.coordinate
    if isJSON {
      var text = JSONText()
      text.object { object in
        object.key("arrival")
        object.time(event.arrival)
        object.key("departure")
        object.time(event.departure)
        object.member("lat", place.latitude, places: 7)
        object.member("lon", place.longitude, places: 7)
        object.member("hacc", event.visit.horizontalAccuracy, places: 1)
      }
      text.newline()
      return output.write(text.bytes)
    }
    let fields = [
      event.arrival.map(\.secondsText) ?? "", event.departure.map(\.secondsText) ?? "",
      place.latitude.text(places: 7), place.longitude.text(places: 7),
      event.visit.horizontalAccuracy.text(places: 1),
    ]
    output.line(fields.joined(separator: ","))
  }

  /// Writes one label for each fix. Both lists are in time order, so one pass is enough.
  private func writeLabels() {
    var rest = visits[...]
    for time in times {
      while let departure = rest.first?.departure, departure < time { rest.removeFirst() }
      let isInside = rest.first.map { $0.arrival.map { $0 <= time } ?? true } ?? false
      if isJSON {
        var text = JSONText()
        text.object { object in
          object.key("t")
          object.time(time)
          object.member("visit", isInside)
        }
        text.newline()
        output.write(text.bytes)
      } else {
        output.line("\(time.secondsText),\(isInside ? 1 : 0)")
      }
    }
  }
}

extension MonotonicTime {
  /// Seconds to the microsecond, the resolution of fix tables, without trailing zeros.
  fileprivate var secondsText: String {
    let microseconds = nanoseconds / 1000
    guard microseconds % 1_000_000 != 0 else { return String(microseconds / 1_000_000) }
    var fraction = String(microseconds % 1_000_000)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(microseconds / 1_000_000).\(fraction)"
  }
}

extension JSONText {
  fileprivate mutating func time(_ time: MonotonicTime?) {
    if let time { number(time.secondsText) } else { null() }
  }
}
