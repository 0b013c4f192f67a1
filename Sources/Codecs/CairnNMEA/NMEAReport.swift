/// One sentence of any kind.
///
/// Only what receiver logic uses has a case of its own.
public enum NMEAReport: Hashable, Sendable {
  /// `GGA`.
  case gga(GGA)
  /// `GNS`.
  case gns(GNS)
  /// `RMC`.
  case rmc(RMC)
  /// `GSA`.
  case gsa(GSA)
  /// `GSV`.
  case gsv(GSV)
  /// `VTG`.
  case vtg(VTG)
  /// `GLL`.
  case gll(GLL)
  /// `ZDA`.
  case zda(ZDA)
  /// `GST`.
  case gst(GST)
  /// `GBS`.
  case gbs(GBS)
  /// Any other sentence, passed on undecoded.
  case other(NMEAOther)

  /// Reads one sentence without allocating.
  ///
  /// Neither needs nor checks the checksum: that is the framer's task.
  ///
  /// - Parameter sentence: bytes from `$` or `!` on, with or without checksum and line ending.
  /// - Returns: `other` for a sentence without a case of its own.
  /// - Throws: `NMEAError.notASentence`, when the start or the address is missing.
  public static func decode(_ sentence: Span<UInt8>) throws(NMEAError) -> NMEAReport {
    let layout = try SentenceLayout(sentence)
    switch layout.formatter {
    case .some(GGA.formatter): return .gga(read(sentence, layout))
    case .some(GNS.formatter): return .gns(read(sentence, layout))
    case .some(RMC.formatter): return .rmc(read(sentence, layout))
    case .some(GSA.formatter): return .gsa(read(sentence, layout))
    case .some(GSV.formatter): return .gsv(read(sentence, layout))
    case .some(VTG.formatter): return .vtg(read(sentence, layout))
    case .some(GLL.formatter): return .gll(read(sentence, layout))
    case .some(ZDA.formatter): return .zda(read(sentence, layout))
    case .some(GST.formatter): return .gst(read(sentence, layout))
    case .some(GBS.formatter): return .gbs(read(sentence, layout))
    default: return .other(NMEAOther(sentence, layout))
    }
  }

  @inline(__always)
  private static func read<S: NMEASentence>(
    _ sentence: Span<UInt8>, _ layout: SentenceLayout
  ) -> S {
    var result = S()
    result.read(sentence, layout)
    return result
  }

  /// Formatter, if the address is a talker and a formatter; otherwise the whole address: `GGA`,
  /// `PUBX`.
  public var id: String {
    switch self {
    case .gga: "GGA"
    case .gns: "GNS"
    case .rmc: "RMC"
    case .gsa: "GSA"
    case .gsv: "GSV"
    case .vtg: "VTG"
    case .gll: "GLL"
    case .zda: "ZDA"
    case .gst: "GST"
    case .gbs: "GBS"
    case .other(let other): other.id
    }
  }

  /// Talker; `nil` for a proprietary sentence.
  public var talker: Talker? {
    switch self {
    case .gga(let s): s.talker
    case .gns(let s): s.talker
    case .rmc(let s): s.talker
    case .gsa(let s): s.talker
    case .gsv(let s): s.talker
    case .vtg(let s): s.talker
    case .gll(let s): s.talker
    case .zda(let s): s.talker
    case .gst(let s): s.talker
    case .gbs(let s): s.talker
    case .other(let s): s.talker
    }
  }

  /// Number of fields that were present but could not be read.
  public var malformedFields: Int {
    switch self {
    case .gga(let s): s.malformedFields
    case .gns(let s): s.malformedFields
    case .rmc(let s): s.malformedFields
    case .gsa(let s): s.malformedFields
    case .gsv(let s): s.malformedFields
    case .vtg(let s): s.malformedFields
    case .gll(let s): s.malformedFields
    case .zda(let s): s.malformedFields
    case .gst(let s): s.malformedFields
    case .gbs(let s): s.malformedFields
    case .other: 0
    }
  }
}
