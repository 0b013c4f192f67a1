internal import CCairnLinux
public import CairnTypes

/// A file that was read as a whole.
public struct FolderFile: Hashable, Sendable {
  /// Without the folder.
  public let name: String
  /// What is in it, up to the limit it was read with.
  public let bytes: [UInt8]
}

/// Reads the regular files of a folder whose names end in `suffix` and do not begin with a dot.
///
/// - Parameters:
///   - path: the folder.
///   - suffix: `.conf`, for example.
///   - limit: bytes of one file; the rest is left out.
/// - Returns: the files in the order of their names; `nil` when there is no such folder.
/// - Throws: for a folder or a file that is there and cannot be read.
public func folderContents(
  _ path: String, suffix: String, limit: Int
) throws(DeviceError) -> [FolderFile]? {
  let descriptor = unsafe cairn_open(path, Int32(cairn_open_read | cairn_open_directory))
  if descriptor == -Int32(cairn_ENOENT) { return nil }
  guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
  _ = cairn_close(descriptor)
  let names = FileSystem.entries(path).filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
  var files: [FolderFile] = []
  for name in names.sorted() {
    let file = "\(path)/\(name)"
    // What is gone by now, and what is no file, such as a pipe that nobody writes to.
    guard let status = FileSystem.status(file), status.kind == Int32(cairn_kind_regular) else {
      continue
    }
    files.append(FolderFile(name: name, bytes: try FileSystem.contents(file, limit: limit)))
  }
  return files
}
