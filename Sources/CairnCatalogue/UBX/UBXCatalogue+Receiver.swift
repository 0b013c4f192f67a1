internal import CairnUBX

extension UBXCatalogue {
  /// Classes ACK, INF, MON, RXM, SEC, TIM and UPD.
  static func searchReceiver(_ v: inout some UBXMessageVisitor & ~Escapable) -> Bool {
    v.visit(AckAck.self)
      || v.visit(AckNak.self)
      || v.visit(MonVer.self)
  }
}
