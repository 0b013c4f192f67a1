import CairnNMEA
import CairnTypes
import Testing

@Suite("Solutions in vendors' own sentences")
struct VendorSolutionTests {
  private func optional(_ text: String) -> VendorSolution? {
    let bytes = Array(text.utf8)
    return VendorSolution(bytes.span)
  }

  private func solution(_ text: String) throws -> VendorSolution {
    try #require(optional(text))
  }

  @Test
  func `sentences of errors give them in metres`() throws {
    let garmin = try solution("$PGRME,7.6,M,9.1,M,11.9,M*20")
    #expect(garmin.horizontalAccuracy == 7.6 && garmin.verticalAccuracy == 9.1)
    #expect(garmin.fix == nil && garmin.time == nil)
    let sirf = try solution("$PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21")
    #expect(sirf.hdop == 1.2 && sirf.horizontalAccuracy == 5.77)
    #expect(sirf.verticalAccuracy == 12.97 && sirf.speedAccuracy == 1.2)
    #expect(
      sirf.courseAccuracy == nil
        && sirf.time == TimeOfDay(hour: 5, minute: 32, second: 32, nanosecond: 438_000_000))
    let quectel = try solution("$PQTMEPE,2,1.100,1.200,1.300,1.414,1.732*52")
    #expect(quectel.northDeviation == 1.1 && quectel.eastDeviation == 1.2)
    #expect(quectel.verticalAccuracy == 1.3 && quectel.horizontalAccuracy == 1.414)
  }

  @Test(arguments: [
    "$PGRME,0.0,M,0.0,M,0.0,M", "$PGRME,,M,,M,,M", "$PSRFEPE,053229.438,V,,,,,",
    "$PSRFEPE,053229.438,V,1.2,5.0,5.0,1.0,1.0", "$PQTMEPE,2,0.000,0.000,0.000,0.000,0.000",
    "$PGRME,-4.0,M,-3.0,M,-5,M", "$PGRME", "$PGRME,", "$PQTMEPE,2",
    "$PUBX,00,103607.00,5327.03942,N,00214.42462,W,104.461,G3,0,0,0.085,39.63,-0.007,,5.88,7.62,8.09,6,0,0",
  ])
  func `zero, nothing and less are no errors`(text: String) {
    // A sentence without a comma is none of them.
    let solution = optional(text)
    #expect(solution?.horizontalAccuracy == nil && solution?.verticalAccuracy == nil)
    #expect(solution?.northDeviation == nil && solution?.speedAccuracy == nil)
  }

  @Test
  func `PUBX,00 has the height above the ellipsoid and a velocity that points down`() throws {
    let solution = try solution(
      "$PUBX,00,103607.00,5327.03942,N,00214.42462,W,104.461,G3,29,31,36.0,39.63,-0.007,,5.88,7.62,8.09,6,0,0*69"
    )
    #expect(solution.fix == .threeD && solution.ellipsoidalAltitude == 104.461)
    #expect(solution.altitude == nil && solution.verticalSpeed == 0.007)
    #expect(solution.horizontalAccuracy == 29 && solution.verticalAccuracy == 31)
    #expect(solution.speed == 10 && solution.course == 39.63 && solution.satellitesUsed == 6)
    #expect(solution.hdop == 5.88 && solution.vdop == 7.62)
  }

  @Test(arguments: [
    ("NF", FixQuality.none), ("DR", .deadReckoning), ("G2", .twoD), ("D3", .differential),
    ("RK", .gnssDeadReckoning), ("TT", .timeOnly), ("", .none), ("G3X", .none), ("G", .none),
  ])
  func `PUBX,00 names the kind of solution`(status: String, fix: FixQuality) throws {
    let solution = try solution(
      "$PUBX,00,103607.00,5327.03942,N,00214.42462,W,104.461,\(status),29,31,36.0,39.63,,,,,,6,0,0")
    #expect(solution.fix == fix)
    #expect(solution.horizontalAccuracy == 29)
  }

  @Test
  func `KSXT has degrees, one field for date and time, and kilometres per hour`() throws {
    let solution = try solution(
      "$KSXT,20191219093115.00,112.87713062,-28.23315515,65.5618,45.67,0.00,336.65,3.600,2.3,3,3,13,23,-1075.146,-98.462,-8.618,-0.004,0.009,7.2,1.0,30,,*3F"
    )
    #expect(solution.latitude == -28.23315515 && solution.longitude == 112.87713062)
    #expect(solution.ellipsoidalAltitude == 65.5618 && solution.fix == .rtkFixed)
    #expect(solution.speed == 1 && solution.course == 336.65 && solution.verticalSpeed == 2)
    #expect(solution.satellitesUsed == 23)
    #expect(solution.date == CalendarDate(year: 2019, month: 12, day: 19))
    #expect(solution.time == TimeOfDay(hour: 9, minute: 31, second: 15))
  }

  @Test
  func `PTNL,GGK has the month first and says what its height is measured from`() throws {
    let body = "$PTNL,GGK,235647.00,122017,3403.47162394,N,11711.80928,W,3,10,2.9,"
    let above = try solution(body + "EHT371.467,M*54")
    #expect(above.date == CalendarDate(year: 2017, month: 12, day: 20))
    #expect(above.ellipsoidalAltitude == 371.467 && above.altitude == nil)
    #expect(above.fix == .rtkFixed && above.satellitesUsed == 10 && above.pdop == 2.9)
    let sea = try solution(body + "GHT-3.5,M")
    #expect(sea.altitude == -3.5 && sea.ellipsoidalAltitude == nil)
  }

  @Test
  func `PASHR,POS has knots, and no fix while its position is empty`() throws {
    let solution = try solution(
      "$PASHR,POS,1,05,183530.00,2037.76012,N,08704.07373,W,058.48,004,359.4,036.0,-001.5,2.2,2.1,0.0,1.0,BQ00*20"
    )
    #expect(solution.fix == .differential && solution.ellipsoidalAltitude == 58.48)
    #expect(abs(try #require(solution.speed) - 18.52) < 1e-12 && solution.verticalSpeed == -1.5)
    #expect(solution.correctionAge == 4 && solution.hdop == 2.1 && solution.vdop == nil)
    #expect(try self.solution("$PASHR,POS,0,00,183530.00,,,,,,,,,,,,,,").fix == FixQuality.none)
  }

  @Test(arguments: [
    "$GPGGA,120000,,,,,0", "$PASHR,SAT,03,28,139", "$PTNL,GGKX,1", "$KSX,1", "$PUBX,03,11",
    "$PUBX,0",
  ])
  func `other sentences are none of them`(text: String) {
    #expect(optional(text) == nil)
  }

  @Test(arguments: [
    "$KSXT,99999999999999.99,999999999999999999,-99999999999999999,9e9,,,,,,9999,,,999",
    "$KSXT,20191399250000,181,91,,,,,,,3,3,1,300", "$KSXT,,,,,,,,,,",
    "$PTNL,GGK,,000000,,,,,99999999999999999999,-1,,EHTEHT,",
    "$PUBX,00,,,,,,,,,99999999999999999999999999,,,,,,,,-1",
    "$PASHR,POS,-9,999,,,,,,-,-,-,-,-,-,-",
  ])
  func `values that no receiver can mean are absent`(text: String) throws {
    let solution = try solution(text)
    #expect(solution.latitude == nil && solution.longitude == nil && solution.date == nil)
    #expect(solution.satellitesUsed == nil)
  }

  @Test
  func `every truncation is read, with what is whole`() throws {
    let whole = Array(
      "$KSXT,20191219093115.00,112.87713062,28.23315515,65.5618,45.67,0.00,336.65,0.010,2.3,3,3,13,23"
        .utf8)
    for length in 0..<whole.count {
      let solution = VendorSolution(whole.span.extracting(first: length))
      #expect((solution != nil) == (length > 6), "\(length)")
      if let latitude = solution?.latitude { #expect(abs(latitude) <= 90) }
    }
  }
}
