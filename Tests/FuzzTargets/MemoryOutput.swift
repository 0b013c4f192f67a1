import CairnFiles

/// Keeps what the writers write.
final class MemoryOutput: LineOutput {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  func line(_ text: String) { write(Array(text.utf8) + [0x0A]) }

  func flush() {}

  /// Returns the lines written since the last call.
  func take() -> [ArraySlice<UInt8>] {
    defer { bytes = [] }
    require(bytes.isEmpty || bytes.last == 0x0A, "a line has no end")
    return bytes.split(separator: 0x0A)
  }
}
