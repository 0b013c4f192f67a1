internal import CairnUBX

extension UBXCatalogue {
  /// Classes ACK, INF, MON, RXM, SEC, TIM and UPD.
  static func searchReceiver(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchAnswers(&v) || searchMonitoring(&v) || searchManager(&v) || searchSecurity(&v)
      || searchTiming(&v)
  }

  private static func searchAnswers(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(AckAck.self)
      || v.visit(AckNak.self)
      || v.visit(InfError.self)
      || v.visit(InfWarning.self)
      || v.visit(InfNotice.self)
      || v.visit(InfTest.self)
      || v.visit(InfDebug.self)
  }

  private static func searchMonitoring(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(MonBatch.self)
      || v.visit(MonComms.self)
      || v.visit(MonGNSS.self)
      || v.visit(MonHW.self)
      || v.visit(MonHW6.self)
      || v.visit(MonHW2.self)
      || v.visit(MonHW3.self)
      || v.visit(MonIO.self)
      || v.visit(MonMsgPP.self)
      || v.visit(MonPatch.self)
      || v.visit(MonPMP.self)
      || v.visit(MonPT2.self)
      || searchMonitoringFurther(&v)
  }

  private static func searchMonitoringFurther(
    _ v: inout some UBXMessageVisitor & ~Escapable
  ) -> Bool {
    v.visit(MonRF.self)
      || v.visit(MonRFShort.self)
      || v.visit(MonRxBuf.self)
      || v.visit(MonRxr.self)
      || v.visit(MonSMGR.self)
      || v.visit(MonSpan.self)
      || v.visit(MonSPT.self)
      || v.visit(MonSys.self)
      || v.visit(MonTxBuf.self)
      || v.visit(MonVer.self)
  }

  private static func searchManager(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(RxmAlm.self)
      || v.visit(RxmCor.self)
      || v.visit(RxmEph.self)
      || v.visit(RxmIMES.self)
      || v.visit(RxmMeas20.self)
      || v.visit(RxmMeas50.self)
      || v.visit(RxmMeasC12.self)
      || v.visit(RxmMeasD12.self)
      || v.visit(RxmMeasX.self)
      || v.visit(RxmPMPV0.self)
      || v.visit(RxmPMP.self)
      || v.visit(RxmPMReq.self)
      || v.visit(RxmPMReqShort.self)
      || searchManagerFurther(&v)
  }

  private static func searchManagerFurther(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(RxmPosReq.self)
      || v.visit(RxmQZSSL6.self)
      || v.visit(RxmRaw.self)
      || v.visit(RxmRawX.self)
      || v.visit(RxmRLMShort.self)
      || v.visit(RxmRLMLong.self)
      || v.visit(RxmRTCM.self)
      || v.visit(RxmSFRB.self)
      || v.visit(RxmSFRBX.self)
      || v.visit(RxmSPARTN.self)
      || v.visit(RxmSPARTNKey.self)
      || v.visit(RxmSVSI.self)
      || v.visit(RxmTM.self)
  }

  private static func searchSecurity(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(SecOSNMA.self)
      || v.visit(SecSigV1.self)
      || v.visit(SecSig.self)
      || v.visit(SecSigLog.self)
      || v.visit(SecSign.self)
      || v.visit(SecUniqIDV1.self)
      || v.visit(SecUniqID.self)
  }

  private static func searchTiming(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(TimDOSC.self)
      || v.visit(TimFChg.self)
      || v.visit(TimHOC.self)
      || v.visit(TimSMeas.self)
      || v.visit(TimSvin.self)
      || v.visit(TimTM2.self)
      || v.visit(TimTOS.self)
      || v.visit(TimTP.self)
      || v.visit(TimVcoCalStart.self)
      || v.visit(TimVcoCal.self)
      || v.visit(TimVcoCalStop.self)
      || v.visit(TimVrfy.self)
  }
}
