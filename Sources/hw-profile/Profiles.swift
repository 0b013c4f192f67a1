import ArgumentParser
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
    if isPath(name) {
      return try complaining { () throws(ProfileErrors) in
        try ProfileDirectory.read(file: name, modules: search.modules, warn: Terminal.complain)
      }
    }
    var known = try all(search)
    if let shipped = search.shipped, shipped != search.folder {
      known += try read(shipped, search)
    }
    if let profile = known.first(where: { $0.name == name }) { return profile }
    let names = known.map(\.name)
    let advice =
      Words.nearest(name, in: names).map { "did you mean '\($0)'?" }
      ?? "there are \(names.joined(separator: ", "))"
    Terminal.complain("no profile is called '\(name)'; \(advice)")
    throw ExitCode.failure
  }

  /// Returns the path of the file that contains a profile.
  static func file(of name: String, _ search: ProfileSearch) -> String {
    if isPath(name) { return name }
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

  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".yaml")
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
