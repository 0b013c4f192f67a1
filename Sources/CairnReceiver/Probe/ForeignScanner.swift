/// Looks for languages that Cairn does not speak, in a stream of bytes of any pieces.
///
/// Each is proven by a whole frame: marks, length and checksum, or two frames in a row for the one that
/// has no checksum. Memory: half a kilobyte. All that is held is looked through again each time that it has grown by
/// a sixteenth, so that bytes that come one at a time cost little more than those that come together; `conclude` looks
/// at the rest.
struct ForeignScanner {
  enum Check { case no, need, yes }

  private static let limit = 512
  private static let share = 16
  private var held: [UInt8] = []
  /// Bytes that have come since the last look.
  private var unseen = 0
  /// What the device has proven to speak.
  private(set) var found: ForeignSpeech?

  init() {}

  /// Takes the next bytes.
  mutating func receive(_ bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count, found == nil {
      // A frame that has not ended within what is held never will be found: its start is given up.
      if held.count >= Self.limit { held.removeFirst(Self.limit / 4) }
      let end = min(bytes.count, at &+ Self.limit &- held.count)
      unseen &+= end &- at
      while at < end {
        held.append(bytes[at])
        at &+= 1
      }
      if unseen &* Self.share >= held.count || held.count >= Self.limit { scan() }
    }
  }

  /// Looks at what has come since the last look: no more may come for a while.
  mutating func conclude() {
    if unseen > 0, found == nil { scan() }
  }

  /// Forgets what is held: the bytes to come are of another speed.
  mutating func reset() {
    held.removeAll(keepingCapacity: true)
    unseen = 0
  }

  private mutating func scan() {
    unseen = 0
    let (speech, keepFrom) = Self.scan(held.span)
    found = speech
    held.removeFirst(keepFrom)
  }

  /// What the bytes prove, and where the first frame may begin that has not ended.
  private static func scan(_ bytes: Span<UInt8>) -> (ForeignSpeech?, keepFrom: Int) {
    var keepFrom: Int?
    for start in 0..<bytes.count where isBeginning(bytes[start]) {
      let rest = bytes.extracting(droppingFirst: start)
      for speech in ForeignSpeech.allCases {
        switch check(rest, speech) {
        case .no: break
        case .need: keepFrom = keepFrom ?? start
        case .yes: return (speech, start)
        }
      }
    }
    return (nil, keepFrom ?? bytes.count)
  }

  /// Whether a frame of any of the languages begins with this byte.
  private static func isBeginning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x04, 0x0A, 0x10, 0x24, 0xA0, 0xF1: true
    default: false
    }
  }

  private static func check(_ bytes: Span<UInt8>, _ speech: ForeignSpeech) -> Check {
    switch speech {
    case .modem: ForeignFrame.modemLine(bytes)
    case .sirf: ForeignFrame.sirf(bytes)
    case .mediaTek: ForeignFrame.mediaTek(bytes)
    case .garmin: ForeignFrame.garmin(bytes)
    case .tsip: ForeignFrame.tsip(bytes)
    case .skyTraq: ForeignFrame.skyTraq(bytes)
    case .allystar: ForeignFrame.allystar(bytes)
    case .sbf: ForeignFrame.sbf(bytes)
    }
  }
}
