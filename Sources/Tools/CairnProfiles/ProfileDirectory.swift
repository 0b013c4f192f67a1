public import CairnHAL
internal import CairnLinux
internal import Glibc

/// Reads profiles from files.
public enum ProfileDirectory {
  /// The largest file in bytes: a hundred times the size of a receiver's profile.
  public static let fileBytes = 256 << 10
  /// The most profiles in one folder.
  public static let fileCount = 500
  /// The largest total of the files read together, in bytes.
  public static let folderBytes = 16 << 20
  /// Returns the profiles of a directory: all its `.yaml` files.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - modules: directories to search for included profiles that are not beside their file.
  ///   - warn: receives warnings about usable profiles.
  /// - Returns: in the order of the files.
  /// - Throws: everything that is wrong with any profile, or between them.
  public static func read(
    _ path: String, modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> [HardwareProfile] {
    try read(files: files(in: path), modules: modules, warn: warn)
  }

  /// Returns the profiles of a directory that have no errors, and what is wrong with the others.
  ///
  /// For programs that use some of the profiles, which an error in another one must not stop.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - modules: directories to search for included profiles that are not beside their file.
  ///   - warn: receives warnings about usable profiles.
  /// - Returns: the profiles and the errors, in the order of the files.
  /// - Throws: why the directory cannot be listed, or that it has no profile.
  public static func readUsable(
    _ path: String, modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> (profiles: [HardwareProfile], faults: [ProfileError]) {
    reading(try files(in: path), modules, warn)
  }

  private static func files(in path: String) throws(ProfileErrors) -> [String] {
    let names: [String]
    do throws(FileFailure) { names = try profileNames(in: path) } catch {
      if error.isAbsence { throw noProfiles(path, "there is no such folder") }
      if error.cause == .system(ENOTDIR) { throw noProfiles(path, "this is no folder") }
      throw ProfileErrors(error)
    }
    if names.isEmpty { throw noProfiles(path, "there is no profile in this folder") }
    return names.map { file($0, in: path) }
  }

  /// Returns the profiles in these files.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - modules: directories to search for included profiles that are not beside their file.
  ///   - warn: receives warnings about usable profiles.
  /// - Returns: in the order of the files.
  /// - Throws: everything that is wrong with any profile, or between them.
  public static func read(
    files: [String], modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> [HardwareProfile] {
    let (profiles, faults) = reading(files, modules, warn)
    if !faults.isEmpty { throw ProfileErrors(all: faults) }
    return profiles
  }

  private static func reading(
    _ files: [String], _ modules: [String], _ warn: (ProfileError) -> Void
  ) -> (profiles: [HardwareProfile], faults: [ProfileError]) {
    var profiles: [(HardwareProfile, file: String)] = []
    var errors: [ProfileError] = []
    var libraries: [String: ProfileLibrary] = [:]
    var room = folderBytes
    for file in files {
      let folder = folder(of: file)
      let library = libraries[folder] ?? library([folder] + modules)
      libraries[folder] = library
      do throws(ProfileErrors) {
        let text = try text(of: file)
        room -= text.utf8.count
        guard room >= 0 else {
          throw ProfileErrors(FileFailure(folder, .tooLarge(limit: folderBytes)))
        }
        profiles.append((try ProfileReader.read(text, file: file, library, warn: warn), file))
      } catch {
        errors += error.all
      }
    }
    errors += conflicts(profiles)
    let faulty = Set(errors.map(\.file))
    return (profiles.filter { !faulty.contains($0.file) }.map(\.0), errors)
  }

  /// Returns the profile in one file.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - modules: directories to search for included profiles that are not beside it.
  ///   - warn: receives warnings about a usable profile.
  /// - Returns: a profile without errors.
  /// - Throws: everything that is wrong with it.
  public static func read(
    file: String, modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> HardwareProfile {
    try ProfileReader.read(
      try text(of: file), file: file, library([folder(of: file)] + modules), warn: warn)
  }

  /// Returns a file's text with other figures, without writing it; checks the resulting profile.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - entries: the figures to replace or add.
  ///   - modules: directories to search for included profiles that are not beside it.
  /// - Returns: the lines before and after.
  /// - Throws: everything that is wrong with the file, before or after the change.
  public static func patch(
    _ file: String, setting entries: [HardwareProfile.Figures.Entry], modules: [String] = []
  ) throws(ProfileErrors) -> ProfilePatch {
    let text = try text(of: file)
    let patch: ProfilePatch
    do throws(ProfilePatchError) {
      patch = try ProfilePatch(text, setting: entries)
    } catch {
      throw ProfileErrors(all: [error.inFile(file)])
    }
    _ = try ProfileReader.read(patch.text, file: file, library([folder(of: file)] + modules))
    return patch
  }

  private static func library(_ folders: [String]) -> ProfileLibrary {
    // The names are only used for spelling suggestions.
    let names = folders.flatMap { (try? profileNames(in: $0)) ?? [] }
    return ProfileLibrary(names: names) { name in
      for folder in folders {
        do throws(ProfileErrors) {
          return try text(of: file(name, in: folder))
        } catch {}
      }
      return nil
    }
  }

  /// Returns names without `.yaml`; a missing folder has none.
  private static func noProfiles(_ path: String, _ what: String) -> ProfileErrors {
    ProfileErrors(all: [
      ProfileError(
        file: path, line: 1, column: 1, what: what,
        advice: "name the folder that holds the .yaml files")
    ])
  }

  private static func profileNames(in folder: String) throws(FileFailure) -> [String] {
    try folderNames(folder, suffix: ".yaml", limit: fileCount).map { String($0.dropLast(5)) }
  }

  private static func file(_ name: String, in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + name + ".yaml"
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
  }

  private static func text(of file: String) throws(ProfileErrors) -> String {
    let data: [UInt8]
    do throws(FileFailure) { data = try readFile(file, limit: fileBytes) } catch {
      throw ProfileErrors(error)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ProfileErrors(all: [
        ProfileError(
          file: file, line: 1, column: 1, what: "the file is no UTF-8 text",
          advice: "save it as UTF-8")
      ])
    }
    return text
  }

  /// Returns errors between files: a name used twice, and a claim to what another calls a bridge.
  private static func conflicts(
    _ profiles: [(HardwareProfile, file: String)]
  ) -> [ProfileError] {
    var errors: [ProfileError] = []
    func report(_ file: String, _ what: String, _ advice: String) {
      errors.append(ProfileError(file: file, line: 1, column: 1, what: what, advice: advice))
    }
    var files: [String: String] = [:]
    let bridges = profiles.flatMap { $0.0.identity.usb }.filter { $0.certainty == .bridge }
    for (profile, file) in profiles {
      if let other = files.updateValue(file, forKey: profile.name) {
        report(file, "'\(profile.name)' is also in \(other)", "rename one")
      }
      for match in profile.identity.usb
      where match.certainty == .certain && match.productName == nil && match.serialNumber == nil {
        var traits = HardwareProfile.Traits()
        traits.usbVendor = match.vendor
        traits.usbProduct = match.product
        traits.usbInterface = match.interface
        if bridges.contains(where: { $0.matches(traits) }) {
          report(
            file, "\(match.vendor):\(match.product) is claimed, but it is a bridge elsewhere",
            "anything may be behind a bridge: add product_name or serial, or call it a bridge")
        }
      }
    }
    return errors
  }
}
