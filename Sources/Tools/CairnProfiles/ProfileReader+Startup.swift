internal import CairnHAL
internal import CairnTypes
internal import CairnUBX

extension ProfileReader {
  func startup(_ root: inout Section, _ profile: inout HardwareProfile) {
    if root.value("startup") != nil { profile.startup = [] }
    for section in root.sections("startup") {
      if let setting = setting(section) {
        if profile.startup.contains(where: { $0.key == setting.key }) {
          section.report(nil, "'\(setting.name)' is set twice", "remove one")
        }
        profile.startup.append(setting)
      }
    }
    let takesKeys = profile.dialects.contains { $0 == .uBloxKeys || $0 == .uBloxLegacy }
    if !profile.startup.isEmpty && !takesKeys {
      root.report(
        root.value("startup"), "'startup' sets keys, but none of 'dialects' has any",
        "remove it, or add ublox-keys or ublox-legacy to 'dialects'")
    }
  }

  private func setting(_ section: Section) -> HardwareProfile.StartupSetting? {
    var section = section
    defer { section.end() }
    let reason = section.requiredText("reason")
    let value = section.required("value")
    guard let node = section.required("key"), let name = section.text(node, "key") else {
      return nil
    }
    guard let row = ConfigurationKeyTable.row(named: name) else {
      let hint = Words.nearest(name, in: ConfigurationKeyTable.rows.lazy.map(\.name))
      section.report(
        node, "no configuration key is called '\(name)'",
        hint.map { "did you mean '\($0)'?" } ?? "names are those of the interface descriptions")
      return nil
    }
    guard let value, let reason, let text = section.text(value, "value") else { return nil }
    guard let item = configuration(row, text) else {
      section.report(value, "\(name) cannot be '\(text)'", advice(row))
      return nil
    }
    return HardwareProfile.StartupSetting(
      key: row.key.rawValue, bits: item.bits, name: name, reason: reason)
  }

  /// Parses a value as profiles write it: a named value of the key, or what its type allows.
  private func configuration(_ row: ConfigurationKeyRow, _ text: String) -> ConfigurationValue? {
    if let named = row.values.first(where: { $0.name == text }) {
      return ConfigurationValue(row.key, named.value)
    }
    switch row.type.notation {
    case .flag:
      return text == "true" || text == "false" ? ConfigurationValue(row.key, text == "true") : nil
    case .real: return DecimalText.number(text).flatMap { ConfigurationValue(row.key, real: $0) }
    case .signed: return Int64(text).flatMap { ConfigurationValue(row.key, $0) }
    case .unsigned, .octets:
      let number = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
      return number.flatMap { ConfigurationValue(row.key, $0) }
    }
  }

  private func advice(_ row: ConfigurationKeyRow) -> String {
    let names = row.values.map(\.name)
    if !names.isEmpty { return "write \(Words.choice(names)), or a number" }
    switch row.type.notation {
    case .flag: return "write true or false"
    case .real: return "write a number"
    case .signed, .unsigned, .octets:
      return "write a whole number of \(row.type.width * 8) bits, as the receiver stores it"
    }
  }
}
