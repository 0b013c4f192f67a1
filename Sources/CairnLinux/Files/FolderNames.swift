internal import CCairnLinux

/// The names in a folder that end in `suffix` and do not begin with a dot, whatever they stand for, in order.
///
/// - Parameters:
///   - path: the folder.
///   - suffix: `.conf`, for example.
///   - limit: how many there may be.
/// - Returns: the names without the folder.
/// - Throws: `FileFailure`, with the cause `.absent` where there is no such folder.
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
      // Under another name it would not be found, and taken for gone.
      let shown = String(decoding: bytes, as: UTF8.self)
      throw FileFailure("\(path)/\(shown)", .unreadableName)
    }
    guard names.count < limit else { throw FileFailure(path, .tooMany(limit: limit)) }
    names.append(text)
  }
  return names.sorted()
}
