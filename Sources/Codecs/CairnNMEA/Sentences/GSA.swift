/// GSA: DOP and satellites used; since version 4.10, those of one system only.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GSA".
public struct GSA: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GSA" }

  public var envelope = SentenceEnvelope()
  /// Whether the navigation mode was chosen automatically.
  public var selectionMode: SelectionMode?
  /// 1 no fix, 2 two-dimensional, 3 three-dimensional.
  public var navigationMode: Int?
  /// Satellite numbers as sent; `appendSatellites(to:)` identifies the satellites.
  public var numbers = InlineArray<12, UInt16?>(repeating: nil)
  /// Dilution of precision: position.
  public var pdop: Double?
  /// Dilution of precision: horizontal.
  public var hdop: Double?
  /// Dilution of precision: vertical.
  public var vdop: Double?
  /// 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC. Since version 4.10.
  public var systemIdentifier: UInt8?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.letter("opMode", &selectionMode)
    f.integer("navMode", &navigationMode, in: 1...3)
    for index in 0..<12 {
      f.beginGroup()
      f.integer("svid", &numbers[index], in: 0...999, width: 2)
      f.endGroup()
    }
    f.decimal("PDOP", &pdop, places: 2)
    f.decimal("HDOP", &hdop, places: 2)
    f.decimal("VDOP", &vdop, places: 2)
    f.optionalFromHere()
    f.hexadecimal("systemId", &systemIdentifier)
  }
}

extension GSA: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    for index in 0..<12 where a.numbers[index] != b.numbers[index] { return false }
    return a.envelope == b.envelope && a.selectionMode == b.selectionMode
      && a.navigationMode == b.navigationMode && a.pdop == b.pdop && a.hdop == b.hdop
      && a.vdop == b.vdop && a.systemIdentifier == b.systemIdentifier
  }

  public func hash(into hasher: inout Hasher) {
    for index in 0..<12 { hasher.combine(numbers[index]) }
    hasher.combine(envelope)
    hasher.combine(pdop)
    hasher.combine(systemIdentifier)
  }
}
