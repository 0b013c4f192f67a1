internal import CairnUBX

extension UBXCatalogue {
  /// Classes NAV, NAV2, ESF and HNR.
  static func searchNavigation(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchPosition(&v) || searchSatellites(&v) || searchTime(&v) || searchSecondEngine(&v)
      || searchSensors(&v)
  }

  /// Class NAV: position, velocity, accuracy and state.
  private static func searchPosition(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchState(&v)
      || v.visit(NavHPPosECEF.self)
      || v.visit(NavHPPosLLH.self)
      || v.visit(NavPosECEF.self)
      || v.visit(NavPosLLH.self)
      || v.visit(NavPVAT.self)
      || v.visit(NavPVT.self)
      || v.visit(NavRelPosNEDV0.self)
      || v.visit(NavRelPosNED.self)
      || v.visit(NavSol.self)
      || v.visit(NavSVIn.self)
      || v.visit(NavVelECEF.self)
      || v.visit(NavVelNED.self)
  }

  private static func searchState(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(NavAtt.self)
      || v.visit(NavCov.self)
      || v.visit(NavDAHeading.self)
      || v.visit(NavDAHeadingHP.self)
      || v.visit(NavDOP.self)
      || v.visit(NavEELL.self)
      || v.visit(NavEKFStatus.self)
      || v.visit(NavEKFStatusWide.self)
      || v.visit(NavEOE.self)
      || v.visit(NavGeofence.self)
      || v.visit(NavOdo.self)
      || v.visit(NavPL.self)
      || v.visit(NavResetOdo.self)
      || v.visit(NavStatus.self)
  }

  /// Class NAV: satellites, signals, orbits and corrections.
  private static func searchSatellites(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(NavAOPStatus.self)
      || v.visit(NavAOPStatusLong.self)
      || v.visit(NavDGPS.self)
      || v.visit(NavNMI.self)
      || v.visit(NavOrb.self)
      || v.visit(NavSat.self)
      || v.visit(NavSBAS.self)
      || v.visit(NavSig.self)
      || v.visit(NavSLAS.self)
      || v.visit(NavSVInfo.self)
  }

  /// Class NAV: clock and time.
  private static func searchTime(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(NavClock.self)
      || v.visit(NavTimeBDS.self)
      || v.visit(NavTimeGAL.self)
      || v.visit(NavTimeGLO.self)
      || v.visit(NavTimeGPS.self)
      || v.visit(NavTimeLS.self)
      || v.visit(NavTimeNavIC.self)
      || v.visit(NavTimeQZSS.self)
      || v.visit(NavTimeTrusted.self)
      || v.visit(NavTimeUTC.self)
  }

  /// Classes ESF and HNR.
  private static func searchSensors(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(EsfAlg.self)
      || v.visit(EsfCal.self)
      || v.visit(EsfIns.self)
      || v.visit(EsfMeas.self)
      || v.visit(EsfRaw.self)
      || v.visit(EsfResetAlg.self)
      || v.visit(EsfStatus.self)
      || v.visit(HnrAtt.self)
      || v.visit(HnrIns.self)
      || v.visit(HnrPVT.self)
  }
}
