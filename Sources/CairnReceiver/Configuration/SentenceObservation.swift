internal import CairnTypes
internal import CairnUBX

/// Watches what a receiver reports, to see whether it does what it was told and does not confirm.
struct SentenceObservation: Sendable {
  /// What was seen of one sentence.
  private struct Sight {
    let row: SentenceDialect.Row
    var whole = Tally()
    /// Of those that were damaged as well, by their first letters.
    var heads = Tally()
    /// When it came last before it counted.
    var before: MonotonicTime?

    /// When it came last.
    var latest: MonotonicTime? {
      let tally = heads.count > 0 ? heads : whole
      return tally.count > 0 ? tally.last : before
    }
  }

  private struct Tally {
    var count = 0
    var first = MonotonicTime.distantFuture
    var last = MonotonicTime.distantFuture

    mutating func add(at now: MonotonicTime) {
      if count == 0 { first = now }
      count &+= 1
      last = now
    }
  }

  /// Epochs that are enough to tell what does not come.
  static let epochs = 3
  /// The same where sentences are lost to the line, or the receiver has said that it has the commands;
  /// where both is so, one that is over.
  private static let fewerEpochs = 2
  /// From which on a difference of intervals is one of the receiver's.
  private static let tolerance = 0.2

  /// What comes so soon after a pause had not to wait for the line.
  private static let promptness = Duration.milliseconds(300)

  /// Nothing on the line for so long: whatever waited for it has left.
  private static let pause = Duration.milliseconds(40)
  /// What waits for a slow line has left after that, even if the line is never quiet.
  private static let backlog = Duration.seconds(5)

  /// When it ends at the latest.
  private var limit: MonotonicTime
  /// When it ends if nothing comes until then.
  private var pauseEnd: MonotonicTime?
  /// Since when bytes have been coming without a pause.
  private var busySince: MonotonicTime?
  private let patience: Duration
  private let baudRate: UInt32?
  private let isAnswered: Bool
  private let start: MonotonicTime
  /// Whether any sentence came, of whatever kind.
  private(set) var hasFrames = false
  private var isCaughtUp = false
  private var lastFrame: MonotonicTime?
  private var lastBytes: MonotonicTime?
  /// The bytes that came last.
  private var tail: UInt64 = 0
  /// The sentence whose time is coming, and what has come of that.
  private var timed: (row: Int, field: [UInt8])?
  /// Whether the line damages what it carries.
  private var isDamaged: Bool
  private var sights: [Sight]
  private(set) var signs = EpochSigns()
  /// The epoch that was coming when it began.
  private var firstEpoch = 0

