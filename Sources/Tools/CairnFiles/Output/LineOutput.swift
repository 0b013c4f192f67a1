/// Where the lines of a writer go: standard output, or memory.
///
/// Isolation: belongs to the task that writes.
package protocol LineOutput: AnyObject {
  /// Appends whole lines.
  func write(_ bytes: [UInt8])
  /// Appends one line; the output makes hidden characters visible, if somebody may see it.
  func line(_ text: String)
  /// Ends a block of lines: nothing more is known for now.
  func flush()
}
