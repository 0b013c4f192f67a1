internal import CCairnLinux
package import CairnTypes

/// A small file with a secret, which only this process's user and root can read.
package enum PrivateFile {
  /// Returns what a file has that this user owns and no other may open; `nil` for any other file.
  package static func read(_ path: String, limit: Int) -> [UInt8]? {
    do throws(FileFailure) {
      let file = try RegularFile(path)
      var status = cairnlinux_status()
      guard unsafe cairnlinux_fstat(file.descriptor, &status) == 0,
        status.uid == SystemAccounts.ownUser, status.mode & 0o077 == 0, file.size <= limit
      else { return nil }
      return try file.read(limit, expecting: Int(file.size))
    } catch {
      return nil
    }
  }

  /// Replaces a file.
  ///
  /// - Throws: `.write` with the errno.
  package static func write(_ bytes: [UInt8], to path: String) throws(DeviceError) {
    try FileSystem.replace(path, with: bytes)
  }
}
