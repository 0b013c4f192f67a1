internal import CairnCASIC
public import CairnNMEA
internal import CairnRTCM
internal import CairnTypes
internal import CairnUBX

/// Finds NMEA, UBX, RTCM 3 and CASIC frames in a stream of bytes, in pieces of any size.
///
/// After any failure it looks again one byte later, so a false header never swallows a good frame.
/// While a claimed frame is incomplete the bytes inside it are searched too: a complete frame there
/// proves the claim false and is passed on at once. A frame that is complete in what has arrived wins
/// over whatever its payload holds.
/// The caller reports a silence on the line by `abandonIncomplete`, which ends every wait.
///
/// Where sentences come with a checksum, damage makes some that have none. What ends like a sentence
/// that lost its `*`, or was cut by a false line feed, counts as a wrong checksum; the rest is passed
/// on as doubtful.
///
/// Frames are passed on where they lie; only what is incomplete is copied. Memory: what one claim can
/// need, 64 KiB, and 6 KiB for claims; below 3 KiB while no frame is longer than 2 KiB, allocated once.
public struct Framer: ~Copyable {
  /// Claims watched at the same time; a stream with more is noise.
  private static let pendingLimit = 256
  /// Bytes kept without allocating: covers NMEA, RTCM 3 and the UBX messages of daily use.
  private static let shortCapacity = 2304
  /// Bytes taken at a time to complete what has no length of its own.
  private static let step = 128
  /// So many sentences without a checksum in a row, and the line is one that has none.
  private static let doubtfulLimit = 20

  /// A frame that is not complete yet, or one whose checksum is wrong; positions count from the start
  /// of the stream.
  private struct Claim {
    let start: Int
    let end: Int
    let wireProtocol: WireProtocol
    /// All of it has arrived and its checksum is wrong; it counts unless a frame lies inside it.
    var hasFailed: Bool
  }

  /// Of NMEA 0183.
  public private(set) var nmea = FrameCounts()
  /// Of UBX.
  public private(set) var ubx = FrameCounts()
  /// Of RTCM 3.
  public private(set) var rtcm3 = FrameCounts()
  /// Of CASIC.
  public private(set) var casic = FrameCounts()
  /// Bytes that belong to no frame.
  public private(set) var bytesSkipped = 0
  /// Bytes received in all.
  public private(set) var bytesReceived = 0
  /// The sentences to pass on; others are framed, checked and counted.
  public var wantedSentences: SentenceSelection
  /// Sentences with a right checksum that were not wanted.
  private(set) var checkedUnwanted = 0

  private var stash: [UInt8] = []
  /// Stream position of the first byte kept.
  private var base = 0
  /// Stream position from which nothing has been examined yet.
  private var resume = 0
  /// Stream position up to which every byte is either in a frame or counted as skipped.
  private var settled = 0
  private var claims: [Claim] = []
  /// Sentences without a checksum since the last that had one.
  private var uncheckedInARow = Self.doubtfulLimit
  /// The byte before the line feed of the last sentence that had a checksum.
  private var beforeLineFeed: UInt8 = 0

  /// An empty framer at offset zero.
  ///
  /// - Parameter wantedSentences: the sentences to pass on.
  public init(wantedSentences: SentenceSelection = .all) {
    self.wantedSentences = wantedSentences
  }

  /// Bytes kept because a frame may begin in them, those of a frame that was passed on aside.
  public var bytesPending: Int { max(0, base &+ stash.count &- settled) }

  /// Takes the next bytes of the stream and passes on the frames they complete.
  public mutating func receive(_ bytes: Span<UInt8>, into sink: inout some FrameSink) {
    bytesReceived &+= bytes.count
    var rest = bytes
    while !stash.isEmpty, !rest.isEmpty {
      let held = stash.count
      let head = rest.extracting(first: bytesToTake)
      append(head)
      let consumed = rescan(isFinal: false, into: &sink)
      if consumed >= held {
        // Nothing that was held is needed any more: go on where the bytes lie.
        stash.removeAll(keepingCapacity: stash.capacity <= 2 * Self.shortCapacity)
        rest = rest.extracting(droppingFirst: consumed &- held)
      } else {
        stash.removeFirst(consumed)
        rest = rest.extracting(droppingFirst: head.count)
      }
    }
    guard !rest.isEmpty else { return }
    let consumed = scan(rest, isFinal: false, into: &sink)
    base &+= consumed
    append(rest.extracting(droppingFirst: consumed))
  }

  /// Ends every wait: the line was silent for longer than a frame may pause, or the stream ended.
  public mutating func abandonIncomplete(into sink: inout some FrameSink) {
    guard !stash.isEmpty else { return }
    let consumed = rescan(isFinal: true, into: &sink)
    stash.removeFirst(consumed)
  }

