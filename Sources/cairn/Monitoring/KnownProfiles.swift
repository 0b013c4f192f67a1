import Cairn
import CairnHAL
import CairnProfiles
import Glibc

/// The hardware profiles that `monitor` works with.
enum KnownProfiles {
  /// Where they lie when nobody says it: what the machine's owner wrote goes before what was installed.
  static let folders = ["/etc/cairn/hw-profiles", "/usr/share/cairn/hw-profiles"]

  /// Those of the named folder, else of the one that CAIRN_PROFILES names, else of the first that exists;
  /// none without any. What they include may lie among what was installed.
  ///
  /// - Parameters:
  ///   - named: a folder, where the user named one.
  ///   - warn: gets what is odd about them.
  /// - Returns: in the order of the files.
  /// - Throws: all that is wrong with them.
  static func read(
    _ named: String?, warn: (ProfileError) -> Void
  ) throws(ProfileErrors) -> [HardwareProfile] {
    guard
      let folder = named ?? Environment.value(of: "CAIRN_PROFILES")
        ?? folders.first(where: { access($0, R_OK) == 0 })
    else { return [] }
    return try ProfileDirectory.read(folder, modules: folders.last, warn: warn)
  }
}
