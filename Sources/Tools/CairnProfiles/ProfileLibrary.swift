internal import CairnHAL

/// The profiles that a file may include, read on request.
///
/// Isolation: belongs to the call of `ProfileDirectory` or `ProfileReader` that created it.
final class ProfileLibrary {
  /// The names of all available profiles.
  let names: [String]
  private let text: (String) -> String?
  /// The profiles being read, outermost first.
  private var open: [String] = []
  private var known: [String: HardwareProfile] = [:]

  init(names: [String] = [], text: @escaping (String) -> String? = { _ in nil }) {
    self.names = names
    self.text = text
  }

  /// The result of an `includes` entry.
  enum Answer {
    case profile(HardwareProfile)
    case missing
    /// The included profile has errors, this one first.
    case faulty(ProfileError)
    /// The profile includes itself through these.
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
