package import CairnTypes

/// The configuration file of the service: its settings, and every mistake.
///
/// The notation is that of policy files.
package struct ServiceFile: Sendable {
  /// Sizes beyond which a file is refused.
  package static let limits = SettingsReader.Limits(file: 65_536, line: 4096)
  /// Receivers of one file.
  static let receiverLimit = 16
  /// Mistakes that are kept of one file.
  static let mistakeLimit = 100

  /// What the lines without a mistake say.
  package private(set) var settings = ServiceSettings()
  /// In the order of the lines; of very many, the first 100.
  package private(set) var mistakes: [SettingsFileError] = []

  private let vocabulary: ServiceVocabulary
  /// The section whose keys follow; `nil` above the first one, and below one with a mistake.
  private var section: ServiceSetting.Section?
  private var isBelowSection = false
  private var sections: Set<ServiceSetting.Section> = []
  private var keys: Set<String> = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  ///   - vocabulary: what only the program can say about the texts.
  package init(_ file: String, _ bytes: [UInt8], _ vocabulary: ServiceVocabulary) {
    self.vocabulary = vocabulary
    do throws(SettingsFileError) {
      var reader = try SettingsReader(file, bytes, limits: Self.limits)
      while readLine(&reader) {}
    } catch {
      mistakes.append(error)
    }
  }

  /// - Returns: whether there may be another line.
  private mutating func readLine(_ reader: inout SettingsReader) -> Bool {
    do throws(SettingsFileError) {
      switch try reader.next() {
      case .section(let title, let content)?: try begin(title, content, reader)
      case .assignment(let key, let value)?: try assign(key, value, reader)
      case nil: return false
      }
    } catch {
      mistakes.append(error)
    }
    return mistakes.count < Self.mistakeLimit
  }

  // MARK: - Sections

  private mutating func begin(
    _ title: String, _ content: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    section = nil
    isBelowSection = true
    keys = []
    let (word, name) = content.firstWord
    guard let found = ServiceSetting.Section(rawValue: word.string) else {
      let names = ServiceSetting.Section.allCases.map(\.rawValue)
      throw reader.error(
        .unknownSection, at: word, expected: Words.choice(names.map { "[\($0)]" }),
        nearest: Words.nearest(word.shortened, in: names))
    }
    if found == .receiver {
      try beginReceiver(content, name, reader)
    } else {
      guard name.isEmpty else {
        throw reader.error(
          .invalidSection, column: name.column, expected: "']' after '\(word.string)'")
      }
      guard sections.insert(found).inserted else {
        throw reader.error(.repeatedSection, at: content, expected: "each section once")
      }
    }
    section = found
  }

  private mutating func beginReceiver(
    _ content: SettingsText, _ name: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    let source: ServiceSettings.Receiver.Source
    do throws(SettingFault) {
      source = name.isEmpty ? .discovered : try ServiceSettings.source(name, vocabulary)
    } catch {
      throw reader.error(
        .invalidValue, at: name, expected: error.expected, nearest: error.nearest)
    }
    let known = settings.receivers.map(\.source)
    guard !known.contains(source) else {
      throw reader.error(.repeatedSection, at: content, expected: "each receiver once")
    }
    // The receiver that is found might be the one that has a name.
    guard known.isEmpty || (source != .discovered && known != [.discovered]) else {
      throw reader.error(
        .excludedSection, at: content, expected: "[receiver] alone, or names in all of them")
    }
    guard known.count < Self.receiverLimit else {
      throw reader.error(.tooManySections, expected: "at most \(Self.receiverLimit) receivers")
    }
    settings.receivers.append(ServiceSettings.Receiver(source))
  }

  // MARK: - Keys

  private mutating func assign(
    _ key: SettingsText, _ value: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    guard let section else {
      // The mistake is that of the section.
      if isBelowSection { return }
      let names = ServiceSetting.Section.allCases.map { "[\($0.rawValue)]" }
      throw reader.error(.outsideSection, at: key, expected: "\(Words.choice(names)) first")
    }
    let rows = ServiceSetting.all.filter { $0.section == section }
    guard let row = rows.first(where: { $0.key == key.string }) else {
      let names = rows.map(\.key)
      throw reader.error(
        .unknownKey, at: key, expected: Words.choice(names),
        nearest: Words.nearest(key.shortened, in: names))
    }
    guard keys.insert(row.key).inserted || row.isList else {
      throw reader.error(.repeatedKey, at: key, expected: "each key once")
    }
    do throws(SettingFault) {
      try row.change(&settings, value, vocabulary)
    } catch {
      throw reader.error(
        .invalidValue, at: value, expected: error.expected, nearest: error.nearest)
    }
  }
}
