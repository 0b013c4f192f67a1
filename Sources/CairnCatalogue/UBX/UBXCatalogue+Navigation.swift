internal import CairnUBX

extension UBXCatalogue {
  /// Classes NAV, NAV2, HNR and ESF.
  static func searchNavigation(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(NavClock.self)
      || v.visit(NavDOP.self)
      || v.visit(NavEOE.self)
      || v.visit(NavPosECEF.self)
      || v.visit(NavPosLLH.self)
      || v.visit(NavPVT.self)
      || v.visit(NavSat.self)
      || v.visit(NavSol.self)
      || v.visit(NavStatus.self)
      || v.visit(NavSVInfo.self)
      || v.visit(NavTimeGPS.self)
      || v.visit(NavTimeLS.self)
      || v.visit(NavTimeUTC.self)
      || v.visit(NavVelECEF.self)
      || v.visit(NavVelNED.self)
      || v.visit(HnrPVT.self)
  }
}