  /// - Parameters:
  ///   - start: from when on sentences may count; those before are of the old configuration, and so are
  ///     those behind it that come without a pause.
  ///   - patience: how long the sentences that count are watched at most.
  ///   - baudRate: of the line; `nil` where it has none.
  ///   - isAnswered: whether the receiver has said that it has taken the commands in.
  ///   - isDamaged: whether the line is known to damage what it carries.
  ///   - earlier: what was watched before.
  init(
    from start: MonotonicTime, for patience: Duration, baudRate: UInt32?, isAnswered: Bool = false,
    isDamaged: Bool = false, after earlier: SentenceObservation? = nil
  ) {
    self.isDamaged = isDamaged
    self.start = start
    self.isAnswered = isAnswered
    self.patience = patience
    self.baudRate = baudRate
    limit = start + max(patience, Self.backlog)
    // What is on its way when it begins is of the old configuration.
    lastFrame = start
    lastBytes = start
    sights = SentenceDialect.rows.map { Sight(row: $0) }
    guard let earlier else { return }
    signs = earlier.signs
    firstEpoch = signs.number
    for index in sights.indices { sights[index].before = earlier.sights[index].latest }
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

  /// When it ends.
  var end: MonotonicTime { min(limit, pauseEnd ?? limit) }

  /// Takes note that it has ended.
  mutating func conclude(at now: MonotonicTime) {
    if let pauseEnd, now >= pauseEnd { signs.close() }
  }

  /// Whether nothing waits for the line any more; sentences that did would seem to come too often.
  private mutating func catchUp(
    _ count: Int, since last: MonotonicTime?, at now: MonotonicTime
  ) -> Bool {
    guard now >= start else { return false }
    guard !isCaughtUp else { return true }
    isCaughtUp = isPause(count, since: last, at: now) || now >= start + Self.backlog
    if isCaughtUp { limit = now + patience }
    return isCaughtUp
  }

  private func isPause(
    _ count: Int, since last: MonotonicTime?, at now: MonotonicTime
  ) -> Bool {
    last.map { now - $0 - Duration.transmission(of: count, at: baudRate) >= Self.pause } ?? true
  }

  /// - Parameters:
  ///   - frame: a sentence.
  ///   - skipped: bytes before it that belong to no frame.
  ///   - now: when it came.
  mutating func receive(_ frame: Span<UInt8>, skipped: Int = 0, at now: MonotonicTime) {
    hasFrames = true
    defer { lastFrame = now }
    let counts = catchUp(frame.count &+ skipped, since: lastFrame, at: now)
    if skipped > 0, counts { isDamaged = true }
    let fields = SentenceFields(frame)
    guard let index = sights.firstIndex(where: { fields.isReport($0.row.name) }) else { return }
    if let time = sights[index].row.time.flatMap({ fields.time($0) }) {
      signs.note(index, time: time)
    }
    if counts {
      sights[index].whole.add(at: now)
    } else {
      sights[index].before = now
    }
  }

  /// All bytes, after the frames in them: of a sentence that was damaged the head tells that it came.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime) {
    defer { lastBytes = now }
    pauseEnd = nil
    if isPause(bytes.count, since: lastBytes, at: now) { busySince = now }
    let isPrompt = busySince.map { now - $0 <= Self.promptness } ?? false
    let counts = catchUp(bytes.count, since: lastBytes, at: now)
    for index in bytes.indices {
      readTime(bytes[index])
      tail = tail &<< 8 | UInt64(bytes[index])
      // A dollar sign, two letters for the talker, three for the sentence, and a comma.
      guard bytes[index] == 0x2C, tail &>> 48 & 0xFF == 0x24 else { continue }
      let name = tail &>> 8 & 0xFF_FFFF
      guard let index = sights.firstIndex(where: { $0.row.letters == name }) else { continue }
      signs.note(index, isOnce: sights[index].row.isOnce, at: now, isPrompt: isPrompt)
      if sights[index].row.time == 1 { timed = (index, []) }
      if counts {
        sights[index].heads.add(at: now)
      } else {
        sights[index].before = now
      }
    }
    signs.settle()
  }

  /// Takes the next byte of a time that follows the head of a sentence: it says when that was, even if the rest is
  /// damaged.
  private mutating func readTime(_ byte: UInt8) {
    guard let (row, field) = timed else { return }
    if byte == 0x2C || field.count > 10 {
      timed = nil
      if let time = SentenceFields.time(field) { signs.note(row, time: time, isWhole: false) }
    } else {
      timed?.field.append(byte)
    }
  }

  /// Whether an epoch shows that all is as wished, but for what comes more rarely than was watched.
  func shows(_ wishes: [ConfigurationValue], _ port: ReceiverPort) -> Bool {
    signs.shows(wishes, port)
  }

  /// Whether all that is wished has been seen, for long enough to have seen what is not.
  mutating func isEnough(for wishes: [ConfigurationValue], _ port: ReceiverPort) -> Bool {
    if shows(wishes, port) { return true }
    // Where the next pause is, the epoch is over.
    if isDamaged, isAnswered, signs.shows(wishes, port, isOver: false) {
      pauseEnd = lastBytes.map { $0 + LineTraffic.pause }
    }
    let epochs = epochs
    let isLast = epochs < Self.fewerEpochs && isDamaged && isAnswered
    guard epochs > 0,
      isLast || epochs >= (isDamaged || isAnswered ? Self.fewerEpochs : Self.epochs)
    else { return false }
    for wish in wishes where wish.flag {
      if isLast, wish.key == .measurementPeriod, refusal(of: wish, port) != nil { return false }
      // What comes more rarely need not have come yet.
      guard let row = SentenceDialect.row(wish.key, port), wish.bits <= Self.epochs else {
        continue
      }
      if count(row, evenDamaged: true) == 0 { return false }
    }
    if isLast { pauseEnd = lastBytes.map { $0 + LineTraffic.pause } }
    return !isLast
  }

