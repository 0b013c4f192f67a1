internal import CairnTypes
internal import CairnUBX

/// Watches what a receiver reports, to see whether it does what it was told and does not confirm.
///
/// The head of a sentence is enough to know that it came, even over a line that damages the rest.
struct SentenceObservation: Sendable {
  /// What was seen of one sentence.
  private struct Sight {
    let row: SentenceDialect.Row
    var count = 0
    var first = MonotonicTime.distantFuture
    var last = MonotonicTime.distantFuture
    /// Milliseconds since midnight, as the first and the last say by themselves: waiting for a slow line does not
    /// change it.
    var stamps: (first: UInt64, last: UInt64)?

    /// Seconds from the first to the last.
    var duration: Double {
      guard let stamps else { return (last - first).inSeconds }
      let day: UInt64 = 86_400_000
      return Double((stamps.last &+ day &- min(stamps.first, day)) % day) / 1000
    }
  }

  /// Epochs that are enough to tell what does not come.
  static let epochs = 3
  /// From which on a difference of intervals is one of the receiver's.
  private static let tolerance = 0.2
  /// Nothing on the line for so long: whatever waited for it has left.
  private static let pause = Duration.milliseconds(40)
  /// What waits for a slow line has left after that, even if the line is never quiet.
  private static let backlog = Duration.seconds(1)

  /// When it ends at the latest.
  private(set) var end: MonotonicTime
  private let start: MonotonicTime
  private let patience: Duration
  private let baudRate: UInt32?
  private var isCaughtUp = false
  /// When something came last; at first, what is on its way is of the old configuration.
  private var heardAt: MonotonicTime
  private var damaged = DamagedSentences()
  private var sights: [Sight]

  /// - Parameters:
  ///   - start: from when on sentences may count; those before are of the old configuration, and so are
  ///     those behind it that come without a pause.
  ///   - patience: how long the sentences that count are watched at most.
  ///   - baudRate: of the line; `nil` where it has none.
  init(from start: MonotonicTime, for patience: Duration, baudRate: UInt32?) {
    self.start = start
    self.patience = patience
    self.baudRate = baudRate
    end = start + max(patience, Self.backlog)
    heardAt = start
    sights = SentenceDialect.rows.map { Sight(row: $0) }
  }

  /// As long as the rarest wished sentence takes, and a few epochs.
  static func patience(for wishes: [ConfigurationValue], _ port: ReceiverPort) -> Duration {
    var milliseconds: UInt64 = 1000
    var rarest: UInt64 = 1
    for wish in wishes {
      if wish.key == .measurementPeriod { milliseconds = min(wish.bits, 60_000) }
      if SentenceDialect.row(wish.key, port) != nil {
        rarest = max(rarest, min(wish.bits, UInt64(epochs)))
      }
    }
    return .milliseconds(Int64(min(max(milliseconds &* (rarest &+ 3), 4000), 60_000)))
  }

  /// - Parameters:
  ///   - sentence: that has come, whole or damaged.
  ///   - now: when it came.
  mutating func receive(_ sentence: Span<UInt8>, at now: MonotonicTime) {
    guard catchUp(sentence.count, at: now) else { return }
    let fields = SentenceFields(sentence)
    guard let index = sights.firstIndex(where: { fields.isReport($0.row.name) }) else { return }
    let isFirst = sights[index].count == 0
    if isFirst { sights[index].first = now }
    sights[index].count &+= 1
    sights[index].last = now
    let stamp = sights[index].row.time.flatMap { fields.time($0) }
    let first = isFirst ? stamp : sights[index].stamps?.first
    sights[index].stamps = first.flatMap { first in stamp.map { (first, $0) } }
  }

  /// All bytes, after the frames in them: damaged sentences are among them.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime) {
    for index in bytes.indices {
      if let sentence = damaged.add(bytes[index]) { receive(sentence.span, at: now) }
    }
  }

  /// Whether nothing waits for the line any more; sentences that did would seem to come too often.
  private mutating func catchUp(_ count: Int, at now: MonotonicTime) -> Bool {
    defer { heardAt = max(heardAt, now) }
    guard now >= start, !isCaughtUp else { return isCaughtUp }
    let silence = now - heardAt - ReceiverQuery.time(of: count, at: baudRate)
    isCaughtUp = silence >= Self.pause || now >= start + Self.backlog
    if isCaughtUp { end = now + patience }
    return isCaughtUp
  }

  /// Whether all that is wished has been seen, for long enough to have seen what is not: of two epochs that have
  /// begun, one is whole.
  func isEnough(
    for wishes: [ConfigurationValue], _ port: ReceiverPort, epochs: Int = Self.epochs
  ) -> Bool {
    guard count >= epochs else { return false }
    // What comes more rarely need not have come yet.
    return wishes.allSatisfy {
      !$0.flag || $0.bits > UInt64(Self.epochs) || SentenceDialect.row($0.key, port) == nil
        || isSeen($0, port)
    }
  }

  /// How often the sentence came that came most often of those that come once in an epoch.
  private var count: Int {
    sights.reduce(0) { $1.row.isOnce ? max($0, $1.count) : $0 }
  }

  private func isSeen(_ wish: ConfigurationValue, _ port: ReceiverPort) -> Bool {
    sights.contains { $0.count > 0 && $0.row.key.on(port: port) == wish.key }
  }

  /// Why a wish is not fulfilled; `nil` when it is seen to be.
  func refusal(of wish: ConfigurationValue, _ port: ReceiverPort) -> WishRefusal? {
    // What nobody heard at all says nothing of what is off.
    guard sights.contains(where: { $0.count > 0 }) else { return .noAnswer }
    if wish.key == .measurementPeriod {
      let wished = Double(wish.bits) / 1000
      guard let interval else { return .noAnswer }
      let isKept = (interval - wished).magnitude <= Self.tolerance * wished
      return isKept ? nil : .notKept(found: UInt64(min(max(interval * 1000 + 0.5, 0), 1e9)))
    }
    guard SentenceDialect.row(wish.key, port) != nil else { return .noAnswer }
    let isSeen = isSeen(wish, port)
    // What comes more rarely than was watched is not missing.
    if isSeen == wish.flag || wish.flag && wish.bits > UInt64(max(count, 1)) { return nil }
    return .notKept(found: isSeen ? 1 : 0)
  }

  /// Whether something comes that is not wished: that needs no patience.
  func contradicts(_ wishes: [ConfigurationValue], _ port: ReceiverPort) -> Bool {
    wishes.contains { !$0.flag && isSeen($0, port) }
  }

  /// Seconds between two epochs: of the sentence that came most often; `nil` before two have come.
  private var interval: Double? {
    var best: Sight?
    for sight in sights where sight.row.isOnce && sight.count > best?.count ?? 1 { best = sight }
    guard let best else { return nil }
    return best.duration / Double(best.count &- 1)
  }
}
