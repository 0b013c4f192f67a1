import ArgumentParser
import CairnHAL
import CairnProfiles

/// Profiles as the commands name them; what is wrong with them is told, and ends the command.
enum Profiles {
  /// Those of a folder, by name.
  static func all(in directory: String) throws -> [HardwareProfile] {
    try complaining { () throws(ProfileErrors) in
      try ProfileDirectory.read(directory, warn: Terminal.complain)
    }
  }

  /// One of them, or the file of that path.
  static func named(_ name: String, in directory: String) throws -> HardwareProfile {
    if isPath(name) {
      return try complaining { () throws(ProfileErrors) in
        try ProfileDirectory.read(file: name, modules: directory, warn: Terminal.complain)
      }
    }
    let all = try all(in: directory)
    if let profile = all.first(where: { $0.name == name }) { return profile }
    Terminal.complain(
      "no profile is called '\(name)'; there are \(all.map(\.name).joined(separator: ", "))")
    throw ExitCode.failure
  }

  /// Where a profile is written.
  static func file(of name: String, in directory: String) -> String {
    isPath(name) ? name : directory + (directory.hasSuffix("/") ? "" : "/") + name + ".yaml"
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
