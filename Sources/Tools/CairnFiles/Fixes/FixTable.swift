import CairnFusion
package import CairnTypes

/// Fixes in a file of comma-separated values whose first line names the columns.
///
/// `t` (seconds, may be Unix time), `lat` and `lon` (degrees) are required; `hacc` (metres, 68 %)
/// and the columns of `FixColumn` are optional. Columns may be in any order; others are ignored,
/// as are empty lines and those that begin with `#`. `complaints` names the rows that are no fix.
///
/// ```swift
/// repeat {
///   while let fix = table.next() { … }
///   output.flush()  // what is piped in may pause here
/// } while try table.fill()
/// table.complaints.forEach(complain)
/// ```
package struct FixTable: ~Copyable {
  /// Seconds from which `t` is Unix time and fixes have a timestamp: 6 January 1980, GPS time zero.
  private static let firstUnixTime = 315_964_800.0
  /// Seconds; the most that both clocks can hold.
  private static let latestTime = 9.2e9
  /// The same in milliseconds, which are no seconds.
  private static let latestMillisecond = 9.2e12

  /// The path, or `standard input`; for messages.
  package let name: String
  private var tally = RowTally()
  private var lines: LineInput
  private let columns: Columns
  private var lastTime: MonotonicTime?
  /// The last row that was not later than the fix before it, and how many have come in a row.
  private var late = (time: MonotonicTime(nanoseconds: .min), count: 0)
  /// Whether the last fix of an ordered table showed that the clock had been set back.
  package private(set) var isOnNewClock = false
  private let assumedAccuracy: Double?
  private let isOrdered: Bool

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - isOrdered: whether a row that is not later than the fix before it is a bad row. After
  ///     several of them the clock counts as set back, and the rows are good again.
  ///   - assumedAccuracy: metres, 68 %, for rows without `hacc`; their fixes are flagged
  ///     `.accuracyEstimated`. `nil` leaves the accuracy `.nan`.
  ///   - progress: as for `CaptureInput.init`.
  /// - Throws: a one-line message that says what the header lacks, or why the file cannot be read.
  package init(
    path: String, isOrdered: Bool = true, assumedAccuracy: Double? = nil,
    progress: ((String) -> Void)?
  ) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    var lines = try LineInput(
      path: path, maximumLine: CSVLine.maximumLength, progress: progress)
    columns = Columns(
      try CSVHeader(
        of: &lines, name, required: ["t", "lat", "lon"],
        optional: ["hacc"] + FixColumn.allCases.map(\.rawValue), example: "t,lat,lon,hacc"))
    self.lines = lines
    self.assumedAccuracy = assumedAccuracy
    self.isOrdered = isOrdered
  }

  /// Returns the next fix that has been read; `nil` if `fill` must read more first.
  ///
  /// `t` becomes the fix's time on the boot clock and, if it is Unix time, its timestamp.
  package mutating func next() -> Location? {
    while let line = lines.next() {
      if case .line(let text) = line, CSVLine.isEmpty(text) { continue }
      do throws(UnusableRow) {
        let fix = try fix(line, columns)
        isOnNewClock = isOrdered ? try startsClock(fix.time) : false
        lastTime = fix.time
        tally.countGood()
        return fix
      } catch {
        tally.count(error)
      }
    }
    return nil
  }

  /// Reads more; returns false when there are no more rows.
  ///
  /// - Throws: a one-line message that says why the file cannot be read.
  package mutating func fill() throws(CommandFailure) -> Bool { try lines.fill() }

  /// Number of rows that were fixes.
  package var rows: Int { tally.good }

  /// Which rows were left out, one line each, and how many; empty if there are none.
  package var complaints: [String] { tally.complaints(name, as: "fixes") }
}

extension FixTable {
  private struct Columns {
    let time, latitude, longitude: Int
    let accuracy: Int?
    /// How many names the header has.
    let count: Int
    /// The columns of `FixColumn` that exist, and their indices.
    let others: [(column: FixColumn, index: Int)]

    init(_ header: CSVHeader) {
      // The table has the first three.
      (time, latitude, longitude) = (header["t"] ?? 0, header["lat"] ?? 0, header["lon"] ?? 0)
      accuracy = header["hacc"]
      count = header.count
      others = FixColumn.allCases.compactMap { column in
        header[column.rawValue].map { (column, $0) }
      }
    }
  }

  private func fix(_ line: LineInput.Line, _ columns: Columns) throws(UnusableRow) -> Location {
    guard case .line(let text) = line else { throw bad(.tooLong) }
    guard let fields = CSVLine.fields(of: text) else { throw bad(.notCSV) }
    // Decimal commas would give another place.
    guard fields.count <= columns.count || fields[columns.count...].allSatisfy(\.isEmpty) else {
      throw bad(.tooManyFields)
    }
    let seconds = try number(fields, columns.time, "t", within: 0...Self.latestMillisecond)
    guard seconds <= Self.latestTime else {
      throw bad(.unsuitable("t is out of range: \(fields[columns.time]): write seconds"))
    }
    let time = MonotonicTime(nanoseconds: Int64((seconds * 1e6).rounded()) * 1000)
    var fix = Location(
      coordinate: Coordinate(
        latitude: try number(fields, columns.latitude, "lat", within: -90...90),
        longitude: try number(fields, columns.longitude, "lon", within: -180...180)),
      horizontalAccuracy: .nan, time: time,
      source: LocationSource(provider: "file", technology: .external, flags: .replayed))
    if seconds >= Self.firstUnixTime {
      fix.timestamp = Timestamp(nanosecondsSince1970: time.nanoseconds)
    }
    if let column = columns.accuracy, column < fields.count, !fields[column].isEmpty {
      fix.horizontalAccuracy = try number(fields, column, "hacc", within: 0...1e8)
    } else if let assumedAccuracy {
      fix.horizontalAccuracy = assumedAccuracy
      fix.source.flags.insert(.accuracyEstimated)
    }
    for (column, index) in columns.others where index < fields.count && !fields[index].isEmpty {
      guard let range = column.range else {
        column.name(fields[index], in: &fix)
        continue
      }
      if column.hasUnknown, DecimalText.number(fields[index]) == -1 { continue }
      column.set(try number(fields, index, column.rawValue, within: range), in: &fix)
    }
    return fix
  }

  /// Whether a row that is not later than the fix before it shows that the clock was set back.
  private mutating func startsClock(_ time: MonotonicTime) throws(UnusableRow) -> Bool {
    guard let lastTime, time <= lastTime else {
      late.count = 0
      return false
    }
    late = (time, time > late.time ? late.count + 1 : 1)
    guard late.count >= FusionEngine.lateRun else { throw bad(.notLater) }
    late.count = 0
    return true
  }

  private func number(
    _ fields: [String], _ index: Int, _ column: String, within range: ClosedRange<Double>
  ) throws(UnusableRow) -> Double {
    do throws(UnusableRow.Reason) {
      return try CSVLine.number(fields, index, column, within: range)
    } catch {
      throw bad(error)
    }
  }

  private func bad(_ reason: UnusableRow.Reason) -> UnusableRow {
    UnusableRow(line: lines.number, reason: reason)
  }
}
