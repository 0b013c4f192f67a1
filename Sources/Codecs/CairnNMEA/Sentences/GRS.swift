public import CairnTypes

/// GRS: range residuals of the satellites in the latest GSA of the same system.
///
/// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GRS".
public struct GRS: NMEASentence, BitwiseCopyable {
  public static var formatter: SentenceFormatter { "GRS" }

  public var envelope = SentenceEnvelope()
  /// UTC.
  public var time: TimeOfDay?
  /// 0: the residuals belong to the position in GGA; 1: they were recomputed after it.
  public var mode: Int?
  /// Metres, in the order of the satellites in GSA.
  public var residuals = InlineArray<12, Double?>(repeating: nil)
  /// 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC. Since version 4.10.
  public var systemIdentifier: UInt8?
  /// Signal identifier from version 4.11, table 20.
  public var signal: UInt8?

  public init() {}

  public mutating func fields(_ f: inout some NMEAFieldVisitor & ~Escapable) {
    f.timeOfDay("time", &time)
    f.integer("mode", &mode, in: 0...9)
    for index in 0..<12 {
      f.beginGroup()
      f.decimal("residual", &residuals[index], places: 1)
      f.endGroup()
    }
    f.optionalFromHere()
    f.hexadecimal("systemId", &systemIdentifier)
    f.hexadecimal("signalId", &signal)
  }
}

extension GRS: Hashable {
  public static func == (a: Self, b: Self) -> Bool {
    for index in 0..<12 where a.residuals[index] != b.residuals[index] { return false }
    return a.envelope == b.envelope && a.time == b.time && a.mode == b.mode
      && a.systemIdentifier == b.systemIdentifier && a.signal == b.signal
  }

  public func hash(into hasher: inout Hasher) {
    for index in 0..<12 { hasher.combine(residuals[index]) }
    hasher.combine(envelope)
    hasher.combine(time)
    hasher.combine(systemIdentifier)
    hasher.combine(signal)
  }
}
