/// PUBX,03: the satellites that the receiver knows of.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,03".
public struct PUBX03: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,03" }

  /// One satellite.
  public struct Row: Hashable, Sendable, BitwiseCopyable {
    /// In u-blox's numbering.
    public var number: Int?
    /// Whether and how it is used.
    public var status: Use?
    /// Degrees clockwise from true north.
    public var azimuth: Double?
    /// Degrees above the horizon.
    public var elevation: Double?
    /// dB-Hz.
    public var carrierToNoise: Int?
    /// Seconds the carrier has been tracked, stopping at 64.
    public var lockSeconds: Int?

    /// All absent.
    public init() {}

    mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
      f.integer("svid", &number, in: 0...999)
      // A hyphen is no letter.
      var letter = status.map { String(Unicode.Scalar($0.rawValue)) }
      f.text("status", &letter)
      status = letter.flatMap { $0.utf8.count == 1 ? $0.utf8.first : nil }.map { Use(rawValue: $0) }
      f.decimal("azi", &azimuth, places: 0, width: 3)
      f.decimal("ele", &elevation, places: 0, width: 2)
      f.integer("cno", &carrierToNoise, in: 0...99, width: 2)
      f.integer("lck", &lockSeconds, in: 0...999, width: 3)
    }
  }

  /// Whether and how a satellite is used.
  public struct Use: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// An ASCII code.
    public let rawValue: UInt8
    /// Any is allowed.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `-`.
    public static var notUsed: Self { Self(rawValue: ascii("-")) }
    /// `U`.
    public static var used: Self { Self(rawValue: ascii("U")) }
    /// `e`: its ephemeris is there, but it is not used.
    public static var ephemerisOnly: Self { Self(rawValue: ascii("e")) }
  }

  public var envelope = SentenceEnvelope()
  /// As declared; `rows` are those that are there.
  public var declaredCount: Int?
  /// In wire order.
  public var rows: [Row] = []

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.messageNumber("msgId", of: Self.formatter)
    f.integer("numSv", &declaredCount, in: 0...999, width: 2)
    let given = rows
    rows = []
    while f.hasGroup(rows.count, of: given.count) {
      var row = rows.count < given.count ? given[rows.count] : Row()
      f.beginGroup()
      row.fields(&f)
      f.endGroup()
      rows.append(row)
    }
  }
}
