/// A UBX message of any kind that Cairn decodes.
///
/// To add a message: one case here, one line in `UBXReport.select`.
public enum UBXReport: Hashable, Sendable {
  /// See `NavPVT`.
  case navPVT(NavPVT)
  /// See `NavSat`.
  case navSat(NavSat)
  /// See `NavEOE`.
  case navEOE(NavEOE)
  /// See `NavDOP`.
  case navDOP(NavDOP)
  /// See `NavStatus`.
  case navStatus(NavStatus)
  /// See `NavTimeUTC`.
  case navTimeUTC(NavTimeUTC)
  /// See `NavPosLLH`.
  case navPosLLH(NavPosLLH)
  /// See `NavVelNED`.
  case navVelNED(NavVelNED)
  /// See `NavSol`.
  case navSol(NavSol)
  /// See `NavTimeGPS`.
  case navTimeGPS(NavTimeGPS)
  /// See `NavSVInfo`.
  case navSVInfo(NavSVInfo)
  /// See `NavTimeLS`.
  case navTimeLS(NavTimeLS)
  /// See `NavPosECEF`.
  case navPosECEF(NavPosECEF)
  /// See `NavVelECEF`.
  case navVelECEF(NavVelECEF)
  /// See `NavClock`.
  case navClock(NavClock)
  /// See `HnrPVT`.
  case hnrPVT(HnrPVT)
  /// See `AckAck`.
  case ackAck(AckAck)
  /// See `AckNak`.
  case ackNak(AckNak)
  /// See `MonVer`.
  case monVer(MonVer)
  /// A request for a message that Cairn decodes: the frame has no payload.
  case poll(MessageID)
  /// A message that Cairn does not decode.
  case other(MessageID)

  /// Hands the entry of a message to a visitor; the registry. Names are the interface description's.
  @inline(__always)
  static func select<V: UBXEntryVisitor & ~Escapable>(
    _ id: MessageID, _ visitor: V
  ) throws(UBXError) -> V.Result {
    switch id {
    case NavPVT.id: try visitor.visit("NAV-PVT", UBXReport.navPVT)
    case NavSat.id: try visitor.visit("NAV-SAT", UBXReport.navSat)
    case NavEOE.id: try visitor.visit("NAV-EOE", UBXReport.navEOE)
    case NavDOP.id: try visitor.visit("NAV-DOP", UBXReport.navDOP)
    case NavStatus.id: try visitor.visit("NAV-STATUS", UBXReport.navStatus)
    case NavTimeUTC.id: try visitor.visit("NAV-TIMEUTC", UBXReport.navTimeUTC)
    case NavPosLLH.id: try visitor.visit("NAV-POSLLH", UBXReport.navPosLLH)
    case NavVelNED.id: try visitor.visit("NAV-VELNED", UBXReport.navVelNED)
    case NavSol.id: try visitor.visit("NAV-SOL", UBXReport.navSol)
    case NavTimeGPS.id: try visitor.visit("NAV-TIMEGPS", UBXReport.navTimeGPS)
    case NavSVInfo.id: try visitor.visit("NAV-SVINFO", UBXReport.navSVInfo)
    case NavTimeLS.id: try visitor.visit("NAV-TIMELS", UBXReport.navTimeLS)
    case NavPosECEF.id: try visitor.visit("NAV-POSECEF", UBXReport.navPosECEF)
    case NavVelECEF.id: try visitor.visit("NAV-VELECEF", UBXReport.navVelECEF)
    case NavClock.id: try visitor.visit("NAV-CLOCK", UBXReport.navClock)
    case HnrPVT.id: try visitor.visit("HNR-PVT", UBXReport.hnrPVT)
    case AckAck.id: try visitor.visit("ACK-ACK", UBXReport.ackAck)
    case AckNak.id: try visitor.visit("ACK-NAK", UBXReport.ackNak)
    case MonVer.id: try visitor.visit("MON-VER", UBXReport.monVer)
    default: visitor.unknown
    }
  }
}
