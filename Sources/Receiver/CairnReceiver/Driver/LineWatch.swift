internal import CairnTypes

/// Counts of the frames and bytes that have come over a line so far.
struct LineTotals: Equatable, Sendable {
  /// Number of frames with a right checksum.
  var frames = 0
  /// Number of UBX messages among them.
  var ubx = 0
  /// Number of whole frames with a wrong checksum.
  var damaged = 0
  /// Number of bytes that belonged to no frame.
  var skipped = 0
}

extension LineTotals {
  /// Copies the framer's counts; `checked` is the number of frames with a right checksum.
  init(_ framer: borrowing Framer, checked: Int) {
    frames = checked
    ubx = framer.ubx.frames
    skipped = framer.bytesSkipped
    // A loop over all cases would allocate at every read.
    damaged =
      framer.nmea.checksumFailures &+ framer.ubx.checksumFailures
      &+ framer.rtcm3.checksumFailures &+ framer.casic.checksumFailures
  }
}

/// Notices that a receiver can no longer be understood.
///
/// Costs a few comparisons per read, and no timer while reports come.
struct LineWatch: Sendable {
  /// Intervals without a report that are tolerated; at least `leastPatience`.
  private static let patience = 5
  private static let leastPatience = Duration.seconds(5)
  /// Noise may damage many frames in a row; at another speed, hardly anything looks like a frame.
  private static let patienceWithNoise = 4
  /// How long a restarting receiver may be silent.
  private static let pause = Duration.milliseconds(200)
  /// Number of bytes; more than a few frames with damaged heads.
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
  /// The number of frames when UBX last came.
  private var framesAtUBX = 0
  private var lastUBX = MonotonicTime(nanoseconds: 0)
  /// When an epoch last came, or a receiver without epochs was asked again.
  private var lastEpoch = MonotonicTime(nanoseconds: 0)
  /// Times it was asked since the last epoch; each time doubles the wait.
  private var doubts = 0
  private static let mostDoubts = 6
  /// Whether the lack of epochs has been reported.
  private var hasToldLack = false

  /// When the line must be checked if nothing comes until then.
  var deadline: MonotonicTime {
    min(max(lastFrame, lastSign), lastFrame + limit * Self.patienceWithNoise) + limit
  }

  /// Starts watching a receiver that is understood.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - interval: the time between two reports.
  ///   - expectsUBX: whether the receiver was configured to report in UBX.
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

  /// Ignores what comes during a change of speed.
  mutating func excuse(at now: MonotonicTime) {
    lastFrame = now
    skippedAtLastFrame = totals.skipped
  }

  /// Returns whether a damaged frame has just come.
  func showsDamage(at now: MonotonicTime) -> Bool { lastSign == now }

  /// Bytes since the last frame, right or damaged, that belong to no frame.
  private var unframed: Int { totals.skipped &- skippedAtLastFrame }

  /// Returns whether unframed bytes come, with no frame for longer than a restart takes.
  func lacksFrames(at now: MonotonicTime) -> Bool {
    unframed > 0 && now - max(lastFrame, lastSign) >= Self.pause
  }

  /// Whether frames or their heads were damaged since the watch began.
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

  /// Notes an epoch, with or without a position.
  mutating func noteEpoch(at now: MonotonicTime) {
    lastEpoch = now
    doubts = 0
    hasToldLack = false
  }

  /// Returns true once when the receiver has long talked without an epoch.
  mutating func beginsToLackEpochs(at now: MonotonicTime) -> Bool {
    guard !hasToldLack, now - lastEpoch >= limit * Self.patienceWithNoise else { return false }
    hasToldLack = true
    return true
  }

  /// Returns whether a receiver that should report in UBX sends only sentences, or no epochs.
  mutating func hasForgotten(at now: MonotonicTime) -> Bool {
    guard expectsUBX else { return false }
    if now - lastUBX >= limit, totals.frames > framesAtUBX { return true }
    guard now - lastEpoch >= limit else { return false }
    let patience = limit * (isDamaged ? Self.patienceWithNoise : 1)
    guard now - lastEpoch >= patience * (1 &<< doubts) else { return false }
    doubts = min(doubts &+ 1, Self.mostDoubts)
    return true
  }

  /// Returns whether so much came without anything like a frame that the receiver must have another
  /// speed. A noisy line damages frames, and some of their heads.
  func isGarbage(at now: MonotonicTime) -> Bool {
    unframed >= Self.garbage
      && now - max(lastFrame, lastSign) >= limit * 3 / 10
  }

  /// Returns how the receiver went missing; `nil` if it has not.
  func loss(at now: MonotonicTime) -> ReceiverDriver.Loss? {
    guard now >= deadline else { return nil }
    return unframed > 0 ? .garbage : .silence
  }
}
