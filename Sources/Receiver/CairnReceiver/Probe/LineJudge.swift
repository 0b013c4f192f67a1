/// Judges from bytes without frames whether the line is sampled too fast, too slowly or correctly.
///
/// A UART detects each byte by the falling edge of its start bit. If it samples n times too fast,
/// every level lasts n of its bits, so the level changes only at multiples of n after the edge. The
/// greatest such n is the ratio of the speeds, up to eight. Beyond nine, every low level is longer
/// than a byte and reads as zero. A line sampled too slowly shows no such pattern, and neither does
/// one sampled correctly: the latter shows by text, or by the marks at the start of frames.
struct LineJudge {
  enum Verdict: Equatable {
    /// There are too few bytes yet, or nothing contradicts the speed.
    case undecided
    /// The speed is this many times the sender's, 2 to 8.
    case tooFast(Int)
    /// Every low level is longer than a byte, or no byte has a stop bit: the speed is at least ten
    /// times the sender's, or below it.
    case onlyZeros
    /// The sender is faster, most likely.
    case tooSlow
  }

  private static let window = 24
  private static let longWindow = 48
  /// From this ratio on, two windows in a row are needed: damage may hide half the ratio.
  private static let rareRatio = 6
  /// As long as most frames: after a frame's mark, this many bytes may be its payload.
  private static let markReach = 640

  private(set) var verdict = Verdict.undecided
  /// Whether text or a frame's mark was seen, which is unlikely at a wrong speed.
  private(set) var looksRight = false
  /// Number of bytes taken.
  private(set) var count = 0

  private var bytes = 0
  private var zeros = 0
  private var printable = 0
  /// How often the level changed at each number of bits after the falling edge.
  private var changes = InlineArray<9, UInt16>(repeating: 0)
  private var badWindows = 0
  /// The ratio in the last window.
  private var lastRatio = 1
  private var sinceMark = LineJudge.markReach
  private var previous: UInt8 = 0

  /// Takes the next byte; has no effect after a verdict.
  mutating func add(_ byte: UInt8) {
    count &+= 1
    // Reception of the first byte may have started in its middle.
    guard verdict == .undecided, count > 1 else { return }
    sinceMark = Self.isMark(previous, byte) ? 0 : sinceMark &+ 1
    if sinceMark == 0 { looksRight = true }
    previous = byte
    bytes &+= 1
    if byte == 0 {
      zeros &+= 1
    } else {
      // Includes the low start bit. Not every kernel reports a missing stop bit.
      let levels = UInt16(byte) &<< 1
      for bit in 1..<9 where (levels ^ levels &>> 1) &>> UInt16(bit &- 1) & 1 != 0 {
        changes[bit] &+= 1
      }
    }
    if byte >= 0x20 && byte <= 0x7E || byte == 0x0D || byte == 0x0A { printable &+= 1 }
    let enough = bytes &- zeros >= 10 ? Self.window : Self.longWindow
    if bytes >= enough { judge() }
  }

  /// Judges the few bytes received, because no more come.
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
      // A reader that started inside a byte may take low bits of digits for start bits until a
      // letter comes, so one window is no proof.
      badWindows &+= 1
      if badWindows > 1, sinceMark >= Self.markReach { verdict = .tooSlow }
    }
  }

  /// Returns the greatest n at whose multiples the level changes, except for a few errors.
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

  /// Whether two bytes are a frame's mark in UBX, CASIC or a foreign language.
  private static func isMark(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (0xB5, 0x62), (0xA0, 0xA2), (0xA0, 0xA1), (0xBA, 0xCE), (0xF1, 0xD9), (0x04, 0x24): true
    default: false
    }
  }
}
