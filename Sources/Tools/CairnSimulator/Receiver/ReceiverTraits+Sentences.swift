internal import CairnNMEA
internal import CairnTypes

// Traits of receivers that are configured by sentences, or not at all.
//
// A receiver understands the dialects in `commands`, tried in that order.
extension ReceiverTraits {
  /// Source: SiRF "NMEA Reference Manual". Times and currents: estimates of values typical then.
  static let nmeaOnly = ReceiverTraits(
    baudRate: 4800, systems: [.gps],
    sentences: [("GGA", 1), ("GSA", 1), ("GSV", 5), ("RMC", 1), ("VTG", 1)],
    start: StartTimes(cold: .seconds(35), aided: .seconds(35), hot: .seconds(1)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 50, tracking: 40, cyclic: nil, hardwareBackup: 20,
      softwareBackup: 20))

  /// Source: GlobalTop FGPMMOPA6H data sheet; times and currents partly estimated.
  static let mediaTekPA6H = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .sbas],
    sentences: [("GGA", 1), ("GSA", 1), ("GSV", 5), ("RMC", 1), ("VTG", 1), ("GLL", 0)],
    start: StartTimes(cold: .seconds(35), aided: .seconds(35), hot: .seconds(1)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 25, tracking: 20, cyclic: 3, hardwareBackup: 7, softwareBackup: 7),
    commands: [
      .pmtk(release: "AXN_2.31_3339_13101700,5632,PA6H,1.0", searchable: [.gps, .sbas])
    ],
    greeting: ["PGACK,103", "PGACK,105", "PMTK011,MTKGPS", "PMTK010,001", "PMTK010,002"])

  /// Source: the chip is that of `mediaTekPA6H` with GLONASS; currents assumed the same.
  static let quectelL76 = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .glonass],
    sentences: [("RMC", 1), ("VTG", 1), ("GGA", 1), ("GSA", 1), ("GSV", 1), ("GLL", 1)],
    start: StartTimes(cold: .seconds(35), aided: .seconds(15), hot: .seconds(1)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 25, tracking: 20, cyclic: 3, hardwareBackup: 7, softwareBackup: 7),
    commands: [
      .pmtk(
        release: "AXN_5.1.6_3333_19010218,0007,Quectel-L76L,1.0",
        searchable: [.gps, .glonass, .beidou, .galileo]),
      .pq(version: "L76LNR02A02SC,2019/06/28,04:29"),
    ],
    greeting: ["PMTK011,MTKGPS", "PMTK010,001", "PMTK010,002"])

  /// Source: currents and times assumed; no data sheet was at hand.
  static let quectelLC29H = ReceiverTraits(
    baudRate: 115_200, systems: [.gps, .glonass, .galileo, .beidou],
    sentences: [("GGA", 1), ("GLL", 1), ("GSA", 1), ("GSV", 1), ("RMC", 1), ("VTG", 1)],
    isNMEA411: true,
    start: StartTimes(cold: .seconds(26), aided: .seconds(5), hot: .seconds(2)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 30, tracking: 25, cyclic: nil, hardwareBackup: 15,
      softwareBackup: 15),
    commands: [
      .pair(release: "AG3335A_V2.5.0.AG3335_20220520,S,N,9ec1cc8,2210141406,2ba,3,,,5bebcf5b"),
      .pqtm(version: "LC29HAANR01A04S,2022/11/04,16:39:48"),
    ], thinsFastReports: true)

  /// Source: L76K module as sold by Seeed, its antenna included.
  static let casic = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .beidou],
    sentences: [("GGA", 1), ("GLL", 1), ("GSA", 1), ("GSV", 1), ("RMC", 1), ("VTG", 1)],
    start: StartTimes(cold: .seconds(30), aided: .milliseconds(5500), hot: .seconds(2)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 41, tracking: 41, cyclic: nil, hardwareBackup: 360,
      softwareBackup: 360),
    commands: [
      .pcas(
        notices: [
          0: "SW=URANUS5,V5.3.0.0", 1: "HW=AT6558D,0000000000000", 2: "MO=GB", 3: "CI=01B94154",
          5: "BS=SOC_BootLoader,V6.2.0.2", 6: "IC=AT6558D-5N-32-1C520900,AJ03DHL-C1-002138",
        ], searchable: [.gps, .beidou, .glonass])
    ],
    greeting: [
      "GPTXT,01,01,02,IC=AT6558D-5N-32-1C520900", "GPTXT,01,01,02,SW=URANUS5,V5.3.0.0",
      "GPTXT,01,01,02,MO=GB",
    ])

  /// Source: ST UM2229, the list of sentences it starts with; times and currents estimated.
  static let teseo = ReceiverTraits(
    baudRate: 9600, systems: [.gps, .glonass],
    sentences: [
      ("RMC", 1), ("GGA", 1), ("VTG", 1), ("GSA", 1), ("GSV", 1), ("GLL", 1),
    ],
    start: StartTimes(cold: .seconds(32), aided: .seconds(25), hot: .milliseconds(1500)),
    draw: PowerDraw(
      volts: 3.3, acquiring: 26, tracking: 20, cyclic: nil, hardwareBackup: 15,
      softwareBackup: 15),
    wakeTime: .seconds(1),
    commands: [
      .pstm(
        version: "BINIMG_4.5.5_ARM", searchable: [.gps, .glonass, .galileo, .beidou, .qzss])
    ],
    greeting: ["GPTXT,DEFAULT LIV CONFIGURATION"])

  /// Source: as for `uBloxM8`, which has the same chip.
  static let uBloxSentences = ReceiverTraits(
    baudRate: 9600, systems: uBloxM8.systems, sentences: uBloxM8.sentences,
    isNMEA411: uBloxM8.isNMEA411, start: uBloxM8.start, draw: uBloxM8.draw, commands: [.pubx])
}
