public import CairnUBX

/// UBX-ESF-MEAS: sensor measurements from the receiver or to it, for example wheel ticks.
///
/// The payload's length gives their number; the declared number may be zero or truncated. With a
/// valid calibrated time tag one more word follows, which that number does not include.
///
/// Source: u-blox F9 HPS interface description, UBX-ESF-MEAS.
public struct EsfMeas: UBXMessage, Hashable {
  public static let id = MessageID(.esf, 0x02)
  public static let name = "ESF-MEAS"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// The sensor's own clock, in its own unit.
  public var timeTag: UInt32 = 0
  /// The time tag's meaning, and the declared number of measurements.
  public var flags = Flags()
  /// The provider of the measurements.
  public var provider: UInt16 = 0
  /// The measurements, followed by the time tag if there is one: see `measurements`.
  private var words: [Word] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("timeTag", &timeTag)
    f.x2("flags", &flags)
    f.u2("id", &provider)
    f.groupsToEnd(&words)
  }

  private struct Word: UBXGroup, Hashable {
    var word = SensorWord()

    init() {}

    init(_ word: SensorWord) { self.word = word }

    mutating func fields(_ f: inout some UBXFieldVisitor) { f.x4("data", &word) }
  }
}

extension EsfMeas {
  /// The measurements. Setting them also declares their number, at most 31.
  public var measurements: [SensorWord] {
    get { words.dropLast(tagCount).map { $0.word } }
    set {
      let tag = words.suffix(tagCount)
      words = newValue.map { Word($0) } + tag
      flags.declaredCount = UInt8(clamping: min(newValue.count, 31))
    }
  }

  /// Milliseconds since the receiver started; `nil` if the message has no such tag.
  public var calibratedTimeTag: UInt32? {
    get { tagCount == 0 ? nil : words.last?.word.rawValue }
    set {
      words.removeLast(tagCount)
      flags.hasCalibratedTimeTag = newValue != nil
      if let newValue { words.append(Word(SensorWord(rawValue: newValue))) }
    }
  }

  /// Number of words after the measurements, never more than there are.
  private var tagCount: Int { flags.hasCalibratedTimeTag && !words.isEmpty ? 1 : 0 }

  /// The time tag's meaning, and the declared number of measurements.
  public struct Flags: UBXBitField {
    /// The receiver's time mark that gives the instant: 0 none, 1 EXTINT0, 2 EXTINT1.
    public var timeMark: UInt8 = 0
    /// The time mark was a falling edge.
    public var isFallingEdge = false
    /// A calibrated time tag follows the measurements. Set by `calibratedTimeTag`.
    public var hasCalibratedTimeTag = false
    /// The declared number; the payload's length decides. Set by `measurements`.
    public var declaredCount: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("timeMarkSent", 2, &timeMark)
      b.flag("timeMarkEdge", &isFallingEdge)
      b.flag("calibTtagValid", &hasCalibratedTimeTag)
      b.unused(7)
      b.number("numMeas", 5, &declaredCount)
    }
  }
}
