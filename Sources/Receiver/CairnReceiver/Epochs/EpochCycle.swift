/// Finds the borders of navigation epochs in a repeating stream of messages.
///
/// Some messages carry a key (time of day or time of week), others do not. A new key always ends an
/// epoch. To deliver earlier, the cycle learns which message is an epoch's last: from the silence
/// after it, which is certain, or from a key that changes after it. A later message without a key
/// completes the delivered epoch, unless its kind was already seen there; then it opens the next.
///
/// NMEA, UBX and CASIC share these rules; a message's kind is a small number that the caller
/// chooses.
struct EpochCycle: Sendable {
  /// The kind of a message, as far as epochs are concerned.
  struct Kind: Hashable, Sendable {
    /// A number in 0...63, unique within the protocol.
    let number: UInt8
    /// Whether it comes once per epoch, so that it may be the last.
    let isSingle: Bool
  }

  /// Use of a message in an epoch.
  enum Step: Hashable, Sendable {
    /// Add it to the open epoch.
    case join
    /// Close the open epoch, if any, and start a new one with this message.
    case begin
    /// Add it to a delivered epoch: only parts other than the position may be used.
    case trail
    /// Drop it, because it contradicts a delivered epoch: half an epoch is not paired.
    case drop
  }

  private enum Phase: Hashable, Sendable {
    /// Nothing is open, and the line has been silent since the last epoch.
    case idle
    case open
    /// The last message has come; trailing ones may follow.
    case delivered
  }

  private var phase = Phase.idle
  /// The key of the open or last epoch.
  private(set) var key: Int64?
  /// The kinds seen in the epoch before its delivery, one bit each.
  private var seen: UInt64 = 0
  private var lastKeyed: Kind?
  /// The last message that is known to be of this epoch: by its key, or because the caller said so.
  private var lastPart: Kind?
  private var lastSingle: Kind?
  /// The kind that ends an epoch, if known.
  private var ender: Kind?
  private var isEnderCertain = false
  private var wasEndedBySilence = false
  /// How often silence ended an epoch too early, 0...4; each time doubles the wait.
  private(set) var patienceExponent = 0

  /// Whether an epoch is open and not delivered.
  var isUndelivered: Bool { phase == .open && key != nil }

  /// Whether silence would end an epoch.
  var awaitsSilence: Bool { phase == .open }

  /// Returns whether the epoch with that key is the last one and has been delivered.
  func hasDelivered(_ key: Int64) -> Bool { phase != .open && self.key == key }

  /// Decides where a message belongs; `newKey` is nil for a message without a key.
  mutating func place(_ kind: Kind, key newKey: Int64?) -> Step {
    let step = step(kind, newKey)
    switch step {
    case .begin:
      phase = .open
      key = newKey
      seen = bit(kind)
      lastKeyed = nil
      lastPart = nil
      lastSingle = nil
    case .join:
      key = key ?? newKey
      seen |= bit(kind)
    case .trail:
      break
    case .drop:
      return step
    }
    if newKey != nil {
      lastKeyed = kind
      lastPart = kind
    }
    if kind.isSingle { lastSingle = kind }
    return step
  }

  /// Counts a message without a key, which has just joined, as a part that the epoch needs: without
  /// silences, it may then be the last.
  mutating func need(_ kind: Kind) { lastPart = kind }

  /// Forgets which message is the last, because a part that the epoch needed has come after it.
  mutating func forgetEnder() {
    ender = nil
    isEnderCertain = false
  }

  /// Returns whether the message just placed ends its epoch, which must then be delivered.
  mutating func endsEpoch(_ kind: Kind) -> Bool {
    guard isUndelivered, kind == ender else { return false }
    // The ender is confirmed: if it is missing from now on, it was lost, once.
    isEnderCertain = true
    return end()
  }

  /// Ends the epoch because the receiver says so or the stream ends.
  ///
  /// - Returns: whether an epoch must be delivered.
  mutating func end() -> Bool {
    defer { phase = .delivered }
    wasEndedBySilence = false
    return isUndelivered
  }

  /// Handles a silence of the line: the last message ended the epoch.
  ///
  /// - Returns: whether an epoch must be delivered.
  mutating func silence() -> Bool {
    guard phase != .open || key != nil else {
      // The receiver has no time yet; its next message still belongs to another epoch.
      phase = .idle
      return false
    }
    if let lastSingle, phase != .idle {
      ender = lastSingle
      isEnderCertain = true
    }
    defer { phase = .idle }
    wasEndedBySilence = isUndelivered
    return isUndelivered
  }

  private mutating func step(_ kind: Kind, _ newKey: Int64?) -> Step {
    switch (phase, newKey) {
    case (.idle, nil):
      return .begin
    case (.open, nil):
      guard kind.isSingle, seen & bit(kind) != 0 else { return .join }
      // The receiver has no time, or just lost it: a repeated kind belongs to the next epoch.
      return key == nil || kind == lastKeyed ? .begin : .join
    case (.delivered, nil):
      return seen & bit(kind) == 0 ? .trail : .begin
    case (.open, let newKey?):
      // Messages before the first key may be of an older epoch; then their kinds repeat.
      guard let key else { return seen & bit(kind) == 0 || !kind.isSingle ? .join : .begin }
      guard key != newKey else { return .join }
      // The last message is missing or not known yet.
      if !isEnderCertain { ender = lastPart }
      isEnderCertain = false
      return .begin
    case (.idle, let newKey?), (.delivered, let newKey?):
      guard newKey == key else { return .begin }
      // The epoch was delivered too early: learn again.
      if wasEndedBySilence { patienceExponent = min(patienceExponent + 1, 4) }
      ender = nil
      isEnderCertain = false
      return .drop
    }
  }

  private func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.number & 63) }
}
