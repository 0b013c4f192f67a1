internal import CairnTypes

extension MagneticCalibration {
  private static let version: UInt8 = 1

  /// The calibration as bytes to be kept.
  package var encoded: [UInt8] {
    var (copy, writer) = (self, RecordWriter())
    copy.fields(&writer)
    return writer.bytes
  }

  /// Reads a calibration that was kept; `nil` for bytes that are none.
  package init?(decoding bytes: [UInt8]) {
    var reader = RecordReader(bytes[...])
    self = .identity
    fields(&reader)
    guard !reader.hasFailed, reader.isAtEnd, isPossible else { return nil }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    var version = Self.version
    f.integer(&version)
    if version != Self.version { f.fail() }
    matrix.x.fields(&f)
    matrix.y.fields(&f)
    matrix.z.fields(&f)
    offset.fields(&f)
    f.real(&delay)
  }

  /// Whether a magnetometer can be so.
  private var isPossible: Bool {
    let rows = [matrix.x, matrix.y, matrix.z]
    return rows.allSatisfy { $0.isFinite && $0.length < 10 } && matrix.determinant > 0.01
      && offset.isFinite && offset.length < 10_000 && abs(delay) < 1
  }
}

extension Vector3 {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.real(&x)
    f.real(&y)
    f.real(&z)
  }
}
