/// GSV: up to four satellites in view, one part of a sequence.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GSV". Version 4.10 added the signal
/// identifier: the single field left after whole rows of four.
public struct GSV: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GSV" }

  /// One satellite, or one of its signals.
  public struct Row: Hashable, Sendable, BitwiseCopyable {
    // The widest field comes first: a row then takes 24 bytes instead of 32.
    /// dB-Hz; absent while not tracked.
    public var carrierToNoise: Double?
    /// Satellite number as sent; absent for a signal that is received but not identified.
    public var number: UInt16?
    /// Degrees above the horizon.
    public var elevation: Int8?
    /// Degrees clockwise from true north.
    public var azimuth: UInt16?

    /// Creates a row with all fields absent.
    public init() {}

    mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
      f.integer("svid", &number, in: 0...999, width: 2)
      f.integer("elv", &elevation, in: -90...90, width: 2)
      f.integer("az", &azimuth, in: 0...360, width: 3)
      f.decimal("cno", &carrierToNoise, places: 0, width: 2)
    }
  }

  public var envelope = SentenceEnvelope()
  /// Number of sentences in the sequence.
  public var messageCount: UInt8?
  /// Position of this sentence in the sequence, from 1.
  public var messageNumber: UInt8?
  /// Number of satellites in the whole sequence.
  public var satellitesInView: UInt16?
  /// Rows; only the first `rowCount` are meaningful.
  public var rows = InlineArray<4, Row>(repeating: Row())
  /// Number of rows, 0...4.
  public var rowCount = 0
  /// Signal identifier of NMEA 0183 version 4.11, table 20.
  public var signal: UInt8?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.integer("numMsg", &messageCount, in: 0...99)
    f.integer("msgNum", &messageNumber, in: 0...99)
    f.integer("numSV", &satellitesInView, in: 0...999, width: 2)
    let count = min(4, max(0, rowCount))
    rowCount = 0
    while rowCount < 4, f.hasGroup(rowCount, of: count) {
      f.beginGroup()
      rows[rowCount].fields(&f)
      f.endGroup()
      rowCount &+= 1
    }
    f.optionalFromHere()
    f.hexadecimal("signalID", &signal)
  }
}

extension GSV: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    guard a.rowCount == b.rowCount else { return false }
    for index in 0..<min(4, max(0, a.rowCount)) where a.rows[index] != b.rows[index] {
      return false
    }
    return a.envelope == b.envelope && a.messageCount == b.messageCount
      && a.messageNumber == b.messageNumber && a.satellitesInView == b.satellitesInView
      && a.signal == b.signal
  }

  public func hash(into hasher: inout Hasher) {
    for index in 0..<min(4, max(0, rowCount)) { hasher.combine(rows[index]) }
    hasher.combine(envelope)
    hasher.combine(messageNumber)
    hasher.combine(signal)
  }
}
