internal import CairnHAL

/// The profiles that a file may include, read on request.
///
/// Isolation: belongs to the call of `ProfileDirectory` or `ProfileReader` that created it.
package final class ProfileLibrary {
  /// Profiles that may include each other, one in the other: a board's includes a receiver's, which
  /// includes that of its kind.
  static let deepest = 16
  /// Profiles that one may name in its list.
  static let most = 64

  /// The names of all available profiles.
  let names: [String]
  private let text: (String) -> String?
  /// The profiles being read, outermost first.
  private var open: [String] = []
  private var known: [String: HardwareProfile] = [:]
  /// Answers for profiles that cannot be included by the outermost one that is open. Another may be able
  /// to, as its chain is shorter.
  private var refused: [String: Answer] = [:]
  private var outermost: String?

  /// - Parameters:
  ///   - names: those of all profiles, for advice.
  ///   - text: returns the content of the file of a profile; `nil` if there is none.
  package init(names: [String] = [], text: @escaping (String) -> String? = { _ in nil }) {
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
    /// More profiles than `deepest` would include each other.
    case tooDeep
  }

  func profile(_ name: String, for includer: String) -> Answer {
    let chain = open + [includer]
    if chain.first != outermost {
      refused = [:]
      outermost = chain.first
    }
    if let start = chain.firstIndex(of: name) { return .cycle(chain[start...] + [name]) }
    if let profile = known[name] { return .profile(profile) }
    if let answer = refused[name] { return answer }
    guard chain.count <= Self.deepest else { return .tooDeep }
    guard let text = text(name) else { return .missing }
    open = chain
    defer { open.removeLast() }
    let (profile, findings) = ProfileReader.reading(text, file: name + ".yaml", self)
    if let error = findings.errors.first {
      refused[name] = .faulty(error)
      return .faulty(error)
    }
    known[name] = profile
    return profile.map(Answer.profile) ?? .missing
  }
}
