internal import CairnLinux

/// One thing that is wrong with a profile, and where.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was given to the reader.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// What is wrong.
  public let what: String
  /// What to do about it.
  public let advice: String
  /// Whether the profile can be used all the same: a later version may know what this one does not.
  public var isWarning = false

  /// `FILE:LINE:COLUMN: WHAT; ADVICE`, as compilers say it, with `warning:` before what is only that.
  public var description: String {
    "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(what); \(advice)"
  }
}

/// Everything that is wrong with one profile, or with several, in the order of the files. Never empty.
public struct ProfileErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one.
  public let all: [ProfileError]

  /// One error a line.
  public var description: String { all.map(\.description).joined(separator: "\n") }
}

extension ProfileErrors {
  /// A file or a folder that cannot be read.
  init(_ failure: FileFailure) {
    let words = "\(failure.what)"
    self.init(all: [
      ProfileError(file: failure.path, line: 1, column: 1, what: words, advice: failure.advice)
    ])
  }
}
