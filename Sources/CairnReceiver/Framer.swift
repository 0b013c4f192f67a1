internal import CairnNMEA
internal import CairnRTCM
internal import CairnTypes
internal import CairnUBX

/// A protocol that shares the line with others.
public enum WireProtocol: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case nmea, ubx, rtcm3
}

/// What the framer knows of a frame beside its bytes.
public struct FrameInfo: Hashable, Sendable, BitwiseCopyable {
  /// Whose frame it is.
  public var wireProtocol: WireProtocol
  /// False only for an NMEA sentence without a checksum.
  public var isChecked: Bool
  /// Bytes of the stream before the frame.
  public var offset: Int
}

/// Takes the frames a `Framer` finds, in stream order.
public protocol FrameSink {
  /// One whole frame, valid during the call; `frame` has header, checksum and line ending.
  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo)
}

/// What a framer has seen of one protocol.
public struct FrameCounts: Hashable, Sendable {
  /// Whole frames that were passed on.
  public var frames = 0
  /// Whole frames whose checksum was wrong.
  public var checksumFailures = 0
}

/// Finds NMEA, UBX and RTCM 3 frames in a stream of bytes, in pieces of any size.
///
/// After any failure it looks again one byte later, so a false header never swallows a good frame.
/// A short claim is waited for: at most `patience` bytes. A longer one is waited for only while no
/// complete frame with a right checksum lies inside it; such a frame proves the claim false.
/// The caller reports a silence on the line by `abandonIncomplete`, which ends every wait.
///
/// Memory: what one claim can need, at most 64 KiB and one slice of the input.
public struct Framer: ~Copyable {
  /// Bytes: covers every NMEA sentence and RTCM 3 frame, and every UBX message of daily use.
  static let patience = 1100
  /// Long claims watched at the same time; a stream with more is noise.
  private static let pendingLimit = 32
  private static let sliceLength = 32_768

  /// A long frame that is not complete yet; positions count from the start of the stream.
  private struct Claim {
    let start: Int
    let end: Int
    /// All of it has arrived and its checksum is wrong; it counts unless a frame lies inside it.
    var hasFailed = false
  }

  /// Of NMEA 0183.
  public private(set) var nmea = FrameCounts()
  /// Of UBX.
  public private(set) var ubx = FrameCounts()
  /// Of RTCM 3.
  public private(set) var rtcm3 = FrameCounts()
  /// Bytes that belong to no frame.
  public private(set) var bytesSkipped = 0
  /// Bytes received in all.
  public private(set) var bytesReceived = 0

  private var stash: [UInt8] = []
  /// Stream position of the first byte kept.
  private var base = 0
  /// Stream position from which nothing has been examined yet.
  private var resume = 0
  /// Stream position up to which every byte is either in a frame or counted as skipped.
  private var settled = 0
  private var claims: [Claim] = []

  /// An empty framer at offset zero.
  public init() {}

  /// Bytes kept because a frame may begin in them.
  public var bytesPending: Int { stash.count }

  /// Takes the next bytes of the stream and passes on the frames they complete.
  public mutating func receive(_ bytes: Span<UInt8>, into sink: inout some FrameSink) {
    var rest = bytes
    while !rest.isEmpty {
      let slice = rest.extracting(first: Self.sliceLength)
      rest = rest.extracting(droppingFirst: slice.count)
      bytesReceived += slice.count
      if stash.isEmpty {
        keep(slice, from: scan(slice, isFinal: false, into: &sink))
      } else {
        stash.reserveCapacity(stash.count + slice.count)
        for index in slice.indices { stash.append(slice[index]) }
        rescan(isFinal: false, into: &sink)
      }
    }
  }

  /// Ends every wait: the line was silent for longer than a frame may pause, or the stream ended.
  public mutating func abandonIncomplete(into sink: inout some FrameSink) {
    guard !stash.isEmpty else { return }
    rescan(isFinal: true, into: &sink)
  }

