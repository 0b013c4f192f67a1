internal import CairnUBX

extension LegacyPlace {
  /// The places that a configuration key's value has in messages; none where they cannot express it.
  ///
  /// Source: u-blox UBX-13003221 R28 (M8), the messages named in `LegacyMessage`.
  static func all(of value: ConfigurationValue) -> [LegacyPlace] {
    let key = value.key
    switch key.group {
    case 0x91: return reported(value)
    case 0x92: return notices(value)
    case 0x71...0x7A: return protocols(value)
    case 0x31: return systems(value)
    case 0x05: return pulse(value)
    case 0x93: return sentences(value)
    case 0xD0: return power(value)
    default: break
    }
    func at(_ message: LegacyMessage, _ octet: Int, _ octets: Int, _ applies: UInt16 = 0)
      -> [LegacyPlace]
    {
      place(value, message, octet, octets, applies)
    }
    switch key {
    case .measurementPeriod: return at(.rate, 0, 2)
    case .measurementsPerFix: return at(.rate, 2, 2)
    case .timeReference: return at(.rate, 4, 2)
    case .dynamicModel: return at(.navigation, 2, 1, 0x001)
    case .fixMode: return at(.navigation, 3, 1, 0x004)
    case .fixedAltitude: return at(.navigation, 4, 4, 0x004)
    case .fixedAltitudeVariance: return at(.navigation, 8, 4, 0x004)
    case .minimumElevation: return at(.navigation, 12, 1, 0x002)
    case .largestPositionDOP: return at(.navigation, 14, 2, 0x010)
    case .largestTimeDOP: return at(.navigation, 16, 2, 0x020)
    case .largestPositionError: return at(.navigation, 18, 2, 0x010)
    case .largestTimeError: return at(.navigation, 20, 2, 0x020)
    case .correctionTimeout: return at(.navigation, 23, 1, 0x080)
    case .satellitesAboveThreshold: return at(.navigation, 24, 1, 0x100)
    case .carrierToNoiseThreshold: return at(.navigation, 25, 1, 0x100)
    case .utcStandard: return at(.navigation, 30, 1, 0x400)
    case .uart1BaudRate: return at(.port(ReceiverPort.uart1.rawValue), 8, 4)
    case .uart2BaudRate: return at(.port(ReceiverPort.uart2.rawValue), 8, 4)
    default: return []
    }
  }

  /// A number in whole octets, which has the same unit in both languages.
  private static func place(
    _ value: ConfigurationValue, _ message: LegacyMessage, _ octet: Int, _ octets: Int,
    _ applies: UInt16 = 0
  ) -> [LegacyPlace] {
    let bits = octets &* 8
    // A wider number cannot be expressed; one of equal width keeps its sign.
    guard bits >= value.width &* 8 || value.bits &>> UInt64(bits) == 0 else { return [] }
    return [
      LegacyPlace(
        message: message, bit: octet &* 8, count: bits, target: value.bits, applies: applies)
    ]
  }

  private static func flag(
    _ value: ConfigurationValue, _ message: LegacyMessage, _ octet: Int, bit: Int
  ) -> [LegacyPlace] {
    [
      LegacyPlace(
        message: message, bit: octet &* 8 &+ bit, count: 1, target: value.flag ? 1 : 0)
    ]
  }

  /// CFG-MSG: class and number, then an octet for each port.
  private static func reported(_ value: ConfigurationValue) -> [LegacyPlace] {
    guard let (message, port) = ReportedMessage.named(by: value.key) else { return [] }
    return place(
      value, .message(message.id.messageClass.rawValue, message.id.number),
      2 &+ Int(port.rawValue), 1)
  }

  /// CFG-INF: the protocol, three octets, then one for each port.
  private static func notices(_ value: ConfigurationValue) -> [LegacyPlace] {
    for port in ReceiverPort.allCases {
      let octet = 4 &+ Int(port.rawValue)
      if value.key == .noticesUBX.on(port: port) { return place(value, .notices(0), octet, 1) }
      if value.key == .noticesNMEA.on(port: port) { return place(value, .notices(1), octet, 1) }
    }
    return []
  }

  /// CFG-PRT: the protocols in the octets from 12, those out from 14.
  private static func protocols(_ value: ConfigurationValue) -> [LegacyPlace] {
    for port in ReceiverPort.allCases {
      let message = LegacyMessage.port(port.rawValue)
      switch value.key {
      case .inputUBX.on(port: port): return flag(value, message, 12, bit: 0)
      case .inputNMEA.on(port: port): return flag(value, message, 12, bit: 1)
      case .inputRTCM2.on(port: port): return flag(value, message, 12, bit: 2)
      case .inputRTCM3.on(port: port): return flag(value, message, 12, bit: 5)
      case .outputUBX.on(port: port): return flag(value, message, 14, bit: 0)
      case .outputNMEA.on(port: port): return flag(value, message, 14, bit: 1)
      case .outputRTCM3.on(port: port): return flag(value, message, 14, bit: 5)
      default: break
      }
    }
    return []
  }

