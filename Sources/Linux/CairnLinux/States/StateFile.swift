public import CairnTypes

/// A small file that is replaced as a whole: a reader finds either the new content or the old.
///
/// Isolation: the event loop. A separate thread writes to the disk, one content after the other.
public final class StateFile {
  private let path: String
  private let queue: StateQueue

  /// Creates the object without reading or writing anything.
  ///
  /// - Parameters:
  ///   - path: in an existing directory that belongs to the program.
  ///   - loop: the loop that the caller runs on.
  public init(_ path: String, loop: EventLoop) {
    self.path = path
    queue = StateQueue(loop: loop) { bytes, path throws(LocationError) in
      do throws(DeviceError) { try FileSystem.replace(path, with: bytes) } catch {
        throw LocationError(.storageFailure, cause: error)
      }
    }
  }

  /// Why the last write failed; `nil` if it succeeded.
  public var failure: DeviceError? { queue.failure?.cause }

  /// Reads the file's present content.
  ///
  /// - Parameter limit: the largest size, in bytes.
  /// - Returns: `nil` if there is no such file.
  /// - Throws: `FileFailure` if the file cannot be read or is larger than `limit`.
  public func read(limit: Int) throws(FileFailure) -> [UInt8]? {
    do throws(FileFailure) { return try readFile(path, limit: limit) } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Replaces the file in the background.
  public func replace(_ bytes: [UInt8]) { queue.write(path) { { bytes } } }

  /// Calls `body` once every write has finished or failed.
  public func whenIdle(_ body: @escaping () -> Void) { queue.whenIdle(body) }
}
