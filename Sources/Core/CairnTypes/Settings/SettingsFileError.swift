/// A mistake in a policy file or in the configuration of the service, with its place.
public struct SettingsFileError: Error, Hashable, Sendable {
  /// The kind of mistake.
  public enum Problem: Hashable, Sendable {
    case fileTooLong
    case lineTooLong
    /// More sections than are allowed, in a policy's files in all of them together.
    case tooManySections
    /// A control character, or bytes that are not UTF-8.
    case invalidText
    case unknownSection
    /// A section line without its closing bracket, or one whose name is missing or has too many words.
    case invalidSection
    /// A section that the file already has, where it may have it once.
    case repeatedSection
    /// A section that an earlier one excludes.
    case excludedSection
    /// A line that is neither a section nor `key = value`.
    case noAssignment
    /// A key before the first section.
    case outsideSection
    /// A key that this kind of section does not have.
    case unknownKey
    /// A key that the section already has.
    case repeatedKey
    case invalidValue
  }

  /// The file's name.
  public let file: String
  /// From 1; 0 for a mistake of the whole file.
  public let line: Int
  /// From 1, in characters; 0 for a mistake of the whole line or file.
  public let column: Int
  /// The kind of mistake.
  public let problem: Problem
  /// The text found there, cut to 40 characters.
  public let found: String
  /// Text that is allowed there, in words.
  public let expected: String
  /// The allowed word that was probably meant; `nil` if none is similar.
  public let nearest: String?

  package init(
    _ problem: Problem, file: String, line: Int = 0, column: Int = 0, found: String = "",
    expected: String, nearest: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.found = String(found.prefix(40))
    self.expected = expected
    self.nearest = nearest
  }
}

extension SettingsFileError: CustomStringConvertible {
  /// One line for a log: `20-bus.conf:7:1: 'acuracy' is no key here; did you mean 'accuracy'?`
  public var description: String {
    var text = file
    if line > 0 { text += ":\(line)" }
    if column > 0 { text += ":\(column)" }
    text += ": \(complaint); "
    return text + (nearest.map { "did you mean '\($0)'?" } ?? "expected \(expected)")
  }

  private var complaint: String {
    switch problem {
    case .fileTooLong: "the file is too long"
    case .lineTooLong: "the line is too long"
    case .tooManySections: "there are too many sections"
    case .invalidText: "this is no plain text"
    case .unknownSection: "'\(found)' is no section"
    case .invalidSection: "the section is not complete"
    case .repeatedSection: "'\(found)' is there twice"
    case .excludedSection: "'\(found)' cannot stand beside an earlier section"
    case .noAssignment: "'\(found)' is neither a section nor an assignment"
    case .outsideSection: "'\(found)' stands above the first section"
    case .unknownKey: "'\(found)' is no key here"
    case .repeatedKey: "'\(found)' is there twice in this section"
    case .invalidValue: found.isEmpty ? "there is no value" : "'\(found)' is no value for this"
    }
  }
}
