package import CairnTypes

/// The configuration file of the program that tells a broker: its settings, and every mistake.
///
/// The notation is that of policy files and of the location service.
package struct MQTTFile: Sendable {
  /// Sizes beyond which a file is refused.
  package static let limits = SettingsReader.Limits(file: 65_536, line: 4096)
  /// Regions of one file.
  static let regionLimit = 100
  /// Mistakes that are kept of one file.
  static let mistakeLimit = 100

  /// What the lines without a mistake say.
  package private(set) var settings = MQTTSettings()
  /// In the order of the lines; of very many, the first 100.
  package private(set) var mistakes: [SettingsFileError] = []

  /// What is wrong with a file whose lines have no mistake, a line each.
  package private(set) var lacks: [String] = []
  /// Everything that is wrong, a line each.
  package var faults: [String] { mistakes.map(\.description) + lacks }

  private let file: String
  /// The section whose keys follow; `nil` above the first one, and below one with a mistake.
  private var section: MQTTSetting.Section?
  private var isBelowSection = false
  private var sections: Set<MQTTSetting.Section> = []
  private var keys: Set<String> = []

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  package init(_ file: String, _ bytes: [UInt8]) {
    self.file = file
    do throws(SettingsFileError) {
      var reader = try SettingsReader(file, bytes, limits: Self.limits)
      while readLine(&reader) {}
    } catch {
      mistakes.append(error)
    }
    if mistakes.isEmpty { checkWhole() }
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
    guard let found = MQTTSetting.Section(rawValue: word.string) else {
      let names = MQTTSetting.Section.allCases.map(\.rawValue)
      throw reader.error(
        .unknownSection, at: word, expected: Words.choice(names.map { "[\($0)]" }),
        nearest: Words.nearest(word.shortened, in: names))
    }
    if found == .region {
      try beginRegion(content, name, reader)
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

  private mutating func beginRegion(
    _ content: SettingsText, _ name: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    guard !name.isEmpty, name.string.utf8.count < 256 else {
      throw reader.error(
        .invalidSection, column: content.endColumn + 1, expected: "a name, such as [region Depot]")
    }
    guard !settings.regions.contains(where: { $0.name == name.string }) else {
      throw reader.error(.repeatedSection, at: content, expected: "each region once")
    }
    guard settings.regions.count < Self.regionLimit else {
      throw reader.error(.tooManySections, expected: "at most \(Self.regionLimit) regions")
    }
    settings.regions.append(MQTTSettings.Region(name: name.string))
  }

  // MARK: - Keys

  private mutating func assign(
    _ key: SettingsText, _ value: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    guard let section else {
      // The mistake is that of the section.
      if isBelowSection { return }
      let names = MQTTSetting.Section.allCases.map { "[\($0.rawValue)]" }
      throw reader.error(.outsideSection, at: key, expected: "\(Words.choice(names)) first")
    }
    let rows = MQTTSetting.all.filter { $0.section == section }
    guard let row = rows.first(where: { $0.key == key.string }) else {
      let names = rows.map(\.key)
      throw reader.error(
        .unknownKey, at: key, expected: Words.choice(names),
        nearest: Words.nearest(key.shortened, in: names))
    }
    guard keys.insert(row.key).inserted else {
      throw reader.error(.repeatedKey, at: key, expected: "each key once")
    }
    do throws(SettingFault) { try row.change(&settings, value) } catch {
      throw reader.error(
        .invalidValue, at: value, expected: error.expected, nearest: error.nearest)
    }
  }

  // MARK: - The whole

  /// Finds what is missing, and what excludes something else.
  private mutating func checkWhole() {
    let broker = settings.broker
    if broker.host == nil { complain("there is no broker: write host = NAME below [broker]") }
    if (broker.certificate == nil) != (broker.key == nil) {
      complain("cert and key of [broker] belong together: name both files, or neither")
    }
    if (broker.sharedKey == nil) != (broker.sharedKeyIdentity == nil) {
      complain("psk and psk-identity of [broker] belong together: write both, or neither")
    }
    let certificates = broker.authorities ?? broker.certificate
    if broker.sharedKey != nil, certificates != nil {
      complain("psk of [broker] takes the place of certificates: remove it, or ca and cert")
    }
    if broker.usesTLS == false, certificates ?? broker.sharedKey != nil {
      complain("[broker] says tls = no, and names files for TLS: remove the one or the other")
    }
    if broker.passwordFile != nil, broker.user == nil {
      complain("a password needs a user: write user = NAME below [broker]")
    }
    if settings.demand.budget != nil, settings.demand.accuracy != nil {
      complain("budget of [demand] takes the place of accuracy: remove one of them")
    }
    for region in settings.regions where region.center == nil || region.radius == nil {
      complain("[region \(region.name)] needs center = LATITUDE, LONGITUDE and radius = METRES")
    }
  }

  private mutating func complain(_ line: String) { lacks.append("\(file): \(line)") }
}
