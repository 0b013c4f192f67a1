internal import CairnNMEA
internal import CairnRTCM
internal import CairnTypes
internal import CairnUBX

/// Finds the frames in the bytes that a host writes.
struct HostDialogue: Sendable {
  /// One frame from the host.
  enum Request: Equatable, Sendable {
    case ubx(MessageID, payload: [UInt8])
    case sentence(SentenceCommand)
    /// An RTCM 3 frame's payload.
    case correction([UInt8])
  }

  /// Longest frame, in bytes, that is waited for; receivers take no longer ones from a host.
  private static let limit = 1100

  private var pending: [UInt8] = []

  /// Returns the frames that `bytes` complete; skips anything else.
  ///
  /// - Parameters:
  ///   - bytes: the bytes that have arrived.
  ///   - hearsUBX: whether the port accepts UBX; if not, its lengths are unknown to the port, which
  ///     does not wait for the rest of a frame.
  /// - Returns: the frames, and the number of bytes that belong to none.
  mutating func receive(
    _ bytes: Span<UInt8>, hearsUBX: Bool
  ) -> (requests: [Request], skipped: Int) {
    for index in bytes.indices { pending.append(bytes[index]) }
    var requests: [Request] = []
    var (position, skipped) = (0, 0)
    search: while position < pending.count {
      let rest = pending.span.extracting(droppingFirst: position)
      switch rest[0] == 0xB5 && !hearsUBX ? .notAFrame : Self.check(rest) {
      case .frame(let length, true):
        if let request = Self.request(rest.extracting(first: length)) { requests.append(request) }
        position += length
      case .incomplete(let length) where length <= Self.limit: break search
      case .frame, .incomplete, .checksumFailure, .notAFrame:
        position += 1
        skipped += 1
      }
    }
    pending.removeFirst(position)
    return (requests, skipped)
  }

  /// Checks bytes against the protocol of their first byte. Commands must have a checksum.
  static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    switch bytes[0] {
    case 0xB5: UBXFrame.check(bytes)
    case UInt8(ascii: "$"): NMEAFrame.check(bytes)
    case 0xD3: RTCMFrame.check(bytes)
    default: .notAFrame
    }
  }

  private static func request(_ frame: Span<UInt8>) -> Request? {
    if let id = UBXFrame.messageID(of: frame) {
      let payload = UBXFrame.payload(of: frame)
      return .ubx(id, payload: payload.indices.map { payload[$0] })
    }
    let bytes = frame.indices.map { frame[$0] }
    if bytes[0] == 0xD3 { return .correction(Array(bytes.dropFirst(3).dropLast(3))) }
    // `$`, the text, `*`, two digits and the line end.
    let text = bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }
    let fields = String(decoding: text, as: UTF8.self)
      .split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    return .sentence(SentenceCommand(address: fields[0], fields: Array(fields.dropFirst())))
  }
}
