internal import CairnTypes

extension SimulatedReceiver {
  /// Which receiver is imitated.
  public enum Personality: UInt8, Hashable, Sendable, CaseIterable {
    /// u-blox 8: NMEA at 9,600 baud, configured by the old messages, without NAV-EOE.
    case uBloxM8
    /// u-blox 9: NMEA at 38,400 baud, understands old and new configuration.
    case uBloxM9
    /// u-blox 10: NMEA at 9,600 baud, configured by keys only.
    case uBloxM10
    /// A SiRF-like receiver: GPS only, GGA GSA GSV RMC VTG at 4,800 baud, deaf.
    case nmeaOnly
  }

  /// Which protocols are sent.
  public enum Output: UInt8, Hashable, Sendable, CaseIterable {
    case nmea, ubx, both
  }
}

/// What one personality is like, as data.
///
/// Source: UBX-13003221 R28 (u-blox 8), UBX-19014286 (M9 SPG 4.04), UBX-21035062 R02 (M10 SPG 5.10);
/// SiRF NMEA reference manual 2.2 for `.nmeaOnly`.
struct ReceiverTraits: Sendable {
  var baudRate: UInt32
  var systems: [SatelliteSystem]
  var sendsEOE = false
  /// NMEA 0183 version 4.11, with system and signal identifiers.
  var isNMEA411 = false
  var talksUBX = true
  var knowsOldConfiguration = false
  var knowsConfigurationKeys = false
  var software = ""
  var hardware = ""
  var versionLines: [String] = []
  /// The year a receiver without a clock claims, marked as invalid; it differs between firmwares,
  /// this one is an example.
  var defaultYear: UInt16 = 2015

  static func of(_ personality: SimulatedReceiver.Personality) -> ReceiverTraits {
    switch personality {
    case .uBloxM8:
      ReceiverTraits(
        baudRate: 9600, systems: [.gps, .sbas, .glonass], knowsOldConfiguration: true,
        software: "ROM CORE 3.01 (107888)", hardware: "00080000",
        versionLines: [
          "FWVER=SPG 3.01", "PROTVER=18.00", "GPS;GLO;GAL;BDS", "SBAS;IMES;QZSS",
        ])
    case .uBloxM9:
      ReceiverTraits(
        baudRate: 38_400, systems: [.gps, .sbas, .galileo, .beidou, .glonass], sendsEOE: true,
        isNMEA411: true, knowsOldConfiguration: true, knowsConfigurationKeys: true,
        software: "EXT CORE 4.04 (7f89f7)", hardware: "00190000",
        versionLines: [
          "FWVER=SPG 4.04", "PROTVER=32.01", "MOD=NEO-M9N", "GPS;GLO;GAL;BDS", "SBAS;QZSS",
        ], defaultYear: 2018)
    case .uBloxM10:
      ReceiverTraits(
        baudRate: 9600, systems: [.gps, .sbas, .galileo, .beidou], sendsEOE: true,
        isNMEA411: true, knowsConfigurationKeys: true,
        software: "ROM SPG 5.10 (7b202e)", hardware: "000A0000",
        versionLines: ["FWVER=SPG 5.10", "PROTVER=34.10", "GPS;GLO;GAL;BDS", "SBAS;QZSS"],
        defaultYear: 2021)
    case .nmeaOnly:
      ReceiverTraits(baudRate: 4800, systems: [.gps], talksUBX: false)
    }
  }
}
