internal import CairnLinux
import Glibc

/// Where all commands look for hardware profiles.
///
/// The first of these folders is used: the one that `--profiles` names, the one that the
/// environment variable `CAIRN_PROFILES` names, `/etc/cairn/hw-profiles`, and the shipped one. An
/// included profile may be beside its includer, in that folder, or in the shipped one.
package struct ProfileSearch: Sendable {
  /// The folder for profiles written by the machine's owner.
  package static let own = "/etc/cairn/hw-profiles"
  /// Where a distribution installs the shipped profiles.
  package static let system = "/usr/share/cairn/hw-profiles"

  /// The folder whose profiles are used; `nil` if none was named and none exists.
  package let folder: String?
  /// The folder of the shipped profiles; `nil` if it does not exist.
  package let shipped: String?

  /// The folders to search for included profiles that are not beside their file.
  package var modules: [String] {
    [folder, folder == shipped ? nil : shipped].compactMap { $0 }
  }

  /// Creates the search of this program in its environment.
  ///
  /// - Parameter named: the folder that the user named.
  package init(named: String?) {
    self.init(
      named: named, environment: getenv("CAIRN_PROFILES").map { String(cString: $0) },
      program: Self.resolved("/proc/self/exe"), workingFolder: Self.resolved("."),
      exists: { access($0, R_OK | X_OK) == 0 })
  }

  /// Creates the search of any program.
  ///
  /// - Parameters:
  ///   - named: the folder that the user named.
  ///   - environment: the value of `CAIRN_PROFILES`; an empty one counts as none.
  ///   - program: the path of the executable, without links.
  ///   - workingFolder: the shipped folder is relative to it, if below it, as messages show it.
  ///   - exists: whether a folder can be read.
  package init(
    named: String?, environment: String?, program: String?, workingFolder: String?,
    exists: (String) -> Bool
  ) {
    let shipped = installedFolders("hw-profiles", of: program).first(where: exists).map {
      Self.shortened($0, in: workingFolder)
    }
    let variable = environment.flatMap { $0.isEmpty ? nil : $0 }
    self.shipped = shipped
    folder = named ?? variable ?? (exists(Self.own) ? Self.own : shipped)
  }

  private static func shortened(_ path: String, in folder: String?) -> String {
    guard let folder, folder != "/", path.hasPrefix(folder + "/") else { return path }
    return String(path.dropFirst(folder.count + 1))
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
