import ArgumentParser
import CairnFiles
import CairnJSON
import CairnTypes
import CairnUpdates
import CommandSupport

struct Fence: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reports when recorded or piped fixes enter and leave regions.",
    discussion: """
      The fixes are comma-separated values whose first line names the columns: t (seconds, may be \
      Unix time), lat, lon (degrees) and, if known, hacc (metres, 68 %), in any order; other columns \
      are ignored. A row that is not a fix is reported at the end.

      The regions are GeoJSON (a FeatureCollection of Point with a property radius, Polygon without \
      holes, and LineString with a property width, in metres; a property identifier, name or id \
      names them) or comma-separated values with the columns identifier, lat, lon and radius. Lines \
      between points are the shortest ones.

      Prints one line per event: time, enter or exit, identifier, probability. "inside" marks a \
      region in which the fixes begin. To leave a region, a fix must also be beyond the hysteresis; \
      either crossing counts only after the dwell.

      Examples:
        cairn fence --regions places.geojson --in walk.csv
        cairn fence --regions depots.csv --json < truck.csv | jq -r .identifier | sort | uniq -c
        cairn fence --regions depots.csv --in truck.csv --confidence 0.99 --dwell 60

      Exit codes: 0 done, 1 a file cannot be read or has no fixes or regions, 64 wrong usage.
      """)

  @Option(help: "GeoJSON or comma-separated values.")
  var regions: String

  @Option(name: .customLong("in"), help: "The fixes; - reads standard input.")
  var input = "-"

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(
    help: "Probability, from 0.5 to below 1, that an event is true. Default: 0.95.",
    transform: OptionNumber.decimal)
  var confidence = Defaults.regionConfidence

  @Option(
    help: "Seconds that a crossing must last to count. Default: 20.",
    transform: OptionNumber.decimal)
  var dwell = Defaults.regionDwell.inSeconds

  @Option(
    help: "Metres beyond the boundary at which a region counts as left. Default: 20.",
    transform: OptionNumber.decimal)
  var hysteresis = Defaults.regionHysteresis

  @Option(
    parsing: .unconditional,
    help: "Metres, 68 %: the accuracy assumed for fixes without hacc. Default: 10.",
    transform: OptionNumber.decimal)
  var accuracy = 10.0

  func validate() throws {
    guard (0.5..<1).contains(confidence) else {
      throw ValidationError("--confidence must be at least 0.5 and below 1, not \(confidence)")
    }
    guard (0...1e6).contains(dwell) else {
      throw ValidationError("--dwell must be 0 to 1000000 seconds, not \(dwell)")
    }
    guard (0...1e6).contains(hysteresis) else {
      throw ValidationError("--hysteresis must be 0 to 1000000 metres, not \(hysteresis)")
    }
    guard accuracy > 0, accuracy <= 1e6 else {
      throw ValidationError("--accuracy must be above 0 and at most 1000000 metres")
    }
    guard regions != "-" || input != "-" else {
      throw ValidationError("--regions and --in cannot both be standard input")
    }
  }

  func run() throws {
    let fresh = try RegionFile(path: regions, progress: terminalProgress).monitor(options)
    var monitor = fresh
    let output = StandardOutput()
    let writer = EventWriter(isJSON: json)
    var table = try FixTable(path: input, assumedAccuracy: accuracy, progress: terminalProgress)
    repeat {
      while let fix = table.next() {
        if table.isOnNewClock { monitor = fresh }
        for event in monitor.receive(fix, at: fix.time) { writer.write(event, to: output) }
      }
      // Piped input may pause here.
      output.flush()
    } while try table.fill()
    table.reportBadRows()
    guard table.rows > 0 else { throw CommandFailure(message: "\(table.name) has no fixes") }
  }

  private var options: MonitoringOptions {
    var options = MonitoringOptions()
    options.confidence = confidence
    options.dwell = .seconds(dwell)
    options.hysteresis = hysteresis
    return options
  }
}

/// Writes one line for each event.
private struct EventWriter {
  let isJSON: Bool

  func write(_ event: RegionEvent, to output: StandardOutput) {
    let word =
      switch event.crossing {
      case .enter: "enter"
      case .exit: "exit"
      case nil: event.state == .inside ? "inside" : "outside"
      }
    let time = event.timestamp?.description
    let seconds = Double(event.time.nanoseconds) / 1e9
    guard isJSON else {
      return output.line(
        "\(time ?? seconds.text(places: 3))  \(word)  \(ForeignText(event.identifier))  "
          + event.probability.text(places: 4))
    }
    var text = JSONText(capacity: 256)
    text.object {
      $0.member("t", seconds, places: 3)
      $0.member("time", time)
      $0.member("identifier", event.identifier)
      $0.member("event", word)
      $0.member("probability", event.probability, places: 6)
      $0.member("lat", event.evidence?.coordinate.latitude, places: 7)
      $0.member("lon", event.evidence?.coordinate.longitude, places: 7)
      $0.member("hacc", event.evidence?.horizontalAccuracy, places: 2)
    }
    text.newline()
    output.write(text.bytes)
  }
}