  /// CFG-GNSS: in the flags of a system, bit 0 is the system and those from 16 are its signals.
  private static func systems(_ value: ConfigurationValue) -> [LegacyPlace] {
    func at(_ system: GNSSIdentifier, _ bit: Int) -> [LegacyPlace] {
      [
        LegacyPlace(
          message: .systems, bit: bit, count: 1, target: value.flag ? 1 : 0, system: system)
      ]
    }
    switch value.key {
    case .usesGPS: return at(.gps, 0)
    case .usesGPSL1: return at(.gps, 16)
    case .usesSBAS: return at(.sbas, 0)
    case .usesSBASL1: return at(.sbas, 16)
    case .usesGalileo: return at(.galileo, 0)
    case .usesGalileoE1: return at(.galileo, 16)
    case .usesBeiDou: return at(.beidou, 0)
    case .usesBeiDouB1: return at(.beidou, 16)
    case .usesIMES: return at(.imes, 0)
    case .usesIMESL1: return at(.imes, 16)
    case .usesQZSS: return at(.qzss, 0)
    case .usesQZSSL1: return at(.qzss, 16)
    case .usesQZSSL1S: return at(.qzss, 18)
    case .usesGLONASS: return at(.glonass, 0)
    case .usesGLONASSL1: return at(.glonass, 16)
    default: return []
    }
  }

  /// CFG-TP5. A period needs bit 3 of the flags clear, the length of a pulse bit 4 set.
  private static func pulse(_ value: ConfigurationValue) -> [LegacyPlace] {
    let flags = 28
    let isPeriod = LegacyPlace(message: .pulse, bit: flags * 8 + 3, count: 1, target: 0)
    let isLength = LegacyPlace(message: .pulse, bit: flags * 8 + 4, count: 1, target: 1)
    switch value.key {
    case .pulseCableDelay: return place(value, .pulse, 4, 2)
    case .pulsePeriod: return place(value, .pulse, 8, 4) + [isPeriod]
    case .pulseLockedPeriod: return place(value, .pulse, 12, 4) + [isPeriod]
    case .pulseLength: return place(value, .pulse, 16, 4) + [isLength]
    case .pulseLockedLength: return place(value, .pulse, 20, 4) + [isLength]
    case .pulseDelay: return place(value, .pulse, 24, 4)
    case .pulseIsOn: return flag(value, .pulse, flags, bit: 0)
    case .pulseFollowsGNSS: return flag(value, .pulse, flags, bit: 1)
    case .pulseUsesLocked: return flag(value, .pulse, flags, bit: 2)
    case .pulseAlignsToSecond: return flag(value, .pulse, flags, bit: 5)
    case .pulseRises: return flag(value, .pulse, flags, bit: 6)
    case .pulseGrid where value.bits < 16:
      return [LegacyPlace(message: .pulse, bit: flags * 8 + 7, count: 4, target: value.bits)]
    default: return []
    }
  }

  /// CFG-NMEA, whose version octet is 0x41 for 4.1 and 0x4B for 4.11.
  private static func sentences(_ value: ConfigurationValue) -> [LegacyPlace] {
    switch value.key {
    case .nmeaVersion:
      let version: UInt64 =
        value.bits == 42 ? 0x4B : value.bits / 10 &<< 4 | value.bits % 10
      return [LegacyPlace(message: .nmea, bit: 8, count: 8, target: version & 0xFF)]
    case .nmeaMaximumSatellites: return place(value, .nmea, 2, 1)
    case .nmeaNumbering: return place(value, .nmea, 8, 1)
    case .nmeaTalker: return place(value, .nmea, 9, 1)
    case .nmeaGSVTalker: return place(value, .nmea, 10, 1)
    default: return []
    }
  }

  /// CFG-PM2, whose periods are milliseconds, and CFG-RXM, which turns it on.
  private static func power(_ value: ConfigurationValue) -> [LegacyPlace] {
    func milliseconds(_ octet: Int) -> [LegacyPlace] {
      let (target, overflow) = value.bits.multipliedReportingOverflow(by: 1000)
      guard !overflow, target <= UInt64(UInt32.max) else { return [] }
      return [LegacyPlace(message: .power, bit: octet &* 8, count: 32, target: target)]
    }
    switch value.key {
    case .powerMode: return powerMode(value.bits)
    case .powerUpdatePeriod: return milliseconds(8)
    case .powerSearchPeriod: return milliseconds(12)
    case .powerGridOffset: return milliseconds(16)
    case .powerOnTime: return place(value, .power, 20, 2)
    case .powerMinimumSearch: return place(value, .power, 22, 2)
    case .powerMaximumSearch: return place(value, .power, 2, 1)
    case .powerPinSilence: return place(value, .power, 44, 4)
    case .powerPin where value.bits <= 1: return flag(value, .power, 4, bit: 4)
    case .powerPinWakes: return flag(value, .power, 4, bit: 5)
    case .powerPinForcesBackup: return flag(value, .power, 4, bit: 6)
    case .powerPinSilenceForcesBackup: return flag(value, .power, 4, bit: 7)
    case .powerLimitsPeak: return flag(value, .power, 4, bit: 8)
    case .powerWaitsForTime: return flag(value, .power, 4, bit: 10)
    case .powerUpdatesEphemerides: return flag(value, .power, 4, bit: 12)
    case .powerStaysOn: return flag(value, .power, 4, bit: 16)
    default: return []
    }
  }

  /// Which power save mode is in CFG-PM2, whether it is used in CFG-RXM.
  private static func powerMode(_ mode: UInt64) -> [LegacyPlace] {
    func used(_ target: UInt64) -> LegacyPlace {
      LegacyPlace(message: .manager, bit: 8, count: 8, target: target)
    }
    func kind(_ target: UInt64) -> LegacyPlace {
      LegacyPlace(message: .power, bit: 4 * 8 + 17, count: 2, target: target)
    }
    switch mode {
    case 0: return [used(0)]
    case 1: return [kind(0), used(1)]
    case 2: return [kind(1), used(1)]
    default: return []
    }
  }
}
