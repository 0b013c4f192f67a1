extension SimulatedReceiver {
  /// The receiver model to imitate.
  public enum Personality: UInt8, Hashable, Sendable, CaseIterable {
    /// u-blox 8: NMEA at 9,600 baud, configured by the old messages, no NAV-EOE.
    case uBloxM8
    /// u-blox 9: NMEA at 38,400 baud, understands old and new configuration.
    case uBloxM9
    /// u-blox F9 with RTK: 38,400 baud, old and new configuration, takes RTCM 3 corrections.
    case uBloxF9P
    /// u-blox 10: NMEA at 9,600 baud, configured by keys only, without flash memory.
    case uBloxM10
    /// u-blox X20 with RTK: 38,400 baud, configured by keys only, takes RTCM 3 corrections.
    case uBloxX20
    /// A SiRF-like receiver: GPS only, GGA GSA GSV RMC VTG at 4,800 baud, takes no commands.
    case nmeaOnly
    /// GlobalTop PA6H, a MediaTek MT3339: sentences at 9,600 baud.
    case mediaTekPA6H
    /// Quectel L76: a MediaTek with commands of its own besides the chip's, 9,600 baud.
    case quectelL76
    /// Quectel LC29H: an Airoha AG3335, 115,200 baud.
    case quectelLC29H
    /// A CASIC AT6558, as in Quectel's L76K: 9,600 baud.
    case casic
    /// ST Teseo-LIV3F: 9,600 baud, repeats every command.
    case teseo
    /// u-blox 8 whose port does not accept UBX: configured by `$PUBX`, 9,600 baud.
    case uBloxSentences

    /// Whether it speaks UBX.
    public var talksUBX: Bool { ReceiverTraits.of(self).talksUBX }
  }

  /// The protocols that are sent.
  public enum Output: UInt8, Hashable, Sendable, CaseIterable {
    case nmea, ubx, both
  }
}
