public import CairnTypes

/// The rules of a device's policy files, and the answers for each client.
///
/// Files are added in the order of their names. For a client, `[default]` sections apply first,
/// then those that match its name; among equals the later one wins, key by key.
public struct PolicyRules: Hashable, Sendable {
  private var sections: [PolicySection] = []

  /// Creates an empty set of rules.
  public init() {}

  /// Parses one more file, whose rules take precedence over the earlier ones.
  ///
  /// - Parameters:
  ///   - file: its name, for messages.
  ///   - bytes: its contents.
  /// - Throws: the first mistake; nothing is added then.
  public mutating func add(_ file: String, _ bytes: [UInt8]) throws(SettingsFileError) {
    var parser = try PolicyParser(file: file, bytes, room: Defaults.policyRules - sections.count)
    sections += try parser.parse()
  }

  /// Returns the rules that apply to one client.
  ///
  /// - Parameters:
  ///   - name: the client's name.
  ///   - unit: the systemd unit that the client runs in.
  ///   - aliases: other names of the client, which count as much.
  ///   - otherwise: the answer as far as no rule applies.
  /// - Returns: the client's permissions, and the rules that grant them.
  public func answer(
    for name: String, unit: String? = nil, aliases: [String] = [], otherwise: Authorization
  ) -> PolicyAnswer {
    var decision = Decision()
    for section in sections where section.subject == .everyone { decision.apply(section) }
    let names = ([name, unit].compactMap { $0 } + aliases).map { Array($0.utf8) }
    for section in sections {
      guard case .clients(let pattern) = section.subject else { continue }
      if names.contains(where: pattern.matches) { decision.apply(section) }
    }
    if let place = offSwitch {
      return PolicyAnswer(
        authorization: Authorization(status: .denied, reason: "switched off by \(place)"),
        purpose: decision.purpose)
    }
    return decision.answer(otherwise: otherwise)
  }

  /// The place where location is switched off for every client; `nil` if it is not.
  private var offSwitch: String? {
    var place: String?
    for section in sections {
      guard let isEnabled = section.isEnabled else { continue }
      place = isEnabled.value ? nil : section.place(isEnabled.line)
    }
    return place
  }
}

/// Permissions that the policy files give one client.
public struct PolicyAnswer: Hashable, Sendable {
  /// Permissions of the client; its reason names the rules.
  public var authorization: Authorization
  /// Purpose for which the client needs location, in the administrator's words.
  public var purpose: String?
  /// How long the client may get full accuracy, by purpose.
  public var temporaryFullAccuracy: [String: Duration] = [:]
}

/// The settings that apply to one client, as read so far.
private struct Decision {
  private struct Choice<Value> {
    let value: Value
    let place: String
  }

  private var status: Choice<AuthorizationStatus>?
  private var accuracy: Choice<AccuracyAuthorization>?
  private var services: Choice<ServiceSet>?
  private(set) var purpose: String?
  private var permissions: [String: Duration] = [:]

  mutating func apply(_ section: PolicySection) {
    Self.replace(&status, section.status, section)
    Self.replace(&accuracy, section.accuracy, section)
    Self.replace(&services, section.services, section)
    purpose = section.purpose?.value ?? purpose
    for permission in section.permissions { permissions[permission.purpose] = permission.duration }
  }

  private static func replace<Value>(
    _ choice: inout Choice<Value>?, _ setting: PolicySection.Setting<Value>?,
    _ section: PolicySection
  ) {
    guard let setting else { return }
    choice = Choice(value: setting.value, place: section.place(setting.line))
  }

  func answer(otherwise: Authorization) -> PolicyAnswer {
    let authorization = Authorization(
      status: status?.value ?? otherwise.status, accuracy: accuracy?.value ?? otherwise.accuracy,
      services: services?.value ?? otherwise.services, reason: reason(otherwise: otherwise.reason))
    return PolicyAnswer(
      authorization: authorization, purpose: purpose, temporaryFullAccuracy: permissions)
  }

  private func reason(otherwise: String) -> String {
    var parts = [status.map { "status by \($0.place)" } ?? otherwise]
    if let accuracy { parts.append("accuracy by \(accuracy.place)") }
    if let services { parts.append("services by \(services.place)") }
    return parts.joined(separator: ", ")
  }
}
