/// What a `Framer` cannot judge yet: frames that have not arrived whole, and wrong checksums that do not count if
/// a frame lies inside them.
///
/// Positions count from the start of the stream. Memory: 4 KiB.
struct FrameClaims {
  /// A frame whose header has arrived.
  struct Claim: BitwiseCopyable {
    let start: Int
    /// Below 2¹⁷.
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

  /// Claims watched at the same time; a stream with more is noise.
  private static let openLimit = 128
  /// So many of the oldest are given up when there are more: one at a time would move the rest each time.
  private static let givenUp = 32
  /// Wrong checksums in doubt at the same time; when there are more, all of them count.
  private static let doubtLimit = 128

  /// Wrong checksums that count, by protocol.
  private(set) var failures = InlineArray<4, Int>(repeating: 0)
  /// Frames that have not arrived whole, in the order of their starts.
  private var open: [Claim] = []
  /// Whether they end in that order too, as those of a flood of equal headers do.
  private var isOrdered = true
  /// Where the first of them to be whole ends.
  private var firstEnd = Int.max
  private var doubtful: [Failure] = []
  /// Where the first of them to be certain ends.
  private var firstDoubtEnd = Int.max

  /// Whether nothing is waited for or in doubt.
  private(set) var isEmpty = true

  /// Where the oldest frame begins that has not arrived whole; `Int.max` without one.
  var oldestStart: Int { open.isEmpty ? .max : open[0].start }

  /// Where it ends; `nil` without one.
  var oldestEnd: Int? { open.isEmpty ? nil : open[0].end }

  /// Whether a frame has arrived whole when the stream has reached `position`.
  func areDue(at position: Int) -> Bool { firstEnd <= position }

  /// Waits for the rest of a frame.
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

  /// How far a look at all claims has come.
  struct Look {
    fileprivate var index = 0
    fileprivate var kept = 0
    fileprivate var firstEnd = Int.max
  }

  /// Takes out the next claim that ends at or before a position, in the order of their starts.
  ///
  /// - Parameters:
  ///   - look: a new one at first. The claims are in order again when it has come to its end, or is followed by
  ///     `close`.
  ///   - position: in the stream.
  /// - Returns: `nil` at the end.
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
      // All up to the one that it has stopped at.
      open.removeFirst(look.firstEnd == .max ? open.count : look.index &- 1)
    } else {
      open.removeLast(open.count &- look.kept)
      self.isOrdered = open.isEmpty
    }
    firstEnd = look.firstEnd
    return nil
  }

  /// The frame has arrived, with a wrong checksum.
  ///
  /// That counts when the search has passed the frame and found no other inside: whether its bytes arrived
  /// together must not matter for the count.
  mutating func doubt(_ claim: Claim) {
    if doubtful.count == Self.doubtLimit {
      countFailures(upTo: claim.start)
      if doubtful.count > Self.doubtLimit / 2 { count(upTo: .max) }
    }
    isEmpty = false
    doubtful.append(Failure(end: claim.end, wireProtocol: claim.wireProtocol))
    firstDoubtEnd = min(firstDoubtEnd, claim.end)
  }

  /// Counts the wrong checksums of frames that end at or before a position: not beyond the first frame that has
  /// not arrived whole, since what its payload overlaps or holds is no failure if it is one.
  mutating func countFailures(upTo position: Int) {
    guard !isEmpty else { return }
    let limit = min(position, oldestStart)
    if firstDoubtEnd <= limit { count(upTo: limit) }
  }

  /// A frame begins at that position: what is claimed around it is false.
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