  /// The counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    switch wireProtocol {
    case .nmea: nmea
    case .ubx: ubx
    case .rtcm3: rtcm3
    case .casic: casic
    }
  }

  // MARK: - Buffer

  /// How many of the next bytes are copied behind the ones held: as many as the oldest claim needs,
  /// so that a frame that has arrived whole is seen whole.
  private var bytesToTake: Int {
    guard let claim = firstOpenClaim else { return Self.step }
    return max(Self.step, claim.end &- base &- stash.count)
  }

  private var firstOpenClaim: Claim? {
    for index in claims.indices where !claims[index].hasFailed { return claims[index] }
    return nil
  }

  /// Two capacities only: growing in steps would hold two long buffers for a moment.
  private mutating func append(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    let count = stash.count &+ bytes.count
    if count > stash.capacity {
      stash.reserveCapacity(
        count <= Self.shortCapacity
          ? Self.shortCapacity
          : max(count, UBXFrame.maximumPayload &+ UBXFrame.overhead &+ Self.step))
    }
    unsafe bytes.withUnsafeBufferPointer { unsafe stash.append(contentsOf: $0) }
  }

  private mutating func rescan(isFinal: Bool, into sink: inout some FrameSink) -> Int {
    var buffer: [UInt8] = []
    swap(&buffer, &stash)
    let consumed = scan(buffer.span, isFinal: isFinal, into: &sink)
    base &+= consumed
    swap(&buffer, &stash)
    return consumed
  }

  // MARK: - Search

  /// Passes on what is complete in `bytes`, which begin at stream position `base`.
  ///
  /// - Returns: how many of the bytes are no longer needed.
  private mutating func scan(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int {
    var position = resume &- base
    if !claims.isEmpty, let end = settleClaims(bytes, isFinal: isFinal, into: &sink) {
      position = end
    }
    while position < bytes.count {
      let wireProtocol: WireProtocol
      let check: FrameCheck
      switch bytes[position] {
      case 0x24, 0x21:
        wireProtocol = .nmea
        check = NMEAFrame.check(bytes.extracting(droppingFirst: position), isFinal: isFinal)
      case 0xB5:
        wireProtocol = .ubx
        check = UBXFrame.check(bytes.extracting(droppingFirst: position))
      case 0xD3:
        wireProtocol = .rtcm3
        check = RTCMFrame.check(bytes.extracting(droppingFirst: position))
      case 0xBA:
        wireProtocol = .casic
        check = CASICFrame.check(bytes.extracting(droppingFirst: position))
      default:
        position &+= 1
        continue
      }
      switch check {
      case .frame(let length, isChecked: false):
        position = takeUnchecked(bytes, position..<(position &+ length), into: &sink)
        continue
      case .frame(let length, isChecked: true):
        let end = position &+ length
        let info = FrameInfo(
          wireProtocol: wireProtocol, integrity: .checked, offset: base &+ position)
        emit(bytes.extracting(position..<end), info, into: &sink)
        position = Self.begin(behind: end, bytes[end &- 1])
        continue
      case .incomplete(let length) where !isFinal:
        guard let end = claimedEnd(bytes, position, wireProtocol, length) else {
          resume = base &+ position
          return release(upTo: position)
        }
        watch(
          Claim(
            start: base &+ position, end: end, wireProtocol: wireProtocol, hasFailed: false))
      case .checksumFailure:
        failed(bytes.extracting(droppingFirst: position), wireProtocol, position)
      case .incomplete, .notAFrame:
        break
      }
      position &+= 1
    }
    resume = base &+ position
    return release(upTo: position)
  }

  /// Passes on a sentence without a checksum, unless it was one that had a checksum, by its end or by a
  /// line ending unlike theirs.
  ///
  /// - Returns: where to go on.
  @inline(never)
  private mutating func takeUnchecked(
    _ bytes: Span<UInt8>, _ place: Range<Int>, into sink: inout some FrameSink
  ) -> Int {
    let sentence = bytes.extracting(place)
    var integrity = FrameIntegrity.unchecked
    if uncheckedInARow < Self.doubtfulLimit {
      uncheckedInARow &+= 1
      if NMEAFrame.hasLostStar(sentence)
        || (sentence[sentence.count &- 2] == 0x0D) != (beforeLineFeed == 0x0D)
      {
        failed(bytes.extracting(droppingFirst: place.lowerBound), .nmea, place.lowerBound)
        return place.lowerBound &+ 1
      }
      integrity = .doubtful
    }
    emit(
      sentence,
      FrameInfo(wireProtocol: .nmea, integrity: integrity, offset: base &+ place.lowerBound),
      into: &sink)
    return place.upperBound
  }

  /// Where the next frame may begin: if a frame lost its last byte on the line, the first byte of the next
  /// one may have completed it by chance, and belongs to both.
  @inline(__always)
  private static func begin(behind end: Int, _ last: UInt8) -> Int {
    // One bit for each byte that may begin a frame, by its six low bits; the search looks at the byte again.
    let beginnings: UInt64 =
      1 << 0x21 | 1 << 0x24 | 1 << (0xB5 & 63) | 1 << (0xBA & 63) | 1 << (0xD3 & 63)
    return end &- Int(truncatingIfNeeded: beginnings &>> UInt64(last) & 1)
  }

  /// Where a frame that is incomplete would end; `nil` while that is not known, and for a sentence:
  /// its bytes are printable to the last, so no frame can be complete inside it.
  private func claimedEnd(
    _ bytes: Span<UInt8>, _ position: Int, _ wireProtocol: WireProtocol, _ length: Int
  ) -> Int? {
    let header =
      switch wireProtocol {
      case .nmea: Int.max
      case .ubx: 6
      case .rtcm3: RTCMFrame.headerLength
      case .casic: CASICFrame.headerLength
      }
    return bytes.count &- position >= header ? base &+ position &+ length : nil
  }

  /// Looks again at claims whose bytes have all arrived.
  ///
  /// - Returns: where to go on, if one of them was a frame.
  private mutating func settleClaims(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int? {
    var index = 0
    while index < claims.count {
      let claim = claims[index]
      guard !claim.hasFailed, isFinal || claim.end &- base <= bytes.count else {
        index &+= 1
        continue
      }
      let rest = bytes.extracting(droppingFirst: claim.start &- base)
      switch Self.check(rest, claim.wireProtocol) {
      case .frame(let length, _):
        let info = FrameInfo(
          wireProtocol: claim.wireProtocol, integrity: .checked, offset: claim.start)
        emit(rest.extracting(first: length), info, into: &sink)
        return Self.begin(behind: claim.start &- base &+ length, rest[length &- 1])
      case .checksumFailure:
        claims[index].hasFailed = true
        index &+= 1
      case .incomplete, .notAFrame:
        claims.remove(at: index)
      }
    }
    return nil
  }

  private static func check(_ bytes: Span<UInt8>, _ wireProtocol: WireProtocol) -> FrameCheck {
    switch wireProtocol {
    case .ubx: UBXFrame.check(bytes)
    case .rtcm3: RTCMFrame.check(bytes)
    case .casic: CASICFrame.check(bytes)
    // Sentences are never claimed.
    case .nmea: .notAFrame
    }
  }

  private mutating func watch(_ claim: Claim) {
    if claims.count == Self.pendingLimit {
      countFailures(upTo: min(claim.start, firstOpenClaim?.start ?? .max))
    }
    if claims.count == Self.pendingLimit { claims.removeFirst() }
    claims.append(claim)
  }

  /// A wrong checksum counts when the search has passed its frame and found no other inside: whether
  /// its bytes arrived together must not matter for the count.
  private mutating func failed(
    _ bytes: Span<UInt8>, _ wireProtocol: WireProtocol, _ position: Int
  ) {
    let length =
      switch wireProtocol {
      // Its bytes are printable: no frame of another protocol can lie inside.
      case .nmea: 1
      case .ubx: UBXFrame.length(of: bytes) ?? 1
      case .rtcm3: RTCMFrame.length(of: bytes) ?? 1
      case .casic: CASICFrame.length(of: bytes) ?? 1
      }
    let start = base &+ position
    watch(
      Claim(start: start, end: start &+ length, wireProtocol: wireProtocol, hasFailed: true))
  }

  /// Counts the claims that have failed and end at or before a stream position: not beyond the first
  /// claim still open, since what its payload overlaps or holds is no failure if it is a frame.
  private mutating func countFailures(upTo position: Int) {
    var kept = 0
    for index in claims.indices {
      let claim = claims[index]
      if claim.hasFailed, claim.end <= position {
        switch claim.wireProtocol {
        case .nmea: nmea.checksumFailures &+= 1
        case .ubx: ubx.checksumFailures &+= 1
        case .rtcm3: rtcm3.checksumFailures &+= 1
        case .casic: casic.checksumFailures &+= 1
        }
      } else {
        claims[kept] = claim
        kept &+= 1
      }
    }
    claims.removeLast(claims.count &- kept)
  }

  /// A frame begins at that stream position: what is claimed around it is false.
  private mutating func closeClaims(at position: Int) {
    countFailures(upTo: position)
    claims.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private mutating func emit(
    _ frame: Span<UInt8>, _ info: FrameInfo, into sink: inout some FrameSink
  ) {
    bytesSkipped &+= max(0, info.offset &- settled)
    settled = info.offset &+ frame.count
    if !claims.isEmpty { closeClaims(at: info.offset) }
    switch info.wireProtocol {
    case .nmea:
      nmea.frames &+= 1
      if info.isChecked {
        uncheckedInARow = 0
        if frame[frame.count &- 1] == 0x0A { beforeLineFeed = frame[frame.count &- 2] }
      }
      guard wantedSentences.contains(frame) else {
        if info.isChecked { checkedUnwanted &+= 1 }
        return
      }
    case .ubx: ubx.frames &+= 1
    case .rtcm3: rtcm3.frames &+= 1
    case .casic: casic.frames &+= 1
    }
    sink.receive(frame, info)
  }

  /// Gives up the bytes before `position` except those a claim still needs.
  private mutating func release(upTo position: Int) -> Int {
    let keepFrom = min(base &+ position, firstOpenClaim?.start ?? .max)
    if !claims.isEmpty { countFailures(upTo: keepFrom) }
    bytesSkipped &+= max(0, keepFrom &- settled)
    settled = max(settled, keepFrom)
    return keepFrom &- base
  }
}
