/// Judges from bytes without a frame whether the line is sampled too fast, too slowly or at its speed.
///
/// A UART finds each byte by the falling edge of its start bit. When it samples a whole number of times
/// too fast, every level lasts so many of its bits, and the level changes at multiples of that number
/// after the edge, nowhere else: the greatest number of which that is true is the ratio of the speeds,
/// up to eight. Beyond nine every low level is longer than a byte and reads as zero. A line sampled too
/// slowly shows nothing of the kind, and neither does one sampled at its speed: text gives the latter
/// away, or the marks that frames begin with.
struct LineJudge {
  enum Verdict: Equatable {
    /// Not enough bytes yet, or nothing speaks against the speed.
    case undecided
    /// The speed is that many times the sender's, 2 to 8.
    case tooFast(Int)
    /// Every low level is longer than a byte, or no byte has its stop bit: the speed is ten times the
    /// sender's or more, or below it.
    case onlyZeros
    /// The sender is faster, most likely.
    case tooSlow
  }

  private static let window = 24
  private static let longWindow = 48
  /// From it on a ratio takes two windows in a row: damage may have hit the few bytes that tell it from half of it.
  private static let rareRatio = 6
  /// As long as most frames: behind the mark of one, so many bytes may be its payload.
  private static let markReach = 640

  private(set) var verdict = Verdict.undecided
  /// Whether text or the mark of a frame has been seen, as it hardly is at a wrong speed.
  private(set) var looksRight = false
  /// Bytes taken.
  private(set) var count = 0

  private var bytes = 0
  private var zeros = 0
  private var printable = 0
  /// How often the level changed so many bits after the falling edge.
  private var changes = InlineArray<9, UInt16>(repeating: 0)
  private var badWindows = 0
  /// What the last window looked like.
  private var lastRatio = 1
  private var sinceMark = LineJudge.markReach
  private var previous: UInt8 = 0

  /// Takes the next byte; nothing changes once there is a verdict.
  mutating func add(_ byte: UInt8) {
    count &+= 1
    // The first byte may have been caught in its middle.
    guard verdict == .undecided, count > 1 else { return }
    sinceMark = Self.isMark(previous, byte) ? 0 : sinceMark &+ 1
    if sinceMark == 0 { looksRight = true }
    previous = byte
    bytes &+= 1
    if byte == 0 {
      zeros &+= 1
    } else {
      // The start bit below. Not every kernel tells when there is no stop bit above.
      let levels = UInt16(byte) &<< 1
      for bit in 1..<9 where (levels ^ levels &>> 1) &>> UInt16(bit &- 1) & 1 != 0 {
        changes[bit] &+= 1
      }
    }
    if byte >= 0x20 && byte <= 0x7E || byte == 0x0D || byte == 0x0A { printable &+= 1 }
    let enough = bytes &- zeros >= 10 ? Self.window : Self.longWindow
    if bytes >= enough { judge() }
  }

  /// A verdict on what little has come, when no more does.
  mutating func conclude() {
    guard verdict == .undecided, !looksRight, bytes >= 3 || lastRatio > 1 else { return }
    let some = bytes &- zeros
    let ratio = bytes < Self.window / 2 && lastRatio > 1 ? lastRatio : ratio()
    if lastRatio > 1, ratio == lastRatio {
      verdict = .tooFast(ratio)
    } else if some < 2 {
      verdict = .onlyZeros
    } else if ratio > 1, some >= 4 {
      verdict = .tooFast(ratio)
    } else if ratio == 1, printable &* 2 < bytes {
      verdict = .tooSlow
    }
  }

  private mutating func judge() {
    defer { startWindow() }
    if printable &* 8 >= bytes &* 7 {
      looksRight = true
      badWindows = 0
      return
    }
    let ratio = ratio()
    if zeros &* 10 >= bytes &* 9 {
      if sinceMark >= Self.markReach { verdict = .onlyZeros }
    } else if ratio > 1 {
      if ratio < Self.rareRatio || ratio == lastRatio { verdict = .tooFast(ratio) }
      lastRatio = ratio
    } else {
      lastRatio = 1
      // A reader that has begun inside a byte may take the low bits of digits for start bits until a
      // letter comes: one window is no proof.
      badWindows &+= 1
      if badWindows > 1, sinceMark >= Self.markReach { verdict = .tooSlow }
    }
  }

  /// The greatest number at whose multiples the level changes; line errors make a few exceptions.
  private func ratio() -> Int {
    var all = 0
    for bit in 1..<9 { all &+= Int(changes[bit]) }
    for ratio in [8, 7, 6, 5, 4, 3, 2] {
      var fitting = 0
      var bit = ratio
      while bit < 9 {
        fitting &+= Int(changes[bit])
        bit &+= ratio
      }
      if fitting > 0, (all &- fitting) &* 16 <= all { return ratio }
    }
    return 1
  }

  private mutating func startWindow() {
    bytes = 0
    zeros = 0
    printable = 0
    changes = InlineArray<9, UInt16>(repeating: 0)
  }

  /// What frames of UBX, RTCM 3 and the foreign languages begin with.
  private static func isMark(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (0xB5, 0x62), (0xA0, 0xA2), (0xA0, 0xA1), (0xBA, 0xCE), (0xF1, 0xD9), (0x04, 0x24): true
    default: false
    }
  }
}
