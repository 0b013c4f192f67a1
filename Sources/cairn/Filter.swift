import ArgumentParser
import CairnTypes
import CairnUpdates
import CommandSupport

struct Filter: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs recorded fixes through the rules of delivery, in no time.",
    discussion: """
      What comes out is what a client with these wishes would have been given, fix by fix: by the rules \
      and timers of the service, on a clock that follows the recording.

      The fixes are comma-separated values whose first line names the columns: t (seconds, may be \
      Unix time), lat, lon (degrees) and, if known, hacc, vacc, sacc, alt, speed, course, source, \
      quality (as GGA has it), nsat and hdop, in any order; other columns are ignored.

      Prints the columns t, lat, lon, hacc, speed and course: t is when a fix was true. How many were left \
      out, and why, is said at the end. Of a gap in the recording the first 1,000 heartbeats are printed, \
      and the last.

      Examples:
        cairn filter --in drive.csv --out filtered.csv --distance-filter 10
        cairn filter --activity fitness --worst-accuracy 50 < walk.csv | wc -l
        cairn filter --in phone.csv --source gnss --source network --json

      Exit codes: 0 done, 1 a file cannot be read or written or has no fixes, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The fixes; - reads standard input.")
  var input = "-"

  @Option(name: .customLong("out"), help: "Where to write to; - writes standard output.")
  var output = "-"

  @Option(
    parsing: .unconditional,
    help: "Metres, 68 %: fixes that are worse are left out. Default: none is.")
  var worstAccuracy: Double?

  @Option(
    parsing: .unconditional, help: "Metres from the last delivered fix. Default: each is delivered."
  )
  var distanceFilter: Double?

  @Option(parsing: .unconditional, help: "Seconds between two delivered fixes, at least.")
  var interval: Double?

  @Option(
    parsing: .unconditional,
    help: "Seconds after which the last fix is delivered again, if none was.")
  var heartbeat: Double?

  @Option(help: "What carries the device.")
  var activity = ActivityArgument(.other)

  @Option(help: "A source to take; may be repeated. Default: all.")
  var source: [String] = []

  @Flag(help: "One JSON object a line.")
  var json = false

  func validate() throws {
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
    var table = try FixTable(path: input, isOrdered: false)
    let writer = try FixWriter(path: output, isJSON: json)
    do {
      complain(try filter(&table, to: writer))
    } catch {
      writer.discard()
      throw error
    }
  }

  /// - Returns: one line that sums up.
  private func filter(_ table: inout FixTable, to writer: FixWriter) throws -> String {
    var rules = FilteredFixes(configuration)
    let sources = Set(source)
    var given = 0
    repeat {
      while let fix = try table.next() {
        guard sources.isEmpty || sources.contains(fix.source.provider.name) else { continue }
        given += 1
        rules.receive(fix) { writer.write($0) }
      }
      try writer.flush()
    } while try table.fill()
    rules.finish { writer.write($0) }
    table.reportBadRows()
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
    // Nobody takes part in a recording whose demand a pause could spare.
    configuration.pausesLocationUpdatesAutomatically = false
    configuration.minimumInterval = interval.map { .seconds($0) }
    configuration.heartbeat = heartbeat.map { .seconds($0) }
    configuration.activityType = activity.type
    return configuration
  }
}
