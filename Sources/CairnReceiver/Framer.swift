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
/// need, 64 KiB, and 4 KiB for claims; below 3 KiB while no frame is longer than 2 KiB, allocated once.
///
/// No stream costs more than ten times what random bytes cost: see `SearchBudget`.
public struct Framer: ~Copyable {
  /// Bytes kept without allocating: covers NMEA, RTCM 3 and the UBX messages of daily use.
  private static let shortCapacity = 2304
  /// Bytes taken at a time to complete what has no length of its own.
  private static let step = 128
  /// So many sentences without a checksum in a row, and the line is one that has none.
  private static let doubtfulLimit = 20

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
  private var claims = FrameClaims()
  private var budget = SearchBudget()
  /// Frames passed on, by protocol.
  private var frames = InlineArray<4, Int>(repeating: 0)
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

  /// The counts of NMEA 0183.
  public var nmea: FrameCounts { counts(of: .nmea) }
  /// The counts of UBX.
  public var ubx: FrameCounts { counts(of: .ubx) }
  /// The counts of RTCM 3.
  public var rtcm3: FrameCounts { counts(of: .rtcm3) }
  /// The counts of CASIC.
  public var casic: FrameCounts { counts(of: .casic) }

  /// The counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    let index = Int(wireProtocol.rawValue)
    return FrameCounts(frames: frames[index], checksumFailures: claims.failures[index])
  }

  // MARK: - Buffer

  /// How many of the next bytes are copied behind the ones held: as many as the oldest claim needs,
  /// so that a frame that has arrived whole is seen whole.
  private var bytesToTake: Int {
    guard let end = claims.oldestEnd else { return Self.step }
    return max(Self.step, end &- base &- stash.count)
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
    if let end = settleClaims(bytes, isFinal: isFinal, into: &sink) { position = end }
    while position < bytes.count {
      let wireProtocol: WireProtocol
      let check: FrameCheck
      switch bytes[position] {
      // No second dollar lies in a sentence: no byte is looked at for two of them. A `!` may lie there.
      case 0x24:
        wireProtocol = .nmea
        check = NMEAFrame.check(bytes.extracting(droppingFirst: position), isFinal: isFinal)
      case 0x21 where affords(.nmea, bytes, position):
        wireProtocol = .nmea
        check = NMEAFrame.check(bytes.extracting(droppingFirst: position), isFinal: isFinal)
      case 0xB5 where affords(.ubx, bytes, position):
        wireProtocol = .ubx
        check = UBXFrame.check(bytes.extracting(droppingFirst: position))
      case 0xD3 where affords(.rtcm3, bytes, position):
        wireProtocol = .rtcm3
        check = RTCMFrame.check(bytes.extracting(droppingFirst: position))
      case 0xBA where affords(.casic, bytes, position):
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
        guard Self.isClaimed(bytes.count &- position, wireProtocol) else {
          resume = base &+ position
          return release(upTo: position)
        }
        claims.watch(.init(wireProtocol, start: base &+ position, length: length))
      case .checksumFailure:
        failed(bytes.extracting(droppingFirst: position), wireProtocol, position)
      case .notAFrame where bytes[position] == 0x21:
        spend(on: bytes.extracting(droppingFirst: position), .nmea)
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

  /// Whether it is known where a frame that is incomplete ends. Never of a sentence: its bytes are printable to
  /// the last, so no frame can be complete inside it.
  private static func isClaimed(_ arrived: Int, _ wireProtocol: WireProtocol) -> Bool {
    switch wireProtocol {
    case .nmea: false
    case .ubx: arrived >= 6
    case .rtcm3: arrived >= RTCMFrame.headerLength
    case .casic: arrived >= CASICFrame.headerLength
    }
  }

  /// The length that a header claims; `nil` while that is not known.
  private static func claimedLength(_ rest: Span<UInt8>, _ wireProtocol: WireProtocol) -> Int? {
    switch wireProtocol {
    case .nmea: NMEAFrame.maximumBody
    case .ubx: UBXFrame.length(of: rest)
    case .rtcm3: RTCMFrame.length(of: rest)
    case .casic: CASICFrame.length(of: rest)
    }
  }

  /// Whether what begins at a position may be looked at to its end.
  @inline(__always)
  private mutating func affords(
    _ wireProtocol: WireProtocol, _ bytes: Span<UInt8>, _ position: Int
  ) -> Bool {
    budget.isAmple || affordsScarcely(wireProtocol, bytes, position)
  }

  @inline(never)
  private mutating func affordsScarcely(
    _ wireProtocol: WireProtocol, _ bytes: Span<UInt8>, _ position: Int
  ) -> Bool {
    budget.earn(upTo: base &+ position)
    let rest = bytes.extracting(droppingFirst: position)
    guard let length = Self.claimedLength(rest, wireProtocol) else { return true }
    // What has not arrived whole costs nothing yet.
    return wireProtocol != .nmea && length > rest.count || budget.affords(wireProtocol, length)
  }

  /// Looks again at claims whose bytes have all arrived.
  ///
  /// - Returns: where to go on, if one of them was a frame.
  private mutating func settleClaims(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int? {
    let arrived = isFinal ? Int.max : base &+ bytes.count
    guard claims.areDue(at: arrived) else { return nil }
    var look = FrameClaims.Look()
    while let claim = claims.takeDue(&look, upTo: arrived) {
      let rest = bytes.extracting(droppingFirst: claim.start &- base)
      let isAffordable = budget.isAmple || budget.affords(claim.wireProtocol, claim.length)
      switch isAffordable ? Self.check(rest, claim.wireProtocol) : .notAFrame {
      case .frame(let length, _):
        let info = FrameInfo(
          wireProtocol: claim.wireProtocol, integrity: .checked, offset: claim.start)
        emit(rest.extracting(first: length), info, into: &sink)
        return Self.begin(behind: claim.start &- base &+ length, rest[length &- 1])
      case .checksumFailure: failed(rest, claim.wireProtocol, claim.start &- base)
      case .incomplete, .notAFrame: break
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

  private mutating func failed(
    _ bytes: Span<UInt8>, _ wireProtocol: WireProtocol, _ position: Int
  ) {
    spend(on: bytes, wireProtocol)
    // A sentence's bytes are printable: no frame of another protocol can lie inside.
    let length = wireProtocol == .nmea ? 1 : Self.claimedLength(bytes, wireProtocol) ?? 1
    claims.doubt(.init(wireProtocol, start: base &+ position, length: length))
  }

  /// What begins there was looked at in vain. Of sentences only one that may lie in another costs anything.
  private mutating func spend(on bytes: Span<UInt8>, _ wireProtocol: WireProtocol) {
    if wireProtocol != .nmea {
      budget.spend(wireProtocol, Self.claimedLength(bytes, wireProtocol) ?? 1)
    } else if bytes[0] == 0x21 {
      budget.spend(.nmea, NMEAFrame.reach(bytes))
    }
  }

  @inline(__always)
  private mutating func emit(
    _ frame: Span<UInt8>, _ info: FrameInfo, into sink: inout some FrameSink
  ) {
    bytesSkipped &+= max(0, info.offset &- settled)
    settled = info.offset &+ frame.count
    if !claims.isEmpty { claims.close(at: info.offset) }
    frames[Int(info.wireProtocol.rawValue)] &+= 1
    if info.wireProtocol == .nmea {
      if info.isChecked {
        uncheckedInARow = 0
        if frame[frame.count &- 1] == 0x0A { beforeLineFeed = frame[frame.count &- 2] }
      }
      guard wantedSentences.contains(frame) else {
        if info.isChecked { checkedUnwanted &+= 1 }
        return
      }
    }
    sink.receive(frame, info)
  }

  /// Gives up the bytes before `position` except those a claim still needs.
  private mutating func release(upTo position: Int) -> Int {
    let keepFrom = min(base &+ position, claims.oldestStart)
    claims.countFailures(upTo: keepFrom)
    bytesSkipped &+= max(0, keepFrom &- settled)
    settled = max(settled, keepFrom)
    return keepFrom &- base
  }
}
