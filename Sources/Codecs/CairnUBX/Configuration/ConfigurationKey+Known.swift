/// Keys that Cairn itself uses. `ConfigurationKeyTable` holds the names of all others.
///
/// A setting that every port has is named for I2C, whose number the other ports count up from:
/// `ConfigurationKey.navPVT.on(port:)` of `CairnReceiver` turns it into another port's key.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "Configuration reference".
extension ConfigurationKey {
  // MARK: - Measuring and navigating

  /// CFG-RATE-MEAS: milliseconds between measurements.
  public static var measurementPeriod: Self { Self(rawValue: 0x3021_0001) }
  /// CFG-RATE-NAV: measurements per solution, 1...127.
  public static var measurementsPerFix: Self { Self(rawValue: 0x3021_0002) }
  /// CFG-NAVSPG-DYNMODEL: model of the receiver's motion.
  public static var dynamicModel: Self { Self(rawValue: 0x2011_0021) }
  /// CFG-NAVSPG-FIXMODE: 1 two-dimensional only, 2 three-dimensional only, 3 either.
  public static var fixMode: Self { Self(rawValue: 0x2011_0011) }
  /// CFG-NAVSPG-UTCSTANDARD: which UTC to use; 0 lets the receiver choose.
  public static var utcStandard: Self { Self(rawValue: 0x2011_001C) }
  /// CFG-RATE-TIMEREF: time system to which measurements are aligned: 0 UTC, 1 GPS.
  public static var timeReference: Self { Self(rawValue: 0x2021_0003) }
  /// CFG-NAVSPG-INFIL-MINELEV: minimum elevation of the satellites used, in signed degrees.
  public static var minimumElevation: Self { Self(rawValue: 0x2011_00A4) }
  /// CFG-NAVSPG-INFIL-NCNOTHRS: satellites above `carrierToNoiseThreshold` required for a fix.
  public static var satellitesAboveThreshold: Self { Self(rawValue: 0x2011_00AA) }
  /// CFG-NAVSPG-INFIL-CNOTHRS: threshold in dB-Hz.
  public static var carrierToNoiseThreshold: Self { Self(rawValue: 0x2011_00AB) }
  /// CFG-NAVSPG-OUTFIL-PDOP: largest DOP of a position that counts as a fix, in tenths.
  public static var largestPositionDOP: Self { Self(rawValue: 0x3011_00B1) }
  /// CFG-NAVSPG-OUTFIL-TDOP: largest DOP of a time that counts as a fix, in tenths.
  public static var largestTimeDOP: Self { Self(rawValue: 0x3011_00B2) }
  /// CFG-NAVSPG-OUTFIL-PACC: largest estimated error of a position that counts as a fix, in metres.
  public static var largestPositionError: Self { Self(rawValue: 0x3011_00B3) }
  /// CFG-NAVSPG-OUTFIL-TACC: largest estimated error of a time that counts as a fix, in metres.
  public static var largestTimeError: Self { Self(rawValue: 0x3011_00B4) }
  /// CFG-NAVSPG-CONSTR-ALT: altitude of two-dimensional fixes, signed centimetres above sea level.
  public static var fixedAltitude: Self { Self(rawValue: 0x4011_00C1) }
  /// CFG-NAVSPG-CONSTR-ALTVAR: variance of `fixedAltitude`, in square centimetres.
  public static var fixedAltitudeVariance: Self { Self(rawValue: 0x4011_00C2) }
  /// CFG-NAVSPG-CONSTR-DGNSSTO: seconds for which corrections are used.
  public static var correctionTimeout: Self { Self(rawValue: 0x2011_00C4) }

  // MARK: - Satellite systems

