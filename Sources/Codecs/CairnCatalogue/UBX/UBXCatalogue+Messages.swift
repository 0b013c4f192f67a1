internal import CairnUBX

extension UBXCatalogue {
  /// Shows the messages that have a type, except assistance, and then those of rows.
  static func searchTypes(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchNavigation(&v) || searchSecondEngine(&v) || searchReceiver(&v) || searchSettings(&v)
  }

  /// Shows the assistance messages that have a type. They come after the rows of their class: a
  /// message of MGA-INI that has no payload is named after the first form, MGA-INI-ATT.
  static func searchAssistanceTypes(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(MgaAckData0.self)
      || v.visit(MgaDBD.self)
      || v.visit(MgaIniPosLLH.self)
      || v.visit(MgaIniTimeUTC.self)
      || v.visit(MgaNakData0.self)
  }

  /// Classes NAV and HNR.
  private static func searchNavigation(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(NavClock.self)
      || v.visit(NavDOP.self)
      || v.visit(NavEOE.self)
      || v.visit(NavPosECEF.self)
      || v.visit(NavPosLLH.self)
      || v.visit(NavPVT.self)
      || v.visit(NavSat.self)
      || v.visit(NavSig.self)
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

  /// Class NAV2.
  private static func searchSecondEngine(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(Nav2<NavClock>.self)
      || v.visit(Nav2<NavDOP>.self)
      || v.visit(Nav2<NavEOE>.self)
      || v.visit(Nav2<NavPosECEF>.self)
      || v.visit(Nav2<NavPosLLH>.self)
      || v.visit(Nav2<NavPVT>.self)
      || v.visit(Nav2<NavSat>.self)
      || v.visit(Nav2<NavSig>.self)
      || v.visit(Nav2<NavStatus>.self)
      || v.visit(Nav2<NavTimeGPS>.self)
      || v.visit(Nav2<NavTimeLS>.self)
      || v.visit(Nav2<NavTimeUTC>.self)
      || v.visit(Nav2<NavVelECEF>.self)
      || v.visit(Nav2<NavVelNED>.self)
  }

  /// Classes ACK, MON, RXM and SEC.
  private static func searchReceiver(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(AckAck.self)
      || v.visit(AckNak.self)
      || v.visit(MonComms.self)
      || v.visit(MonHW.self)
      || v.visit(MonRF.self)
      || v.visit(MonTxBuf.self)
      || v.visit(MonVer.self)
      || v.visit(RxmPMReq.self)
      || v.visit(RxmPMReqShort.self)
      || v.visit(RxmRTCM.self)
      || v.visit(SecSigV1.self)
      || v.visit(SecSig.self)
      || v.visit(SecUniqIDV1.self)
      || v.visit(SecUniqID.self)
  }

  /// Classes CFG and UPD.
  private static func searchSettings(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(CfgRst.self)
      || v.visit(CfgValSet.self)
      || v.visit(CfgValGet.self)
      || v.visit(CfgValGetPoll.self)
      || v.visit(CfgValDel.self)
      || v.visit(UpdSos.self)
      || v.visit(UpdSosResult.self)
  }
}

extension UBXCatalogue {
  /// Classes that have messages without a type.
  static let classesOfRows: [MessageClass] = [
    .nav, .nav2, .esf, .hnr, .mon, .rxm, .inf, .sec, .tim, .cfg, .log, .mga, .aid,
  ]

  /// Returns the messages of a class that have no type. Forms with a discriminator come before the
  /// form without one.
  static func rows(of messageClass: MessageClass) -> [UBXRow] {
    switch messageClass {
    case .nav: navigationRows
    case .nav2: secondEngineRows
    case .esf, .hnr: sensorRows
    case .mon: monitoringRows
    case .rxm: managerRows
    case .inf, .sec: noticeRows
    case .tim: timingRows
    case .cfg: configurationRows
    case .log: loggingRows
    case .mga: assistanceRows
    case .aid: aidingRows
    default: []
    }
  }

  private static let navigationRows = UBXRow.rows(of: navigation)
  private static let sensorRows = UBXRow.rows(of: sensors)
  private static let monitoringRows = UBXRow.rows(of: monitoring)
  private static let managerRows = UBXRow.rows(of: manager)
  private static let noticeRows = UBXRow.rows(of: notices)
  private static let timingRows = UBXRow.rows(of: timing)
  private static let configurationRows = UBXRow.rows(of: configuration)
  private static let loggingRows = UBXRow.rows(of: logging)
  private static let assistanceRows = UBXRow.rows(of: assistance)
  private static let aidingRows = UBXRow.rows(of: aiding)

  private static let secondEngineRows: [UBXRow] = {
    let names: Set = [
      "NAV-COV", "NAV-EELL", "NAV-ODO", "NAV-PVAT", "NAV-SBAS", "NAV-SLAS", "NAV-SVIN",
      "NAV-TIMEBDS", "NAV-TIMEGAL", "NAV-TIMEGLO", "NAV-TIMENAVIC", "NAV-TIMEQZSS",
    ]
    return navigationRows.filter { names.contains($0.name) }.map { $0.inSecondEngine }
  }()
}
