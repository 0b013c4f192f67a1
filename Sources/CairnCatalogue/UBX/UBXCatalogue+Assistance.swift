internal import CairnUBX

extension UBXCatalogue {
  /// Classes MGA and AID, and the configuration interface of class CFG.
  static func searchAssistance(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(CfgValSet.self)
      || v.visit(CfgValGet.self)
      || v.visit(CfgValGetPoll.self)
      || v.visit(CfgValDel.self)
  }
}