  /// CFG-SIGNAL-GPS-ENA: whether GPS is used.
  public static var usesGPS: Self { Self(rawValue: 0x1031_001F) }
  /// CFG-SIGNAL-GPS-L1CA-ENA: whether GPS L1 C/A is used.
  public static var usesGPSL1: Self { Self(rawValue: 0x1031_0001) }
  /// CFG-SIGNAL-SBAS-ENA: whether SBAS is used.
  public static var usesSBAS: Self { Self(rawValue: 0x1031_0020) }
  /// CFG-SIGNAL-SBAS-L1CA-ENA: whether SBAS L1 C/A is used.
  public static var usesSBASL1: Self { Self(rawValue: 0x1031_0005) }
  /// CFG-SIGNAL-GAL-ENA: whether Galileo is used.
  public static var usesGalileo: Self { Self(rawValue: 0x1031_0021) }
  /// CFG-SIGNAL-GAL-E1-ENA: whether Galileo E1 is used.
  public static var usesGalileoE1: Self { Self(rawValue: 0x1031_0007) }
  /// CFG-SIGNAL-BDS-ENA: whether BeiDou is used.
  public static var usesBeiDou: Self { Self(rawValue: 0x1031_0022) }
  /// CFG-SIGNAL-BDS-B1-ENA: whether BeiDou B1I is used.
  public static var usesBeiDouB1: Self { Self(rawValue: 0x1031_000D) }
  /// CFG-SIGNAL-IMES-ENA: whether IMES is used.
  public static var usesIMES: Self { Self(rawValue: 0x1031_0023) }
  /// CFG-SIGNAL-IMES-L1-ENA: whether IMES L1 is used.
  public static var usesIMESL1: Self { Self(rawValue: 0x1031_0011) }
  /// CFG-SIGNAL-QZSS-ENA: whether QZSS is used.
  public static var usesQZSS: Self { Self(rawValue: 0x1031_0024) }
  /// CFG-SIGNAL-QZSS-L1CA-ENA: whether QZSS L1 C/A is used.
  public static var usesQZSSL1: Self { Self(rawValue: 0x1031_0012) }
  /// CFG-SIGNAL-QZSS-L1S-ENA: whether QZSS L1S is used.
  public static var usesQZSSL1S: Self { Self(rawValue: 0x1031_0014) }
  /// CFG-SIGNAL-GLO-ENA: whether GLONASS is used.
  public static var usesGLONASS: Self { Self(rawValue: 0x1031_0025) }
  /// CFG-SIGNAL-GLO-L1-ENA: whether GLONASS L1OF is used.
  public static var usesGLONASSL1: Self { Self(rawValue: 0x1031_0018) }

  // MARK: - Power

  /// CFG-PM-OPERATEMODE: 0 full power, 1 off between fixes, 2 on at reduced power.
  public static var powerMode: Self { Self(rawValue: 0x20D0_0001) }
  /// CFG-PM-POSUPDATEPERIOD: seconds between fixes; 0 waits for the pin.
  public static var powerUpdatePeriod: Self { Self(rawValue: 0x40D0_0002) }
  /// CFG-PM-ACQPERIOD: seconds between attempts without a fix; 0 makes no further attempt.
  public static var powerSearchPeriod: Self { Self(rawValue: 0x40D0_0003) }
  /// CFG-PM-GRIDOFFSET: seconds of the week to which fixes are aligned.
  public static var powerGridOffset: Self { Self(rawValue: 0x40D0_0004) }
  /// CFG-PM-ONTIME: seconds to stay on after a fix.
  public static var powerOnTime: Self { Self(rawValue: 0x30D0_0005) }
  /// CFG-PM-MINACQTIME: minimum seconds of an attempt.
  public static var powerMinimumSearch: Self { Self(rawValue: 0x20D0_0006) }
  /// CFG-PM-MAXACQTIME: maximum seconds of an attempt; 0 is no limit.
  public static var powerMaximumSearch: Self { Self(rawValue: 0x20D0_0007) }
  /// CFG-PM-DONOTENTEROFF: whether the receiver keeps searching instead of switching off.
  public static var powerStaysOn: Self { Self(rawValue: 0x10D0_0008) }
  /// CFG-PM-WAITTIMEFIX: whether a fix requires a reliable time.
  public static var powerWaitsForTime: Self { Self(rawValue: 0x10D0_0009) }
  /// CFG-PM-UPDATEEPH: whether ephemerides are refreshed regularly.
  public static var powerUpdatesEphemerides: Self { Self(rawValue: 0x10D0_000A) }
  /// CFG-PM-EXTINTSEL: pin that controls power: 0 EXTINT0, 1 EXTINT1.
  public static var powerPin: Self { Self(rawValue: 0x20D0_000B) }
  /// CFG-PM-EXTINTWAKE: whether the receiver stays awake while the pin is high.
  public static var powerPinWakes: Self { Self(rawValue: 0x10D0_000C) }
  /// CFG-PM-EXTINTBACKUP: whether the receiver enters backup while the pin is low.
  public static var powerPinForcesBackup: Self { Self(rawValue: 0x10D0_000D) }
  /// CFG-PM-EXTINTINACTIVE: whether the receiver enters backup when the pin does not change.
  public static var powerPinSilenceForcesBackup: Self { Self(rawValue: 0x10D0_000E) }
  /// CFG-PM-EXTINTINACTIVITY: milliseconds without an edge on the pin before backup.
  public static var powerPinSilence: Self { Self(rawValue: 0x40D0_000F) }
  /// CFG-PM-LIMITPEAKCURR: whether the peak current is limited.
  public static var powerLimitsPeak: Self { Self(rawValue: 0x10D0_0010) }

