import ArgumentParser
import CairnFiles
import CairnTypes
import CairnUpdates
import CommandSupport

struct Filter: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Filters recorded fixes as the service would, without waiting.",
    discussion: """
      Runs the fixes through the filter and the rules of delivery, and prints what a client with \
      these options would get, on a clock that follows the recording. The filter smooths the track, \
      refuses outliers, keeps a standing device in its place, puts late fixes where they belong, \
      continues the course for up to 10 seconds without a fix, and states an accuracy that holds the \
      true position 68 times in a hundred. Where the clock of the recording was set back, four fixes \
      are left out, and a new track starts. With --raw, the rules alone apply.

      The fixes are comma-separated values whose first line names the columns: t (seconds, may be \
      Unix time), lat, lon (degrees) and, if known, hacc, vacc, sacc, alt, speed, course, source, \
      quality (as GGA has it), nsat, hdop, sigma_e and sigma_n (metres, one standard deviation \
      towards east and north), in any order; empty is unknown, other columns are ignored.

      Prints the columns t, lat, lon, hacc, speed and course; t is the time of the fix. The end reports \
      how many were left out, and why. In a gap of the recording, the first 1,000 heartbeats and the \
      last one are printed.

      With --explain, a line on each decision goes to standard error: time, source, decision, the \
      radius in metres, the squared Mahalanobis distance of the fix, the learned parts of its error \
      that are new each time and altogether (1 is what the receiver states), and how often the last \
      fixes were within their 68 % circles.

      With --plot, an SVG file shows the fixes that were given and the positions that were delivered \
      on a map: circles of accuracy, places where the device stood, extrapolated parts dashed. A longer \
      recording has no larger picture: beyond 4,096 points, both tracks are thinned.

      Examples:
        cairn filter --in drive.csv --out filtered.csv --distance-filter 10
        cairn filter --in drive.csv --explain > filtered.csv 2> decisions.txt
        cairn filter --in drive.csv --out filtered.csv --plot drive.svg --plot-title "To work"
        cairn filter --raw --in drive.csv --out unfiltered.csv
        cairn filter --activity fitness --worst-accuracy 50 < walk.csv | wc -l
        cairn filter --in phone.csv --source gnss --source network --json

      Exit codes: 0 done, 1 a file cannot be read or written or has no fixes, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The fixes; - reads standard input.")
  var input = "-"

  @Option(name: .customLong("out"), help: "The file to write; - writes standard output.")
  var output = "-"

  @Option(
    parsing: .unconditional,
    help: "Metres, 68 %: fixes that are worse are left out. Default: no limit.",
    transform: OptionNumber.decimal)
  var worstAccuracy: Double?

  @Option(
    parsing: .unconditional, help: "Metres to move from the last delivered fix. Default: none.",
    transform: OptionNumber.decimal)
  var distanceFilter: Double?

  @Option(
    parsing: .unconditional, help: "Shortest time between two delivered fixes, in seconds.",
    transform: OptionNumber.decimal)
  var interval: Double?

  @Option(
    parsing: .unconditional,
    help: "Seconds without a fix after which the last one is delivered again.",
    transform: OptionNumber.decimal)
  var heartbeat: Double?

  @Option(help: "How the device is carried.")
  var activity = ActivityArgument(.other)

  @Option(help: "Take only this source; may be repeated. Default: all.")
  var source: [String] = []

  @Flag(help: "Do not filter: apply the rules of delivery alone.")
  var raw = false

  @Flag(help: "Print a line on each decision to standard error.")
  var explain = false

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(help: "An SVG file to write or replace: a map of the fixes, raw and filtered.")
  var plot: String?

  @Option(help: "The headline of the picture. Default: the name of the file.")
  var plotTitle: String?

  func validate() throws {
    if plotTitle != nil, plot == nil {
      throw ValidationError("--plot-title is the headline of a picture: add --plot FILE.svg")
    }
    if plot == "-" || plot == "" {
      throw ValidationError("--plot needs a file: a picture is not written to standard output")
    }
    if let plot, plot == output {
      throw ValidationError("--plot and --out name the same file: \(plot)")
    }
    let numbers = [
      ("worst-accuracy", worstAccuracy), ("distance-filter", distanceFilter),
      ("interval", interval),
      ("heartbeat", heartbeat),
    ]
    for (name, value) in numbers {
      guard let value else { continue }
      guard value > 0, value <= 1e9 else {
        throw ValidationError("--\(name) must be above 0 and at most 1e9, not \(value)")
      }
    }
  }

  func run() throws {
    let picture = try plot.map { try WholeFile(path: $0) }
    var table = try FixTable(path: input, isOrdered: false, progress: terminalProgress)
    let writer = try FixWriter(path: output, isJSON: json)
    do {
      complain(try filter(&table, to: writer, picture))
    } catch {
      writer.discard()
      throw error
    }
  }

  /// - Returns: a one-line summary.
  private func filter(
    _ table: inout FixTable, to writer: FixWriter, _ picture: WholeFile?
  ) throws -> String {
    var rules = FilteredFixes(
      configuration, isRaw: raw,
      explain: explain ? { report($0) } : nil)
    let sources = Set(source)
    var given = 0
    var map = picture == nil ? nil : TrackPlot()
    var delivered: [Location] = []
    func pass() {
      for fix in delivered {
        writer.write(fix)
        map?.deliver(fix, track: rules.tracks)
      }
      delivered.removeAll(keepingCapacity: true)
    }
    repeat {
      while let fix = table.next() {
        guard sources.isEmpty || sources.contains(fix.source.provider.name) else { continue }
        given += 1
        map?.take(fix)
        rules.receive(fix) { delivered.append($0) }
        pass()
      }
      try writer.flush()
    } while try table.fill()
    rules.finish { delivered.append($0) }
    pass()
    if explain { Outlet.standardError.drain() }
    table.reportBadRows()
    if let map { try picture?.write(TrackDrawing(map, title: plotTitle ?? table.name).svg) }
    guard given > 0 else {
      let hint = table.rows > 0 ? " of \(source.joined(separator: ", "))" : ""
      throw CommandFailure(message: "\(table.name) has no fixes\(hint)")
    }
    try writer.close()
    return rules.summary(of: given)
  }

  private var configuration: LocationConfiguration {
    var configuration = LocationConfiguration()
    configuration.worstAcceptableAccuracy = worstAccuracy
    configuration.distanceFilter = distanceFilter
    // A recording has no live demand that a pause could reduce.
    configuration.pausesLocationUpdatesAutomatically = false
    configuration.minimumInterval = interval.map { .seconds($0) }
    configuration.heartbeat = heartbeat.map { .seconds($0) }
    configuration.activityType = activity.type
    return configuration
  }
}
