import Cairn
import CairnFiles
import CairnLinux
import CairnReceiver
import CommandSupport
import Glibc

extension NTRIPCaster {
  /// Returns the caster with a password that is not part of its address.
  ///
  /// - Parameters:
  ///   - file: a file whose first line is the password; takes precedence. `nil` for none.
  ///   - environment: used if there is no file and the address has no password.
  /// - Returns: the same caster, with the password that was found.
  /// - Throws: if the file cannot be read, or its first line is too long.
  func withPassword(file: String?, environment: String?) throws(CommandFailure) -> NTRIPCaster {
    var caster = self
    if let file {
      caster.password = try Self.firstLine(of: file)
    } else if password.isEmpty, let environment {
      caster.password = environment
    }
    return caster
  }

  /// Limits in bytes of the file and of the password in it.
  private static let largestFile = 65_536
  private static let longestLine = 1024

  private static func firstLine(of path: String) throws(CommandFailure) -> String {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(path, limit: largestFile) } catch {
      throw CommandFailure(message: "--ntrip-password-file: \(error)")
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count <= longestLine else {
      throw CommandFailure(
        message: "--ntrip-password-file: the first line of \(path) has more than "
          + "\(longestLine) bytes, which is the limit: it must be the password alone")
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// Reads the process's environment.
enum Environment {
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
