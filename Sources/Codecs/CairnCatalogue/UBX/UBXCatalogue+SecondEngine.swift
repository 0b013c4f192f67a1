internal import CairnUBX

extension UBXCatalogue {
  /// Class NAV2.
  static func searchSecondEngine(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchSecondPosition(&v) || searchSecondTime(&v)
  }

  private static func searchSecondPosition(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(Nav2<NavCov>.self)
      || v.visit(Nav2<NavDOP>.self)
      || v.visit(Nav2<NavEELL>.self)
      || v.visit(Nav2<NavEOE>.self)
      || v.visit(Nav2<NavOdo>.self)
      || v.visit(Nav2<NavPosECEF>.self)
      || v.visit(Nav2<NavPosLLH>.self)
      || v.visit(Nav2<NavPVAT>.self)
      || v.visit(Nav2<NavPVT>.self)
      || v.visit(Nav2<NavSat>.self)
      || v.visit(Nav2<NavSBAS>.self)
      || v.visit(Nav2<NavSig>.self)
      || v.visit(Nav2<NavSLAS>.self)
      || v.visit(Nav2<NavStatus>.self)
      || v.visit(Nav2<NavSVIn>.self)
      || v.visit(Nav2<NavVelECEF>.self)
      || v.visit(Nav2<NavVelNED>.self)
  }

  private static func searchSecondTime(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(Nav2<NavClock>.self)
      || v.visit(Nav2<NavTimeBDS>.self)
      || v.visit(Nav2<NavTimeGAL>.self)
      || v.visit(Nav2<NavTimeGLO>.self)
      || v.visit(Nav2<NavTimeGPS>.self)
      || v.visit(Nav2<NavTimeLS>.self)
      || v.visit(Nav2<NavTimeNavIC>.self)
      || v.visit(Nav2<NavTimeQZSS>.self)
      || v.visit(Nav2<NavTimeUTC>.self)
  }
}
