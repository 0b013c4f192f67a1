public import CairnTypes

/// A small file that is replaced as a whole: whoever reads it finds what was written last, or before.
///
/// Isolation: the event loop. What is written goes to the disk on a thread of its own, one after the other.
public final class StateFile {
  private let path: String
  private let writer: StateWriter

  /// Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: in a directory that exists and is the program's own.
  ///   - loop: the caller runs on it.
  public init(_ path: String, loop: EventLoop) {
    self.path = path
    writer = StateWriter(loop: loop) { bytes, path throws(LocationError) in
      do throws(DeviceError) { try FileSystem.replace(path, with: bytes) } catch {
        throw LocationError(.storageFailure, cause: error)
      }
    }
  }

  /// Why the last bytes could not be written; `nil` when they were.
  public var failure: DeviceError? { writer.failure?.cause }

  /// What was written last.
  ///
  /// - Parameter limit: bytes.
  /// - Returns: `nil` when there is no such file.
  /// - Throws: `FileFailure`, when it is there and cannot be read, or is larger than `limit`.
  public func read(limit: Int) throws(FileFailure) -> [UInt8]? {
    do throws(FileFailure) { return try readFile(path, limit: limit) } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Replaces the file, soon.
  public func replace(_ bytes: [UInt8]) { writer.write(path) { { bytes } } }

  /// Calls back when everything has been written, or could not be.
  public func whenIdle(_ body: @escaping () -> Void) { writer.whenIdle(body) }
}
