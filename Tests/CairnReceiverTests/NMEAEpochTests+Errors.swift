import CairnReceiver
import CairnTypes
import Testing

/// The receiver's own errors, and the vendors' sentences that have them.
extension NMEAEpochTests {
  @Test
  func `GST gives the deviations by direction`() throws {
    let epoch = try #require(
      epochs(["GNGGA,120000.00,\(gga)", "GNGST,120000.00,5.0,,,,3.0,4.0,2.0"]).first)
    #expect(epoch.northDeviation == 3)
    #expect(epoch.eastDeviation == 4)
    #expect(epoch.horizontalAccuracy == 5)
  }

  @Test
  func `an epoch without a height has the dimensions of the one before`() {
    func rmc(_ tenth: Int, _ status: String = "A") -> String {
      "GPRMC,120000.\(tenth)0,\(status),4807.0380,N,01131.0000,E,0,0,230394,,,A"
    }
    #expect(
      epochs([rmc(0), "GPGGA,120000.00,\(gga)", rmc(2), rmc(4), rmc(6, "V"), rmc(8)])
        .map { $0.dimensions } == [3, 3, 3, nil, 2])
    let flat = "GPGSA,A,2,04,05,,,,,,,,,,,2.5,2.0,1.5"
    #expect(
      epochs([rmc(0), "GPGGA,120000.00,\(gga)", flat, rmc(2)]).map { $0.dimensions } == [2, 2])
  }

  @Test
  func `deviations of zero are not known`() throws {
    let epoch = try #require(
      epochs(["GNGGA,120000.00,\(gga)", "GNGST,120000.00,0.0,,,,0.0,0.0,0.0"]).first)
    #expect(epoch.horizontalAccuracy == nil)
    #expect(epoch.verticalAccuracy == nil)
  }

  @Test(
    arguments: [
      ("PGRME,7.6,M,9.1,M,11.9,M", 7.6, 9.1), ("PQTMEPE,2,1.1,1.2,1.3,1.4,1.7", 1.4, 1.3),
      ("PSRFEPE,120000.00,A,1.2,5.77,12.97,1.2,180.0", 5.77, 12.97),
      ("PUBX,00,120000.00,4807.0380,N,01131.0000,E,590,G3,2.1,2.6,0,0,0,,1,1,1,8,0,0", 2.1, 2.6),
      ("PGRME,0.0,M,0.0,M,0.0,M", nil, nil),
    ] as [(String, Double?, Double?)])
  func `a receiver's own errors are those of the fix`(
    sentence: String, horizontal: Double?, vertical: Double?
  ) throws {
    let bodies = [
      "GPRMC,120000.00,A,4807.0380,N,01131.0000,E,0,0,230394,,,A", "GPGGA,120000.00,\(gga)",
    ]
    for order in [bodies + [sentence], [bodies[0], sentence, bodies[1]]] {
      let epochs = epochs(order)
      #expect(epochs.count == 1)
      let epoch = try #require(epochs.first)
      #expect(epoch.horizontalAccuracy == horizontal && epoch.verticalAccuracy == vertical)
      #expect(epoch.altitude == 545.4 && epoch.fix == .threeD)
    }
  }

  @Test(arguments: [false, true])
  func `GST goes before a vendor's errors`(isFirst: Bool) throws {
    let errors = ["GNGST,120000.00,5.0,,,,3.0,4.0,2.0", "PGRME,7.6,M,9.1,M,11.9,M"]
    let epoch = try #require(
      epochs(["GNGGA,120000.00,\(gga)"] + (isFirst ? errors : errors.reversed())).first)
    #expect(epoch.horizontalAccuracy == 5 && epoch.verticalAccuracy == 2)
  }

  @Test
  func `errors behind the end of their epoch are the next one's`() {
    // Without pauses the last sentence with a time is taken for the last.
    func burst(_ second: Int) -> [String] {
      ["GPGGA,12000\(second).00,\(gga)", "PGRME,\(second + 1).5,M,9.1,M,11.9,M"]
    }
    let epochs = epochs((0..<4).flatMap(burst))
    // The second one ends sooner than the first: its errors are still to come.
    #expect(epochs.map { $0.horizontalAccuracy } == [1.5, nil, 2.5, 3.5])
  }

  @Test(arguments: [
    (
      "PUBX,00,12000#.00,4807.0380,N,01131.0000,E,592.3,G3,2.1,2.0,0,0,0,,1,1,1,9,0,0",
      FixQuality.threeD
    ),
    ("PUBX,00,12000#.00,4807.0380,N,01131.0000,E,592.3,G2,2.1,2.0,0,0,0,,1,1,1,9,0,0", .twoD),
    ("KSXT,1994032312000#.00,11.5166666667,48.1173,592.3,,,0,0,,3,0,0,9,,,,,,,,", .rtkFixed),
    ("PTNL,GGK,12000#.00,032394,4807.0380,N,01131.0000,E,2,09,2.9,EHT592.3,M", .rtkFloat),
    (
      "PASHR,POS,0,09,12000#.00,4807.0380,N,01131.0000,E,592.3,,0,0,0,2.2,2.2,0.0,1.0,BQ00", .threeD
    ),
  ])
  func `a vendor's sentence alone makes fixes`(sentence: String, fix: FixQuality) throws {
    let epochs = epochs((0..<4).map { sentence.replacing("#", with: "\($0)") })
    #expect(epochs.count == 4)
    for epoch in epochs {
      let coordinate = try #require(epoch.coordinate)
      #expect(abs(coordinate.latitude - 48.1173) < 1e-9)
      #expect(abs(coordinate.longitude - (11 + 31.0 / 60)) < 1e-9)
      #expect(epoch.ellipsoidalAltitude == 592.3 && epoch.altitude == nil)
      #expect(epoch.fix == fix && epoch.satellitesUsed == 9)
    }
    if sentence.hasPrefix("KSXT") || sentence.hasPrefix("PTNL") {
      #expect(epochs.last?.timestamp?.description == "1994-03-23T12:00:03.000Z")
    }
  }

  @Test(arguments: [
    "PUBX,00,120000.00,4807.0380,N,01131.0000,E,592.3,NF,5303302,3750001,0,0,0,,99,99,99,0,0,0",
    "KSXT,19940323120000.00,,,,,,,,,0,0,0,0,,,,,,,,", "PTNL,GGK,120000.00,032394,,,,,0,00,,,M",
    "PASHR,POS,0,00,120000.00,,,,,,,,,,,,,",
  ])
  func `a vendor's sentence without a solution makes no fix`(sentence: String) {
    #expect(epochs([sentence]).map { $0.hasPosition } == [false])
  }

  @Test
  func `GBS gives the deviations of a receiver without GST`() throws {
    let epoch = try #require(
      epochs(["GPGGA,120000.00,\(gga)", "GPGBS,120000.00,3.0,4.0,4.2,,,,"]).first)
    #expect(epoch.northDeviation == 3)
    #expect(epoch.eastDeviation == 4)
    #expect(epoch.horizontalAccuracy == 5)
    #expect(epoch.verticalAccuracy == 4.2)
  }

  @Test(arguments: [false, true])
  func `GST has more digits than GBS and goes before it`(isFirst: Bool) throws {
    let errors = ["GNGBS,120000.00,1.0,1.0,3.1,,,,,,", "GNGST,120000.00,5.0,,,,0.98,1.02,3.07"]
    let epochs = epochs(["GNGGA,120000.00,\(gga)"] + (isFirst ? errors.reversed() : errors))
    #expect(epochs.count == 1)
    let epoch = try #require(epochs.first)
    #expect(epoch.northDeviation == 0.98)
    #expect(epoch.eastDeviation == 1.02)
    #expect(epoch.verticalAccuracy == 3.07)
  }
}
