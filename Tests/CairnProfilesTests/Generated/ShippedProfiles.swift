// Written by `hw-profile show --swift`: change hw-profiles/*.yaml instead.
// swift-format-ignore-file
import CairnHAL

extension HardwareProfile {
  /// CASIC AT6558, by `at6558.yaml`.
  static let at6558 =
    HardwareProfile(
      name: "at6558",
      title: "CASIC AT6558",
      vendor: "Zhongke Microelectronics",
      kind: .receiver,
      identity: Identity(usb: [], kernelTypes: [], compatible: [], paths: [], models: ["AT6558", "ATGM336H", "URANUS5"], hardwareVersions: []),
      protocols: [.nmea],
      dialects: [.pcas],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([9600, 115200, 38400, 19200, 57600, 4800], .estimated("9600 as boards are delivered; the rest are the speeds PCAS01 takes")), workingBaudRate: Sourced(38400, .estimated("seven sentences with four of satellites are 560 octets; at 5 Hz 28 kbit/s on the line")))],
      startup: [],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.supply]),
      startTimes: StartTimes(cold: Sourced(.seconds(32), .datasheet("DFRobot wiki, TEL0132, specification")), warm: Sourced(.seconds(32), .estimated("the specification has no warm start; without ephemeris it is a cold one at worst")), hot: Sourced(.seconds(2), .estimated("the L76K has the same chip: Seeed wiki, Get started with L76K GNSS")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// Garmin USB receiver, by `garmin-usb.yaml`.
  static let garminUsb =
    HardwareProfile(
      name: "garmin-usb",
      title: "Garmin USB receiver",
      vendor: "Garmin",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "091e", product: "0003", certainty: .certain, .datasheet("gpsd, gpsd.rules.in"))], kernelTypes: [], compatible: [], paths: [], models: [], hardwareVersions: []),
      protocols: [],
      dialects: [],
      writeAccess: .never,
      ports: [],
      startup: [],
      persistence: Persistence(memories: [], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      startTimes: StartTimes())

  /// USB serial bridge, by `generic-bridge.yaml`.
  static let genericBridge =
    HardwareProfile(
      name: "generic-bridge",
      title: "USB serial bridge",
      vendor: "several",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "067b", product: "2303", certainty: .bridge, .datasheet("gpsd, gpsd.rules.in: Prolific PL2303, disabled there as too generic")), USBMatch(vendor: "067b", product: "23a3", certainty: .bridge, .datasheet("gpsd, gpsd.rules.in: Prolific PL2303GC")), USBMatch(vendor: "10c4", product: "ea60", certainty: .bridge, .datasheet("gpsd, gpsd.rules.in: Silicon Labs CP210x")), USBMatch(vendor: "10c4", product: "ea70", certainty: .bridge, .datasheet("systemd, hwdb: Silicon Labs CP2105")), USBMatch(vendor: "10c4", product: "ea71", certainty: .bridge, .datasheet("gpsd, gpsd.rules.in: Silicon Labs CP2108")), USBMatch(vendor: "0403", product: "6001", certainty: .bridge, .datasheet("systemd, hwdb: FTDI FT232R")), USBMatch(vendor: "0403", product: "6010", certainty: .bridge, .datasheet("systemd, hwdb: FTDI FT2232")), USBMatch(vendor: "0403", product: "6011", certainty: .bridge, .datasheet("systemd, hwdb: FTDI FT4232H")), USBMatch(vendor: "0403", product: "6014", certainty: .bridge, .datasheet("systemd, hwdb: FTDI FT232H")), USBMatch(vendor: "0403", product: "6015", certainty: .bridge, .datasheet("systemd, hwdb: FTDI FT-X")), USBMatch(vendor: "1a86", product: "7523", certainty: .bridge, .datasheet("systemd, hwdb: WCH CH340")), USBMatch(vendor: "1a86", product: "5523", certainty: .bridge, .datasheet("systemd, hwdb: WCH CH341")), USBMatch(vendor: "1a86", product: "55d3", certainty: .bridge, .estimated("vendor driver ch343ser: WCH CH343; unverified on hardware")), USBMatch(vendor: "1a86", product: "55d4", certainty: .bridge, .estimated("vendor driver ch343ser: WCH CH9102; unverified on hardware")), USBMatch(vendor: "0557", product: "2008", certainty: .bridge, .datasheet("gpsd, gpsd.rules.in: ATEN UC-232A"))], kernelTypes: [], compatible: [], paths: [], models: [], hardwareVersions: []),
      protocols: [.nmea, .ubx, .rtcm],
      dialects: [.uBloxKeys, .uBloxLegacy, .pmtk, .pair, .pcas, .pqtm, .pstm, .psrf, .pubx],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([9600, 38400, 115200, 57600, 4800, 230400, 460800, 921600], .estimated("what receivers behind bridges are delivered with first, then the speeds that hosts set")))],
      startup: [],
      persistence: Persistence(memories: [], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      startTimes: StartTimes())

  /// NMEA receiver, by `generic-nmea.yaml`.
  static let genericNmea =
    HardwareProfile(
      name: "generic-nmea",
      title: "NMEA receiver",
      vendor: "unknown",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "067b", product: "aaa0", certainty: .certain, .datasheet("gpsd, gpsd.rules.in: Prolific PS-360 OEM")), USBMatch(vendor: "1163", product: "0100", certainty: .certain, .datasheet("gpsd, gpsd.rules.in: DeLorme Earthmate")), USBMatch(vendor: "1163", product: "0200", certainty: .certain, .datasheet("gpsd, gpsd.rules.in: DeLorme Earthmate"))], kernelTypes: ["NMEA"], compatible: [], paths: [], models: [], hardwareVersions: []),
      protocols: [.nmea],
      dialects: [],
      writeAccess: .never,
      ports: [Port(.uart1, baudRates: Sourced([9600, 4800, 38400, 115200, 57600, 19200, 230400], .datasheet("NMEA 0183: 4800; NMEA 0183-HS: 38400; the rest are what makers deliver, 9600 most of all"))), Port(.usb)],
      startup: [],
      persistence: Persistence(memories: [], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      startTimes: StartTimes(cold: Sourced(.seconds(35), .estimated("the slowest of the receivers whose times are published")), warm: Sourced(.seconds(35), .estimated("as the cold start: nothing says that the receiver keeps anything")), hot: Sourced(.seconds(35), .estimated("as the cold start: nothing says that the receiver keeps anything")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox MAX-M10S, by `max-m10s.yaml`.
  static let maxM10s =
    HardwareProfile(
      name: "max-m10s",
      title: "u-blox MAX-M10S",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [], kernelTypes: ["UBX"], compatible: [], paths: [], models: ["MAX-M10", "SAM-M10", "MIA-M10", "NEO-M10"], hardwareVersions: ["000A0000"]),
      protocols: [.nmea, .ubx],
      dialects: [.uBloxKeys],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([9600, 38400, 115200, 230400, 57600, 460800], .estimated("9600 as MAX-M10S modules come, 38400 by the interface description of their firmware; the rest are what hosts set")), workingBaudRate: Sourced(115200, .estimated("NAV-PVT, NAV-SAT and NAV-EOE of 40 satellites are 600 octets; at 10 Hz 60 kbit/s on the line, twice that fits"))), Port(.i2c, i2cAddress: Sourced(66, .datasheet("UBX-21035062 R02 (M10 SPG 5.10), CFG-I2C-ADDRESS")))],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model while there was a backup supply"), StartupSetting(key: 0x20110011, bits: 3, name: "CFG_NAVSPG_FIXMODE", reason: "a receiver kept in 2D reports an altitude that it does not measure")],
      persistence: Persistence(memories: [.batteryBacked], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: true),
      wake: Wake(sources: [.serialInput, .externalInterrupt], latency: Sourced(.milliseconds(500), .estimated("u-blox integration manuals ask for no less between the wake-up edge and the first message"))),
      startTimes: StartTimes(cold: Sourced(.seconds(27), plusMinus: .seconds(3), .datasheet("UBX-20035208 R01 (MAX-M10S objective specification), performance: 24 s or 27 s by the systems used")), warm: Sourced(.seconds(27), .estimated("the data sheet has no warm start; without ephemeris it is a cold one at worst")), aided: Sourced(.seconds(1), .datasheet("UBX-20035208 R01 (MAX-M10S objective specification), performance")), hot: Sourced(.seconds(1), .datasheet("UBX-20035208 R01 (MAX-M10S objective specification), performance")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// GlobalTop PA6H (MediaTek MT3339), by `mtk-pa6h.yaml`.
  static let mtkPa6h =
    HardwareProfile(
      name: "mtk-pa6h",
      title: "GlobalTop PA6H (MediaTek MT3339)",
      vendor: "MediaTek",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "0e8d", product: "3329", certainty: .certain, .datasheet("gpsd, gpsd.rules.in; usb.ids"))], kernelTypes: ["MTK"], compatible: ["globaltop,pa6h"], paths: [], models: ["AXN_", "MTK-3301", "MTK-3339"], hardwareVersions: []),
      protocols: [.nmea],
      dialects: [.pmtk],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([9600, 115200, 57600, 38400, 4800], .estimated("9600 as Adafruit delivers it; the rest are the speeds PMTK251 takes that hosts set")), workingBaudRate: Sourced(38400, .estimated("six sentences with three of satellites are 480 octets; at 5 Hz 24 kbit/s on the line"))), Port(.usb)],
      startup: [],
      persistence: Persistence(memories: [.batteryBacked], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.serialInput, .supply], latency: Sourced(.milliseconds(500), .estimated("any octet ends standby; nobody publishes how soon, so as long as u-blox asks for"))),
      startTimes: StartTimes(cold: Sourced(.seconds(35), .datasheet("adafruit/Adafruit-Ultimate-GPS, README")), warm: Sourced(.seconds(33), .estimated("between cold and aided: the almanac saves the search, the ephemeris must still be heard")), aided: Sourced(.seconds(15), .estimated("the self-made orbits (EASY) of this chip family, as Quectel's manuals are remembered")), hot: Sourced(.seconds(1), .datasheet("adafruit/Adafruit-Ultimate-GPS, README")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// Quectel L76 (MediaTek MT3333), by `quectel-l76.yaml`.
  static let quectelL76 =
    HardwareProfile(
      name: "quectel-l76",
      title: "Quectel L76 (MediaTek MT3333)",
      vendor: "Quectel",
      kind: .receiver,
      identity: Identity(usb: [], kernelTypes: [], compatible: [], paths: [], models: ["Quectel-L76", "Quectel-L80", "Quectel-L86", "Quectel-L96"], hardwareVersions: []),
      protocols: [.nmea],
      dialects: [.pmtk],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([9600, 115200, 57600, 38400, 4800], .estimated("9600 as Quectel's boards are delivered; the rest are the speeds PMTK251 takes that hosts set")), workingBaudRate: Sourced(38400, .estimated("seven sentences with five of satellites are 620 octets; at 5 Hz 31 kbit/s on the line"))), Port(.i2c, i2cAddress: Sourced(16, .estimated("as remembered of Quectel's I2C note; not read")))],
      startup: [],
      persistence: Persistence(memories: [.batteryBacked], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.serialInput, .supply], latency: Sourced(.milliseconds(500), .estimated("any octet ends standby; nobody publishes how soon, so as long as u-blox asks for"))),
      startTimes: StartTimes(cold: Sourced(.seconds(35), .estimated("Quectel's hardware design manuals as remembered; not read")), warm: Sourced(.seconds(30), .estimated("between cold and aided: the almanac saves the search, the ephemeris must still be heard")), aided: Sourced(.seconds(15), .datasheet("Waveshare wiki, L76K GPS Module, row L76B: EASY 12 to 15 s")), hot: Sourced(.seconds(1), .estimated("Quectel's hardware design manuals as remembered; not read")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// Quectel L76K (CASIC AT6558R), by `quectel-l76k.yaml`.
  static let quectelL76k =
    HardwareProfile(
      name: "quectel-l76k",
      title: "Quectel L76K (CASIC AT6558R)",
      vendor: "Quectel",
      kind: .receiver,
      identity: Identity(usb: [], kernelTypes: [], compatible: [], paths: [], models: ["L76K", "Quectel-L76K"], hardwareVersions: []),
      protocols: [.nmea],
      dialects: [.pcas],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([9600, 115200, 38400, 19200, 57600], .estimated("9600 as boards are delivered; the rest are the speeds PCAS01 takes")), workingBaudRate: Sourced(38400, .estimated("seven sentences with five of satellites are 620 octets; at 5 Hz, the most it can, 31 kbit/s on the line")))],
      startup: [],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.serialInput, .supply], latency: Sourced(.milliseconds(500), .estimated("nobody publishes how soon it answers, so as long as u-blox asks for"))),
      startTimes: StartTimes(cold: Sourced(.seconds(30), .datasheet("Seeed wiki, Get started with L76K GNSS, specification")), warm: Sourced(.seconds(30), .estimated("the specification has no warm start; without ephemeris it is a cold one at worst")), aided: Sourced(.milliseconds(5500), .datasheet("Seeed wiki, Get started with L76K GNSS, specification")), hot: Sourced(.seconds(2), .datasheet("Seeed wiki, Get started with L76K GNSS, specification")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// Quectel LC29H (Airoha AG3335), by `quectel-lc29h.yaml`.
  static let quectelLc29h =
    HardwareProfile(
      name: "quectel-lc29h",
      title: "Quectel LC29H (Airoha AG3335)",
      vendor: "Quectel",
      kind: .receiver,
      identity: Identity(usb: [], kernelTypes: [], compatible: [], paths: [], models: ["LC29H", "Quectel-LC29H"], hardwareVersions: []),
      protocols: [.nmea, .rtcm],
      dialects: [.pair, .pqtm],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([115200, 460800, 9600, 230400, 921600], .estimated("115200 as boards are delivered, 460800 on the RTK variants; the rest are speeds PAIR864 takes")), workingBaudRate: Sourced(115200, .estimated("nine sentences with ten of satellites are 1000 octets; at 10 Hz 100 kbit/s is what fits"))), Port(.i2c)],
      startup: [],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: []),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.supply]),
      startTimes: StartTimes(cold: Sourced(.seconds(26), .estimated("Quectel's specification as remembered; not read")), warm: Sourced(.seconds(26), .estimated("without ephemeris it is a cold start at worst")), aided: Sourced(.seconds(5), .estimated("with predicted orbits (EPO), as the AG3352Q of the same family: Waveshare wiki, L76K GPS Module, row LC76G")), hot: Sourced(.seconds(1), .estimated("Quectel's specification as remembered; not read")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox NEO-6M, by `ublox-6.yaml`.
  static let ublox6 =
    HardwareProfile(
      name: "ublox-6",
      title: "u-blox NEO-6M",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "1546", product: "01a4", certainty: .certain, .datasheet("usb.ids, by way of systemd's hwdb: Antaris 4")), USBMatch(vendor: "1546", product: "01a5", certainty: .certain, .datasheet("usb.ids, by way of systemd's hwdb: u-blox 5")), USBMatch(vendor: "1546", product: "01a6", certainty: .certain, .datasheet("usb.ids, by way of systemd's hwdb: u-blox 6")), USBMatch(vendor: "1546", product: "01a7", certainty: .certain, .datasheet("usb.ids, by way of systemd's hwdb: u-blox 7"))], kernelTypes: [], compatible: ["u-blox,neo-6m"], paths: [], models: ["NEO-5", "NEO-6", "NEO-7", "LEA-5", "LEA-6", "MAX-6", "MAX-7"], hardwareVersions: ["00040007", "00070000"]),
      protocols: [.nmea, .ubx],
      dialects: [.uBloxLegacy],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([9600, 38400, 115200, 57600], .estimated("9600 as boards are delivered; the rest are what hosts set, in the order PX4-GPSDrivers tries them")), workingBaudRate: Sourced(38400, .estimated("NAV-SOL and its companions at 5 Hz, the most it can, are 12 kbit/s on the line"))), Port(.usb), Port(.i2c, i2cAddress: Sourced(66, .datasheet("UBX-13003221 R28, \"DDC port\", the same as in later ones")))],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model, and the automotive one bends a walker's track")],
      persistence: Persistence(memories: [.batteryBacked], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: false),
      wake: Wake(sources: [.serialInput, .externalInterrupt], latency: Sourced(.milliseconds(500), .estimated("as later ones; no manual that could be read says it"))),
      startTimes: StartTimes(cold: Sourced(.seconds(27), .estimated("u-blox 6 data sheet as remembered by several guides; not read")), warm: Sourced(.seconds(27), .estimated("as the cold start: without ephemeris it is one at worst")), hot: Sourced(.seconds(1), .estimated("u-blox 6 data sheet as remembered by several guides; not read")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox NEO-M8N, by `ublox-m8.yaml`.
  static let ubloxM8 =
    HardwareProfile(
      name: "ublox-m8",
      title: "u-blox NEO-M8N",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "1546", product: "01a8", certainty: .certain, .datasheet("usb.ids, by way of systemd's hwdb"))], kernelTypes: ["UBX"], compatible: ["u-blox,neo-m8"], paths: [], models: ["NEO-M8", "MAX-M8", "SAM-M8", "ZOE-M8", "EVA-M8"], hardwareVersions: ["00080000"]),
      protocols: [.nmea, .ubx, .rtcm],
      dialects: [.uBloxLegacy],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([9600, 38400, 115200, 57600, 230400, 460800], .datasheet("UBX-13003221 R28, CFG-PRT: 9600 as delivered; the rest are what hosts set, in the order PX4-GPSDrivers tries them")), workingBaudRate: Sourced(115200, .estimated("NAV-PVT and NAV-SAT of 30 satellites are 480 octets; at 10 Hz 48 kbit/s on the line, twice that fits"))), Port(.usb), Port(.i2c, i2cAddress: Sourced(66, .datasheet("UBX-13003221 R28, \"DDC port\""))), Port(.spi)],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model in flash, and the automotive one bends a walker's track"), StartupSetting(key: 0x20110011, bits: 3, name: "CFG_NAVSPG_FIXMODE", reason: "a receiver kept in 2D reports an altitude that it does not measure")],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: true),
      wake: Wake(sources: [.serialInput, .externalInterrupt, .chipSelect], latency: Sourced(.milliseconds(500), .estimated("u-blox integration manuals ask for no less between the wake-up edge and the first message"))),
      startTimes: StartTimes(cold: Sourced(.seconds(26), .datasheet("UBX-16012619 R04 (SAM-M8Q data sheet), performance; MAX-M8Q HAT sheet agrees")), warm: Sourced(.seconds(26), .estimated("the data sheet has no warm start; without ephemeris it is a cold one at worst")), aided: Sourced(.seconds(2), .datasheet("UBX-16012619 R04 (SAM-M8Q data sheet), performance")), hot: Sourced(.seconds(1), .datasheet("UBX-16012619 R04 (SAM-M8Q data sheet), performance")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox NEO-M9N, by `ublox-m9.yaml`.
  static let ubloxM9 =
    HardwareProfile(
      name: "ublox-m9",
      title: "u-blox NEO-M9N",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "1546", product: "01a9", certainty: .certain, .datasheet("gpsd, gpsd.rules.in"))], kernelTypes: ["UBX"], compatible: [], paths: [], models: ["NEO-M9N", "MAX-M9N", "SAM-M9Q"], hardwareVersions: []),
      protocols: [.nmea, .ubx, .rtcm],
      dialects: [.uBloxKeys, .uBloxLegacy],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([38400, 115200, 9600, 230400, 460800, 921600, 57600], .datasheet("UBX-19014285 R07 (NEO-M9N data sheet): 38400 as delivered; the rest are what hosts set, in the order PX4-GPSDrivers tries them")), workingBaudRate: Sourced(115200, .estimated("NAV-PVT, NAV-SAT and NAV-EOE of 40 satellites are 600 octets; at 10 Hz 60 kbit/s on the line, twice that fits"))), Port(.usb), Port(.i2c, i2cAddress: Sourced(66, .datasheet("UBX-19014285 R07 (NEO-M9N data sheet), interfaces"))), Port(.spi)],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model in flash, and the automotive one bends a walker's track"), StartupSetting(key: 0x20110011, bits: 3, name: "CFG_NAVSPG_FIXMODE", reason: "a receiver kept in 2D reports an altitude that it does not measure")],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: true),
      wake: Wake(sources: [.serialInput, .externalInterrupt, .chipSelect], latency: Sourced(.milliseconds(500), .estimated("u-blox integration manuals ask for no less between the wake-up edge and the first message"))),
      startTimes: StartTimes(cold: Sourced(.seconds(24), .datasheet("UBX-19014285 R07 (NEO-M9N data sheet), performance")), warm: Sourced(.seconds(24), .estimated("the data sheet has no warm start; without ephemeris it is a cold one at worst")), aided: Sourced(.seconds(2), .datasheet("UBX-19014285 R07 (NEO-M9N data sheet), performance")), hot: Sourced(.seconds(2), .datasheet("UBX-19014285 R07 (NEO-M9N data sheet), performance")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox ZED-F9P, by `zed-f9p.yaml`.
  static let zedF9p =
    HardwareProfile(
      name: "zed-f9p",
      title: "u-blox ZED-F9P",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "1546", product: "01a9", certainty: .certain, .datasheet("gpsd, gpsd.rules.in"))], kernelTypes: ["UBX"], compatible: [], paths: [], models: ["ZED-F9P", "NEO-F9P"], hardwareVersions: []),
      protocols: [.nmea, .ubx, .rtcm],
      dialects: [.uBloxKeys, .uBloxLegacy],
      writeAccess: .whileSilent,
      ports: [Port(.uart1, baudRates: Sourced([38400, 115200, 9600, 230400, 460800, 921600, 57600], .datasheet("UBX-22008968 (HPG 1.32), CFG-UART1-BAUDRATE: 38400 as delivered; the rest are what hosts set, in the order PX4-GPSDrivers tries them")), workingBaudRate: Sourced(460800, .estimated("RXM-RAWX of 45 signals is 1.5 kB; at 10 Hz, with corrections coming in, 200 kbit/s on the line"))), Port(.uart2, baudRates: Sourced([38400, 115200, 57600, 460800], .datasheet("UBX-22008968 (HPG 1.32), CFG-UART2-BAUDRATE: 38400 as delivered; the rest are what hosts set"))), Port(.usb), Port(.i2c, i2cAddress: Sourced(66, .datasheet("UBX-22008968 (HPG 1.32), CFG-I2C-ADDRESS"))), Port(.spi)],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model in flash, and the stationary one drags a rover behind"), StartupSetting(key: 0x20110011, bits: 3, name: "CFG_NAVSPG_FIXMODE", reason: "a receiver kept in 2D reports an altitude that it does not measure"), StartupSetting(key: 0x20030001, bits: 0, name: "CFG_TMODE_MODE", reason: "a board that was once a base station never moves its position again")],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: true),
      wake: Wake(sources: [.serialInput, .externalInterrupt, .chipSelect], latency: Sourced(.milliseconds(500), .estimated("u-blox integration manuals ask for no less between the wake-up edge and the first message"))),
      startTimes: StartTimes(cold: Sourced(.seconds(25), .datasheet("UBX-21044850 R01 (ZED-F9P-04B data sheet), performance")), warm: Sourced(.seconds(25), .estimated("the data sheet has no warm start; without ephemeris it is a cold one at worst")), aided: Sourced(.seconds(3), .estimated("the ZED-F9R of the same chip: UBX-19054459 R06, performance")), hot: Sourced(.seconds(2), .datasheet("UBX-21044850 R01 (ZED-F9P-04B data sheet), performance")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))

  /// u-blox ZED-X20P, by `zed-x20p.yaml`.
  static let zedX20p =
    HardwareProfile(
      name: "zed-x20p",
      title: "u-blox ZED-X20P",
      vendor: "u-blox",
      kind: .receiver,
      identity: Identity(usb: [USBMatch(vendor: "1546", product: "05xx", certainty: .bridge, .estimated("new u-blox product numbers were seen in this range; unverified on hardware"))], kernelTypes: ["UBX"], compatible: [], paths: [], models: ["ZED-X20"], hardwareVersions: []),
      protocols: [.nmea, .ubx, .rtcm],
      dialects: [.uBloxKeys],
      writeAccess: .afterFirstFrame,
      ports: [Port(.uart1, baudRates: Sourced([38400, 115200, 9600, 230400, 460800, 921600, 57600], .estimated("as the ZED-F9P, whose place it takes; the rest are what hosts set, in the order PX4-GPSDrivers tries them")), workingBaudRate: Sourced(460800, .estimated("RXM-RAWX of 80 signals is 2.6 kB; at 10 Hz, with corrections coming in, 300 kbit/s on the line"))), Port(.uart2, baudRates: Sourced([38400, 115200, 57600, 460800], .estimated("as the ZED-F9P, whose place it takes"))), Port(.usb), Port(.i2c, i2cAddress: Sourced(66, .estimated("as every u-blox receiver before it"))), Port(.spi)],
      startup: [StartupSetting(key: 0x20110021, bits: 0, name: "CFG_NAVSPG_DYNMODEL", reason: "a former host may have kept another model in flash, and the stationary one drags a rover behind"), StartupSetting(key: 0x20030001, bits: 0, name: "CFG_TMODE_MODE", reason: "a board that was once a base station never moves its position again")],
      persistence: Persistence(memories: [.batteryBacked, .flash], written: [.batteryBacked]),
      supply: Supply(powerSwitch: PowerSwitch.none, keepsBackup: true),
      wake: Wake(sources: [.serialInput, .externalInterrupt, .chipSelect], latency: Sourced(.milliseconds(500), .estimated("u-blox integration manuals ask for no less between the wake-up edge and the first message"))),
      startTimes: StartTimes(cold: Sourced(.seconds(25), .datasheet("UBXDOC-963802114-12690 (ZED-X20P-00B data sheet), performance")), warm: Sourced(.seconds(25), .estimated("the data sheet has no warm start; without ephemeris it is a cold one at worst")), hot: Sourced(.seconds(2), .datasheet("UBXDOC-963802114-12690 (ZED-X20P-00B data sheet), performance")), ephemerisValidity: Sourced(.seconds(7200), plusMinus: .seconds(3600), .estimated("GPS orbits are fitted for 4 h and uploaded every 2 h; IS-GPS-200, 20.3.4.4")), ephemerisDownload: Sourced(.seconds(30), .datasheet("IS-GPS-200, 20.3.3: subframes 1 to 3 of a frame of 30 s"))))
}
