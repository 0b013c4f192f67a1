internal import CairnTypes
internal import CairnUBX

/// Notices that a receiver which was configured by sentences has started anew and forgotten them.
///
/// While it does as it was told, only frames are counted, so that a fix costs the same. A stretch of
/// time with more or fewer than those before is a reason to look at the sentences for some epochs; and
/// so is the first one, since the receiver may have started anew before. What was never kept is not
/// forgotten: it is wished once more, and then left.
struct SentenceWatch: ~Copyable {
  /// So many intervals are counted together, and at least so long.
  private static let intervals = 5
  private static let leastStretch = Duration.seconds(5)

  private var wishes: [ConfigurationValue] = []
  private var port = ReceiverPort.uart1
  private var baudRate: UInt32?
  private var stretch = Self.leastStretch
  private var stretchEnd = MonotonicTime.distantFuture
  /// What had come when the stretch began; `nil` before the first.
  private var start: LineTotals?
  /// How many sentences came in stretches in which all was as it should be.
  private var usual: ClosedRange<Int>?
  /// In the stretch that was the reason for the look.
  private var count = 0
  private var look: SentenceObservation?
  private var latest = LineTotals()
  /// What a look has found kept; `nil` before the first.
  private var kept: SentenceSigns?
  /// Whether the wishes were sent once more because the first look did not find them.
  private var hasRepeated = false

  /// Whether it has to see frames.
  var isLooking: Bool { look != nil }

  /// When `conclude` is due.
  var deadline: MonotonicTime? { look?.end }

  /// The receiver reports from now on.
  ///
  /// - Parameters:
  ///   - now: from when on.
  ///   - plan: what was wished; `nil` for a receiver that is not watched.
  ///   - report: which of the wishes it did not take.
  ///   - port: which of its ports is heard.
  ///   - interval: from one report to the next.
  mutating func begin(
    at now: MonotonicTime, _ plan: BandwidthPlan?, _ report: ConfigurationReport?,
    _ port: ReceiverPort, interval: Duration
  ) {
    wishes = plan?.visibleWishes(report, port) ?? []
    self.port = port
    baudRate = report?.baudRate
    stretch = max(Self.leastStretch, interval * Self.intervals)
    stretchEnd = wishes.isEmpty ? .distantFuture : now
    start = nil
    usual = nil
    look = nil
    kept = nil
  }

  /// Bytes were read: one comparison until a stretch ends.
  mutating func note(_ totals: LineTotals, at now: MonotonicTime) {
    guard now >= stretchEnd else { return }
    latest = totals
    guard look == nil else { return }
    guard let start else { return beginStretch(at: now) }
    count = totals.frames &- totals.ubx &- start.frames &+ start.ubx
    // A noisy line loses sentences and adds none.
    let isRarer = count < usual?.lowerBound ?? 0 && !totals.isNoisier(than: start)
    guard usual == nil || isRarer || count > usual?.upperBound ?? 0 else {
      return beginStretch(at: now)
    }
    self.start = totals
    look = SentenceObservation(from: now, for: patience, baudRate: baudRate)
  }

  /// A frame, while it looks.
  ///
  /// - Returns: whether the receiver has forgotten what was wished.
  mutating func receive(_ frame: Span<UInt8>, at now: MonotonicTime) -> Bool {
    look?.receive(frame, at: now)
    return look?.isEnough(for: wishes, port) == true && conclude(at: now)
  }

  /// Ends the look.
  ///
  /// - Returns: whether the receiver has forgotten what was wished.
  mutating func conclude(at now: MonotonicTime) -> Bool {
    guard let seen = look else { return false }
    look = nil
    let signs = SentenceSigns(
      seen, of: wishes, port, isNoisy: latest.isNoisier(than: start ?? latest))
    if let kept {
      guard signs.isSuperset(of: kept) else { return true }
    } else if !signs.isSuperset(of: SentenceSigns(of: wishes, port)), !hasRepeated {
      hasRepeated = true
      return true
    } else {
      hasRepeated = false
      kept = signs
    }
    // Some more or fewer are no reason to look again.
    let slack = count / 10 &+ 1
    usual =
      min(
        usual?.lowerBound ?? count, count &- slack)...max(
        usual?.upperBound ?? count, count &+ slack)
    beginStretch(at: now)
    return false
  }

  private mutating func beginStretch(at now: MonotonicTime) {
    start = latest
    stretchEnd = now + stretch
  }

  /// As long as the rarest sentence takes, and a few epochs.
  private var patience: Duration {
    var milliseconds: UInt64 = 1000
    var rarest: UInt64 = 1
    for wish in wishes {
      if wish.key == .measurementPeriod {
        milliseconds = wish.bits
      } else {
        rarest = max(rarest, wish.bits)
      }
    }
    return .milliseconds(Int64(min(max(milliseconds &* (rarest &+ 3), 4000), 60_000)))
  }
}

extension BandwidthPlan {
  /// What was wished of sentences and not refused; of two wishes for one key the last.
  fileprivate func visibleWishes(
    _ report: ConfigurationReport?, _ port: ReceiverPort
  ) -> [ConfigurationValue] {
    guard let report else { return [] }
    var visible: [ConfigurationValue] = []
    for wish in wishes.reversed()
    where wish.key == .measurementPeriod || SentenceDialect.row(wish.key, port) != nil {
      let isDecided =
        visible.contains { $0.key == wish.key } || report.refused.contains { $0.key == wish.key }
      if !isDecided { visible.append(wish) }
    }
    return visible
  }
}

extension CommandDialect {
  /// Whether commands and reports are sentences.
  var isOfSentences: Bool { self != .none && !isUBX }
}

extension LineTotals {
  /// Whether something was damaged in between.
  func isNoisier(than before: LineTotals) -> Bool {
    damaged != before.damaged || skipped != before.skipped
  }
}

/// Signs by which a configuration is known: one for each wish about sentences, and one for the period.
struct SentenceSigns: OptionSet, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  private static let period = SentenceSigns(rawValue: 1 << 15)

  /// All that wishes could show.
  init(of wishes: [ConfigurationValue], _ port: ReceiverPort) {
    self.init()
    for wish in wishes { formUnion(Self.sign(wish, port)) }
  }

  /// Those that were seen.
  ///
  /// - Parameters:
  ///   - seen: what came.
  ///   - wishes: what was wished.
  ///   - port: of the receiver.
  ///   - isNoisy: whether something was lost: then only what comes and should not is a sign.
  init(
    _ seen: SentenceObservation, of wishes: [ConfigurationValue], _ port: ReceiverPort,
    isNoisy: Bool
  ) {
    self.init()
    for wish in wishes {
      let isUnwanted = wish.key != .measurementPeriod && !wish.flag
      if isNoisy && !isUnwanted || seen.refusal(of: wish, port) == nil {
        formUnion(Self.sign(wish, port))
      }
    }
  }

  /// What says something of satellites may not come for want of them.
  private static func sign(_ wish: ConfigurationValue, _ port: ReceiverPort) -> SentenceSigns {
    if wish.key == .measurementPeriod { return .period }
    for (index, row) in SentenceDialect.rows.enumerated() where row.key.on(port: port) == wish.key {
      return wish.flag && !row.isOnce ? [] : SentenceSigns(rawValue: 1 &<< UInt16(index))
    }
    return []
  }
}
