import CairnCASIC
import CairnExports
import CairnTypes
import CairnUBX
import Testing

@Suite("What gpsd's clients are shown of UBX messages")
struct BinaryViewTests {
  private func navigation(_ type: FixType, isOK: Bool) -> NavPVT {
    var message = NavPVT()
    message.timeOfWeek = 1000
    (message.year, message.month, message.day) = (2024, 1, 30)
    (message.hour, message.minute, message.second) = (15, 31, 52)
    message.validity.date = true
    message.validity.time = true
    message.validity.isFullyResolved = true
    message.fixType = type
    message.flags.isFixOK = isOK
    message.latitude = 48.5
    message.longitude = 9.25
    message.horizontalAccuracy = 3
    return message
  }

  @Test(arguments: [(FixType.twoD, 2), (.threeD, 3)] as [(FixType, UInt8)])
  func `a fix that the receiver denies is shown, with status unknown`(
    type: FixType, mode: UInt8
  ) throws {
    let denied = try #require(Client(navigation(type, isOK: false).encode()).positions.first)
    #expect(denied.mode == mode)
    #expect(denied.status == .unknown)
    #expect(denied.coordinate == Coordinate(latitude: 48.5, longitude: 9.25))
    #expect(denied.horizontalError == 3)
    let confirmed = try #require(Client(navigation(type, isOK: true).encode()).positions.first)
    #expect(confirmed.mode == mode)
    #expect(confirmed.status == .normal)
  }

  @Test
  func `where the receiver has no position none is shown`() throws {
    let none = try #require(Client(navigation(.none, isOK: false).encode()).positions.first)
    #expect(none.mode == 1)
    #expect(none.coordinate == nil)
    var invalid = navigation(.threeD, isOK: false)
    invalid.correction = NavPVT.Correction()
    invalid.correction?.isPositionInvalid = true
    #expect(Client(invalid.encode()).positions.map { $0.mode } == [1])
  }

  @Test
  func `a receiver that only times from its place stands still in 3D`() throws {
    let position = try #require(
      Client(navigation(.timeOnly, isOK: true).encode()).positions.first)
    #expect(position.mode == 3)
    #expect(position.status == .time)
    #expect(position.speed == 0)
  }

  @Test
  func `a CASIC receiver's errors are gpsd's, and what it does not track has no strength`() throws {
    func octets(_ values: [Float]) -> [UInt8] {
      values.flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
      }
    }
    // At 0° N 0° E; three metres in the plane, four in height.
    let position =
      [1, 0, 0, 0, 7, 7, 7, 9, 9, 0, 0, 0] + octets([1.5]) + [UInt8](repeating: 0, count: 16)
      + octets([56, 16, 9, 16, 0, 0, 0, 0, 0, 0, 0.25, 4])
    let list: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0, 255, 12, 64, 0, 0, 5, 90, 0, 0, 0, 0, 0]
    let client = Client(
      CASICFrame.encode(CASICNavPV.id, position.span)
        + CASICFrame.encode(CASICNavSatellites.gpsID, list.span))
    let shown = try #require(client.positions.first)
    #expect(shown.mode == 3 && shown.horizontalError == 3 && shown.verticalError == 4)
    #expect(shown.sphericalError == 5 && shown.speedError == 0.5 && shown.altitude == 40)
    #expect(client.skies.first?.rows.map { $0.satellite.carrierToNoise } == [0])
  }

  @Test
  func `dilution that no message has is the geometry's of the satellites used`() throws {
    var list = NavSat()
    list.timeOfWeek = 1000
    for (elevation, azimuth) in [(90, 0), (0, 0), (0, 120), (0, 240), (45, 60)] as [(Int8, Int16)] {
      var satellite = NavSat.Satellite()
      satellite.number = UInt8(list.satellites.count + 1)
      satellite.elevation = elevation
      satellite.azimuth = azimuth
      satellite.flags.isUsed = list.satellites.count < 4
      list.satellites.append(satellite)
    }
    let client = Client(navigation(.threeD, isOK: true).encode() + list.encode())
    let sky = try #require(client.skies.first)
    #expect(sky.usedCount == 4)
    #expect(abs(Double(try #require(sky.dilution.geometric)) - 3.0.squareRoot()) < 1e-6)
    let position = try #require(client.positions.first)
    let eastError = try #require(position.eastError)
    #expect(abs(eastError - 15.0 * (2.0 / 3.0).squareRoot()) < 1e-5)
    #expect(position.horizontalError == 3)
  }

  @Test
  func `a satellite without a direction has azimuth 0, and no elevation`() throws {
    var list = NavSat()
    list.timeOfWeek = 1000
    list.satellites = [NavSat.Satellite()]
    list.satellites[0].number = 9
    let sky = try #require(
      Client(navigation(.threeD, isOK: true).encode() + list.encode()).skies.first)
    #expect(sky.rows.map { $0.satellite.azimuth } == [0])
    #expect(sky.rows.map { $0.satellite.elevation } == [nil])
  }
}