  /// How often the sentence came that came most often of those that come once in an epoch.
  private var epochs: Int {
    sights.reduce(0) { $1.row.isOnce ? max($0, tally($1).count) : $0 }
  }

  /// What is known of a sentence when it came.
  private func tally(_ sight: Sight) -> Tally {
    isDamaged && sight.heads.count >= sight.whole.count ? sight.heads : sight.whole
  }

  /// Why a wish is not fulfilled; `nil` when it is seen to be.
  func refusal(of wish: ConfigurationValue, _ port: ReceiverPort) -> WishRefusal? {
    if signs.fulfils(wish, port) { return nil }
    if isAnswered, signs.contradicts([wish], port, since: firstEpoch) { return .notKept(found: 1) }
    if wish.key == .measurementPeriod {
      let wished = Double(wish.bits) / 1000
      guard let interval = interval(like: wished) else { return .noAnswer }
      let difference = (interval - wished).magnitude / wished
      return difference <= Self.tolerance
        ? nil : .notKept(found: UInt64(max(0, min(1e9, interval * 1000 + 0.5))))
    }
    guard let row = SentenceDialect.row(wish.key, port) else { return .noAnswer }
    let isSeen = count(row, evenDamaged: wish.flag) > 0
    if isSeen == wish.flag { return nil }
    // What comes more rarely than was watched is not missing.
    if wish.flag, wish.bits > max(epochs, 1) { return nil }
    // What nobody heard at all says nothing of what is off.
    return .notKept(found: isSeen ? 1 : 0)
  }

  /// Whether something comes that is not wished: that needs no patience.
  func contradicts(_ wishes: [ConfigurationValue], _ port: ReceiverPort) -> Bool {
    if isAnswered, signs.contradicts(wishes, port, since: firstEpoch) { return true }
    return wishes.contains { wish in
      guard !wish.flag, let row = SentenceDialect.row(wish.key, port) else { return false }
      return count(row, evenDamaged: false) > 0
    }
  }

  /// Whether anything was seen.
  var isHeard: Bool { sights.contains { tally($0).count > 0 } }

  /// Seconds between two epochs: of the sentence that came most often.
  ///
  /// - Parameter wished: what it should be, by which those are counted that were damaged.
  /// - Returns: `nil` before two have come.
  private func interval(like wished: Double) -> Double? {
    var best: Tally?
    for sight in sights where sight.row.isOnce && tally(sight).count > best?.count ?? 1 {
      best = tally(sight)
    }
    guard let best else { return isAnswered ? intervalFromBefore(like: wished) : nil }
    let time = (best.last - best.first).inSeconds
    var count = Double(best.count &- 1)
    if isDamaged, time < wished * (2 * count + 0.5) {
      count = max(count, (time / wished).rounded())
    }
    return time / count
  }

  /// The same from the last sentence that did not count to the first that did: behind an answer it was old
  /// in what it says, but not in its time. It may have waited for the line, so that only what is as
  /// wished is believed.
  private func intervalFromBefore(like wished: Double) -> Double? {
    for sight in sights where sight.row.isOnce && tally(sight).count == 1 {
      guard let before = sight.before else { continue }
      let time = (tally(sight).first - before).inSeconds
      if (time - wished).magnitude <= Self.tolerance * wished { return time }
    }
    return nil
  }

  /// - Parameters:
  ///   - row: the sentence.
  ///   - evenDamaged: whether one counts of which only the head is whole. That is enough to know that it
  ///     comes; but one damaged bit makes the head of another.
  /// - Returns: how often it came.
  private func count(_ row: SentenceDialect.Row, evenDamaged: Bool) -> Int {
    var count = 0
    for sight in sights where sight.row.key == row.key {
      count &+= evenDamaged ? max(sight.whole.count, sight.heads.count) : sight.whole.count
    }
    return count
  }
}
