/// A word of a command that messages advise, such as the name of a file: quoted for a shell where
/// it must be, so that the command can be pasted and does what the message says.
package struct ShellWord: CustomStringConvertible {
  /// The word as a shell takes it, in a form fit for display.
  package let description: String

  /// - Parameter path: the path of a file, or another argument that is no option.
  package init(_ path: String) {
    let isOption = path.utf8.first == UInt8(ascii: "-")
    guard path.isEmpty || isOption || !path.utf8.allSatisfy(Self.isPlain) else {
      description = ForeignText.visible(path)
      return
    }
    // A file whose name begins like an option is named from its folder.
    var text = isOption && path.utf8.count > 1 ? "'./" : "'"
    for scalar in path.unicodeScalars {
      if scalar == "'" { text += "'\\''" } else { text.unicodeScalars.append(scalar) }
    }
    description = ForeignText.visible(text + "'")
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x2B...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
