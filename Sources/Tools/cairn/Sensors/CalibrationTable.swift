import CairnSensors
import CairnTypes
import CommandSupport

/// A magnetometer's calibration as a table of one row.
enum CalibrationTable {
  private static let matrix = ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"]
  private static let rest = ["bx_ut", "by_ut", "bz_ut", "delay_s"]

  /// Reads a table; its first row counts.
  ///
  /// - Throws: a one-line message that says what to do.
  static func read(_ path: String) throws(CommandFailure) -> MagneticCalibration {
    var table = try NumberTable(
      path: path,
      columns: matrix.map { NumberTable.Column(name: $0, range: -100...100) }
        + rest.dropLast().map { NumberTable.Column(name: $0, range: -10_000...10_000) }
        + [NumberTable.Column(name: "delay_s", range: -1...1)])
    var row = table.next()
    while row == nil, case true = try table.fill() { row = table.next() }
    table.reportBadRows()
    guard let values = row?.compactMap({ $0 }), values.count == matrix.count + rest.count else {
      throw CommandFailure(message: "\(table.name) has no calibration")
    }
    func vector(_ first: Int) -> Vector3 {
      Vector3(values[first], values[first + 1], values[first + 2])
    }
    return MagneticCalibration(
      matrix: Matrix3(vector(0), vector(3), vector(6)), offset: vector(9), delay: values[12])
  }

  /// Writes a table.
  ///
  /// - Parameters:
  ///   - calibration: the calibration to write.
  ///   - deviation: microtesla, of the least certain direction.
  ///   - output: the destination.
  static func write(
    _ calibration: MagneticCalibration, deviation: Double, to output: TableOutput
  ) {
    let m = calibration.matrix
    let vectors = [m.x, m.y, m.z, calibration.offset]
    output.append(matrix + rest + ["deviation_ut"])
    output.append(
      vectors.flatMap { [$0.x, $0.y, $0.z] }.map { $0.text(places: 6) }
        + [calibration.delay.text(places: 6), deviation.text(places: 3)])
  }
}
