package import CairnExports
internal import CairnLinux
internal import CairnTypes

/// The command line of the service.
package struct ServiceArguments: Equatable, Sendable {
  /// What the command line asks for.
  package enum Request: Equatable, Sendable {
    case run(ServiceArguments)
    /// Names every mistake of the configuration file.
    case check(ServiceArguments)
    case help
    case version
    /// What is wrong, and what to do.
    case refusal(String)
  }

  /// The configuration file that is read if it is there.
  package static let usualFile = "/etc/cairn/cairnd.conf"

  /// What the options say, which takes precedence over the file.
  package var settings = ServiceSettings()
  /// The configuration file that is named, which must be there.
  package var file: String?

  /// Creates a command line without words.
  package init() {}

  /// Reads the words after the program's name.
  package static func parse(_ words: [String], _ vocabulary: ServiceVocabulary) -> Request {
    var result = ServiceArguments()
    var isCheck = false
    var given: Set<String> = []
    var speed: Substring?
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts.first ?? "")
      let attached = option.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      switch option {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--listen-only":
        if attached != nil { return .refusal("--listen-only takes no value") }
        result.settings.onlyListens = true
        continue
      case "--geoclue":
        if attached != nil { return .refusal("--geoclue takes no value") }
        result.settings.geoclue.isServed = true
        continue
      case "--check":
        isCheck = true
        let isNext = rest.first.map { !$0.hasPrefix("-") } ?? false
        if let file = attached ?? (isNext ? rest.popFirst() : nil) { result.file = file }
        continue
      default: break
      }
      guard known.contains(option) else { return .refusal(refusal(of: word)) }
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        return .refusal("\(option) needs a value")
      }
      guard given.insert(option).inserted || lists.contains(option) else {
        return .refusal("\(option) is given twice")
      }
      if option == "--baud" { speed = value[...] }
      if let refusal = result.set(option, value, vocabulary) { return .refusal(refusal) }
    }
    if let speed, let refusal = result.setSpeed(String(speed), vocabulary) {
      return .refusal(refusal)
    }
    return isCheck ? .check(result) : .run(result)
  }

  // MARK: - Options

  private static let known: Set<String> = Set(
    ["--config", "--device", "--simulate"] + ServiceSetting.all.compactMap(\.option))
  private static let lists: Set<String> = Set(
    ["--device"] + ServiceSetting.all.filter(\.isList).compactMap(\.option))

  /// - Returns: what is wrong with the value; `nil` if nothing is.
  private mutating func set(
    _ option: String, _ value: String, _ vocabulary: ServiceVocabulary
  ) -> String? {
    switch option {
    case "--config": file = value
    case "--device": return addReceiver(option, value, vocabulary)
    case "--simulate":
      return addReceiver(option, ServiceSettings.simulation + value, vocabulary)
    // It belongs to the device, which may be named behind it.
    case "--baud": break
    default:
      guard let setting = ServiceSetting.all.first(where: { $0.option == option }) else { break }
      return apply(setting, value, vocabulary)
    }
    return nil
  }

  private mutating func addReceiver(
    _ option: String, _ name: String, _ vocabulary: ServiceVocabulary
  ) -> String? {
    do throws(SettingFault) {
      let source = try ServiceSettings.source(SettingsText(Array(name.unicodeScalars)), vocabulary)
      let known = settings.receivers.map(\.source)
      guard !known.contains(source) else { return "\(option) \(name) is given twice" }
      settings.receivers.append(ServiceSettings.Receiver(source))
    } catch {
      return "\(option): \(error.advice)"
    }
    let simulated = settings.receivers.count {
      if case .simulated = $0.source { true } else { false }
    }
    guard simulated == 0 || settings.receivers.count == 1 else {
      return "--device and --simulate exclude each other"
    }
    return nil
  }

  private mutating func setSpeed(_ value: String, _ vocabulary: ServiceVocabulary) -> String? {
    guard let setting = ServiceSetting.all.first(where: { $0.option == "--baud" }) else {
      return nil
    }
    guard settings.receivers.count == 1, case .address? = settings.receivers.first?.source else {
      return "--baud needs exactly one --device"
    }
    return apply(setting, value, vocabulary)
  }

  private mutating func apply(
    _ setting: ServiceSetting, _ value: String, _ vocabulary: ServiceVocabulary
  ) -> String? {
    do throws(SettingFault) {
      try setting.change(&settings, SettingsText(Array(value.unicodeScalars)), vocabulary)
      return nil
    } catch {
      return "\(setting.option ?? "") \(value): \(error.advice)"
    }
  }

  private static func refusal(of word: String) -> String {
    word.hasPrefix("-")
      ? "there is no option \(word): `cairnd --help` lists them"
      : "\(word) is no option: name a receiver with --device \(ShellWord(word))"
  }
}

extension SettingFault {
  fileprivate var advice: String {
    nearest.map { "did you mean \($0)?" } ?? "expected \(expected)"
  }
}
