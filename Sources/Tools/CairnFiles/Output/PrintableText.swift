extension String {
  /// The text for a screen of cells: scalars not known to take one cell, and hidden ones
  /// (`Unicode.Scalar.isHidden`), become `?`; tabs, line ends and no-break spaces become spaces.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x09, 0x0A, 0x0D, 0xA0: " "
          case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F: scalar
          case 0x2010...0x2027, 0x2580...0x259F, 0x25CF: scalar
          default: "?"
          }
        }))
  }

  /// The text in ASCII only, with other characters spelled out or replaced by `?`.
  package var plainASCII: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "±": text += "+-"
      case "°": text += " deg"
      case "µ": text += "u"
      case "…": text += "..."
      case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
      default: text += "?"
      }
    }
    return text
  }

  /// Returns lines of at most `width` characters, broken between words if possible.
  package func wrapped(to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      while line.isEmpty, word.count > width {
        lines.append(String(word.prefix(width)))
        word = word.dropFirst(width)
      }
      if !word.isEmpty { line += (line.isEmpty ? "" : " ") + word }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
