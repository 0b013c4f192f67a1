import CairnCASIC
import CairnTypes
import Testing

@Suite("CASIC messages")
struct CASICMessageTests {
  /// NAV-PV with the values of the comments, octet by octet.
  private static let position: [UInt8] =
    [0x08, 0x5C, 0x03, 0x11]  // runTime 285,432,840
    + [7, 7, 7, 17, 10, 4, 3, 0]
    + [0x00, 0x00, 0xA8, 0x3F]  // pDop 1.3125
    + [0x00, 0x00, 0x00, 0x00, 0x00, 0x94, 0x5E, 0xC0]  // lon -122.3125
    + [0x00, 0x00, 0x00, 0x00, 0x00, 0xD4, 0x47, 0x40]  // lat 47.65625
    + [0x00, 0x00, 0x60, 0x42]  // height 56
    + [0x00, 0x00, 0xAD, 0xC1]  // sepGeoid -21.625
    + [0x00, 0x00, 0x10, 0x41]  // hAcc 9
    + [0x00, 0x00, 0x80, 0x41]  // vAcc 16
    + [0x00, 0x00, 0x80, 0x3F]  // velN 1
    + [0x00, 0x00, 0x00, 0x40]  // velE 2
    + [0x00, 0x00, 0x00, 0xBF]  // velU -0.5
    + [0x00, 0x00, 0x10, 0x40]  // speed3D 2.25
    + [0x00, 0x00, 0x00, 0x40]  // speed2D 2
    + [0x00, 0x00, 0x87, 0x43]  // heading 270
    + [0x00, 0x00, 0x80, 0x3E]  // sAcc 0.25
    + [0x00, 0x00, 0x80, 0x40]  // cAcc 4

  @Test
  func `NAV-PV is read in its order`() throws {
    let message = try #require(decode(CASICNavPV.self, Self.position))
    #expect(message.runTime == 285_432_840)
    #expect(message.positionState == .threeD && message.velocityState == .threeD)
    #expect(message.satellitesUsed == 17 && message.gpsUsed == 10)
    #expect(message.beiDouUsed == 4 && message.glonassUsed == 3 && message.pdop == 1.3125)
    #expect(message.longitude == -122.3125 && message.latitude == 47.65625)
    #expect(message.ellipsoidalAltitude == 56 && message.geoidSeparation == -21.625)
    #expect(message.horizontalVariance == 9 && message.verticalVariance == 16)
    #expect(message.velocityNorth == 1 && message.velocityEast == 2 && message.velocityUp == -0.5)
    #expect(message.spaceSpeed == 2.25 && message.groundSpeed == 2 && message.course == 270)
    #expect(message.speedVariance == 0.25 && message.courseVariance == 4)
  }

  @Test(arguments: 0..<80)
  func `a payload that is cut short is no message`(length: Int) {
    #expect(decode(CASICNavPV.self, Array(Self.position.prefix(length))) == nil)
  }

  @Test
  func `a longer payload is read as far as it is known`() {
    #expect(decode(CASICNavPV.self, Self.position + [1, 2, 3, 4])?.courseVariance == 4)
  }

  @Test
  func `NAV-DOP is read in its order`() throws {
    var payload: [UInt8] = [1, 0, 0, 0]
    for value in [2, 1.5, 1.25, 0.5, 0.75, 1] as [Float] { payload += octets(value) }
    let message = try #require(decode(CASICNavDOP.self, payload))
    #expect(message.runTime == 1 && message.position == 2 && message.horizontal == 1.5)
    #expect(message.vertical == 1.25 && message.northing == 0.5 && message.easting == 0.75)
    #expect(message.time == 1)
    #expect(decode(CASICNavDOP.self, payload.dropLast()) == nil)
  }

  private func time(
    valid: UInt8 = 7, date: UInt8 = 3, millisecond: UInt16 = 250
  ) -> CASICNavTimeUTC? {
    decode(
      CASICNavTimeUTC.self,
      [1, 0, 0, 0] + octets(9) + octets(0.25)
        + [UInt8(truncatingIfNeeded: millisecond), UInt8(millisecond >> 8)]
        + [0xEA, 0x07, 8, 6, 7, 18, 4, valid, 0, date])
  }

  @Test
  func `NAV-TIMEUTC has the milliseconds before the year`() throws {
    let message = try #require(time())
    #expect(message.utc?.description == "2026-08-06T07:18:04.250Z")
    #expect(abs(try #require(message.timeAccuracy) - 1e-8) < 1e-10)
  }

  @Test(arguments: [(6, 3), (5, 3), (3, 3), (7, 0), (7, 1)] as [(UInt8, UInt8)])
  func `a time that is not known whole is none`(valid: UInt8, date: UInt8) throws {
    #expect(try #require(time(valid: valid, date: date)).utc == nil)
  }

  @Test
  func `a thousand milliseconds are no time`() throws {
    #expect(try #require(time(millisecond: 999)).utc != nil)
    #expect(try #require(time(millisecond: 1000)).utc == nil)
  }

  /// Two satellites, one of them not tracked.
  private static let list: [UInt8] =
    [1, 0, 0, 0, 2, 1, 0, 0] + [21, 1, 193, 97, 30, 18, 44, 0, 0, 0, 0x80, 0x3F]
    + [255, 12, 64, 0, 0, 0xFB, 0x11, 0x01, 0, 0, 0, 0]

  @Test
  func `a list has as many satellites as it says`() throws {
    let message = try #require(decode(CASICNavSatellites.self, Self.list))
    #expect(message.usedCount == 1 && message.entries.map { $0.number } == [1, 12])
    let rows = message.entries.compactMap {
      CASICNavSatellites.satellite($0, in: CASICNavSatellites.beiDouID)
    }
    #expect(
      rows == [
        Satellite(
          system: .beidou, number: 1, elevation: 18, azimuth: 44, carrierToNoise: 30, isUsed: true),
        Satellite(system: .beidou, number: 12, elevation: -5, azimuth: 273),
      ])
    #expect(CASICNavSatellites.satellite(message.entries[0], in: CASICNavPV.id) == nil)
  }

  @Test(arguments: 0..<32)
  func `a list that is cut short is none`(length: Int) {
    #expect(decode(CASICNavSatellites.self, Array(Self.list.prefix(length))) == nil)
  }

  @Test
  func `directions that no satellite can have are absent`() throws {
    var entry = CASICNavSatellites.Entry()
    entry.elevation = -128
    for azimuth in [Int16.min, -1, 361, .max] {
      entry.azimuth = azimuth
      let row = try #require(CASICNavSatellites.satellite(entry, in: CASICNavSatellites.gpsID))
      #expect(row == Satellite(system: .gps, number: nil))
    }
    entry.azimuth = 360
    #expect(
      CASICNavSatellites.satellite(entry, in: CASICNavSatellites.gpsID)?.azimuth == 0)
  }

  @Test
  func `any octets are a message or none`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let count = Int.random(in: 0...200, using: &generator)
      let payload = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let list = decode(CASICNavSatellites.self, payload) {
        #expect(
          list.entries.count == Int(list.count) && payload.count >= 8 + 12 * list.entries.count)
      }
      #expect((decode(CASICNavPV.self, payload) == nil) == (count < 80))
      #expect((decode(CASICNavTimeUTC.self, payload) == nil) == (count < 24))
      _ = decode(CASICNavTimeUTC.self, payload)?.utc
    }
  }

  private func decode<M: CASICMessage>(_ type: M.Type, _ payload: some Collection<UInt8>) -> M? {
    let bytes = Array(payload)
    return M.decode(bytes.span)
  }

  private func octets(_ value: Float) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
  }
}
