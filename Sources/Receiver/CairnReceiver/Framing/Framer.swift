internal import CairnCASIC
public import CairnNMEA
internal import CairnRTCM
internal import CairnTypes
internal import CairnUBX

/// Finds NMEA, UBX, RTCM 3 and CASIC frames in a byte stream cut into pieces of any size.
///
/// After a failure the search goes on one byte later, so a false header never hides a good frame.
/// While a claimed frame is incomplete, the bytes inside it are searched too: a complete frame
/// there disproves the claim and is passed on at once. A frame that is complete among the received
/// bytes takes precedence over its payload's content. `abandonIncomplete`, with which the caller
/// reports a silent line, ends every wait.
///
/// If sentences have checksums, damage makes some that have none. One that ends as if it had lost
/// its `*` or was cut by a false line feed counts as a wrong checksum; the rest are passed on as
/// doubtful.
///
/// Frames are passed on in place; only incomplete ones are copied. Memory: 64 KiB, the most that
/// one claim needs, and 4 KiB for claims; below 3 KiB, allocated once, if no frame exceeds 2 KiB.
///
/// No stream costs more than ten times as much as random bytes: see `SearchBudget`.
public struct Framer: ~Copyable {
  /// Bytes kept without reallocating: enough for NMEA, RTCM 3 and the usual UBX messages.
  private static let shortCapacity = 2304
  /// Bytes taken at a time to complete a frame without a length field.
  private static let step = 128
  /// Sentences in a row without a checksum after which the line counts as having none.
  private static let doubtfulLimit = 20

  /// Number of bytes that belong to no frame.
  public private(set) var bytesSkipped = 0
  /// Number of bytes received.
  public private(set) var bytesReceived = 0
  /// The sentences to pass on; others are still framed, checked and counted.
  public var wantedSentences: SentenceSelection

  private var stash: [UInt8] = []
  /// Stream position of the first byte kept.
  private var base = 0
  /// Stream position of the first byte not examined yet.
  private var resume = 0
  /// Stream position up to which every byte is either in a frame or counted as skipped.
  private var settled = 0
  private var claims = FrameClaims()
  private var budget = SearchBudget()
  /// Frames passed on, by protocol.
  private var frames = InlineArray<4, Int>(repeating: 0)
  /// Sentences without a checksum since the last one with a checksum.
  private var uncheckedInARow = Self.doubtfulLimit
  /// The byte before the line feed of the last sentence with a checksum.
  private var beforeLineFeed: UInt8 = 0

  /// Creates an empty framer at offset zero.
  ///
  /// - Parameter wantedSentences: the sentences to pass on.
  public init(wantedSentences: SentenceSelection = .all) {
    self.wantedSentences = wantedSentences
  }

  /// Number of bytes kept because a frame may start in them, without those of frames passed on.
  public var bytesPending: Int { max(0, base &+ stash.count &- settled) }

  /// Takes the next bytes of the stream and passes on the frames that they complete.
  public mutating func receive(_ bytes: Span<UInt8>, into sink: inout some FrameSink) {
    bytesReceived &+= bytes.count
    var rest = bytes
    while !stash.isEmpty, !rest.isEmpty {
      let held = stash.count
      let head = rest.extracting(first: bytesToTake)
      append(head)
      let consumed = rescan(isFinal: false, into: &sink)
      if consumed >= held {
        // The held bytes are no longer needed: go on in the caller's buffer.
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

  /// Ends every wait, because the line was silent for longer than a frame may pause, or has ended.
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

  /// Returns the counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    let index = Int(wireProtocol.rawValue)
    return FrameCounts(frames: frames[index], checksumFailures: claims.failures[index])
  }

  // MARK: - Buffer

  /// Number of next bytes to copy behind the held ones: as many as the oldest claim needs, so that
  /// a frame that has arrived whole is seen whole.
  private var bytesToTake: Int {
    guard let end = claims.oldestEnd else { return Self.step }
    return max(Self.step, end &- base &- stash.count)
  }

  /// Appends with one of two capacities: growth in steps would briefly need two long buffers.
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

  /// Passes on the complete frames in `bytes`, which begin at stream position `base`.
  ///
  /// - Returns: number of bytes that are no longer needed.
  private mutating func scan(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int {
    var position = resume &- base
    if let end = settleClaims(bytes, isFinal: isFinal, into: &sink) { position = end }
    while position < bytes.count {
      let wireProtocol: WireProtocol
      let check: FrameCheck
      switch bytes[position] {
      // A sentence has no second `$`, so no byte is checked for two of them. It may contain `!`.
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

  /// Passes on a sentence without a checksum, unless its end or an unusual line ending shows that
  /// it had one.
  ///
  /// - Returns: where to continue.
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

  /// Returns where the next frame may begin: if a frame lost its last byte, the next frame's first
  /// byte may have completed it by chance, and belongs to both.
  @inline(__always)
  private static func begin(behind end: Int, _ last: UInt8) -> Int {
    // One bit per possible first byte, by its low six bits; the search checks the byte again.
    let beginnings: UInt64 =
      1 << 0x21 | 1 << 0x24 | 1 << (0xB5 & 63) | 1 << (0xBA & 63) | 1 << (0xD3 & 63)
    return end &- Int(truncatingIfNeeded: beginnings &>> UInt64(last) & 1)
  }

  /// Whether the end of an incomplete frame is known. Never for a sentence: all its bytes are
  /// printable, so no frame can be complete inside it.
  private static func isClaimed(_ arrived: Int, _ wireProtocol: WireProtocol) -> Bool {
    switch wireProtocol {
    case .nmea: false
    case .ubx: arrived >= 6
    case .rtcm3: arrived >= RTCMFrame.headerLength
    case .casic: arrived >= CASICFrame.headerLength
    }
  }

  /// Returns the length that a header claims; `nil` while it is unknown.
  private static func claimedLength(_ rest: Span<UInt8>, _ wireProtocol: WireProtocol) -> Int? {
    switch wireProtocol {
    case .nmea: NMEAFrame.maximumBody
    case .ubx: UBXFrame.length(of: rest)
    case .rtcm3: RTCMFrame.length(of: rest)
    case .casic: CASICFrame.length(of: rest)
    }
  }

  /// Returns whether the claim at a position may be checked to its end.
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
    // An incomplete frame costs nothing yet.
    return wireProtocol != .nmea && length > rest.count || budget.affords(wireProtocol, length)
  }

  /// Checks claims again whose bytes have all arrived.
  ///
  /// - Returns: where to continue, if one of them was a frame.
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
    // A sentence's bytes are printable, so no frame of another protocol can lie inside it.
    let length = wireProtocol == .nmea ? 1 : Self.claimedLength(bytes, wireProtocol) ?? 1
    claims.doubt(.init(wireProtocol, start: base &+ position, length: length))
  }

  /// Charges a failed check. Sentences are free, except those that may lie inside another.
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
      guard wantedSentences.contains(frame) else { return }
    }
    sink.receive(frame, info)
  }

  /// Releases the bytes before `position`, except those that a claim still needs.
  private mutating func release(upTo position: Int) -> Int {
    let keepFrom = min(base &+ position, claims.oldestStart)
    claims.countFailures(upTo: keepFrom)
    bytesSkipped &+= max(0, keepFrom &- settled)
    settled = max(settled, keepFrom)
    return keepFrom &- base
  }
}
