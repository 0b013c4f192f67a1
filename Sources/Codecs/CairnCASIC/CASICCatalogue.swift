public import CairnTypes

/// Names and decoders of messages, by class and number.
public enum CASICCatalogue {
  /// Returns the specification's name of a message; `nil` if the specification does not list it.
  public static func name(of id: CASICMessageID) -> String? {
    switch (id.messageClass, id.number) {
    case (0x01, 0x00): "NAV-STATUS"
    case (0x01, 0x01): "NAV-DOP"
    case (0x01, 0x02): "NAV-SOL"
    case (0x01, 0x03): "NAV-PV"
    case (0x01, 0x10): "NAV-TIMEUTC"
    case (0x01, 0x11): "NAV-CLOCK"
    case (0x01, 0x20): "NAV-GPSINFO"
    case (0x01, 0x21): "NAV-BDSINFO"
    case (0x01, 0x22): "NAV-GLNINFO"
    case (0x02, 0x00): "TIM-TP"
    case (0x03, 0x10): "RXM-MEASX"
    case (0x03, 0x11): "RXM-SVPOS"
    case (0x05, 0x00): "ACK-NACK"
    case (0x05, 0x01): "ACK-ACK"
    case (0x06, 0x00): "CFG-PRT"
    case (0x06, 0x01): "CFG-MSG"
    case (0x06, 0x04): "CFG-RATE"
    case (0x0A, 0x04): "MON-VER"
    case (0x0A, 0x09): "MON-HW"
    default: nil
    }
  }

  /// How much of a message was shown as fields.
  public enum Outcome: Sendable {
    /// The whole message.
    case complete
    /// None: there is no decoder for it.
    case unknown
    /// None: its payload is too short.
    case invalid
  }

  /// Passes the fields of a message to a sink, in wire order.
  ///
  /// - Parameters:
  ///   - frame: a whole frame.
  ///   - sink: receives the fields.
  /// - Returns: how much of the message was shown.
  public static func printFields(
    of frame: Span<UInt8>, into sink: inout some FieldSink
  ) -> Outcome {
    guard let id = CASICFrame.messageID(of: frame) else { return .invalid }
    let payload = CASICFrame.payload(of: frame)
    switch id {
    case CASICNavPV.id: return show(CASICNavPV.decode(payload), into: &sink)
    case CASICNavDOP.id: return show(CASICNavDOP.decode(payload), into: &sink)
    case CASICNavTimeUTC.id: return show(CASICNavTimeUTC.decode(payload), into: &sink)
    case CASICNavSatellites.gpsID, CASICNavSatellites.beiDouID, CASICNavSatellites.glonassID:
      return show(CASICNavSatellites.decode(payload), into: &sink)
    default: return .unknown
    }
  }

  private static func show(
    _ message: (some CASICMessage)?, into sink: inout some FieldSink
  ) -> Outcome {
    guard let message else { return .invalid }
    message.print(into: &sink)
    return .complete
  }
}
