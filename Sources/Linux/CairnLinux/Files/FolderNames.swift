internal import CCairnLinux

/// Returns the sorted names in a folder that end in `suffix` and do not start with a dot.
///
/// - Parameters:
///   - path: the folder.
///   - suffix: for example `.conf`.
///   - limit: the most names allowed.
/// - Returns: names of entries of any kind, without the folder.
/// - Throws: `FileFailure`, with the cause `.absent` if there is no such folder.
public func folderNames(
  _ path: String, suffix: String, limit: Int
) throws(FileFailure) -> [String] {
  var names: [String] = []
  try FileSystem.forEachEntry(path) { name throws(FileFailure) in
    let bytes = name[...]
    guard bytes.count >= suffix.utf8.count, bytes.first != UInt8(ascii: "."),
      bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    else { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // A replaced name would not be found again and would look like a deleted file.
      let shown = String(decoding: bytes, as: UTF8.self)
      throw FileFailure("\(path)/\(shown)", .unreadableName)
    }
    guard names.count < limit else { throw FileFailure(path, .tooMany(limit: limit)) }
    names.append(text)
  }
  return names.sorted()
}
