import Cairn
import CairnLinux
import CairnReceiver
import CommandSupport
import Glibc

extension NTRIPCaster {
  /// The caster with a password that does not stand in its address.
  ///
  /// - Parameters:
  ///   - file: its first line is the password; `nil` for none. Wins over the rest.
  ///   - environment: used where there is no file, and the address has no password.
  /// - Returns: the same caster, with the password that was found.
  /// - Throws: when the file cannot be read.
  func withPassword(file: String?, environment: String?) throws -> NTRIPCaster {
    var caster = self
    if let file {
      caster.password = try Self.firstLine(of: file)
    } else if password.isEmpty, let environment {
      caster.password = environment
    }
    return caster
  }

  private static let longestLine = 1024

  private static func firstLine(of path: String) throws -> String {
    guard let file = fopen(path, "re") else {
      throw CommandFailure(message: DeviceError(.open, path: path, code: errno).explanation)
    }
    defer { fclose(file) }
    var line: [UInt8] = []
    while line.count < longestLine {
      let character = getc(file)
      guard character != EOF, character != 0x0A, character != 0x0D else { break }
      line.append(UInt8(truncatingIfNeeded: character))
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// What the caller's environment says.
enum Environment {
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
