internal import CairnLinux
internal import CairnTypes

/// Where packs of places are looked for that nobody has named.
///
/// Used are all files whose names end in `.pack` in the first of these folders that has one: the folder in the
/// environment variable `CAIRN_GEODATA`, and no other if that is set; `cairn/geodata` in `XDG_DATA_HOME`, which
/// usually is `~/.local/share`; `geodata` in the checkout of which the program is, or `share/cairn/geodata`
/// beside its `bin`; `/usr/share/cairn/geodata`.
public struct PackSearch: Hashable, Sendable {
  /// The environment variable that names a folder.
  public static let variable = "CAIRN_GEODATA"
  private static let suffix = ".pack"
  private static let most = 100

  /// Absolute or relative paths, the first one first.
  public let folders: [String]

  /// Creates the search of this program in its environment.
  public init() {
    self.init(program: executableOfProcess()) { environmentVariable($0) }
  }

  /// Creates the search of any program.
  ///
  /// - Parameters:
  ///   - program: the path of the executable, without links.
  ///   - variable: returns the value of an environment variable.
  package init(program: String?, variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let folder = value(Self.variable) {
      folders = [folder]
      return
    }
    // XDG Base Directory Specification: relative paths are invalid.
    let home = value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let usual = value("HOME").map { $0 + "/.local/share" }
    folders =
      [home ?? usual].compactMap { $0.map { $0 + "/cairn/geodata" } }
      + installedFolders("geodata", of: program)
  }

  /// Returns the packs of the first folder that has any, by name.
  ///
  /// - Throws: `.none` if there are none, `.folder` if a folder is there and cannot be read.
  public func packs() throws(PackSearchFailure) -> [String] {
    for folder in folders {
      do throws(FileFailure) {
        let names = try folderNames(folder, suffix: Self.suffix, limit: Self.most)
        if !names.isEmpty { return names.map { "\(folder)/\($0)" } }
      } catch {
        guard error.isAbsence else { throw .folder("\(error)") }
      }
    }
    throw .none(folders)
  }
}

/// Why there are no packs of places to use.
@nonexhaustive
public enum PackSearchFailure: Error, Hashable, Sendable {
  /// None of these folders has a pack.
  case none([String])
  /// A folder cannot be read: why, on one line.
  case folder(String)
  /// A pack cannot be used: its path, and why.
  case pack(String, reason: String)
}

extension PackSearchFailure: CustomStringConvertible {
  /// Description of the failure, with the places searched and the remedy, in one line.
  public var description: String {
    switch self {
    case .none(let folders):
      "there is no pack of places in \(folders.joined(separator: ", ")); make one of the "
        + "world with scripts/data/geodata.py of the source, or of data of your own with cairn geodata build, and put it there "
        + "or name its folder in \(PackSearch.variable)"
    case .folder(let reason): reason
    case .pack(let path, let reason): "\(path): \(reason); get it or make it again"
    }
  }
}
