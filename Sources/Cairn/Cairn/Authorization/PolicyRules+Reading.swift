internal import CairnLinux
internal import CairnTypes
internal import CairnUpdates

extension PolicyRules {
  /// How often a folder that changes while it is read is read again.
  private static let attempts = 10

  /// Reads the rules of all files of a folder. Waits for nothing but the disk.
  ///
  /// Nothing is skipped: only a name that no longer exists has no rules. Anything else that cannot
  /// be read could hold a rule that denies.
  static func reading(_ folder: String) -> Result<PolicyRules, PolicyFailure> {
    do throws(PolicyFailure) {
      for _ in 0..<attempts {
        if let rules = try read(folder) { return .success(rules) }
      }
      throw .unreadable(FileFailure(folder, .changing))
    } catch {
      return .failure(error)
    }
  }

  /// Returns what is wrong with the files of a folder, of each file the first mistake.
  static func faults(in folder: String) -> [PolicyFailure] {
    let names: [String]
    do throws(PolicyFailure) { names = try self.names(in: folder) } catch { return [error] }
    var rules = PolicyRules()
    var faults: [PolicyFailure] = []
    for name in names {
      let path = "\(folder)/\(name)"
      do throws(FileFailure) {
        let bytes = try readFile(path, limit: Defaults.policyFileBytes)
        do throws(SettingsFileError) { try rules.add(path, bytes) } catch {
          faults.append(.mistake(error))
        }
      } catch {
        if !error.isAbsence { faults.append(.unreadable(error)) }
      }
    }
    // What no single file shows, such as too many bytes in all.
    if faults.isEmpty, case .failure(let failure) = reading(folder) { faults = [failure] }
    return faults
  }

  /// - Returns: `nil` if a file has vanished meanwhile, since its rules may have a new name.
  private static func read(_ folder: String) throws(PolicyFailure) -> PolicyRules? {
    var rules = PolicyRules()
    var room = Defaults.policyBytes
    for name in try names(in: folder) {
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try readFile("\(folder)/\(name)", limit: Defaults.policyFileBytes)
      } catch {
        if error.isAbsence { return nil }
        throw .unreadable(error)
      }
      room -= bytes.count
      guard room >= 0 else {
        throw .unreadable(FileFailure(folder, .tooLarge(limit: Defaults.policyBytes)))
      }
      do throws(SettingsFileError) { try rules.add(name, bytes) } catch { throw .mistake(error) }
    }
    return rules
  }

  private static func names(in folder: String) throws(PolicyFailure) -> [String] {
    do throws(FileFailure) {
      return try folderNames(folder, suffix: ".conf", limit: Defaults.policyFiles)
    } catch {
      // A missing folder has no rules.
      if error.isAbsence { return [] }
      throw .unreadable(error)
    }
  }
}
