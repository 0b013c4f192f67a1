/// Searches a byte stream, in pieces of any size, for languages that Cairn does not speak.
///
/// A whole frame proves a language: marks, length and checksum, or two frames in a row if there is
/// no checksum. Memory: half a kilobyte. The held bytes are searched again each time they have
/// grown by a sixteenth, so that single bytes cost little more than large pieces; `conclude`
/// searches the rest.
struct ForeignScanner {
  enum Check { case no, need, yes }

  private static let limit = 512
  private static let share = 16
  private var held: [UInt8] = []
  /// Number of bytes since the last search.
  private var unseen = 0
  /// The language that the device has been proven to speak.
  private(set) var found: ForeignSpeech?

  init() {}

  /// Takes the next bytes.
  mutating func receive(_ bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count, found == nil {
      // A frame longer than the held bytes is never found, so its start is given up.
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

  /// Searches the bytes since the last search, because no more may come for a while.
  mutating func conclude() {
    if unseen > 0, found == nil { scan() }
  }

  /// Forgets the held bytes, because the speed changes.
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

  /// Returns the proven language, and the start of the first unfinished frame.
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

  /// Returns whether a frame of any of the languages begins with this byte.
  private static func isBeginning(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x04, 0x0A, 0x10, 0x23, 0x24, 0x25, 0xA0, 0xF1: true
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
    case .asciiLog: ForeignFrame.asciiLog(bytes)
    }
  }
}
