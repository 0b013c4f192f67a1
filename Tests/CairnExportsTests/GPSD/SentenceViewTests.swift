import CairnExports
import CairnTypes
import Testing

@Suite("What gpsd's clients are shown of sentences")
struct SentenceViewTests {
  private func rmc(_ second: Int, _ speed: String = "0.0") -> String {
    "GPRMC,12000\(second).00,A,4807.0380,N,01131.0000,E,\(speed),084.4,230394,,,A"
  }

  private func gga(
    _ second: Int, quality: Int = 1, used: Int = 5, hdop: String = "2.0",
    altitude: String = "545.4,M,46.9,M", minute: String = "07.0380"
  ) -> String {
    "GPGGA,12000\(second).00,48\(minute),N,01131.0000,E,\(quality),0\(used),\(hdop),\(altitude),,"
  }

  private let gsa = "GPGSA,A,3,04,05,,,,,,,,,,,2.5,2.0,1.5"
  private let gsv = "GPGSV,1,1,02,04,40,083,46,05,17,308,41"

  // MARK: - Mode

  @Test
  func `a height says that the fix is 3D, whatever GSA says`() {
    let flat = "GPGSA,A,2,04,05,,,,,,,,,,,2.5,2.0,1.5"
    #expect(Client(sentences: rmc(0), gga(0), flat).dated.map { $0.mode } == [3])
    #expect(Client(sentences: rmc(0), gga(0, altitude: ",,,"), flat).dated.map { $0.mode } == [2])
  }

  @Test
  func `without satellites only GSA can say that there is a fix, with two it is 2D`() {
    let none = Client(sentences: rmc(0), gga(0, used: 0)).dated
    #expect(none.map { $0.mode } == [1])
    #expect(none.first?.coordinate == nil)
    let flat = "GPGSA,A,2,04,05,,,,,,,,,,,2.5,2.0,1.5"
    #expect(Client(sentences: rmc(0), gga(0, used: 0), flat).dated.map { $0.mode } == [2])
    #expect(Client(sentences: rmc(0), gga(0, used: 2)).dated.map { $0.mode } == [2])
    #expect(Client(sentences: rmc(0), gga(0, used: 3)).dated.map { $0.mode } == [3])
  }

  @Test
  func `a void sentence is no fix, though it has a position`() {
    let void = "GPRMC,120000.00,V,4807.0380,N,01131.0000,E,0.0,084.4,230394,,,N"
    let positions = Client(sentences: void, gga(0, quality: 0)).positions
    #expect(positions.map { $0.mode } == [1])
    #expect(positions.first?.coordinate == nil)
  }

  @Test
  func `a void sentence beside a position is one epoch`() {
    func void(_ second: Int) -> String {
      "GPRMC,12000\(second).00,V,4807.0380,N,01131.0000,E,0.0,084.4,230394,,,N"
    }
    let before = Client(sentences: void(0), gga(0), void(1), gga(1), void(2), gga(2)).positions
    #expect(before.map { $0.mode } == [1, 1, 1])
    // What comes behind the first position cannot take it back.
    let behind = Client(sentences: gga(0), void(0), gga(1), void(1), gga(2), void(2)).positions
    #expect(behind.map { $0.mode } == [3, 1, 1, 1])
  }

  @Test
  func `without a fix there is no error of the one before`() throws {
    let void = "GPRMC,120001.00,V,,,,,,,230394,,,N"
    let positions = Client(sentences: rmc(0), gga(0), gsa, gsv, void, gga(1, quality: 0)).dated
    #expect(positions.map { $0.mode } == [3, 1])
    #expect(positions.first?.sphericalError != nil)
    #expect(positions.last?.sphericalError == nil)
  }

  @Test
  func `a sentence without a height does not say that the fix is flat`() {
    #expect(Client(sentences: rmc(0), gga(0), rmc(1), rmc(2)).dated.map { $0.mode } == [3, 3, 3])
  }

  @Test(
    arguments: [
      (999_499_999, "1970-01-01T00:00:00.999Z"), (999_500_000, "1970-01-01T00:00:01.000Z"),
      (-1, "1970-01-01T00:00:00.000Z"), (Int64.max, "2262-04-11T23:47:16.854Z"),
    ] as [(Int64, String)])
  func `times are rounded to the nearest millisecond`(nanoseconds: Int64, text: String) {
    #expect(Timestamp(nanosecondsSince1970: nanoseconds).gpsdText == text)
  }

  // MARK: - The first position

  @Test
  func `the first position is shown before there is a date, once`() {
    let client = Client(sentences: gga(0), rmc(0), gga(1), rmc(1))
    #expect(client.positions.map { $0.timestamp == nil } == [true, false, false])
    #expect(client.positions.first?.coordinate?.latitude == 48.1173)
    #expect(client.positions.first?.mode == 3)
    #expect(Client(sentences: rmc(0), gga(0)).positions.count == 1)
    #expect(Client(sentences: gga(0), gga(1), gga(2)).positions.count == 5)
  }