  /// The counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    switch wireProtocol {
    case .nmea: nmea
    case .ubx: ubx
    case .rtcm3: rtcm3
    }
  }

  // MARK: - Buffer

  private mutating func keep(_ bytes: Span<UInt8>, from consumed: Int) {
    base += consumed
    guard consumed < bytes.count else { return }
    stash.reserveCapacity(bytes.count - consumed)
    for index in consumed..<bytes.count { stash.append(bytes[index]) }
  }

  private mutating func rescan(isFinal: Bool, into sink: inout some FrameSink) {
    var buffer: [UInt8] = []
    swap(&buffer, &stash)
    let consumed = scan(buffer.span, isFinal: isFinal, into: &sink)
    base += consumed
    if consumed == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.sliceLength)
    } else {
      buffer.removeFirst(consumed)
    }
    swap(&buffer, &stash)
  }

  // MARK: - Search

  /// Passes on what is complete in `bytes`, which begin at stream position `base`.
  ///
  /// - Returns: how many of the bytes are no longer needed.
  private mutating func scan(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int {
    var position = resume - base
    while true {
      if let end = settleClaims(bytes, isFinal: isFinal, into: &sink) { position = end }
      guard let lead = Self.nextLead(bytes, from: position) else {
        position = bytes.count
        break
      }
      position = lead.position
      switch Self.check(bytes.extracting(droppingFirst: position), lead.wireProtocol) {
      case .frame(let length, let isChecked):
        let info = FrameInfo(
          wireProtocol: lead.wireProtocol, isChecked: isChecked, offset: base + position)
        position = emit(bytes, info, length: length, into: &sink)
        continue
      case .incomplete(let length) where !isFinal:
        guard length > Self.patience else {
          resume = base + position
          return release(upTo: position)
        }
        watch(Claim(start: base + position, end: base + position + length))
      case .checksumFailure:
        failed(bytes.extracting(droppingFirst: position), lead)
      case .incomplete, .notAFrame:
        break
      }
      position += 1
    }
    resume = base + position
    return release(upTo: position)
  }

  /// Looks again at long claims whose bytes have all arrived.
  ///
  /// - Returns: where to go on, if one of them was a frame.
  private mutating func settleClaims(
    _ bytes: Span<UInt8>, isFinal: Bool, into sink: inout some FrameSink
  ) -> Int? {
    var index = 0
    while index < claims.count {
      let claim = claims[index]
      guard !claim.hasFailed, isFinal || claim.end - base <= bytes.count else {
        index += 1
        continue
      }
      switch UBXFrame.check(bytes.extracting(droppingFirst: claim.start - base)) {
      case .frame(let length, let isChecked):
        let info = FrameInfo(wireProtocol: .ubx, isChecked: isChecked, offset: claim.start)
        return emit(bytes, info, length: length, into: &sink)
      case .checksumFailure:
        claims[index].hasFailed = true
        index += 1
      case .incomplete, .notAFrame:
        claims.remove(at: index)
      }
    }
    return nil
  }

  private mutating func watch(_ claim: Claim) {
    if claims.count == Self.pendingLimit { countFailures(upTo: claim.start) }
    if claims.count == Self.pendingLimit { claims.removeFirst() }
    claims.append(claim)
  }

  /// Counts a wrong checksum at once, or later for a long claim: how many bytes of it arrived
  /// together must not matter for the count.
  private mutating func failed(_ bytes: Span<UInt8>, _ lead: Lead) {
    let length = lead.wireProtocol == .ubx ? UBXFrame.length(of: bytes) ?? 0 : 0
    guard length > Self.patience else {
      return modify(lead.wireProtocol) { $0.checksumFailures += 1 }
    }
    let start = base + lead.position
    watch(Claim(start: start, end: start + length, hasFailed: true))
  }

  /// Counts the long claims that have failed and end at or before a stream position.
  private mutating func countFailures(upTo position: Int) {
    guard !claims.isEmpty else { return }
    for claim in claims where claim.hasFailed && claim.end <= position {
      ubx.checksumFailures += 1
    }
    claims.removeAll { $0.hasFailed && $0.end <= position }
  }

  private mutating func emit(
    _ bytes: Span<UInt8>, _ info: FrameInfo, length: Int, into sink: inout some FrameSink
  ) -> Int {
    let start = info.offset - base
    bytesSkipped += max(0, info.offset - settled)
    settled = info.offset + length
    modify(info.wireProtocol) { $0.frames += 1 }
    countFailures(upTo: settled)
    claims.removeAll(keepingCapacity: true)
    sink.receive(bytes.extracting(start..<(start + length)), info)
    return start + length
  }

  /// Gives up the bytes before `position` except those a claim still needs.
  private mutating func release(upTo position: Int) -> Int {
    countFailures(upTo: base + position)
    let needed = claims.first { !$0.hasFailed }
    let keepFrom = min(base + position, needed?.start ?? .max)
    bytesSkipped += max(0, keepFrom - settled)
    settled = max(settled, keepFrom)
    return keepFrom - base
  }

  private mutating func modify(_ wireProtocol: WireProtocol, _ change: (inout FrameCounts) -> Void)
  {
    switch wireProtocol {
    case .nmea: change(&nmea)
    case .ubx: change(&ubx)
    case .rtcm3: change(&rtcm3)
    }
  }

  /// A byte that a frame may begin with.
  private struct Lead {
    let position: Int
    let wireProtocol: WireProtocol
  }

  private static func nextLead(_ bytes: Span<UInt8>, from start: Int) -> Lead? {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x24, 0x21: return Lead(position: position, wireProtocol: .nmea)
      case 0xB5: return Lead(position: position, wireProtocol: .ubx)
      case 0xD3: return Lead(position: position, wireProtocol: .rtcm3)
      default: position &+= 1
      }
    }
    return nil
  }

  private static func check(_ bytes: Span<UInt8>, _ wireProtocol: WireProtocol) -> FrameCheck {
    switch wireProtocol {
    case .nmea: NMEAFrame.check(bytes)
    case .ubx: UBXFrame.check(bytes)
    case .rtcm3: RTCMFrame.check(bytes)
    }
  }
}
