internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

// Traits of u-blox receivers.
//
// Source: UBX-13003221 R28 (u-blox 8), UBX-19014286 (M9 SPG 4.04), UBX-22008968 (F9 HPG 1.32),
// UBX-21035062 R02 (M10 SPG 5.10). Times and currents: data sheets UBX-16012619 R04 (SAM-M8Q),
// UBX-19014285 R07 (NEO-M9N), UBX-21044850 R01 (ZED-F9P), UBX-22013293 R03 (SAM-M10Q),
// UBXDOC-963802114-12690 (ZED-X20P). Version texts are examples.
extension ReceiverTraits {
  private static let sentences: [(SentenceFormatter, every: Int)] = [
    ("RMC", 1), ("VTG", 1), ("GGA", 1), ("GSA", 1), ("GSV", 1), ("GLL", 1),
  ]

  static let uBloxM8 = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .sbas, .glonass], sentences: sentences,
    start: StartTimes(cold: .seconds(26), aided: .seconds(2), hot: .seconds(1)),
    draw: PowerDraw(
      volts: 3, acquiring: 32, tracking: 29, cyclic: 9.5, hardwareBackup: 15, softwareBackup: 30),
    uBlox: UBloxTraits(
      knowsOldConfiguration: true, knowsConfigurationKeys: false, sendsEOE: false, hasMonRF: false,
      shortestPeriod: 50, software: "ROM CORE 3.01 (107888)", hardware: "00080000",
      versionLines: ["FWVER=SPG 3.01", "PROTVER=18.00", "GPS;GLO;GAL;BDS", "SBAS;IMES;QZSS"],
      defaultYear: 2015, missingGroups: [0x03, 0x09, 0x14],
      missingKeys: multiband + [
        "SIGNAL_BDS_B1C", "MSGOUT_UBX_NAV_EOE", "MSGOUT_UBX_NAV_SIG", "MSGOUT_UBX_MON_RF",
        "MSGOUT_UBX_MON_COMMS", "MSGOUT_UBX_SEC", "MSGOUT_UBX_NAV2", "MSGOUT_UBX_NAV_COV",
      ]))

  static let uBloxM9 = ReceiverTraits(
    baudRate: 38_400, systems: [.gps, .sbas, .galileo, .beidou, .glonass], sentences: sentences,
    isNMEA411: true,
    start: StartTimes(cold: .seconds(24), aided: .seconds(2), hot: .seconds(2)),
    draw: PowerDraw(
      volts: 3, acquiring: 50, tracking: 36, cyclic: 21, hardwareBackup: 45, softwareBackup: 360),
    uBlox: UBloxTraits(
      knowsOldConfiguration: true, signalSecurity: 1, software: "EXT CORE 4.04 (7f89f7)",
      hardware: "00190000",
      versionLines: [
        "FWVER=SPG 4.04", "PROTVER=32.01", "MOD=NEO-M9N", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
      ], defaultYear: 2018, missingGroups: [0x03, 0x09, 0x14],
      missingKeys: multiband + legacyOutput + ["SIGNAL_BDS_B1C", "MSGOUT_UBX_NAV2"]))

  static let uBloxF9P = ReceiverTraits(
    baudRate: 38_400, systems: [.gps, .sbas, .galileo, .beidou, .glonass], sentences: sentences,
    isNMEA411: true,
    start: StartTimes(cold: .seconds(25), aided: .seconds(25), hot: .seconds(2)),
    draw: PowerDraw(
      volts: 3, acquiring: 90, tracking: 85, cyclic: nil, hardwareBackup: 36,
      softwareBackup: 1400),
    uBlox: UBloxTraits(
      knowsOldConfiguration: true, takesCorrections: true, signalSecurity: 1,
      software: "EXT CORE 1.00 (3fda8e)", hardware: "00190000",
      versionLines: [
        "FWVER=HPG 1.32", "PROTVER=27.31", "MOD=ZED-F9P", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
      ], defaultYear: 2018, missingGroups: [0xD0, 0x26],
      missingKeys: legacyOutput + [
        "SIGNAL_BDS_B1C", "SIGNAL_GPS_L5", "SIGNAL_GAL_E5A", "SIGNAL_GAL_E6", "MSGOUT_UBX_NAV2",
      ], factory: rtkFactory))

  static let uBloxM10 = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .sbas, .galileo, .beidou], sentences: sentences,
    isNMEA411: true,
    start: StartTimes(cold: .seconds(23), aided: .seconds(1), hot: .seconds(1)),
    draw: PowerDraw(
      volts: 3, acquiring: 15.3, tracking: 12.3, cyclic: 7, hardwareBackup: 32,
      softwareBackup: 46),
    uBlox: UBloxTraits(
      hasFlash: false, signalSecurity: 2, uniqueIDLength: 6, takesShortPowerRequest: false,
      ports: [.i2c, .uart1, .spi], software: "ROM SPG 5.10 (7b202e)", hardware: "000A0000",
      versionLines: ["FWVER=SPG 5.10", "PROTVER=34.10", "GPS;GLO;GAL;BDS", "SBAS;QZSS"],
      defaultYear: 2021, missingGroups: [0x03, 0x09, 0x14, 0x24, 0x53, 0x65],
      missingKeys: multiband + legacyOutput))

  static let uBloxX20 = ReceiverTraits(
    baudRate: 38_400, systems: [.gps, .sbas, .galileo, .beidou, .glonass], sentences: sentences,
    isNMEA411: true,
    start: StartTimes(cold: .seconds(25), aided: .seconds(25), hot: .seconds(2)),
    draw: PowerDraw(
      volts: 3, acquiring: 68, tracking: 64, cyclic: nil, hardwareBackup: 32, softwareBackup: 93),
    uBlox: UBloxTraits(
      takesCorrections: true, signalSecurity: 2, uniqueIDLength: 6,
      software: "EXT CORE 2.02 (example)", hardware: "000B0000",
      versionLines: [
        "FWVER=HPG 2.02", "PROTVER=50.10", "MOD=ZED-X20P", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
      ], defaultYear: 2021, missingGroups: [0xD0, 0x24, 0x26],
      missingKeys: legacyOutput + ["SIGNAL_GLO_L2"], factory: rtkFactory))

  /// Keys of signals that a single-frequency receiver lacks, and of RTK messages.
  private static let multiband = [
    "SIGNAL_GPS_L2C", "SIGNAL_GPS_L5", "SIGNAL_GAL_E5", "SIGNAL_GAL_E6", "SIGNAL_BDS_B2",
    "SIGNAL_BDS_B3", "SIGNAL_QZSS_L2C", "SIGNAL_QZSS_L5", "SIGNAL_GLO_L2", "SIGNAL_NAVIC",
    "SIGNAL_LBAND", "MSGOUT_RTCM", "MSGOUT_UBX_RXM_RTCM", "MSGOUT_UBX_NAV_RELPOSNED",
    "MSGOUT_UBX_NAV_SVIN",
  ]

  /// Keys of messages that were dropped after u-blox 8.
  private static let legacyOutput = [
    "MSGOUT_UBX_NAV_SOL", "MSGOUT_UBX_NAV_SVINFO", "MSGOUT_UBX_AID",
  ]

  /// The second UART takes and sends only corrections; two frequencies are received.
  private static let rtkFactory: [UInt32: UInt64] = [
    0x1073_0004: 1, 0x1074_0004: 1, 0x1075_0001: 0, 0x1075_0002: 0, 0x1075_0004: 1,
    0x1076_0001: 0, 0x1076_0002: 0, 0x1076_0004: 1, 0x1077_0004: 1, 0x1078_0004: 1,
    0x1031_0003: 1, 0x1031_000A: 1, 0x1031_000E: 1, 0x1031_001A: 1,
  ]
}
