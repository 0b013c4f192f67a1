package import CairnHAL
internal import CairnTypes

// How all commands choose a profile by its name.

extension ProfileSearch {
  /// The kinds of profile that `--board` accepts.
  private static let boards: [HardwareProfile.Kind] = [.board, .receiver]

  /// Whether a profile is named by its file.
  package static func isFile(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".yaml")
  }

  /// Returns the first profile of that name.
  ///
  /// - Throws: an error that suggests the nearest name, or lists the existing ones.
  package static func profile(
    named name: String, among known: [HardwareProfile]
  ) throws(CommandFailure) -> HardwareProfile {
    if let profile = known.first(where: { $0.name == name }) { return profile }
    // A folder may hide profiles of another by theirs.
    let names = Set(known.map(\.name)).sorted()
    let advice =
      Words.nearest(name, in: names).map { "did you mean '\($0)'?" }
      ?? "there are \(names.joined(separator: ", "))"
    throw CommandFailure(message: "no profile is called '\(name)'; \(advice)")
  }

  /// Returns the first profile of that name, or the only one of a file, if it is that of a board or
  /// receiver.
  ///
  /// - Throws: an error that suggests the nearest name, or lists the usable profiles.
  package static func board(
    named name: String, among known: [HardwareProfile]
  ) throws(CommandFailure) -> HardwareProfile {
    let usable = known.filter { boards.contains($0.kind) }
    let other = known.first { $0.name == name || isFile(name) }
    if let other, !boards.contains(other.kind) {
      throw CommandFailure(
        message: "'\(name)' is a profile of kind \(other.kind.rawValue); --board takes a board or "
          + "a receiver" + (usable.isEmpty ? "" : ": \(usable.map(\.name).joined(separator: ", "))")
      )
    }
    if let other, isFile(name) { return other }
    return try profile(named: name, among: usable)
  }
}
