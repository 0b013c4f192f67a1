package import CairnTypes

/// The configuration file of the program that tells a broker: its settings, and every mistake.
///
/// The notation is that of policy files and of the location service.
package struct MQTTFile: SettingsForm, Sendable {
  package static let limits = SettingsReader.Limits(file: 65_536, line: 4096)
  package static var rows: [MQTTSetting] { MQTTSetting.all }
  /// Regions of one file.
  static let regionLimit = 100

  /// What the lines without a mistake say.
  package private(set) var settings = MQTTSettings()
  /// In the order of the lines.
  package private(set) var mistakes: [SettingsFileError] = []

  /// What is wrong with a file whose lines have no mistake, a line each.
  package private(set) var lacks: [String] = []
  /// Everything that is wrong, a line each.
  package var faults: [String] { mistakes.map(\.description) + lacks }

  private let file: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  package init(_ file: String, _ bytes: [UInt8]) {
    self.file = file
    mistakes = read(file, bytes)
    if mistakes.isEmpty { checkWhole() }
  }

  package static func isNamed(_ section: MQTTSetting.Section) -> Bool { section == .region }

  package mutating func begin(
    _ content: SettingsText, named name: SettingsText, _ reader: SettingsReader
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

  package mutating func assign(
    _ row: MQTTSetting, _ value: SettingsText
  ) throws(SettingFault) {
    try row.change(&settings, value)
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