  // MARK: - Ports

  /// CFG-UART1-BAUDRATE: baud rate of the first UART.
  public static var uart1BaudRate: Self { Self(rawValue: 0x4052_0001) }
  /// CFG-UART1-STOPBITS: stop bits of the first UART; 1 means one.
  public static var uart1StopBits: Self { Self(rawValue: 0x2052_0002) }
  /// CFG-UART1-DATABITS: data bits of the first UART; 0 means eight.
  public static var uart1DataBits: Self { Self(rawValue: 0x2052_0003) }
  /// CFG-UART1-PARITY: parity of the first UART; 0 means none.
  public static var uart1Parity: Self { Self(rawValue: 0x2052_0004) }
  /// CFG-UART1-ENABLED: whether the first UART is on.
  public static var uart1IsOn: Self { Self(rawValue: 0x1052_0005) }
  /// CFG-UART2-BAUDRATE: baud rate of the second UART.
  public static var uart2BaudRate: Self { Self(rawValue: 0x4053_0001) }
  /// CFG-UART2-STOPBITS: stop bits of the second UART; 1 means one.
  public static var uart2StopBits: Self { Self(rawValue: 0x2053_0002) }
  /// CFG-UART2-DATABITS: data bits of the second UART; 0 means eight.
  public static var uart2DataBits: Self { Self(rawValue: 0x2053_0003) }
  /// CFG-UART2-PARITY: parity of the second UART; 0 means none.
  public static var uart2Parity: Self { Self(rawValue: 0x2053_0004) }
  /// CFG-UART2-ENABLED: whether the second UART is on.
  public static var uart2IsOn: Self { Self(rawValue: 0x1053_0005) }
  /// CFG-I2C-ENABLED: whether I2C is on.
  public static var i2cIsOn: Self { Self(rawValue: 0x1051_0003) }
  /// CFG-USB-ENABLED: whether USB is on.
  public static var usbIsOn: Self { Self(rawValue: 0x1065_0001) }
  /// CFG-SPI-ENABLED: whether SPI is on.
  public static var spiIsOn: Self { Self(rawValue: 0x1064_0006) }
  /// CFG-I2CINPROT-UBX: whether I2C accepts UBX; see `on(port:)`.
  public static var inputUBX: Self { Self(rawValue: 0x1071_0001) }
  /// CFG-I2CINPROT-NMEA: whether I2C accepts NMEA; see `on(port:)`.
  public static var inputNMEA: Self { Self(rawValue: 0x1071_0002) }
  /// CFG-I2CINPROT-RTCM2X: whether I2C accepts RTCM 2; see `on(port:)`.
  public static var inputRTCM2: Self { Self(rawValue: 0x1071_0003) }
  /// CFG-I2CINPROT-RTCM3X: whether I2C accepts RTCM 3; see `on(port:)`.
  public static var inputRTCM3: Self { Self(rawValue: 0x1071_0004) }
  /// CFG-I2COUTPROT-UBX: whether I2C sends UBX; see `on(port:)`.
  public static var outputUBX: Self { Self(rawValue: 0x1072_0001) }
  /// CFG-I2COUTPROT-NMEA: whether I2C sends NMEA; see `on(port:)`.
  public static var outputNMEA: Self { Self(rawValue: 0x1072_0002) }
  /// CFG-I2COUTPROT-RTCM3X: whether I2C sends RTCM 3; see `on(port:)`.
  public static var outputRTCM3: Self { Self(rawValue: 0x1072_0004) }

  // MARK: - Notices

  /// CFG-INFMSG-UBX-I2C: notices sent as UBX: errors 1, warnings 2, notes 4; see `on(port:)`.
  public static var noticesUBX: Self { Self(rawValue: 0x2092_0001) }
  /// CFG-INFMSG-NMEA-I2C: notices sent as NMEA: errors 1, warnings 2, notes 4; see `on(port:)`.
  public static var noticesNMEA: Self { Self(rawValue: 0x2092_0006) }

  // MARK: - NMEA

