internal import CairnLinux

/// One mistake in a profile, and its place.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path, as given to the reader.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// Description of the mistake.
  public let what: String
  /// Remedy for the mistake.
  public let advice: String
  /// Whether the profile is still usable; for example, a later version may define an unknown key.
  public var isWarning = false

  /// `FILE:LINE:COLUMN: WHAT; ADVICE`, as compilers print it; a warning has `warning:` before WHAT.
  public var description: String {
    "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(what); \(advice)"
  }
}

/// All mistakes in one or more profiles, in the order of the files; never empty.
public struct ProfileErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errors, at least one.
  public let all: [ProfileError]

  /// One error per line.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}

extension ProfileErrors {
  /// Reports a file or folder that cannot be read.
  init(_ failure: FileFailure) {
    let words = "\(failure.what)"
    self.init(all: [
      ProfileError(file: failure.path, line: 1, column: 1, what: words, advice: failure.advice)
    ])
  }
}
