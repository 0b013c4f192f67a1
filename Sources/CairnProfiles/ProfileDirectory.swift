public import CairnHAL
internal import CairnLinux

/// Profiles as files on a disk.
public enum ProfileDirectory {
  /// Bytes of one file: a hundred times what a receiver takes.
  public static let fileBytes = 256 << 10
  /// Profiles of one folder.
  public static let fileCount = 500
  /// Bytes of all files that are read together.
  public static let folderBytes = 16 << 20
  /// The profiles of a directory, by name: its files that end in `.yaml`.
  ///
  /// - Parameters:
  ///   - path: of the directory.
  ///   - modules: directories where included profiles are looked for that are not beside their file.
  ///   - warn: gets what is odd about profiles that can be used.
  /// - Returns: in the order of the files.
  /// - Throws: all that is wrong with any of them, or with them together.
  public static func read(
    _ path: String, modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> [HardwareProfile] {
    let names: [String]
    do throws(FileFailure) { names = try profileNames(in: path) } catch {
      throw ProfileErrors(error)
    }
    if names.isEmpty {
      throw ProfileErrors(all: [
        ProfileError(
          file: path, line: 1, column: 1, what: "there is no profile here",
          advice: "name the folder that holds the .yaml files")
      ])
    }
    return try read(files: names.map { file($0, in: path) }, modules: modules, warn: warn)
  }

  /// The profiles of these files.
  ///
  /// - Parameters:
  ///   - files: their paths.
  ///   - modules: directories where included profiles are looked for that are not beside their file.
  ///   - warn: gets what is odd about profiles that can be used.
  /// - Returns: in the order of the files.
  /// - Throws: all that is wrong with any of them, or with them together.
  public static func read(
    files: [String], modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> [HardwareProfile] {
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
    if !errors.isEmpty { throw ProfileErrors(all: errors) }
    return profiles.map(\.0)
  }

  /// The profile of one file.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - modules: directories where included profiles are looked for that are not beside it.
  ///   - warn: gets what is odd about a profile that can be used.
  /// - Returns: a profile in which nothing is wrong.
  /// - Throws: all that is wrong with it.
  public static func read(
    file: String, modules: [String] = [], warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> HardwareProfile {
    try ProfileReader.read(
      try text(of: file), file: file, library([folder(of: file)] + modules), warn: warn)
  }

  /// A file with other figures, which was not written: the profile that it makes is checked.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - entries: the figures, in place of those that are there or beside them.
  ///   - modules: directories where included profiles are looked for that are not beside it.
  /// - Returns: the lines before and after.
  /// - Throws: all that is wrong with the file, or would be.
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
    // Names only help with a spelling.
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

  /// Without `.yaml`; a folder that is not there has none.
  private static func profileNames(in folder: String) throws(FileFailure) -> [String] {
    do throws(FileFailure) {
      return try folderNames(folder, suffix: ".yaml", limit: fileCount).map {
        String($0.dropLast(5))
      }
    } catch {
      if error.isAbsence { return [] }
      throw error
    }
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

  /// What no file is wrong in alone: a name twice, and a bridge that another profile claims as its own.
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
