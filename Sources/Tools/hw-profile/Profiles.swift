import ArgumentParser
import CairnFiles
import CairnHAL
import CairnProfiles
import CairnTypes
import CommandSupport
import Glibc

/// Finds the profiles that a command needs; prints the errors in them and ends the command.
enum Profiles {
  /// Returns the profiles of the folder in use.
  static func all(_ search: ProfileSearch) throws -> [HardwareProfile] {
    try read(folder(search), search)
  }

  /// Returns the path of the folder in use.
  static func folder(_ search: ProfileSearch) throws -> String {
    if let folder = search.folder { return folder }
    Terminal.complain(
      "there are no profiles in \(ProfileSearch.own) or \(ProfileSearch.system); "
        + "name their folder with --profiles")
    throw ExitCode.failure
  }

  /// Returns the profile of that name in the folder, else a shipped one; or the file at that path.
  static func named(_ name: String, _ search: ProfileSearch) throws -> HardwareProfile {
    if ProfileSearch.isFile(name) {
      return try complaining { () throws(ProfileErrors) in
        try ProfileDirectory.read(file: name, modules: search.modules, warn: Terminal.complain)
      }
    }
    return try complaining(of: try everywhere(search)) { known throws(CommandFailure) in
      try ProfileSearch.profile(named: name, among: known)
    }
  }

  /// Returns the profile of a board or receiver, found by its name or file.
  static func board(_ name: String, _ search: ProfileSearch) throws -> HardwareProfile {
    let known =
      ProfileSearch.isFile(name) ? [try named(name, search)] : try everywhere(search)
    return try complaining(of: known) { known throws(CommandFailure) in
      try ProfileSearch.board(named: name, among: known)
    }
  }

  /// Returns the profiles of the folder in use, and the shipped ones after them.
  private static func everywhere(_ search: ProfileSearch) throws -> [HardwareProfile] {
    let known = try all(search)
    guard let shipped = search.shipped, shipped != search.folder else { return known }
    return try known + read(shipped, search)
  }

  /// Returns the path of the file that contains a profile.
  static func file(of name: String, _ search: ProfileSearch) -> String {
    if ProfileSearch.isFile(name) { return name }
    let files = search.modules.map { $0 + ($0.hasSuffix("/") ? "" : "/") + name + ".yaml" }
    return files.first { access($0, R_OK) == 0 } ?? files.first ?? name
  }

  private static func read(
    _ folder: String, _ search: ProfileSearch
  ) throws -> [HardwareProfile] {
    try complaining { () throws(ProfileErrors) in
      try ProfileDirectory.read(folder, modules: search.modules, warn: Terminal.complain)
    }
  }

  private static func complaining(
    of known: [HardwareProfile],
    _ choose: ([HardwareProfile]) throws(CommandFailure) -> HardwareProfile
  ) throws -> HardwareProfile {
    do throws(CommandFailure) { return try choose(known) } catch {
      Terminal.complain(error.description)
      throw ExitCode.failure
    }
  }

  static func complaining<Value>(
    _ read: () throws(ProfileErrors) -> Value
  ) throws -> Value {
    do throws(ProfileErrors) {
      return try read()
    } catch {
      for error in error.all { Terminal.complain(error) }
      throw ExitCode.failure
    }
  }
}
