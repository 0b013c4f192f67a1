import CairnFiles
import CairnSensors
import CairnTypes
import CommandSupport

/// The samples of a device's sensors in a file of comma-separated values.
struct SampleTable: ~Copyable {
  private static let columns: [NumberTable.Column] =
    [NumberTable.Column.time]
    + ["ax", "ay", "az"].map { NumberTable.Column(name: $0, range: -2_000...2_000) }
    + ["mx", "my", "mz"].map {
      NumberTable.Column(name: $0, range: -10_000...10_000, isOptional: true)
    }
    + ["gx", "gy", "gz"].map { NumberTable.Column(name: $0, range: -80...80, isOptional: true) }

  private var table: NumberTable
  private let mount: MountMatrix

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - mount: of all sensors.
  /// - Throws: a one-line message that says what to do.
  init(path: String, mount: MountMatrix) throws(CommandFailure) {
    table = try NumberTable(path: path, columns: Self.columns)
    self.mount = mount
  }

  /// The path, or `standard input`; for messages.
  var name: String { table.name }

  /// Whether the table has rotation rates; false before its first row has been read.
  var hasGyroscope: Bool { (7..<10).allSatisfy { table.has($0) } }

  /// Returns the next sample that has been read, with its time in seconds; `nil` if `fill` must read
  /// more first.
  mutating func next() -> (time: Double, sample: MotionSample)? {
    while let row = table.next() {
      guard let time = row[0], let acceleration = vector(row, 1) else { continue }
      return (
        time,
        MotionSample(
          time: MonotonicTime(seconds: time),
          rotationRate: vector(row, 7), acceleration: acceleration, field: vector(row, 4))
      )
    }
    return nil
  }

  /// Reads more; returns false when there are no more rows.
  mutating func fill() throws(CommandFailure) -> Bool { try table.fill() }

  /// Reports which rows were left out.
  ///
  /// - Throws: that there was none to use.
  func finish() throws(CommandFailure) {
    table.reportBadRows()
    guard table.rows > 0 else {
      throw CommandFailure(message: "\(name) has no usable rows")
    }
  }

  /// The vector in three columns, in the device's frame; `nil` if one of them is empty.
  private func vector(_ row: [Double?], _ first: Int) -> Vector3? {
    guard let x = row[first], let y = row[first + 1], let z = row[first + 2] else { return nil }
    return mount.applied(to: Vector3(x, y, z))
  }
}

/// A file of samples as `SampleTable` reads it. Isolation: belongs to the task that writes.
final class SampleTableWriter {
  private let output: TableOutput
  /// Whether the table has rotation rates; `nil` before the first sample.
  private var hasGyroscope: Bool?

  /// Opens a file, which appears with `close`; `-` is standard output.
  ///
  /// - Throws: a one-line message that says what to do.
  init(path: String) throws(CommandFailure) { output = try TableOutput(path: path) }

  /// Appends samples, all or none of which have a rotation rate.
  ///
  /// - Throws: a one-line message that says what to do.
  func append(_ samples: [MotionSample]) throws(CommandFailure) {
    for sample in samples {
      if hasGyroscope == nil { begin(hasGyroscope: sample.rotationRate != nil) }
      var vectors = [sample.acceleration, sample.field]
      if hasGyroscope == true { vectors.append(sample.rotationRate) }
      output.append(
        [(Double(sample.time.nanoseconds) / 1e9).text(places: 6)]
          + vectors.flatMap { vector in
            [vector?.x, vector?.y, vector?.z].map { $0?.text(places: 6) ?? "" }
          })
    }
    try output.flush()
  }

  private func begin(hasGyroscope: Bool) {
    self.hasGyroscope = hasGyroscope
    let rates = hasGyroscope ? ["gx", "gy", "gz"] : []
    output.append(["t", "ax", "ay", "az", "mx", "my", "mz"] + rates)
  }

  /// Writes the rest, and lets the file appear.
  ///
  /// - Throws: as `append`.
  func close() throws(CommandFailure) { try output.close() }
}
