internal import CairnTypes
internal import CairnUBX

/// Watches what a receiver reports, to see whether it does what it was told and does not confirm.
///
/// A sentence that was damaged counts by what it begins with: that is enough to know that it comes.
struct SentenceObservation: Sendable {
  /// Count and times of one sentence.
  private struct Sight {
    let row: SentenceDialect.Row
    var count = 0
    /// Whether one came that was not damaged.
    var isSure = false
    var first = MonotonicTime.distantFuture
    var last = MonotonicTime.distantFuture
    /// From one to the next, at the shortest.
    var interval = Duration.seconds(1_000_000)
  }

  /// Epochs that are enough to tell what does not come.
  static let epochs = 3
  /// The same where the receiver has said that it has the commands.
  private static let fewerEpochs = 2
  /// From which on a difference of intervals is one of the receiver's.
  private static let tolerance = 0.2
  /// Silence after which no sentence can still be waiting for the line.
  private static let pause = Duration.milliseconds(40)
  /// Time after which no sentence can still be waiting for a slow line, even if it is never silent.
  private static let backlog = Duration.seconds(5)

  /// When it ends at the latest.
  private(set) var end: MonotonicTime
  private let start: MonotonicTime
  private let patience: Duration
  private let baudRate: UInt32?
  private let isAnswered: Bool
  private var isCaughtUp = false
  private var lastFrame: MonotonicTime
  private var sights = SentenceDialect.rows.map { Sight(row: $0) }
  private var damaged = DamagedSentences()

  /// - Parameters:
  ///   - start: from when on sentences may count; those before are of the old configuration, and so are
  ///     those behind it that come without a pause.
  ///   - patience: how long the sentences that count are watched at most.
  ///   - baudRate: of the line; `nil` where it has none.
  ///   - isAnswered: whether the receiver has said that it has taken the commands in.
  init(
    from start: MonotonicTime, for patience: Duration, baudRate: UInt32?, isAnswered: Bool = false
  ) {
    self.start = start
    self.isAnswered = isAnswered
    self.patience = patience
    self.baudRate = baudRate
    end = start + Self.backlog + patience
    lastFrame = start
  }

  /// As long as the rarest wished sentence takes, and a few epochs.
  static func patience(for wishes: [ConfigurationValue], _ port: ReceiverPort) -> Duration {
    var milliseconds: UInt64 = 1000
    var rarest: UInt64 = 1
    for wish in wishes {
      if wish.key == .measurementPeriod { milliseconds = wish.bits }
      if SentenceDialect.row(wish.key, port) != nil {
        rarest = max(rarest, min(wish.bits, UInt64(epochs)))
      }
    }
    return .milliseconds(Int64(min(max(milliseconds &* (rarest &+ 3), 4000), 60_000)))
  }

  /// A sentence came, perhaps damaged behind its name.
  mutating func receive(_ sentence: Span<UInt8>, isDamaged: Bool = false, at now: MonotonicTime) {
    let time = Duration.transmission(of: sentence.count, at: baudRate)
    defer { lastFrame = now }
    guard now >= start else { return }
    if !isCaughtUp, now - lastFrame - time >= Self.pause || now >= start + Self.backlog {
      isCaughtUp = true
      end = now + patience
    }
    let fields = SentenceFields(sentence)
    guard isCaughtUp, let index = sights.firstIndex(where: { fields.isReport($0.row.name) })
    else { return }
    if sights[index].count == 0 {
      sights[index].first = now
    } else {
      sights[index].interval = min(sights[index].interval, now - sights[index].last)
    }
    sights[index].count &+= 1
    if !isDamaged { sights[index].isSure = true }
    sights[index].last = now
  }

  /// All bytes, after the sentences in them: those that were damaged count as well.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime) {
    for index in bytes.indices {
      if let sentence = damaged.add(bytes[index]) {
        receive(sentence.span, isDamaged: true, at: now)
      }
    }
  }

  /// The sentence that came most often of those that come once in an epoch.
  private var clock: Sight? {
    var clock: Sight?
    for sight in sights where sight.row.isOnce && sight.count > clock?.count ?? 0 { clock = sight }
    return clock
  }

  /// Whether all that is wished has been seen, for long enough to have seen what is not.
  func isEnough(for wishes: [ConfigurationValue], _ port: ReceiverPort) -> Bool {
    guard let clock, clock.count >= (isAnswered ? Self.fewerEpochs : Self.epochs) else {
      return false
    }
    // What comes more rarely need not have come yet.
    return wishes.allSatisfy { wish in
      guard wish.flag, wish.bits <= UInt64(Self.epochs),
        let row = SentenceDialect.row(wish.key, port)
      else { return true }
      return sight(row).count > 0
    }
  }

  /// Why a wish is not fulfilled; `nil` when it is seen to be.
  func refusal(of wish: ConfigurationValue, _ port: ReceiverPort) -> WishRefusal? {
    guard let clock else { return .noAnswer }
    if wish.key == .measurementPeriod {
      guard clock.count > 1 else { return .noAnswer }
      let time = (clock.last - clock.first).inSeconds
      let interval = time / Double(clock.count &- 1)
      // Some may be lost in between.
      let shortest = time / max(1, (time / max(0.001, clock.interval.inSeconds)).rounded())
      let wished = Double(wish.bits) / 1000
      for interval in [interval, shortest]
      where (interval - wished).magnitude <= Self.tolerance * wished { return nil }
      return .notKept(found: UInt64(max(0, min(1e9, interval * 1000 + 0.5))))
    }
    guard let row = SentenceDialect.row(wish.key, port) else { return .noAnswer }
    let sight = sight(row)
    if wish.flag {
      // What comes more rarely than was watched is not missing.
      return sight.count > 0 || wish.bits > clock.count ? nil : .notKept(found: 0)
    }
    // A single one may be another sentence whose name was damaged.
    return sight.isSure || sight.count > 1 ? .notKept(found: 1) : nil
  }

  private func sight(_ row: SentenceDialect.Row) -> Sight {
    sights.first { $0.row.key == row.key } ?? Sight(row: row)
  }
}
