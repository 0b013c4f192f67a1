/// PUBX,03: satellites known to the receiver.
///
/// Source: u-blox UBX-21035062 R02, "PUBX,03".
public struct PUBX03: NMEASentence, Hashable {
  public static var formatter: SentenceFormatter { "PUBX,03" }

  /// One satellite.
  public struct Row: Hashable, Sendable, BitwiseCopyable {
    /// Satellite number, as numbered by u-blox.
    public var number: Int?
    /// Whether and how the satellite is used.
    public var status: Use?
    /// Degrees clockwise from true north.
    public var azimuth: Double?
    /// Degrees above the horizon.
    public var elevation: Double?
    /// dB-Hz.
    public var carrierToNoise: Int?
    /// Seconds for which the carrier has been tracked; stops at 64.
    public var lockSeconds: Int?

    /// Creates a row with all fields absent.
    public init() {}

    mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
      f.integer("svid", &number, in: 0...999)
      // A hyphen is not a letter.
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
    /// ASCII code.
    public let rawValue: UInt8
    /// Accepts any code.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `-`.
    public static var notUsed: Self { Self(rawValue: ascii("-")) }
    /// `U`.
    public static var used: Self { Self(rawValue: ascii("U")) }
    /// `e`: the ephemeris is available, but the satellite is not used.
    public static var ephemerisOnly: Self { Self(rawValue: ascii("e")) }
  }

  public var envelope = SentenceEnvelope()
  /// Number of satellites declared; `rows` holds those actually present.
  public var declaredCount: Int?
  /// Satellites in wire order.
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
