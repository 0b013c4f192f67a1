internal import CairnTypes

/// What has come over a line so far.
public struct LineTotals: Equatable, Sendable {
  /// Frames with a right checksum.
  public var frames = 0
  /// UBX messages among them.
  public var ubx = 0
  /// Whole frames with a wrong checksum.
  public var damaged = 0
  /// Bytes that belonged to no frame.
  public var skipped = 0

  /// Nothing yet.
  public init() {}
}

/// Notices that a receiver which was understood is not any more.
///
/// Costs a few comparisons for each read and no timer while reports come.
struct LineWatch: Sendable {
  /// So many intervals without a report, and at least so long.
  private static let patience = 5
  private static let leastPatience = Duration.seconds(5)
  /// A noisy line may damage many frames in a row; at another speed hardly anything looks like a frame.
  private static let patienceWithNoise = 4
  /// A receiver that starts anew says nothing for so long.
  private static let pause = Duration.milliseconds(200)
  /// Bytes: more than a few frames whose heads were damaged.
  private static let garbage = 256

  private var totals = LineTotals()
  private var damagedAtBegin = 0
  /// Whether bytes that belong to no frame came between frames.
  private var hasSkipped = false
  private var lastFrame = MonotonicTime(nanoseconds: 0)
  private var lastSign = MonotonicTime(nanoseconds: 0)
  private var skippedAtLastFrame = 0
  private var limit = Self.leastPatience
  private var expectsUBX = false
  /// Totals when UBX came last.
  private var framesAtUBX = 0
  private var lastUBX = MonotonicTime(nanoseconds: 0)
  /// When an epoch came last, or a receiver that gives none was asked again.
  private var lastEpoch = MonotonicTime(nanoseconds: 0)
  /// How often that was since the last epoch; each time it is left alone for twice as long.
  private var doubts = 0
  private static let mostDoubts = 6
  /// Whether it was told that no epochs come.
  private var hasToldLack = false

  /// When the line must be looked at if nothing comes until then.
  var deadline: MonotonicTime {
    min(max(lastFrame, lastSign), lastFrame + limit * Self.patienceWithNoise) + limit
  }

  /// The receiver is understood from now on.
  ///
  /// - Parameters:
  ///   - now: from when on.
  ///   - interval: from one report to the next.
  ///   - expectsUBX: whether the receiver was configured to report by UBX.
  mutating func begin(
    at now: MonotonicTime, interval: Duration = .seconds(1), expectsUBX: Bool = false
  ) {
    lastFrame = now
    lastUBX = now
    lastEpoch = now
    damagedAtBegin = totals.damaged
    hasSkipped = false
    framesAtUBX = totals.frames
    skippedAtLastFrame = totals.skipped
    limit = max(Self.leastPatience, interval * Self.patience)
    self.expectsUBX = expectsUBX
  }

  /// The speed is being changed: what comes meanwhile says nothing.
  mutating func excuse(at now: MonotonicTime) {
    lastFrame = now
    skippedAtLastFrame = totals.skipped
  }

  /// Whether a damaged frame has just come.
  func showsDamage(at now: MonotonicTime) -> Bool { lastSign == now }

  /// Bytes since the last frame, right or damaged, that belong to none.
  private var unframed: Int { totals.skipped &- skippedAtLastFrame }

  /// Whether bytes come that belong to no frame, and no frame has come for longer than a restart takes.
  func lacksFrames(at now: MonotonicTime) -> Bool {
    unframed > 0 && now - max(lastFrame, lastSign) >= Self.pause
  }

  /// Whether frames were damaged since then, or their heads.
  var isDamaged: Bool { totals.damaged > damagedAtBegin || hasSkipped }

  mutating func note(_ totals: LineTotals, at now: MonotonicTime) {
    if totals.frames != self.totals.frames {
      hasSkipped = hasSkipped || totals.skipped > skippedAtLastFrame
      lastFrame = now
      skippedAtLastFrame = totals.skipped
    }
    if totals.damaged != self.totals.damaged {
      lastSign = now
      skippedAtLastFrame = totals.skipped
    }
    if totals.ubx != self.totals.ubx {
      lastUBX = now
      framesAtUBX = totals.frames
    }
    self.totals = totals
  }

  /// An epoch came, with a position or without.
  mutating func noteEpoch(at now: MonotonicTime) {
    lastEpoch = now
    doubts = 0
    hasToldLack = false
  }

  /// Whether the receiver has talked for long without an epoch, and this is the first time that it is asked.
  mutating func beginsToLackEpochs(at now: MonotonicTime) -> Bool {
    guard !hasToldLack, now - lastEpoch >= limit * Self.patienceWithNoise else { return false }
    hasToldLack = true
    return true
  }

  /// Whether a receiver that was to report by UBX reports by sentences alone, or anything but epochs.
  mutating func hasForgotten(at now: MonotonicTime) -> Bool {
    guard expectsUBX else { return false }
    if now - lastUBX >= limit, totals.frames > framesAtUBX { return true }
    guard now - lastEpoch >= limit else { return false }
    let patience = limit * (isDamaged ? Self.patienceWithNoise : 1)
    guard now - lastEpoch >= patience * (1 &<< doubts) else { return false }
    doubts = min(doubts &+ 1, Self.mostDoubts)
    return true
  }

  /// Whether so much came without anything like a frame that the receiver must have another speed. A noisy
  /// line damages frames, and some of their heads.
  func isGarbage(at now: MonotonicTime) -> Bool {
    unframed >= Self.garbage
      && now - max(lastFrame, lastSign) >= limit * 3 / 10
  }

  /// How the receiver went missing; `nil` while it has not.
  func loss(at now: MonotonicTime) -> ReceiverDriver.Loss? {
    guard now >= deadline else { return nil }
    return unframed > 0 ? .garbage : .silence
  }
}
