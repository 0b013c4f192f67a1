internal import CCairnLinux

/// Names of users and groups by their numbers, and who this process is.
///
/// The names are those of `/etc/passwd` and `/etc/group`: a static executable cannot call `getpwuid`.
package enum SystemAccounts {
  /// The number of the user that this process acts as.
  package static var ownUser: UInt32 { cairnlinux_user() }

  /// Returns the name of a user; `nil` if the file has none.
  package static func userName(_ id: UInt32) -> String? { name(id, in: "/etc/passwd") }

  /// Returns the name of a group; `nil` if the file has none.
  static func groupName(_ id: UInt32) -> String? { name(id, in: "/etc/group") }

  /// Both files have the name first and the number third, between colons.
  private static func name(_ id: UInt32, in file: String) -> String? {
    guard let bytes = FileSystem.read(file, limit: 65_536) else { return nil }
    for line in bytes.split(separator: 10) {
      let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false)
      guard fields.count >= 3, UInt32(String(decoding: fields[2], as: UTF8.self)) == id else {
        continue
      }
      return String(decoding: fields[0], as: UTF8.self)
    }
    return nil
  }
}
