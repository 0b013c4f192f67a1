import CairnFiles
import CommandSupport

/// The positions in the record of a flight, as the International Gliding Commission defines it.
///
/// Source: FAI, Technical Specification for GNSS Flight Recorders, appendix A, B record.
struct IGCRecords: ~Copyable {
  /// Pressure and satellite height at one time.
  struct Heights {
    /// Seconds since the midnight before the first record.
    var time: Double
    /// Metres in the standard atmosphere.
    var pressure: Double
    /// Metres; `nil` where the receiver had no height.
    var satellites: Double?
  }

  private static let day = 86_400.0

  /// The path, or `standard input`; for messages.
  let name: String
  private var lines: LineInput
  private var tally = RowTally()
  private var lastTime = -Double.infinity
  private var midnight = 0.0

  /// Opens a file.
  init(path: String) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    lines = try LineInput(
      path: path, maximumLine: CSVLine.maximumLength, progress: terminalProgress)
  }

  /// Number of records that could be used.
  var rows: Int { tally.good }

  /// Returns the next record that has been read; `nil` if `fill` must read more first.
  mutating func next() -> Heights? {
    while let line = lines.next() {
      guard case .line(let text) = line, text.first == UInt8(ascii: "B") else { continue }
      do throws(UnusableRow.Reason) {
        let heights = try heights(Array(text))
        tally.countGood()
        return heights
      } catch {
        tally.count(UnusableRow(line: lines.number, reason: error))
      }
    }
    return nil
  }

  /// Reads more; returns false when there are no more records.
  mutating func fill() throws(CommandFailure) -> Bool { try lines.fill() }

  /// Reports on standard error which records were left out, if any.
  func reportBadRows() { tally.report(name, as: "usable") }

  private mutating func heights(_ line: [UInt8]) throws(UnusableRow.Reason) -> Heights {
    guard line.count >= 35 else { throw .fieldMissing("the height") }
    let hour = try number(line[1..<3], "hour", 0...23)
    let minute = try number(line[3..<5], "minute", 0...59)
    let second = try number(line[5..<7], "second", 0...60)
    let pressure = try number(line[25..<30], "pressure height", -9_999...99_999)
    let height = try number(line[30..<35], "height", -9_999...99_999)
    var time = midnight + 3_600 * hour + 60 * minute + second
    // Flights go on after midnight; a recorder that steps back by less has made an error.
    if time < lastTime - Self.day / 2 {
      midnight += Self.day
      time += Self.day
    }
    guard time > lastTime else { throw .notLater }
    lastTime = time
    let isThreeD = line[24] == UInt8(ascii: "A")
    return Heights(time: time, pressure: pressure, satellites: isThreeD ? height : nil)
  }

  private func number(
    _ field: ArraySlice<UInt8>, _ column: String, _ range: ClosedRange<Double>
  ) throws(UnusableRow.Reason) -> Double {
    guard let text = String(validating: field, as: UTF8.self) else { throw .notCSV }
    return try CSVLine.number([text], 0, column, within: range)
  }
}
