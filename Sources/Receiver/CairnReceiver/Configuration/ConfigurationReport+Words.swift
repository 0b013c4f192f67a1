public import CairnTypes
internal import CairnUBX

extension ConfigurationReport {
  /// Whether nothing was refused that reports cannot do without.
  public var hasEssentials: Bool {
    for wish in refused where !ReportWishes.isOptional(wish.key) { return false }
    return isReachable
  }

  /// Requirements that the receiver does not fulfil, in words: the key or memory, and the reason.
  /// Excludes optional settings that the receiver does not have.
  public var shortcomings: [String] {
    var lines: [String] = []
    for wish in refused where wish.reason != .unsupported || !ReportWishes.isOptional(wish.key) {
      lines.append(wish.key.description + ": " + wish.reason.words)
    }
    for warning in layerWarnings {
      let memory = warning.layer.contains(.flash) ? "flash" : "battery-backed memory"
      lines.append(memory + ": " + warning.reason.words)
    }
    if !isReachable { lines.append("the receiver does not answer any more") }
    return lines
  }
}

extension WishRefusal {
  /// Why, in words.
  public var words: String {
    switch self {
    case .refused: "the receiver does not take the value"
    case .unsupported: "the receiver has no such setting"
    case .notKept(let found): "the receiver took it and has " + String(found)
    case .wouldDeafen: "nobody could talk to the receiver afterwards"
    case .noAnswer: "no answer"
    case .rateNotReached: "the receiver was not heard at that speed"
    case .notPermitted: "nothing may be written"
    }
  }
}

extension AssistanceReport {
  /// The report in words.
  public var words: String {
    var words = "\(sent) messages"
    words += isAcknowledged ? ", \(used) of them used" : ", and no word of their use"
    if refused > 0 { words += ", \(refused) refused" }
    if let lastReason { words += " (reason \(lastReason))" }
    if unanswered > 0 { words += ", \(unanswered) not answered" }
    return words
  }
}

extension CommandDialect {
  /// Its name, as it is usually written.
  public var name: String {
    switch self {
    case .none: "none"
    case .uBloxKeys: "UBX-CFG-VALSET"
    case .uBloxLegacy: "UBX-CFG"
    case .pmtk: "PMTK"
    case .pair: "PAIR"
    case .pqtm: "PQTM"
    case .pcas: "PCAS"
    case .pstm: "PSTM"
    case .psrf: "PSRF"
    case .pubx: "PUBX"
    }
  }
}

extension ReceiverDriver.Loss {
  /// The loss in words.
  public var words: String {
    switch self {
    case .silence: "it fell silent"
    case .garbage: "it has changed its speed"
    case .configuration: "it has forgotten its configuration"
    case .unresponsive: "it does not answer"
    }
  }
}

extension PowerState {
  /// Its name.
  public var name: String {
    switch self {
    case .off: "off"
    case .backup(.hardware): "hardware backup"
    case .backup(.software): "software backup"
    case .standby: "standby"
    case .waking: "waking"
    case .acquiring: "acquiring"
    case .tracking: "tracking"
    case .cyclic: "cyclic tracking"
    }
  }
}
