internal import CairnUBX

extension UBXCatalogue {
  /// Classes MGA and AID, and the configuration interface of class CFG.
  static func searchAssistance(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    searchConfigurationItems(&v) || searchMGA(&v) || searchAID(&v)
  }

  /// Messages of configuration keys.
  private static func searchConfigurationItems(_ v: inout some UBXMessageVisitor & ~Escapable)
    -> Bool
  {
    v.visit(CfgValSet.self)
      || v.visit(CfgValGet.self)
      || v.visit(CfgValGetPoll.self)
      || v.visit(CfgValDel.self)
  }

  /// Class MGA.
  private static func searchMGA(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(MgaSF.self)
      || v.visit(MgaANO.self)
      || v.visit(MgaAckData0.self)
      || v.visit(MgaBDSAlm.self)
      || v.visit(MgaBDSEph.self)
      || v.visit(MgaBDSHealth.self)
      || v.visit(MgaBDSIono.self)
      || v.visit(MgaBDSUTC.self)
      || v.visit(MgaDBD.self)
      || v.visit(MgaFlashAck.self)
      || v.visit(MgaFlashData.self)
      || v.visit(MgaFlashStop.self)
      || v.visit(MgaGALAlm.self)
      || v.visit(MgaGALEph.self)
      || v.visit(MgaGALOSNMAMerkle.self)
      || v.visit(MgaGALOSNMAPubKey.self)
      || v.visit(MgaGALTimeOffset.self)
      || v.visit(MgaGALUTC.self)
      || v.visit(MgaGLOAlm.self)
      || v.visit(MgaGLOEph.self)
      || v.visit(MgaGLOTimeOffset.self)
      || v.visit(MgaGPSAlm.self)
      || v.visit(MgaGPSEph.self)
      || v.visit(MgaGPSHealth.self)
      || v.visit(MgaGPSIono.self)
      || v.visit(MgaGPSUTC.self)
      || v.visit(MgaIniAtt.self)
      || v.visit(MgaIniClkD.self)
      || v.visit(MgaIniEOP.self)
      || v.visit(MgaIniFreq.self)
      || v.visit(MgaIniPosLLH.self)
      || v.visit(MgaIniPosXYZ.self)
      || v.visit(MgaIniTimeGNSS.self)
      || v.visit(MgaIniTimeUTC.self)
      || v.visit(MgaNakData0.self)
      || v.visit(MgaQZSSAlm.self)
      || v.visit(MgaQZSSEph.self)
      || v.visit(MgaQZSSHealth.self)
      || v.visit(MgaSFIni.self)
      || v.visit(MgaSFIni2.self)
  }

  /// Class AID; among forms of equal length, the more frequent one comes first.
  private static func searchAID(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(AidData.self)
      || v.visit(AidReq.self)
      || v.visit(AidIni.self)
      || v.visit(AidHUI.self)
      || v.visit(AidAlm.self)
      || v.visit(AidAlmPoll.self)
      || v.visit(AidEph.self)
      || v.visit(AidEphPoll.self)
      || v.visit(AidAOP.self)
      || v.visit(AidAOPPoll.self)
      || v.visit(AidALP.self)
      || v.visit(AidALPAck.self)
      || v.visit(AidALPData.self)
      || v.visit(AidALPSrvSend.self)
      || v.visit(AidALPSrvReq.self)
      || v.visit(AidALPSrv.self)
  }
}
