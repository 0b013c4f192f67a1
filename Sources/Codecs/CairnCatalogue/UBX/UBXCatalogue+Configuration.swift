internal import CairnUBX

extension UBXCatalogue {
  /// Classes CFG without the configuration keys, UPD and LOG.
  static func searchConfiguration(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchAntennaToItfm(&v) || searchLogFilterToSbas(&v) || searchSenifToUsb(&v)
      || searchStorage(&v)
  }

  /// CfgAnt to CfgItfm.
  private static func searchAntennaToItfm(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(CfgAnt.self)
      || v.visit(CfgBatch.self)
      || v.visit(CfgCfg.self)
      || v.visit(CfgDat.self)
      || v.visit(CfgDatNumber.self)
      || v.visit(CfgDatUser.self)
      || v.visit(CfgDgnss.self)
      || v.visit(CfgDosc.self)
      || v.visit(CfgDynseed.self)
      || v.visit(CfgEkf.self)
      || v.visit(CfgEsfa.self)
      || v.visit(CfgEsfalg.self)
      || v.visit(CfgEsfg.self)
      || v.visit(CfgEsfgwt.self)
      || v.visit(CfgEsfwt.self)
      || v.visit(CfgEsrc.self)
      || v.visit(CfgFixseed.self)
      || v.visit(CfgFxn.self)
      || v.visit(CfgGeofence.self)
      || v.visit(CfgGnss.self)
      || v.visit(CfgHnr.self)
      || v.visit(CfgInf.self)
      || v.visit(CfgInfPoll.self)
      || v.visit(CfgItfm.self)
  }

  /// CfgLogFilter to CfgSbas.
  private static func searchLogFilterToSbas(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool
  {
    v.visit(CfgLogFilter.self)
      || v.visit(CfgMsg.self)
      || v.visit(CfgMsgCurrentPort.self)
      || v.visit(CfgMsgPoll.self)
      || v.visit(CfgNav5.self)
      || v.visit(CfgNavx5.self)
      || v.visit(CfgNmea.self)
      || v.visit(CfgNmeaBasic.self)
      || v.visit(CfgNmeaV0.self)
      || v.visit(CfgNvs.self)
      || v.visit(CfgOdo.self)
      || v.visit(CfgOtp.self)
      || v.visit(CfgPm.self)
      || v.visit(CfgPm2.self)
      || v.visit(CfgPms.self)
      || v.visit(CfgPrt.self)
      || v.visit(CfgPrtPoll.self)
      || v.visit(CfgPwr.self)
      || v.visit(CfgRate.self)
      || v.visit(CfgRinv.self)
      || v.visit(CfgRst.self)
      || v.visit(CfgRxm.self)
      || v.visit(CfgSbas.self)
  }

  /// CfgSenif to CfgUsb.
  private static func searchSenifToUsb(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(CfgSenif.self)
      || v.visit(CfgSlas.self)
      || v.visit(CfgSmgr.self)
      || v.visit(CfgSpt.self)
      || v.visit(CfgTmode.self)
      || v.visit(CfgTmode2.self)
      || v.visit(CfgTmode3.self)
      || v.visit(CfgTp.self)
      || v.visit(CfgTp5.self)
      || v.visit(CfgTp5Poll.self)
      || v.visit(CfgTxslot.self)
      || v.visit(CfgUsb.self)
  }

  /// Classes UPD and LOG.
  private static func searchStorage(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(LogBatch.self)
      || v.visit(LogCreate.self)
      || v.visit(LogErase.self)
      || v.visit(LogFindTime.self)
      || v.visit(LogFindTimeResult.self)
      || v.visit(LogInfo.self)
      || v.visit(LogRetrieve.self)
      || v.visit(LogRetrieveBatch.self)
      || v.visit(LogRetrievePos.self)
      || v.visit(LogRetrievePosExtra.self)
      || v.visit(LogRetrieveString.self)
      || v.visit(LogString.self)
      || v.visit(UpdSos.self)
      || v.visit(UpdSosResult.self)
  }
}
