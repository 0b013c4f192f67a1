import CairnNMEA
import CairnTypes
import Testing

@Suite("Satellite numbers")
struct SatelliteNumberingTests {
  @Test(
    arguments: [
      (1, nil, .gps, 1), (32, .gps, .gps, 32), (33, .gps, .sbas, 120), (64, nil, .sbas, 151),
      (65, nil, .glonass, 1), (96, .glonass, .glonass, 32), (7, .glonass, .glonass, 7),
      (5, .galileo, .galileo, 5), (301, .galileo, .galileo, 1), (336, nil, .galileo, 36),
      (37, .beidou, .beidou, 37), (401, nil, .beidou, 1), (463, .beidou, .beidou, 63),
      (141, .beidou, .beidou, 1), (141, .gps, .sbas, 141), (159, .gps, .beidou, 19),
      (158, nil, .sbas, 158), (201, .beidou, .beidou, 1), (201, .gps, .qzss, 9),
      (237, nil, .beidou, 37), (193, .gps, .qzss, 1), (193, .beidou, .qzss, 1),
      (103, .galileo, .galileo, 3), (136, .galileo, .galileo, 36), (3, .qzss, .qzss, 3),
      (202, .qzss, .qzss, 10), (9, .navic, .navic, 9), (106, .beidou, .beidou, 6),
      (119, .beidou, .beidou, 19), (120, .beidou, .beidou, 20), (137, .beidou, .beidou, 37),
      (120, .galileo, .galileo, 20), (124, .glonass, .glonass, 24), (120, nil, .sbas, 120),
      (137, .gps, .sbas, 137), (135, .sbas, .sbas, 135),
    ] as [(UInt16, SatelliteSystem?, SatelliteSystem, UInt8)])
  func `a number means one satellite`(
    number: UInt16, named: SatelliteSystem?, system: SatelliteSystem, own: UInt8
  ) throws {
    let found = try #require(SatelliteNumbering.resolve(number, named: named))
    #expect(found.system == system)
    #expect(found.number == own)
  }

  @Test func `numbers without a meaning stay unresolved`() {
    for number: UInt16 in [0, 97, 119, 178, 300, 337, 464, 999, .max] {
      #expect(SatelliteNumbering.resolve(number, named: nil) == nil)
    }
    #expect(SatelliteNumbering.resolve(20, named: .qzss) == nil)
    for system: SatelliteSystem in [.glonass, .galileo, .qzss, .navic] {
      #expect(SatelliteNumbering.resolve(150, named: system) == nil)
    }
  }

  @Test func `GSV keeps a signal without a number`() throws {
    let gsv = try decode(GSV.self, "$GLGSV,1,1,03,65,12,034,42,,,,53,,,,,1*00")
    #expect(gsv.rowCount == 3)
    var satellites: [Satellite] = []
    gsv.appendSatellites(to: &satellites)
    #expect(
      satellites == [
        Satellite(
          system: .glonass, number: 1, signal: 1, elevation: 12, azimuth: 34, carrierToNoise: 42),
        Satellite(system: .glonass, number: nil, signal: 1, carrierToNoise: 53),
      ])
  }

  @Test func `PQGSV is GSV of the system at its end`() throws {
    let text = "$PQGSV,4,4,15,28,08,040,,29,,,,30,21,144,33,0,4*65\r\n"
    let gsv = try #require(quectel(text))
    #expect(gsv.talker == "GB" && gsv.rowCount == 3 && gsv.signal == 0)
    var satellites: [Satellite] = []
    gsv.appendSatellites(to: &satellites)
    #expect(satellites.map { $0.number } == [28, 29, 30])
    #expect(satellites.allSatisfy { $0.system == .beidou })
    #expect(satellites.last?.carrierToNoise == 33)
    for other in [
      "$PQGSA,A,3,,1,4", "$PQGSV", "$PQGSV,", "$PQGSV,1,1,00,0,9", "$GPGSV,1,1,00,4", "$",
    ] {
      #expect(quectel(other) == nil)
    }
  }

  private func quectel(_ text: String) -> GSV? { GSV(quectel: Array(text.utf8).span) }

  @Test func `the last field of GSV is a signal only after whole rows`() throws {
    #expect(try decode(GSV.self, "$GBGSV,1,1,01,05,,,30,B").signal == 11)
    #expect(try decode(GSV.self, "$GBGSV,1,1,01,05,,,30").signal == nil)
    #expect(try decode(GSV.self, "$GBGSV,1,1,00,5").rowCount == 0)
    #expect(try decode(GSV.self, "$GBGSV,1,1,00").rowCount == 0)
  }

  @Test func `GSA names the system by its last field before its talker`() throws {
    var satellites: [Satellite] = []
    try decode(GSA.self, "$GNGSA,A,3,05,36,,,,,,,,,,,1,1,1,3").appendSatellites(to: &satellites)
    try decode(GSA.self, "$GNGSA,A,3,05,70,,,,,,,,,,,1,1,1").appendSatellites(to: &satellites)
    #expect(
      satellites == [
        Satellite(system: .galileo, number: 5, isUsed: true),
        Satellite(system: .galileo, number: 36, isUsed: true),
        Satellite(system: .gps, number: 5, isUsed: true),
        Satellite(system: .glonass, number: 6, isUsed: true),
      ])
  }
}
