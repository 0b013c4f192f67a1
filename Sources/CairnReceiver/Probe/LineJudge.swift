/// Judges from bytes without a frame whether the line is sampled too fast, too slowly or at its speed.
///
/// A UART finds each byte by the falling edge of its start bit. When it samples a whole number of times
/// too fast, every level lasts so many of its bits, the first low one included: it begins with the start
/// bit, so no byte read has fewer low bits at its lower end than that number, less the start bit. The
/// smallest number met is the ratio of the speeds, exactly, up to eight. Beyond nine every low level is
/// longer than a byte and reads as zero. A line sampled too slowly shows nothing of the kind, and
/// neither does one sampled at its speed: text gives the latter away, or the marks that frames begin
/// with.
struct LineJudge {
  enum Verdict: Equatable {
    /// Not enough bytes yet, or nothing speaks against the speed.
    case undecided
    /// The speed is that many times the sender's, 2 to 8.
    case tooFast(Int)
    /// The speed is ten times the sender's or more.
    case farTooFast
    /// The sender is faster, most likely.
    case tooSlow
  }

  private static let window = 24
  private static let longWindow = 48
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
  /// How many bytes began with so many low bits, the start bit included.
  private var runs = InlineArray<9, UInt16>(repeating: 0)
  private var badWindows = 0
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
      let run = byte.trailingZeroBitCount &+ 1
      runs[run] &+= 1
    }
    if byte >= 0x20 && byte <= 0x7E || byte == 0x0D || byte == 0x0A { printable &+= 1 }
    let enough = bytes &- zeros >= 10 ? Self.window : Self.longWindow
    if bytes >= enough { judge() }
  }

  /// A verdict on what little has come, when no more does.
  mutating func conclude() {
    guard verdict == .undecided, bytes &- zeros >= 4 else { return }
    let run = shortestRun(outliers: 0)
    if run > 1 { verdict = .tooFast(run) }
  }

  private mutating func judge() {
    defer { startWindow() }
    if printable &* 4 >= bytes &* 3 {
      looksRight = true
      badWindows = 0
      return
    }
    if zeros &* 10 >= bytes &* 9 {
      if sinceMark >= Self.markReach { verdict = .farTooFast }
      return
    }
    let some = bytes &- zeros
    let run = shortestRun(outliers: some >= 16 ? 1 : 0)
    if run > 1 {
      verdict = .tooFast(run)
      return
    }
    badWindows &+= 1
    if badWindows > 1, sinceMark >= Self.markReach { verdict = .tooSlow }
  }

  /// The smallest run that more bytes than `outliers` have, none being smaller; line errors make some.
  private func shortestRun(outliers: UInt16) -> Int {
    var seen: UInt16 = 0
    for run in 1..<9 {
      seen &+= runs[run]
      if seen > outliers { return run }
    }
    return 1
  }

  private mutating func startWindow() {
    bytes = 0
    zeros = 0
    printable = 0
    runs = InlineArray<9, UInt16>(repeating: 0)
  }

  /// What frames of UBX, RTCM 3 and the foreign languages begin with.
  private static func isMark(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first, second) {
    case (0xB5, 0x62), (0xA0, 0xA2), (0xA0, 0xA1), (0xBA, 0xCE), (0xF1, 0xD9), (0x04, 0x24): true
    default: false
    }
  }
}
