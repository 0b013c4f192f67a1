/// Abilities of a terminal, according to the environment.
struct TerminalTraits: Hashable {
  enum Colors: Hashable { case none, basic, indexed }

  /// The set of characters that the terminal can show.
  enum Characters: Hashable { case unicode, ascii }

  var characters: Characters
  var colors: Colors
  /// Whether the cursor can be positioned; if not, only lines can be printed.
  var placesCursor: Bool

  /// - Parameter value: returns the value of an environment variable.
  init(environment value: (String) -> String?) {
    func set(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    let terminal = set("TERM") ?? "dumb"
    // The Linux console's font has no braille, and a VT has no UTF-8.
    let isPoor = terminal == "dumb" || terminal == "linux" || terminal.hasPrefix("vt")
    let locale = (set("LC_ALL") ?? set("LC_CTYPE") ?? set("LANG") ?? "").lowercased()
    let isUnicode = locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
    characters = isUnicode && !isPoor ? .unicode : .ascii
    placesCursor = terminal != "dumb"
    if set("NO_COLOR") != nil || terminal == "dumb" || terminal.hasPrefix("vt") {
      colors = .none
    } else {
      colors = terminal.contains("256color") || set("COLORTERM") != nil ? .indexed : .basic
    }
  }
}
