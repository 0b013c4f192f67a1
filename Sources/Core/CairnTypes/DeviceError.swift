/// A system call that failed on a device or a file.
public struct DeviceError: Error, Hashable, Sendable {
  /// Operation that was attempted on the device.
  @nonexhaustive
  public enum Operation: UInt8, Hashable, Sendable {
    case open, lock, configure, read, write, monitor, start, resolve
  }

  /// The operation that failed.
  public let operation: Operation
  /// The path as the caller gave it.
  public let path: String
  /// The C `errno`.
  public let code: Int32

  /// Creates an error; the properties describe the values.
  public init(_ operation: Operation, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}
