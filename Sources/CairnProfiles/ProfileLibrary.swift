internal import CairnHAL

/// The profiles that a file may include, read as they are asked for.
///
/// Isolation: belongs to the one call of `ProfileDirectory` or `ProfileReader` that made it.
final class ProfileLibrary {
  /// Of all that there are.
  let names: [String]
  private let text: (String) -> String?
  /// The profiles that are being read, the outermost first.
  private var open: [String] = []
  private var known: [String: HardwareProfile] = [:]

  init(names: [String] = [], text: @escaping (String) -> String? = { _ in nil }) {
    self.names = names
    self.text = text
  }

  /// What came of an `includes`.
  enum Answer {
    case profile(HardwareProfile)
    case missing
    /// It has errors of its own, this the first.
    case faulty(ProfileError)
    /// It includes itself, by way of these.
    case cycle([String])
  }

  func profile(_ name: String, for includer: String) -> Answer {
    let chain = open + [includer]
    if let start = chain.firstIndex(of: name) { return .cycle(chain[start...] + [name]) }
    if let profile = known[name] { return .profile(profile) }
    guard let text = text(name) else { return .missing }
    open = chain
    defer { open.removeLast() }
    let (profile, findings) = ProfileReader.reading(text, file: name + ".yaml", self)
    if let error = findings.errors.first { return .faulty(error) }
    known[name] = profile
    return profile.map(Answer.profile) ?? .missing
  }
}