  /// CFG-NMEA-PROTVER: version of the standard: 21, 23, 40, 41, and 42 for 4.11.
  public static var nmeaVersion: Self { Self(rawValue: 0x2093_0001) }
  /// CFG-NMEA-MAXSVS: satellites per system in GSV; 0 is no limit.
  public static var nmeaMaximumSatellites: Self { Self(rawValue: 0x2093_0002) }
  /// CFG-NMEA-SVNUMBERING: 0 omits satellites without a standard number, 1 numbers them.
  public static var nmeaNumbering: Self { Self(rawValue: 0x2093_0007) }
  /// CFG-NMEA-MAINTALKERID: talker; 0 chooses it by the systems in use.
  public static var nmeaTalker: Self { Self(rawValue: 0x2093_0031) }
  /// CFG-NMEA-GSVTALKERID: talker of GSV: 0 the satellite's system, 1 the main talker.
  public static var nmeaGSVTalker: Self { Self(rawValue: 0x2093_0032) }

  // MARK: - Time pulse

  /// CFG-TP-TP1-ENA: whether the first time pulse is on.
  public static var pulseIsOn: Self { Self(rawValue: 0x1005_0007) }
  /// CFG-TP-SYNC-GNSS-TP1: whether the pulse follows GNSS as soon as there is a fix.
  public static var pulseFollowsGNSS: Self { Self(rawValue: 0x1005_0008) }
  /// CFG-TP-USE-LOCKED-TP1: whether other values apply to the pulse while the time is locked.
  public static var pulseUsesLocked: Self { Self(rawValue: 0x1005_0009) }
  /// CFG-TP-ALIGN-TO-TOW-TP1: whether the pulse is aligned to the second.
  public static var pulseAlignsToSecond: Self { Self(rawValue: 0x1005_000A) }
  /// CFG-TP-POL-TP1: whether the rising edge is at the second.
  public static var pulseRises: Self { Self(rawValue: 0x1005_000B) }
  /// CFG-TP-TIMEGRID-TP1: time system to which the pulse is aligned: 0 UTC, 1 GPS.
  public static var pulseGrid: Self { Self(rawValue: 0x2005_000C) }
  /// CFG-TP-PERIOD-TP1: period of the pulse in microseconds.
  public static var pulsePeriod: Self { Self(rawValue: 0x4005_0002) }
  /// CFG-TP-PERIOD-LOCK-TP1: period in microseconds while the time is locked.
  public static var pulseLockedPeriod: Self { Self(rawValue: 0x4005_0003) }
  /// CFG-TP-LEN-TP1: length of the pulse in microseconds.
  public static var pulseLength: Self { Self(rawValue: 0x4005_0004) }
  /// CFG-TP-LEN-LOCK-TP1: length in microseconds while the time is locked.
  public static var pulseLockedLength: Self { Self(rawValue: 0x4005_0005) }
  /// CFG-TP-USER-DELAY-TP1: delay added by the user, in signed nanoseconds.
  public static var pulseDelay: Self { Self(rawValue: 0x4005_0006) }
  /// CFG-TP-ANT-CABLEDELAY: delay of the antenna cable, in signed nanoseconds.
  public static var pulseCableDelay: Self { Self(rawValue: 0x3005_0001) }

  // MARK: - How often a message comes on I2C, in epochs; 0 is never