  // MARK: - Errors

  @Test
  func `errors are dilution times gpsd's factors, a quarter of them with corrections`() throws {
    let plain = try #require(Client(sentences: rmc(0), gga(0), gsa).dated.first)
    #expect(plain.horizontalError == 38)
    #expect(plain.verticalError == 34.5)
    #expect(plain.sphericalError == 47.5)
    #expect(plain.eastError == nil)
    #expect(plain.timeError == 0.005)
    let corrected = try #require(Client(sentences: rmc(0), gga(0, quality: 2), gsa).dated.first)
    #expect(corrected.status == .differential)
    #expect(corrected.horizontalError == 9.5)
    #expect(corrected.verticalError == 8.625)
    let fixed = try #require(Client(sentences: rmc(0), gga(0, quality: 4), gsa).dated.first)
    #expect(fixed.horizontalError == 38)
  }

  @Test
  func `errors that GBS expects count, those of GST are a report of their own`() throws {
    let gst = "GPGST,120000.00,15,2.5,2.4,125,0.69,0.48,1.1"
    let gbs = "GPGBS,120000.00,0.7,0.5,1.2,,,,"
    let both = Client(sentences: rmc(0), gga(0), gst, gbs)
    let position = try #require(both.dated.first)
    #expect(position.northError == 0.7)
    #expect(position.eastError == 0.5)
    #expect(position.verticalError == 1.2)
    #expect(position.horizontalError == 38)
    let noises = both.reports.filter { if case .noise = $0 { true } else { false } }
    #expect(noises.count == 1)
    #expect(Client(sentences: rmc(0), gga(0), gst).dated.first?.northError == nil)
    let old = Client(sentences: rmc(0), gga(0), gst, gbs, rmc(1), gga(1)).dated
    #expect(old.map { $0.northError } == [0.7, nil])
  }

  // MARK: - Heights and velocities

  @Test
  func `a height without the geoid's is completed by a coarse geoid`() throws {
    let position = try #require(
      Client(sentences: rmc(0), gga(0, altitude: "545.4,M,,M")).dated.first)
    // The geoid lies 46 to 47 m above the ellipsoid at Munich.
    let separation = try #require(position.ellipsoidalAltitude) - 545.4
    #expect(abs(separation - 46.5) < 4)
    #expect(Client(sentences: rmc(0), gga(0)).dated.first?.ellipsoidalAltitude == 592.3)
  }

  @Test
  func `speed and climb that no sentence has are the way over the time`() throws {
    let zda = "GPZDA,120000.00,23,03,1994,,"
    let client = Client(
      sentences: zda, gga(0), gga(2, altitude: "549.4,M,46.9,M", minute: "07.0390"))
    let last = try #require(client.dated.last)
    // A thousandth of a minute of latitude is 1.853 m there.
    #expect(abs(try #require(last.speed) - 0.9266) < 0.001)
    #expect(abs(try #require(last.climb) - 2) < 1e-9)
    #expect(client.dated.first?.speed == nil)
    let sent = Client(sentences: rmc(0, "2.0"), gga(0), rmc(1, "2.0"), gga(1)).dated
    let twoKnots = 3704.0 / 3600
    #expect(sent.allSatisfy { $0.speed == twoKnots })
    #expect(sent.count == 2)
  }

  // MARK: - The sky

  @Test
  func `dilution and satellites are shown until newer ones come`() {
    let skies = Client(sentences: rmc(0), gga(0), gsa, gsv, rmc(1), gga(1), rmc(2), gga(2)).skies
    #expect(skies.map { $0.dilution.vertical } == [1.5, 1.5, 1.5])
    #expect(skies.map { $0.rows.count } == [2, 2, 2])
    #expect(skies.map { $0.used } == [[4, 5], [4, 5], [4, 5]])
  }

  @Test
  func `a list is shown again after a second, not with each of ten epochs`() {
    let fast = (1...9).map { rmc(0).replacing("000.00", with: "000.\($0)0") }
    let stream = ([rmc(0), gga(0), gsa, gsv] + fast + [rmc(1), rmc(2)]).map { "$\($0)\r\n" }
    let skies = Client(Array(stream.joined().utf8)).skies
    #expect(skies.map { $0.rows.count } == [2] + [0, 0, 0, 0, 0, 0, 0, 0] + [2, 0, 2])
  }

  @Test
  func `GSA of an older epoch says what is used while there is none newer`() {
    let skies = Client(sentences: rmc(0), gga(0), gsa, rmc(1), gga(1), gsv).skies
    #expect(skies.last?.used == [4, 5])
  }
}
