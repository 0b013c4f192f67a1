internal import CairnTypes
internal import CairnUBX

/// Divides what a receiver reports into epochs by the order of its sentences and by the times in them.
///
/// Waiting for a slow line changes when sentences come, and neither of the two. So an epoch that is as
/// wished shows that the receiver is so configured, whenever it comes.
struct EpochSigns: Sendable {
  /// What is known of one sentence, by its place in `SentenceDialect.rows`.
  private struct Row {
    /// Whether the epoch that is coming has it, and the last one that is over.
    var isComing = false
    var wasThere = false
    /// In which epoch it came last, and as which sentence.
    var number: Int?
    var place = 0
    /// When it came last that it had not to wait, and in which epoch.
    var prompt: (number: Int, time: MonotonicTime)?
    /// The time in it, before it is known of which epoch it is, and whether it was whole.
    var stamp: (time: UInt64, isWhole: Bool)?
  }

  private var rows = [Row](repeating: Row(), count: SentenceDialect.rows.count)
  /// Epochs so far; what was coming when it began is none.
  private(set) var number = 0
  /// Sentences so far.
  private var count = 0
  /// When the last epoch with a time was, in milliseconds since midnight, and its first sentence that said so.
  private var latest: (number: Int, time: UInt64, place: Int)?
  /// Milliseconds from one epoch to the next.
  private var period: UInt64?

  private static let day: UInt64 = 86_400_000
  /// Milliseconds: no more time passes where all epochs but a few are lost.
  private static let near: UInt64 = 20_000

  /// A sentence came, perhaps damaged, whose head is whole.
  ///
  /// - Parameters:
  ///   - row: its place.
  ///   - isOnce: whether an epoch has one such sentence at most.
  ///   - now: when it came.
  ///   - isPrompt: whether it had not to wait for the line.
  mutating func note(_ row: Int, isOnce: Bool, at now: MonotonicTime, isPrompt: Bool) {
    if isOnce, rows[row].isComing { close() }
    rows[row].isComing = true
    rows[row].number = number
    count &+= 1
    rows[row].place = count
    guard isOnce, isPrompt else { return }
    if let last = rows[row].prompt, number > last.number {
      period =
        UInt64(max(0, min(1e13, (now - last.time).inSeconds * 1000)))
        / UInt64(number &- last.number)
    }
    rows[row].prompt = (number, now)
  }

  /// The epoch that is coming is over.
  mutating func close() {
    for index in rows.indices {
      rows[index].wasThere = rows[index].isComing
      rows[index].isComing = false
    }
    number &+= 1
  }

  /// A sentence came whose head is noted before or afterwards.
  ///
  /// - Parameters:
  ///   - row: its place.
  ///   - time: in milliseconds since midnight.
  ///   - isWhole: whether its checksum is right; otherwise the time has to be near the last.
  mutating func note(_ row: Int, time: UInt64, isWhole: Bool = true) {
    guard isWhole || rows[row].stamp == nil && (passed(until: time) ?? 0) <= Self.near else {
      return
    }
    rows[row].stamp = (time, isWhole)
  }

  /// Milliseconds since the last epoch with a time.
  private func passed(until time: UInt64) -> UInt64? {
    latest.map { time &+ (time < $0.time ? Self.day : 0) &- $0.time }
  }

  /// All heads are noted.
  mutating func settle() {
    for index in rows.indices {
      guard let stamp = rows[index].stamp, var number = rows[index].number else { continue }
      rows[index].stamp = nil
      if let latest, let passed = passed(until: stamp.time) {
        if passed == 0 {
          if number == self.number, number == latest.number &+ 1 { join(since: latest.place) }
          continue
        }
        if number == self.number, number == latest.number, stamp.isWhole, passed <= Self.near {
          split(at: rows[index].place)
          number = self.number
        }
        guard number > latest.number else { continue }
        period = passed / UInt64(number &- latest.number)
      }
      latest = (number, stamp.time, rows[index].place)
    }
  }

  /// The epoch that is coming began with this sentence: what came before has an earlier time.
  private mutating func split(at place: Int) {
    number &+= 1
    for index in rows.indices {
      let isNew = rows[index].place >= place
      rows[index].wasThere = rows[index].isComing && !isNew
      rows[index].isComing = rows[index].isComing && isNew
      if isNew { rows[index].number = number }
    }
  }

  /// The epoch that is coming began sooner, with the first sentence of its time, which was taken for the end of the
  /// one before.
  private mutating func join(since place: Int) {
    latest?.number = number
    for index in rows.indices {
      rows[index].isComing = rows[index].place >= place
      if rows[index].isComing { rows[index].number = number }
    }
  }

  /// Whether the last epoch shows that all is as wished, but for what comes more rarely; asked of the epoch
  /// that is coming, whether it would if it were over.
  func shows(_ wishes: [ConfigurationValue], _ port: ReceiverPort, isOver: Bool = true) -> Bool {
    guard number > (isOver ? 1 : 0) else { return false }
    return wishes.allSatisfy {
      fulfils($0, port, isOver: isOver)
        || $0.bits > SentenceObservation.epochs && SentenceDialect.row($0.key, port) != nil
    }
  }

  /// Whether the epoch that is coming, which began after another, has something that is not wished.
  func contradicts(
    _ wishes: [ConfigurationValue], _ port: ReceiverPort, since number: Int
  ) -> Bool {
    guard self.number > number else { return false }
    return wishes.contains { wish in
      !wish.flag && place(wish, port).map { rows[$0].isComing } ?? false
    }
  }

  /// Whether the last whole epoch, or the one that is coming, is as wished.
  func fulfils(
    _ wish: ConfigurationValue, _ port: ReceiverPort, isOver: Bool = true
  ) -> Bool {
    guard number > (isOver ? 1 : 0) else { return false }
    if wish.key == .measurementPeriod { return isPeriod(wish.bits) }
    guard let place = place(wish, port) else { return false }
    return (isOver ? rows[place].wasThere : rows[place].isComing) == wish.flag
  }

  private func place(_ wish: ConfigurationValue, _ port: ReceiverPort) -> Int? {
    SentenceDialect.rows.firstIndex { $0.key.on(port: port) == wish.key }
  }

  private func isPeriod(_ wished: UInt64) -> Bool {
    guard let period else { return false }
    return max(period, wished) &- min(period, wished) <= wished / 5
  }
}
