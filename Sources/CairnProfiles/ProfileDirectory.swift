public import CairnHAL
internal import FoundationEssentials

/// Profiles as files on a disk.
public enum ProfileDirectory {
  /// The profiles of a directory, by name: its files that end in `.yaml`.
  ///
  /// - Throws: all that is wrong with any of them, or with them together.
  public static func read(_ path: String) throws(ProfileErrors) -> [HardwareProfile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".yaml") }.sorted()
    if files.isEmpty {
      throw ProfileErrors(all: [
        ProfileError(
          file: path, line: 1, column: 1, what: "there is no profile here",
          advice: "name the folder that holds the .yaml files")
      ])
    }
    return try read(files: files.map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 })
  }

  /// The profiles of these files.
  ///
  /// - Throws: all that is wrong with any of them, or with them together.
  public static func read(files: [String]) throws(ProfileErrors) -> [HardwareProfile] {
    var profiles: [(HardwareProfile, file: String)] = []
    var errors: [ProfileError] = []
    for file in files {
      do throws(ProfileErrors) {
        profiles.append((try read(file: file), file))
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
  /// - Throws: all that is wrong with it.
  public static func read(file: String) throws(ProfileErrors) -> HardwareProfile {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw ProfileErrors(all: [
        ProfileError(
          file: file, line: 1, column: 1, what: "the file cannot be read",
          advice: "check its name and permissions")
      ])
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ProfileErrors(all: [
        ProfileError(
          file: file, line: 1, column: 1, what: "the file is no UTF-8 text",
          advice: "save it as UTF-8")
      ])
    }
    return try ProfileReader.read(text, file: file)
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
