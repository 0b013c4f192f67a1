/// Claims that a `Framer` cannot judge yet: incomplete frames, and frames with a wrong checksum,
/// which do not count as failures if they contain a frame.
///
/// Positions count from the start of the stream. Memory: 4 KiB.
struct FrameClaims {
  /// A frame whose header has arrived.
  struct Claim: BitwiseCopyable {
    let start: Int
    /// Length in bytes, below 2¹⁷.
    private let bytes: UInt32
    let wireProtocol: WireProtocol

    init(_ wireProtocol: WireProtocol, start: Int, length: Int) {
      self.wireProtocol = wireProtocol
      self.start = start
      bytes = UInt32(truncatingIfNeeded: length)
    }

    var length: Int { Int(bytes) }
    var end: Int { start &+ length }
  }

  private struct Failure: BitwiseCopyable {
    let end: Int
    let wireProtocol: WireProtocol
  }

  /// The most claims watched at a time; a stream with more is noise.
  private static let openLimit = 128
  /// Claims dropped together at the limit, because dropping one would move the rest each time.
  private static let givenUp = 32
  /// The most wrong checksums in doubt at a time; at the limit, they are counted.
  private static let doubtLimit = 128

  /// Counted wrong checksums, by protocol.
  private(set) var failures = InlineArray<4, Int>(repeating: 0)
  /// Incomplete frames, by start.
  private var open: [Claim] = []
  /// Whether they also end in that order, as in a flood of equal headers.
  private var isOrdered = true
  /// The earliest end of an incomplete frame.
  private var firstEnd = Int.max
  private var doubtful: [Failure] = []
  /// The earliest end of a frame in doubt.
  private var firstDoubtEnd = Int.max

  /// Whether nothing is incomplete or in doubt.
  private(set) var isEmpty = true

  /// Start of the oldest incomplete frame; `Int.max` if there is none.
  var oldestStart: Int { open.isEmpty ? .max : open[0].start }

  /// End of the oldest incomplete frame; `nil` if there is none.
  var oldestEnd: Int? { open.isEmpty ? nil : open[0].end }

  /// Returns whether a frame is complete when the stream has reached `position`.
  func areDue(at position: Int) -> Bool { firstEnd <= position }

  /// Starts waiting for the rest of a frame.
  mutating func watch(_ claim: Claim) {
    if open.count == Self.openLimit {
      open.removeFirst(Self.givenUp)
      noteFirstEnd()
    }
    if let last = open.last, claim.end < last.end { isOrdered = false }
    open.append(claim)
    isEmpty = false
    firstEnd = min(firstEnd, claim.end)
  }

  /// The progress of a pass over all claims.
  struct Look {
    fileprivate var index = 0
    fileprivate var kept = 0
    fileprivate var firstEnd = Int.max
  }

  /// Removes and returns the next claim, by start, that ends at or before a position.
  ///
  /// - Parameters:
  ///   - look: a new one for each pass. Claims are in order again once the pass has ended or
  ///     `close` is called.
  ///   - position: the position in the stream.
  /// - Returns: `nil` at the end of the pass.
  mutating func takeDue(_ look: inout Look, upTo position: Int) -> Claim? {
    let isOrdered = isOrdered
    var claims = open.mutableSpan
    while look.index < claims.count {
      let claim = claims[look.index]
      look.index &+= 1
      let end = claim.end
      if end <= position { return claim }
      if isOrdered {
        look.firstEnd = end
        break
      }
      look.kept &+= 1
      if look.kept < look.index { claims[look.kept &- 1] = claim }
      if end < look.firstEnd { look.firstEnd = end }
    }
    if isOrdered {
      // All up to the claim where the pass stopped.
      open.removeFirst(look.firstEnd == .max ? open.count : look.index &- 1)
    } else {
      open.removeLast(open.count &- look.kept)
      self.isOrdered = open.isEmpty
    }
    firstEnd = look.firstEnd
    return nil
  }

  /// Notes a complete frame with a wrong checksum.
  ///
  /// It counts once the search has passed the frame and found no other inside, so that the count
  /// does not depend on how its bytes arrived.
  mutating func doubt(_ claim: Claim) {
    if doubtful.count == Self.doubtLimit {
      countFailures(upTo: claim.start)
      if doubtful.count > Self.doubtLimit / 2 { count(upTo: .max) }
    }
    isEmpty = false
    doubtful.append(Failure(end: claim.end, wireProtocol: claim.wireProtocol))
    firstDoubtEnd = min(firstDoubtEnd, claim.end)
  }

  /// Counts wrong checksums of frames that end at or before a position and before the first
  /// incomplete frame: if that one is a frame, what it contains or overlaps is no failure.
  mutating func countFailures(upTo position: Int) {
    guard !isEmpty else { return }
    let limit = min(position, oldestStart)
    if firstDoubtEnd <= limit { count(upTo: limit) }
  }

  /// Notes a frame at a position: claims around it are false.
  mutating func close(at position: Int) {
    if firstDoubtEnd <= position { count(upTo: position) }
    open.removeAll(keepingCapacity: true)
    isOrdered = true
    doubtful.removeAll(keepingCapacity: true)
    firstEnd = .max
    firstDoubtEnd = .max
    isEmpty = true
  }

  private mutating func count(upTo limit: Int) {
    var kept = 0
    firstDoubtEnd = .max
    for index in doubtful.indices {
      let failure = doubtful[index]
      if failure.end <= limit {
        failures[Int(failure.wireProtocol.rawValue)] &+= 1
      } else {
        doubtful[kept] = failure
        kept &+= 1
        firstDoubtEnd = min(firstDoubtEnd, failure.end)
      }
    }
    doubtful.removeLast(doubtful.count &- kept)
  }

  private mutating func noteFirstEnd() {
    firstEnd = .max
    for index in open.indices { firstEnd = min(firstEnd, open[index].end) }
  }
}
