internal import CCairnLinux

/// Writes one line to the standard error stream. What cannot be written is lost.
public func writeToStandardError(_ line: String) {
  var text = line + "\n"
  text.withUTF8 { _ = unsafe cairn_write(2, $0.baseAddress, $0.count) }
}
