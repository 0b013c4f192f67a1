/// Finds the borders of navigation epochs in a stream of messages that repeats itself.
///
/// Some messages carry a key (a time of day, a time of week), others do not. A new key always ends
/// an epoch. To deliver earlier than that, the cycle learns which message is the last of an epoch:
/// by the silence after it, which is certain, or by the key that changes after it. What follows the
/// last one without a key completes the epoch that was delivered, unless its kind had been seen
/// there already: then it opens the next one.
///
/// NMEA and UBX share these rules; a message's kind is a small number that the caller chooses.
struct EpochCycle: Sendable {
  /// What kind of message it is, as far as epochs are concerned.
  struct Kind: Hashable, Sendable {
    /// 0...63, unique in its protocol.
    let number: UInt8
    /// Comes once in an epoch, so that it may be the last.
    let isSingle: Bool
  }

  /// What to do with a message.
  enum Step: Hashable, Sendable {
    /// Add it to the open epoch.
    case join
    /// Close the open epoch, if any, and begin a new one with this message.
    case begin
    /// It completes an epoch that has been delivered: only what is not a position may be used.
    case trail
    /// It contradicts an epoch that has been delivered: half an epoch is dropped, not paired.
    case drop
  }

  private enum Phase: Hashable, Sendable {
    /// Nothing is open; the line was silent since the last epoch.
    case idle
    case open
    /// The last message has come; what trails may still come.
    case delivered
  }

  private var phase = Phase.idle
  /// Of the open epoch or of the last one.
  private(set) var key: Int64?
  /// The kinds seen in the epoch before it was delivered, one bit each.
  private var seen: UInt64 = 0
  private var lastKeyed: Kind?
  private var lastSingle: Kind?
  /// The kind that ends an epoch, once known.
  private var ender: Kind?
  private var isEnderCertain = false
  private var wasEndedBySilence = false
  /// How often silence ended an epoch too early, 0...4; each doubles the wait.
  private(set) var patienceExponent = 0

  /// Whether an epoch is open that has not been delivered.
  var isUndelivered: Bool { phase == .open && key != nil }

  /// Whether a silence would end something.
  var awaitsSilence: Bool { phase == .open }

  /// Whether the epoch of that key is the last one, and delivered.
  func hasDelivered(_ key: Int64) -> Bool { phase != .open && self.key == key }

  /// Decides where a message belongs; `newKey` is nil for a message without one.
  mutating func place(_ kind: Kind, key newKey: Int64?) -> Step {
    let step = step(kind, newKey)
    switch step {
    case .begin:
      phase = .open
      key = newKey
      seen = bit(kind)
      lastKeyed = nil
      lastSingle = nil
    case .join:
      key = key ?? newKey
      seen |= bit(kind)
    case .trail:
      break
    case .drop:
      return step
    }
    if newKey != nil { lastKeyed = kind }
    if kind.isSingle { lastSingle = kind }
    return step
  }

  /// Whether the message just placed ends its epoch, which is then to be delivered.
  mutating func endsEpoch(_ kind: Kind) -> Bool {
    guard isUndelivered, kind == ender else { return false }
    // It has proved itself: from now on its absence means that it was lost, once.
    isEnderCertain = true
    return end()
  }

  /// Ends the epoch now, because the receiver says so or the stream ends.
  ///
  /// - Returns: true when an epoch is to be delivered.
  mutating func end() -> Bool {
    defer { phase = .delivered }
    wasEndedBySilence = false
    return isUndelivered
  }

  /// The line fell silent: whatever came last ended the epoch.
  ///
  /// - Returns: true when an epoch is to be delivered.
  mutating func silence() -> Bool {
    guard phase != .open || key != nil else {
      // A receiver that knows no time yet: what it says next is of another epoch all the same.
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
      // The receiver knows no time, or has just lost it: then what comes again is of the next epoch.
      return key == nil || kind == lastKeyed ? .begin : .join
    case (.delivered, nil):
      return seen & bit(kind) == 0 ? .trail : .begin
    case (.open, let newKey?):
      // What came before the first key may be of an older epoch: then its kinds repeat themselves.
      guard let key else { return seen & bit(kind) == 0 || !kind.isSingle ? .join : .begin }
      guard key != newKey else { return .join }
      // The last message did not come, or is not known yet.
      if !isEnderCertain { ender = lastKeyed }
      isEnderCertain = false
      return .begin
    case (.idle, let newKey?), (.delivered, let newKey?):
      guard newKey == key else { return .begin }
      // Delivered too early: learn again.
      if wasEndedBySilence { patienceExponent = min(patienceExponent + 1, 4) }
      ender = nil
      isEnderCertain = false
      return .drop
    }
  }

  private func bit(_ kind: Kind) -> UInt64 { 1 << UInt64(kind.number & 63) }
}
