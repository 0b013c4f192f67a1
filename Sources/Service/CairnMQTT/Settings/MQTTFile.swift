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

  /// What is missing or excludes something else, a line each.
  package private(set) var lacks: [String] = []
  /// Everything that is wrong, a line each.
  package var faults: [String] { mistakes.map(\.description) + lacks }

  /// The files that the broker's section names, each with its line.
  package var files: [(path: String, line: Int)] {
    let broker = settings.broker
    let named = [
      ("ca", broker.authorities), ("cert", broker.certificate), ("key", broker.key),
      ("psk", broker.sharedKey), ("password-file", broker.passwordFile),
    ]
    return named.compactMap { key, path in path.map { ($0, lines["broker.\(key)"] ?? 0) } }
  }

  private let file: String
  /// In which line a key stands, by section and key; of regions, the last one.
  private var lines: [String: Int] = [:]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  package init(_ file: String, _ bytes: [UInt8]) {
    self.file = file
    mistakes = read(file, bytes)
    checkWhole()
  }

  package static func isNamed(_ section: MQTTSetting.Section) -> Bool { section == .region }

  package mutating func begin(
    _ content: SettingsText, named name: SettingsText, _ reader: SettingsReader
  ) throws(SettingsFileError) {
    guard !name.isEmpty, name.string.utf8.count < 256 else {
      throw reader.error(
        .invalidSection, column: content.endColumn + 1,
        expected: "a name of up to 255 bytes, such as [region Depot]")
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

  package mutating func note(_ row: MQTTSetting, inLine line: Int) {
    lines["\(row.section).\(row.key)"] = line
  }

  // MARK: - The whole

  private func has(_ keys: String...) -> Bool { keys.contains { lines[$0] != nil } }

  /// Finds what is missing, and what excludes something else. A key whose value is a mistake is there.
  private mutating func checkWhole() {
    if mistakes.isEmpty, !has("broker.host") {
      lacks.append("\(file): there is no broker: write host = NAME below [broker]")
    }
    if has("broker.cert") != has("broker.key") {
      complain("cert and key belong together: name both files, or neither", "cert", "key")
    }
    if has("broker.psk") != has("broker.psk-identity") {
      complain(
        "psk and psk-identity belong together: write both, or neither", "psk", "psk-identity")
    }
    if has("broker.psk"), has("broker.ca", "broker.cert") {
      complain("psk takes the place of certificates: remove it, or ca and cert", "psk")
    }
    if settings.broker.usesTLS == false, has("broker.ca", "broker.cert", "broker.psk") {
      complain("tls = no, although there are files for TLS: remove the one or the other", "tls")
    }
    if has("broker.password-file"), !has("broker.user") {
      complain("a password needs a user: write user = NAME", "password-file")
    }
    if has("demand.budget"), has("demand.accuracy") {
      complain(
        "budget takes the place of accuracy: remove one of them", section: "demand", "budget")
    }
    guard mistakes.isEmpty else { return }
    for region in settings.regions where region.center == nil || region.radius == nil {
      lacks.append(
        "\(file): [region \(region.name)] needs center = LATITUDE, LONGITUDE and radius = METRES")
    }
  }

  /// Complains about the first of the keys that is there.
  private mutating func complain(_ text: String, section: String = "broker", _ keys: String...) {
    let line = keys.compactMap { lines["\(section).\($0)"] }.first
    lacks.append("\(file)\(line.map { ":\($0)" } ?? ""): \(text)")
  }
}
