internal import CairnTypes
internal import CairnUBX

/// Notices that a receiver configured by sentences has restarted and forgotten its configuration.
///
/// While the receiver behaves as configured, only frames are counted, so that a fix costs the same.
/// If a stretch of time has more or fewer than before, the sentences are examined for some epochs;
/// so are they after the first stretch, since the receiver may have restarted earlier. A wish that
/// never took effect is not forgotten: it is sent once more, then dropped.
struct SentenceWatch: ~Copyable {
  /// Intervals counted together; at least `leastStretch`.
  private static let intervals = 5
  private static let leastStretch = Duration.seconds(5)

  private var wishes: [ConfigurationValue] = []
  private var port = ReceiverPort.uart1
  private var baudRate: UInt32?
  private var stretch = Self.leastStretch
  private var stretchEnd = MonotonicTime.distantFuture
  /// The totals at the start of the stretch; `nil` before the first.
  private var start: LineTotals?
  /// Number of sentences in stretches in which everything was in order.
  private var usual: ClosedRange<Int>?
  /// Number of sentences in the stretch that caused the examination.
  private var count = 0
  private var look: SentenceObservation?
  private var latest = LineTotals()
  /// The signs found in effect by an examination; `nil` before the first.
  private var kept: SentenceSigns?
  /// Whether the wishes were sent once more because the first examination did not find them.
  private var hasRepeated = false

  /// Whether the watch needs frames.
  var isLooking: Bool { look != nil }

  /// When `conclude` is due.
  var deadline: MonotonicTime? { look?.end }

  /// Starts watching a receiver that reports.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - plan: what was wished; `nil` for a receiver that is not watched.
  ///   - report: tells which wishes it did not accept.
  ///   - port: the receiver's port that the host is connected to.
  ///   - interval: the time between two reports.
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

  /// Notes that bytes were read; costs one comparison until a stretch ends.
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

  /// Takes a frame during an examination.
  ///
  /// - Returns: whether the receiver has forgotten what was wished.
  mutating func receive(_ frame: Span<UInt8>, at now: MonotonicTime) -> Bool {
    look?.receive(frame, at: now)
    return look?.isEnough(for: wishes, port) == true && conclude(at: now)
  }

  /// Ends the examination.
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
    // A few more or fewer are no reason to examine again.
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

  /// The interval of the rarest sentence, and a few epochs.
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
  /// Returns the wishes about sentences that were not refused; for a key wished twice, the last.
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
  /// Returns whether anything was damaged in between.
  func isNoisier(than before: LineTotals) -> Bool {
    damaged != before.damaged || skipped != before.skipped
  }
}

/// Signs of a configuration: one for each wish about sentences, and one for the period.
struct SentenceSigns: OptionSet, Sendable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  private static let period = SentenceSigns(rawValue: 1 << 15)

  /// Creates all signs that the wishes could show.
  init(of wishes: [ConfigurationValue], _ port: ReceiverPort) {
    self.init()
    for wish in wishes { formUnion(Self.sign(wish, port)) }
  }

  /// Creates the signs that were seen.
  ///
  /// - Parameters:
  ///   - seen: the sentences that came.
  ///   - wishes: what was wished.
  ///   - port: the receiver's port.
  ///   - isNoisy: whether data was lost: then only unwanted sentences count as signs.
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

  /// Sentences about satellites may be missing because there are none.
  private static func sign(_ wish: ConfigurationValue, _ port: ReceiverPort) -> SentenceSigns {
    if wish.key == .measurementPeriod { return .period }
    for (index, row) in SentenceDialect.rows.enumerated() where row.key.on(port: port) == wish.key {
      return wish.flag && !row.isOnce ? [] : SentenceSigns(rawValue: 1 &<< UInt16(index))
    }
    return []
  }
}
