internal import ArgumentParser
internal import CairnFiles
package import CairnHAL
internal import CairnProfiles
internal import Glibc

/// Finds the profiles that a command needs.
///
/// An error in a profile ends only commands that need this one. Messages are the same in all commands.
package enum Profiles {
  /// Returns the usable profiles of the folder in use; prints the errors in the others.
  ///
  /// - Throws: an error if there is no folder, or it has no profile.
  package static func all(_ search: ProfileSearch) throws -> [HardwareProfile] {
    let found = try usable(folder(search), search, warn: complain)
    for fault in found.faults { complain(fault) }
    return found.profiles
  }

  /// Returns the profiles of the folder in use, none of which may have errors.
  package static func faultless(_ search: ProfileSearch) throws -> [HardwareProfile] {
    let folder = try folder(search)
    return try complaining {
      try ProfileDirectory.read(folder, modules: search.modules, warn: complain)
    }
  }

  /// Returns the path of the folder in use.
  package static func folder(_ search: ProfileSearch) throws -> String {
    if let folder = search.folder { return folder }
    throw CommandFailure(
      message: "there are no profiles in \(ProfileSearch.own) or \(ProfileSearch.system); "
        + "name their folder with --profiles")
  }

  /// Returns the profile of that name in the folder, else a shipped one; or the file at that path.
  package static func named(
    _ name: String, _ search: ProfileSearch
  ) throws -> HardwareProfile {
    if ProfileSearch.isFile(name) { return try read(file: name, search) }
    return try ProfileSearch.profile(named: name, among: try known(name, search))
  }

  /// Returns the profile of a board or receiver, found by its name or file.
  package static func board(
    _ name: String, _ search: ProfileSearch
  ) throws -> HardwareProfile {
    let known =
      ProfileSearch.isFile(name) ? [try read(file: name, search)] : try known(name, search)
    return try ProfileSearch.board(named: name, among: known)
  }

  /// Returns the path of the file that contains a profile.
  package static func file(of name: String, _ search: ProfileSearch) -> String {
    if ProfileSearch.isFile(name) { return name }
    let files = search.modules.map { $0 + ($0.hasSuffix("/") ? "" : "/") + name + ".yaml" }
    return files.first { access($0, R_OK) == 0 } ?? files.first ?? name
  }

  /// Returns what `read` does; prints the mistakes in profiles that it throws.
  package static func complaining<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch let errors as ProfileErrors {
      for fault in errors.all { complain(fault) }
      throw ExitCode.failure
    }
  }

  private static func read(
    file: String, _ search: ProfileSearch
  ) throws -> HardwareProfile {
    try complaining {
      try ProfileDirectory.read(file: file, modules: search.modules, warn: complain)
    }
  }

  private static func usable(
    _ folder: String, _ search: ProfileSearch, warn: (ProfileError) -> Void
  ) throws -> (profiles: [HardwareProfile], faults: [ProfileError]) {
    try complaining {
      try ProfileDirectory.readUsable(folder, modules: search.modules, warn: warn)
    }
  }

  /// Returns the usable profiles of the folder in use, and the shipped ones after them.
  ///
  /// - Throws: what is wrong with the file of that name.
  private static func known(
    _ name: String, _ search: ProfileSearch
  ) throws -> [HardwareProfile] {
    _ = try folder(search)
    var profiles: [HardwareProfile] = []
    for folder in search.modules {
      let found = try usable(folder, search) { if isOf(name, $0) { complain($0) } }
      let isKnown = (profiles + found.profiles).contains { $0.name == name }
      let own = found.faults.filter { isOf(name, $0) }
      if !isKnown, !own.isEmpty {
        for fault in own { complain(fault) }
        throw ExitCode.failure
      }
      profiles += found.profiles
    }
    return profiles
  }

  /// Whether a mistake is in the file of that name.
  private static func isOf(_ name: String, _ error: ProfileError) -> Bool {
    error.file.split(separator: "/").last == name + ".yaml"
  }
}
