import CairnTypes
import CommandSupport

/// Writes fixes as comma-separated values or as JSON, one line each.
///
/// Isolation: belongs to the task that writes.
final class FixWriter {
  private let file: RecordingFile?
  private let output = StandardOutput()
  private let isJSON: Bool
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - path: the path of a new file; `-` for standard output.
  ///   - isJSON: whether to write one JSON object a line.
  /// - Throws: a one-line message that says what to do.
  init(path: String, isJSON: Bool) throws(CommandFailure) {
    file = path == "-" ? nil : try RecordingFile(path: path)
    self.isJSON = isJSON
    if !isJSON { append(Array("t,lat,lon,hacc,speed,course\n".utf8)) }
  }

  /// Writes one fix. Its time is UTC if known, else in seconds of the boot clock.
  func write(_ fix: Location) {
    let nanoseconds = fix.timestamp?.nanosecondsSince1970 ?? fix.time.nanoseconds
    let seconds = Double(nanoseconds) / 1e9
    guard isJSON else {
      let numbers = [
        seconds.text(places: 3), fix.coordinate.latitude.text(places: 9),
        fix.coordinate.longitude.text(places: 9), fix.horizontalAccuracy.text(places: 3),
        fix.speed?.text(places: 3) ?? "", fix.course?.text(places: 3) ?? "",
      ]
      return append(Array((numbers.joined(separator: ",") + "\n").utf8))
    }
    var text = JSONText(capacity: 256)
    text.object {
      $0.member("t", seconds, places: 3)
      $0.member("lat", fix.coordinate.latitude, places: 9)
      $0.member("lon", fix.coordinate.longitude, places: 9)
      $0.member("hacc", fix.horizontalAccuracy, places: 3)
      $0.member("alt", fix.ellipsoidalAltitude ?? fix.altitude, places: 3)
      $0.member("vacc", fix.verticalAccuracy, places: 3)
      $0.member("speed", fix.speed, places: 3)
      $0.member("course", fix.course, places: 3)
      $0.member("source", fix.source.provider.name)
      $0.array("flags") { for name in fix.source.flags.names { $0.element(name) } }
    }
    text.newline()
    append(text.bytes)
  }

  /// Writes what is buffered to the file or to standard output.
  ///
  /// - Throws: a one-line message that says what to do.
  func flush() throws(CommandFailure) {
    guard let file else { return output.flush() }
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and completes the file. Must be the last call.
  ///
  /// - Throws: as `flush`.
  func close() throws(CommandFailure) {
    try flush()
    try file?.finish()
  }

  /// Discards the file, because the command failed.
  func discard() { file?.discard() }

  private func append(_ bytes: [UInt8]) {
    if file == nil { output.write(bytes) } else { buffer.append(contentsOf: bytes) }
  }
}
