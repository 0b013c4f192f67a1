package import CairnTypes

/// The configuration file of the service: its settings, and every mistake.
///
/// The notation is that of policy files.
package struct ServiceFile: SettingsForm, Sendable {
  package static let limits = SettingsReader.Limits(file: 65_536, line: 4096)
  package static var rows: [ServiceSetting] { ServiceSetting.all }
  /// Receivers of one file.
  static let receiverLimit = 16

  /// What the lines without a mistake say.
  package private(set) var settings = ServiceSettings()
  /// In the order of the lines.
  package private(set) var mistakes: [SettingsFileError] = []

  private let vocabulary: ServiceVocabulary

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  ///   - vocabulary: what only the program can say about the texts.
  package init(_ file: String, _ bytes: [UInt8], _ vocabulary: ServiceVocabulary) {
    self.vocabulary = vocabulary
    mistakes = read(file, bytes)
  }

  package static func isNamed(_ section: ServiceSetting.Section) -> Bool { section == .receiver }

  package mutating func begin(
    _ content: SettingsText, named name: SettingsText, _ reader: SettingsReader
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

  package mutating func assign(
    _ row: ServiceSetting, _ value: SettingsText
  ) throws(SettingFault) {
    try row.change(&settings, value, vocabulary)
  }
}