  /// CFG-MSGOUT-UBX-NAV-PVT-I2C: epochs from one message to the next.
  public static var navPVT: Self { Self(rawValue: 0x2091_0006) }
  /// CFG-MSGOUT-UBX-NAV-EOE-I2C: epochs from one message to the next.
  public static var navEOE: Self { Self(rawValue: 0x2091_015F) }
  /// CFG-MSGOUT-UBX-NAV-SAT-I2C: epochs from one message to the next.
  public static var navSAT: Self { Self(rawValue: 0x2091_0015) }
  /// CFG-MSGOUT-UBX-NAV-SIG-I2C: epochs from one message to the next.
  public static var navSIG: Self { Self(rawValue: 0x2091_0345) }
  /// CFG-MSGOUT-UBX-NAV-DOP-I2C: epochs from one message to the next.
  public static var navDOP: Self { Self(rawValue: 0x2091_0038) }
  /// CFG-MSGOUT-UBX-NAV-STATUS-I2C: epochs from one message to the next.
  public static var navStatus: Self { Self(rawValue: 0x2091_001A) }
  /// CFG-MSGOUT-UBX-NAV-COV-I2C: epochs from one message to the next.
  public static var navCOV: Self { Self(rawValue: 0x2091_0083) }
  /// CFG-MSGOUT-UBX-NAV-POSLLH-I2C: epochs from one message to the next.
  public static var navPosLLH: Self { Self(rawValue: 0x2091_0029) }
  /// CFG-MSGOUT-UBX-NAV-VELNED-I2C: epochs from one message to the next.
  public static var navVelNED: Self { Self(rawValue: 0x2091_0042) }
  /// CFG-MSGOUT-UBX-NAV-TIMEUTC-I2C: epochs from one message to the next.
  public static var navTimeUTC: Self { Self(rawValue: 0x2091_005B) }
  /// CFG-MSGOUT-UBX-NAV-TIMELS-I2C: epochs from one message to the next.
  public static var navTimeLS: Self { Self(rawValue: 0x2091_0060) }
  /// CFG-MSGOUT-UBX-NAV-CLOCK-I2C: epochs from one message to the next.
  public static var navClock: Self { Self(rawValue: 0x2091_0065) }
  /// CFG-MSGOUT-UBX-MON-RF-I2C: epochs from one message to the next.
  public static var monRF: Self { Self(rawValue: 0x2091_0359) }
  /// CFG-MSGOUT-UBX-MON-HW-I2C: epochs from one message to the next.
  public static var monHW: Self { Self(rawValue: 0x2091_01B4) }
  /// CFG-MSGOUT-UBX-MON-COMMS-I2C: epochs from one message to the next.
  public static var monComms: Self { Self(rawValue: 0x2091_034F) }
  /// CFG-MSGOUT-UBX-MON-TXBUF-I2C: epochs from one message to the next.
  public static var monTxBuf: Self { Self(rawValue: 0x2091_019B) }
  /// CFG-MSGOUT-UBX-SEC-SIG-I2C: epochs from one message to the next.
  public static var secSIG: Self { Self(rawValue: 0x2091_0634) }
  /// CFG-MSGOUT-UBX-TIM-TP-I2C: epochs from one message to the next.
  public static var timTP: Self { Self(rawValue: 0x2091_017D) }
  /// CFG-MSGOUT-UBX-TIM-TM2-I2C: epochs from one message to the next.
  public static var timTM2: Self { Self(rawValue: 0x2091_0178) }
  /// CFG-MSGOUT-UBX-RXM-RTCM-I2C: epochs from one message to the next.
  public static var rxmRTCM: Self { Self(rawValue: 0x2091_0268) }
  /// CFG-MSGOUT-UBX-RXM-COR-I2C: epochs from one message to the next.
  public static var rxmCOR: Self { Self(rawValue: 0x2091_06B6) }
  /// CFG-MSGOUT-NMEA-ID-GGA-I2C: epochs from one message to the next.
  public static var gga: Self { Self(rawValue: 0x2091_00BA) }
  /// CFG-MSGOUT-NMEA-ID-GLL-I2C: epochs from one message to the next.
  public static var gll: Self { Self(rawValue: 0x2091_00C9) }
  /// CFG-MSGOUT-NMEA-ID-GSA-I2C: epochs from one message to the next.
  public static var gsa: Self { Self(rawValue: 0x2091_00BF) }
  /// CFG-MSGOUT-NMEA-ID-GSV-I2C: epochs from one message to the next.
  public static var gsv: Self { Self(rawValue: 0x2091_00C4) }
  /// CFG-MSGOUT-NMEA-ID-RMC-I2C: epochs from one message to the next.
  public static var rmc: Self { Self(rawValue: 0x2091_00AB) }
  /// CFG-MSGOUT-NMEA-ID-VTG-I2C: epochs from one message to the next.
  public static var vtg: Self { Self(rawValue: 0x2091_00B0) }
  /// CFG-MSGOUT-NMEA-ID-GRS-I2C: epochs from one message to the next.
  public static var grs: Self { Self(rawValue: 0x2091_00CE) }
  /// CFG-MSGOUT-NMEA-ID-GST-I2C: epochs from one message to the next.
  public static var gst: Self { Self(rawValue: 0x2091_00D3) }
  /// CFG-MSGOUT-NMEA-ID-ZDA-I2C: epochs from one message to the next.
  public static var zda: Self { Self(rawValue: 0x2091_00D8) }
  /// CFG-MSGOUT-NMEA-ID-GBS-I2C: epochs from one message to the next.
  public static var gbs: Self { Self(rawValue: 0x2091_00DD) }
  /// CFG-MSGOUT-NMEA-ID-DTM-I2C: epochs from one message to the next.
  public static var dtm: Self { Self(rawValue: 0x2091_00A6) }
  /// CFG-MSGOUT-NMEA-ID-GNS-I2C: epochs from one message to the next.
  public static var gns: Self { Self(rawValue: 0x2091_00B5) }
  /// CFG-MSGOUT-NMEA-ID-VLW-I2C: epochs from one message to the next.
  public static var vlw: Self { Self(rawValue: 0x2091_00E7) }
}
