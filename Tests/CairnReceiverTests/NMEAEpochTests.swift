import CairnReceiver
import CairnTypes
import Testing

@Suite("Epochs of NMEA sentences")
struct NMEAEpochTests {
  func events(_ bodies: [String]) -> [ReceiverEvent] {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var events: [ReceiverEvent] = []
    for body in bodies {
      stream.receive(sentence(body).span, at: MonotonicTime(nanoseconds: 0))
    }
    stream.finish()
    events += stream.takeEvents()
    return events
  }

  /// The line falls silent after each second.
  func epochs(seconds: [[String]]) -> [Epoch] {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    for bodies in seconds {
      for body in bodies {
        stream.receive(sentence(body).span, at: MonotonicTime(nanoseconds: 0))
      }
      stream.silence()
    }
    return stream.takeEvents().compactMap {
      if case .epoch(let epoch) = $0 { epoch } else { nil }
    }
  }

  func epochs(_ bodies: [String]) -> [Epoch] {
    events(bodies).compactMap { if case .epoch(let epoch) = $0 { epoch } else { nil } }
  }

  let gga = "4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test("N201: GGA's two heights differ by its separation")
  func separation() throws {
    for separation in [46.9, -101.3, 0] {
      let epoch = try #require(
        epochs([
          "GPGGA,120000,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,\(separation),M,,",
          "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
        ]).first)
      let altitude = try #require(epoch.altitude)
      let ellipsoidal = try #require(epoch.ellipsoidalAltitude)
      #expect(abs(altitude - ellipsoidal + separation) < 1e-9)
    }
  }

  @Test(arguments: [
    ["GPRMC,,V,,,,,,,,,,N"], ["GPGGA,,,,,,0,00,99.99,,,,,,"],
    ["GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,"],
    ["GPGLL,,,,,,V,N", "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"],
  ])
  func `a void sentence without a time ends the fix`(bodies: [String]) throws {
    let fix = "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A"
    let epochs = epochs(seconds: [[fix], bodies, bodies])
    #expect(epochs.first?.hasPosition == true)
    #expect(epochs.count == 3)
    let last = try #require(epochs.last)
    #expect(last.fix == .none && last.timestamp == nil && !last.hasPosition)
  }

  @Test
  func `times that differ by less than 10 ms are one epoch`() throws {
    let epochs = epochs([
      "GPGLL,4807.0380,N,01131.0000,E,120000.523,A", "GPGGA,120000.52,\(gga)",
      "GPRMC,120000.52,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
    ])
    #expect(epochs.count == 1)
    #expect(epochs.first?.altitude == 545.4)
    #expect(epochs.first?.speed != nil)
  }

  @Test
  func `a sentence without a checksum counts only where none has one`() {
    func positions(_ text: String) -> [Double] {
      var stream = ReceiverStream(dates: DateResolver(reference: nil))
      stream.receive(Array(text.utf8).span, at: MonotonicTime(nanoseconds: 0))
      stream.finish()
      return stream.takeEvents().compactMap {
        if case .epoch(let epoch) = $0 { epoch.coordinate?.latitude } else { nil }
      }
    }
    let whole = "$GPGLL,4916.45,N,12311.12,W,225444,A*31\n"
    let cut = "$GPGLL,4816.45,N,12311.12,W,225445,A\n"
    #expect(positions(whole + cut).map { $0.rounded(.down) } == [49])
    #expect(positions(cut).map { $0.rounded(.down) } == [48])
  }

  @Test
  func `a clock that runs ahead of the positions is no epoch beside them`() {
    let epochs = epochs([
      "GPGGA,120000.00,\(gga)", "GPZDA,120002.00,23,03,1994,00,00", "GPGGA,120001.00,\(gga)",
      "GPZDA,120003.00,23,03,1994,00,00", "GPGGA,120002.00,\(gga)",
    ])
    // The date comes only after the first.
    #expect(epochs.map { $0.timestamp?.timeOfDay?.second } == [nil, 1, 2])
    #expect(epochs.allSatisfy { $0.hasPosition })
  }

  @Test
  func `a clock without a position tells the time`() {
    let epochs = epochs([
      "GPZDA,120000.00,23,03,1994,00,00", "GPZDA,120001.00,23,03,1994,00,00",
    ])
    #expect(epochs.map { $0.hasPosition } == [false, false])
    #expect(epochs.map { $0.timestamp?.timeOfDay?.second } == [0, 1])
  }

  private func views(_ bodies: [String]) -> [SatelliteView] {
    events(bodies).compactMap { if case .satellites(let view) = $0 { view } else { nil } }
  }

  @Test
  func `without a time each round of sentences has satellites of its own`() {
    let round = [
      "GPGSV,1,1,02,08,03,029,22,10,04,350,18", "GPVTG,,T,,M,,N,,K,N", "GPRMC,,V,,,,,,,,,,N",
      "GPGGA,,,,,,0,,,,,,,,",
    ]
    let later = ["GPRMC,120000.00,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A"]
    for before in [[], later] {
      let views = views(before + Array(repeating: round, count: 50).joined())
      #expect(views.count >= 49)
      // Until a sentence comes again, nothing tells the second round from the first.
      #expect(views.dropFirst().allSatisfy { $0.satellites.count == 2 })
    }
  }

  @Test
  func `satellites that nothing else separates do not pile up without bound`() {
    let endless = Array(repeating: "GPGSV,1,1,02,08,03,029,22,10,04,350,18", count: 2000)
    let views = views(["GPRMC,,V,,,,,,,,,,N"] + endless)
    #expect(views.map { $0.satellites.count } == [256])
  }

  @Test
  func `a list takes as many epochs as a slow line needs, and shows when it is whole`() {
    let parts = [
      "GPGSV,3,1,09,01,10,010,21,02,20,020,22,03,30,030,23,04,40,040,24",
      "GPGSV,3,2,09,05,50,050,25,06,60,060,26,07,70,070,27,08,80,080,28",
      "GPGSV,3,3,09,09,09,090,29",
    ]
    let bodies = (0..<9).flatMap { second in
      ["GPRMC,12000\(second),A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A", parts[second % 3]]
    }
    #expect(views(bodies).map { $0.satellites.count } == [9, 9, 9])
  }

  /// As a Quectel LC79D sends them.
  @Test
  func `a sequence may end with the satellites of another signal`() throws {
    let view = try #require(
      views([
        "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
        "GPGSV,2,1,02,01,38,160,35,1", "GPGSV,2,2,02,01,38,160,38,8", "GLGSV,1,1,01,65,10,010,21,1",
      ]).first)
    #expect(view.satellites.map { $0.signal } == [1, 8, 1])
  }

  @Test(arguments: 0..<3)
  func `a sequence of which a part was lost replaces nothing`(lost: Int) {
    let gps = (1...3).map { "GPGSV,3,\($0),09,0\($0),10,010,21,1\($0),20,020,22" }
    var bodies: [String] = []
    for second in 0..<3 {
      bodies.append("GPRMC,12000\(second),A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A")
      bodies += gps.enumerated().filter { second != 1 || $0.offset != lost }.map { $0.element }
      bodies.append("GLGSV,1,1,01,65,10,010,21")
    }
    #expect(views(bodies).map { $0.satellites.count } == [7, 7, 7])
  }

  @Test
  func `a system that is not reported any more is forgotten after three views`() {
    var bodies: [String] = []
    for second in 0..<6 {
      bodies.append("GPRMC,12000\(second),A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A")
      bodies.append("GPGSV,1,1,01,05,50,050,25")
      if second == 0 { bodies.append("GLGSV,1,1,01,65,10,010,21") }
    }
    #expect(views(bodies).map { $0.satellites.count } == [2, 2, 2, 1, 1, 1])
  }

  @Test
  func `PQGSA names the satellites of PQGSV that are used`() throws {
    let view = try #require(
      views([
        "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
        "PQGSV,1,1,02,12,20,116,30,03,,,30,0,4", "PQGSA,A,2,12,,,,,,,,,,,,1.0,0.7,0.7,4",
      ]).first)
    #expect(view.satellites.map { $0.isUsed } == [true, false])
  }

  /// As a Garmin Foretrex 201 sends them, in a recording, which has no pauses.
  @Test
  func `a void sentence without a time denies no position with one`() throws {
    let epochs = epochs([
      "GPGLL,,,,,,V,N", "GPRMC,,V,,,,,,,260810,1.0,E,N", "GPGGA,,,,,,0,00,,,M,,M,,",
      "GPGLL,,,,,,V,N", "GPRMC,120000,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
      "GPGGA,120000,\(gga)", "GPGLL,4807.0380,N,01131.0000,E,120000,A",
    ])
    #expect(epochs.map { $0.hasPosition } == [false, true], "the void second before it is one")
  }

  @Test
  func `a firmware's default date before the first fix is no date`() {
    let epochs = epochs([
      "GPRMC,120000.00,V,,,,,,,050180,,,N",
      "GPRMC,120001.00,A,4807.0380,N,01131.0000,E,022.4,084.4,230394,,,A",
      "GPRMC,120002.00,V,,,,,,,060180,,,N",
    ])
    #expect(
      epochs.map { $0.timestamp?.description } == [
        nil, "1994-03-23T12:00:01.000Z", "1994-03-23T12:00:02.000Z",
      ])
  }

  @Test
  func `a void sentence outweighs a position that is still printed`() {
    let epochs = epochs([
      "GPRMC,120000.00,V,4807.0380,N,01131.0000,E,,,230394,,,N", "GPGGA,120000.00,\(gga)",
    ])
    #expect(epochs.map { $0.hasPosition } == [false])
  }

  @Test
  func `satellites of several systems come together, those used are marked`() throws {
    let views = events([
      "GNGGA,120000.00,\(gga)", "GNGSA,A,3,04,,,,,,,,,,,,2.5,0.9,2.1,1",
      "GNGSA,A,3,71,,,,,,,,,,,,2.5,0.9,2.1,2", "GPGSV,1,1,02,04,40,083,46,05,17,308,,1",
      "GLGSV,1,1,01,71,30,100,33,1",
    ]).compactMap { if case .satellites(let view) = $0 { view } else { nil } }
    let view = try #require(views.first)
    #expect(views.count == 1)
    #expect(view.satellites.map { $0.system } == [.gps, .gps, .glonass])
    #expect(view.satellites.map { $0.isUsed } == [true, false, true])
    #expect(view.dilution.position == 2.5)
  }

  @Test
  func `BeiDou satellites of a Quectel modem's own sentence are among those in view`() throws {
    let views = events([
      "GNGGA,120000.00,\(gga)", "GPGSV,1,1,01,04,40,083,46,1",
      "PQGSV,1,1,02,02,20,116,,03,,,30,0,4",
    ]).compactMap { if case .satellites(let view) = $0 { view } else { nil } }
    let view = try #require(views.first)
    #expect(views.count == 1)
    #expect(view.satellites.map { $0.system } == [.gps, .beidou, .beidou])
    #expect(view.satellites.map { $0.number } == [4, 2, 3])
  }

  /// As a Quectel LC79D sends them, in a recording, which has no pauses.
  @Test
  func `satellites that come before the time are those of one epoch`() {
    func burst(_ second: Int) -> [String] {
      [
        "GPGSV,1,1,01,04,40,083,46,1", "GAGSV,1,1,01,103,35,240,43,7",
        "GNGSA,A,3,04,,,,,,,,,,,,2.5,0.9,2.1,1", "GNGGA,12000\(second).00,\(gga)",
      ]
    }
    let views = events((0..<3).flatMap(burst)).compactMap { event in
      if case .satellites(let view) = event { view } else { nil }
    }
    #expect(views.map { $0.satellites.count } == [2, 2, 2])
    #expect(views.map { $0.satellites.count { $0.isUsed } } == [1, 1, 1])
  }

  @Test
  func `two bands without names are one view`() {
    let views = events([
      "GNGGA,120000.00,\(gga)", "GPGSV,1,1,01,04,40,083,46", "GPGSV,1,1,01,04,40,083,39",
    ]).compactMap { if case .satellites(let view) = $0 { view } else { nil } }
    #expect(views.map { $0.satellites.count } == [2])
  }

  /// As a Unicore UM621 sends them.
  @Test
  func `a signal that is not received is not used while another of its satellite is`() throws {
    let views = views([
      "GNGGA,120000.00,\(gga)", "GNGSA,A,3,08,18,21,,,,,,,,,,1.05,0.69,0.79,1",
      "GPGSV,1,1,03,08,38,280,47,18,16,127,16,21,23,309,,1",
      "GPGSV,1,1,03,08,38,280,37,18,16,127,,21,23,309,,8",
    ])
    let rows = try #require(views.first).satellites
    #expect(rows.map { $0.number } == [8, 18, 21, 8, 18, 21])
    // Of 21 no signal is received: the receiver's word stands.
    #expect(rows.map { $0.isUsed } == [true, true, true, true, false, true])
  }
}
