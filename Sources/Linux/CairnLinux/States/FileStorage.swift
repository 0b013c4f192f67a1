internal import CCairnLinux
public import CairnTypes
internal import Synchronization

/// Keeps each state in its own file, replaced as a whole and readable only by the program's user.
///
/// When a loaded file is cut, changed, too long or no state, it is reported and renamed to
/// `NAME.damaged`, replacing an earlier one.
///
/// Isolation: any thread. A lock admits one store or renaming at a time.
public final class FileStorage: Storage {
  /// The longest state, in bytes.
  public static let limit = 64 << 20

  /// The file's mark and version; the state's length and checksum follow.
  private static let mark: [UInt8] = [0x43, 0x72, 0x6E, 0x53, 1]
  private static let head = mark.count + 8

  /// The suffix of each file's name.
  static let suffix = ".state"

  private enum Content {
    case nothing
    case state([UInt8])
    /// With the `errno` to report.
    case damaged(Int32)
  }

  private let folder: String
  private let isChanging = Mutex(())

  /// Creates a storage without reading or writing anything.
  ///
  /// - Parameter folder: the program's own folder, for example `STATE_DIRECTORY` of systemd. The
  ///   first store creates it, for this user only. Only one system may write to it.
  public init(_ folder: String) { self.folder = folder }

  public func load(_ key: String) throws(LocationError) -> [UInt8]? {
    let path = path(of: key)
    switch try content(of: path) {
    case .nothing: return nil
    case .state(let bytes): return bytes
    case .damaged: return try isChanging.withLock { _ throws(LocationError) in try setAside(path) }
    }
  }

  public func store(_ bytes: [UInt8], for key: String) throws(LocationError) {
    let path = path(of: key)
    guard bytes.count <= Self.limit else { throw failure(.write, path, Int32(cairnlinux_EFBIG)) }
    var head = RecordWriter(Self.mark)
    head.number(UInt64(bytes.count), 4)
    head.number(UInt64(recordSum(bytes[...])), 4)
    try isChanging.withLock { _ throws(LocationError) in
      do throws(DeviceError) {
        try replace(path, with: head.bytes + bytes)
      } catch {
        throw LocationError(.storageFailure, cause: error)
      }
    }
  }

  private func replace(_ path: String, with bytes: [UInt8]) throws(DeviceError) {
    do throws(DeviceError) {
      try FileSystem.replace(path, with: bytes)
    } catch  where error.code == Int32(cairnlinux_ENOENT) {
      try FileSystem.makeFolder(folder)
      try FileSystem.replace(path, with: bytes)
    }
  }

  /// Renames a damaged file, unless a valid state has replaced it meanwhile.
  private func setAside(_ path: String) throws(LocationError) -> [UInt8]? {
    switch try content(of: path) {
    case .nothing: return nil
    case .state(let bytes): return bytes
    case .damaged(let code):
      let result = unsafe cairnlinux_rename(path, path + ".damaged")
      throw failure(.read, path, result < 0 ? -result : code)
    }
  }

  /// Reads the state in a file and changes nothing, for those who only look.
  ///
  /// - Returns: the state; `nil` for a file that is damaged or none of a storage.
  /// - Throws: why the file cannot be read.
  package static func read(_ path: String) throws(FileFailure) -> [UInt8]? {
    state(in: try readFile(path, limit: limit + head))
  }

  private func content(of path: String) throws(LocationError) -> Content {
    do throws(FileFailure) {
      return try Self.read(path).map { .state($0) } ?? .damaged(cairnlinux_EBADMSG)
    } catch {
      switch error.cause {
      case .absent: return .nothing
      case .notRegular, .danglingLink: return .damaged(cairnlinux_EBADMSG)
      case .tooLarge: return .damaged(Int32(cairnlinux_EFBIG))
      case .tooMany, .changing, .unreadableName, .system:
        throw LocationError(.storageFailure, cause: error.deviceError)
      }
    }
  }

  private static func state(in bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= head, bytes.starts(with: mark) else { return nil }
    var reader = RecordReader(bytes[mark.count..<head])
    let state = bytes[head...]
    guard reader.number(4) == UInt64(state.count), reader.number(4) == UInt64(recordSum(state))
    else { return nil }
    return [UInt8](state)
  }

  private func path(of key: String) -> String { "\(folder)/\(stateName(key))\(Self.suffix)" }

  private func failure(
    _ operation: DeviceError.Operation, _ path: String, _ code: Int32
  ) -> LocationError {
    LocationError(.storageFailure, cause: DeviceError(operation, path: path, code: code))
  }
}
