internal import CCairnLinux
internal import CairnTypes

/// Writes one line to standard error, with any control characters made visible.
///
/// Never waits for the reader: text that cannot be written at once is lost.
public func writeToStandardError(_ line: String) {
  let text = Array((ForeignText.visible(line) + "\n").utf8)
  var written = 0
  while written < text.count {
    let count = unsafe text.withUnsafeBytes {
      unsafe cairnlinux_write_at_once(2, $0.baseAddress?.advanced(by: written), $0.count - written)
    }
    guard count > 0 else { return }
    written += count
  }
}
