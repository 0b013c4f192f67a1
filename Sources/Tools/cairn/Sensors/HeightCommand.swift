import ArgumentParser
import CairnFiles
import CairnFusion
import CairnTypes
import CommandSupport

struct HeightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "height",
    abstract: "Joins heights from a barometer and from satellites.",
    discussion: """
      The barometer follows every step but drifts with the weather and is wrong by some per cent of a \
      climb; satellite heights stay right but wander by metres. Their difference is estimated, and its \
      uncertainty grows with every metre climbed.

      The input is the record of a flight (a name that ends in .igc, or --igc) or comma-separated values \
      whose first line names the columns: t (seconds, growing), pressure (hectopascals) or pressure_alt \
      (metres in the standard atmosphere), and if known alt (metres from satellites, above the ellipsoid \
      or above sea level) and vacc (metres, 68 %).

      Prints the columns t, height, accuracy (metres, 68 %) and relative (metres above the first \
      pressure). Height and accuracy are empty before the first satellite height.

      A row that cannot be used is left out and reported at the end with its line number.

      Examples:
        cairn height --in flight.igc --out heights.csv
        printf 't,pressure,alt\\n0,1013.25,12\\n1,1013.13,\\n' | cairn height
        cairn height --igc < flight.igc | tail -1

      Exit codes: 0 done, 1 a file cannot be read or written or has no usable rows, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The heights; - reads standard input.")
  var input = "-"

  @Option(name: .customLong("out"), help: "The file to make or replace; - writes standard output.")
  var output = "-"

  @Flag(help: "The input is the record of a flight, whatever its name.")
  var igc = false

  @Option(
    parsing: .unconditional,
    help: "Metres, 68 %, of satellite heights that state none. Default: 5.",
    transform: OptionNumber.decimal)
  var satelliteAccuracy = 5.0

  func validate() throws {
    guard satelliteAccuracy >= 0.1, satelliteAccuracy <= 1000 else {
      throw ValidationError(
        "--satellite-accuracy must be 0.1 to 1000 metres, not \(satelliteAccuracy)")
    }
  }

  func run() throws {
    let isFlight = igc || input.lowercased().hasSuffix(".igc")
    var records = isFlight ? try IGCRecords(path: input) : nil
    var table = isFlight ? nil : try NumberTable(path: input, columns: Self.columns)
    let writer = try TableOutput(path: output)
    var joined = JoinedHeights(writer, satelliteAccuracy)
    try records?.join(to: &joined)
    try table?.join(to: &joined)
    try writer.close()
  }

  static let columns: [NumberTable.Column] = [
    .time,
    NumberTable.Column(
      name: "pressure", range: StandardAtmosphere.pressures, isOptional: true),
    NumberTable.Column(name: "pressure_alt", range: -2_000...20_000, isOptional: true),
    NumberTable.Column(name: "alt", range: TableRow.altitudes, isOptional: true),
    NumberTable.Column(name: "vacc", range: 0.1...1_000, isOptional: true),
  ]
}

/// Writes a height for each pressure.
private struct JoinedHeights {
  private var filter = PressureHeight()
  let writer: TableOutput
  /// Metres, 68 %, of heights that state none.
  private let accuracy: Double

  init(_ writer: TableOutput, _ accuracy: Double) {
    self.writer = writer
    self.accuracy = accuracy
    writer.append(["t", "height", "accuracy", "relative"])
  }

  mutating func take(
    _ seconds: Double, pressureHeight: Double, height: Double?, accuracy: Double? = nil
  ) {
    let time = MonotonicTime(seconds: seconds)
    filter.take(pressureHeight: pressureHeight, at: time)
    if let height { filter.take(height: height, accuracy: accuracy ?? self.accuracy, at: time) }
    let estimate = filter.estimate
    writer.append([
      seconds.text(places: 6), estimate?.height.text(places: 2) ?? "",
      estimate?.accuracy.text(places: 2) ?? "", filter.relativeHeight?.text(places: 2) ?? "",
    ])
  }
}

extension IGCRecords {
  fileprivate mutating func join(to heights: inout JoinedHeights) throws(CommandFailure) {
    repeat {
      while let record = next() {
        heights.take(record.time, pressureHeight: record.pressure, height: record.satellites)
      }
      try heights.writer.flush()
    } while try fill()
    reportBadRows()
    guard rows > 0 else { throw CommandFailure(message: "\(name) has no usable B records") }
  }
}

extension NumberTable {
  fileprivate mutating func join(to heights: inout JoinedHeights) throws(CommandFailure) {
    repeat {
      while let row = next() {
        guard let time = row[0],
          let height = row[2] ?? row[1].flatMap({ StandardAtmosphere.height(of: $0) })
        else { continue }
        heights.take(time, pressureHeight: height, height: row[3], accuracy: row[4])
      }
      try heights.writer.flush()
    } while try fill()
    reportBadRows()
    guard rows > 0 else { throw CommandFailure(message: "\(name) has no usable rows") }
    guard has(1) || has(2) else {
      throw CommandFailure(message: "\(name) has no column pressure or pressure_alt")
    }
  }
}
