internal import CairnUBX

/// A message that a receiver reports by itself: what it is called, and how long it is.
struct ReportedMessage: Sendable {
  /// The key of its rate on I2C.
  let key: ConfigurationKey
  /// Its class and number; NMEA sentences of u-blox receivers have one too.
  let id: MessageID
  /// Bytes on the line without what `bytesPerSatellite` counts.
  let bytes: Int
  /// Bytes for each satellite in view.
  let bytesPerSatellite: Int

  private init(
    _ key: ConfigurationKey, _ messageClass: UInt8, _ number: UInt8, _ bytes: Int,
    perSatellite: Int = 0
  ) {
    self.key = key
    id = MessageID(MessageClass(rawValue: messageClass), number)
    self.bytes = bytes
    bytesPerSatellite = perSatellite
  }

  /// The message whose rate a key of I2C is; `nil` for any other key.
  ///
  /// Sentences are counted as long as they usually are with a fix: GSA three times, since there is one
  /// for each system, and GSV with 17 bytes a satellite, its share of the sentences' ends among it.
  ///
  /// Source: u-blox UBX-13003221 R28 (M8) and UBX-21035062 R02 (M10 SPG 5.10), message lengths.
  init?(key: ConfigurationKey) {
    switch key {
    case .navPVT: self.init(key, 0x01, 0x07, 100)
    case .navEOE: self.init(key, 0x01, 0x61, 12)
    case .navSAT: self.init(key, 0x01, 0x35, 16, perSatellite: 12)
    case .navSIG: self.init(key, 0x01, 0x43, 16, perSatellite: 24)
    case .navDOP: self.init(key, 0x01, 0x04, 26)
    case .navStatus: self.init(key, 0x01, 0x03, 24)
    case .navCOV: self.init(key, 0x01, 0x36, 72)
    case .navPosLLH: self.init(key, 0x01, 0x02, 36)
    case .navVelNED: self.init(key, 0x01, 0x12, 44)
    case .navTimeUTC: self.init(key, 0x01, 0x21, 28)
    case .navTimeLS: self.init(key, 0x01, 0x26, 32)
    case .navClock: self.init(key, 0x01, 0x22, 28)
    case .monRF: self.init(key, 0x0A, 0x38, 60)
    case .monHW: self.init(key, 0x0A, 0x09, 68)
    case .monComms: self.init(key, 0x0A, 0x36, 176)
    case .monTxBuf: self.init(key, 0x0A, 0x08, 36)
    case .secSIG: self.init(key, 0x27, 0x09, 36)
    case .timTP: self.init(key, 0x0D, 0x01, 24)
    case .timTM2: self.init(key, 0x0D, 0x03, 36)
    case .rxmRTCM: self.init(key, 0x02, 0x32, 16)
    case .rxmCOR: self.init(key, 0x02, 0x34, 20)
    case .gga: self.init(key, 0xF0, 0x00, 76)
    case .gll: self.init(key, 0xF0, 0x01, 52)
    case .gsa: self.init(key, 0xF0, 0x02, 3 * 62)
    case .gsv: self.init(key, 0xF0, 0x03, 0, perSatellite: 17)
    case .rmc: self.init(key, 0xF0, 0x04, 74)
    case .vtg: self.init(key, 0xF0, 0x05, 40)
    case .grs: self.init(key, 0xF0, 0x06, 3 * 60)
    case .gst: self.init(key, 0xF0, 0x07, 56)
    case .zda: self.init(key, 0xF0, 0x08, 38)
    case .gbs: self.init(key, 0xF0, 0x09, 50)
    case .dtm: self.init(key, 0xF0, 0x0A, 44)
    case .gns: self.init(key, 0xF0, 0x0D, 80)
    case .vlw: self.init(key, 0xF0, 0x0F, 40)
    default: return nil
    }
  }

  /// The message whose rate on some port a key is, and the port; `nil` for any other key.
  static func named(
    by key: ConfigurationKey
  ) -> (message: ReportedMessage, port: ReceiverPort)? {
    guard key.group == 0x91 else { return nil }
    for port in ReceiverPort.allCases {
      let first = ConfigurationKey(rawValue: key.rawValue &- UInt32(port.rawValue))
      if let message = ReportedMessage(key: first) { return (message, port) }
    }
    return nil
  }

  /// Bytes on the line with that many satellites in view.
  func bytes(satellites: Int) -> Int { bytes &+ bytesPerSatellite &* satellites }
}
