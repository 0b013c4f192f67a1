import CairnNMEA
import CairnReceiver
import CairnTypes
import Testing

@Suite("The position as a sentence")
struct PositionSentenceTests {
  private func fix(_ quality: FixQuality = .threeD) -> Location {
    var fix = Location(
      coordinate: Coordinate(latitude: 37.5663463, longitude: -126.9780131),
      horizontalAccuracy: 2, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: quality))
    // 2026-06-01T03:00:06Z.
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_780_282_806_000_000_000)
    fix.altitude = 38.0
    fix.ellipsoidalAltitude = 61.3
    fix.source.satellitesUsed = 9
    fix.source.hdop = 0.5
    fix.source.correctionAge = 2
    return fix
  }

  @Test func `a fix is told to a tenth of a metre, with its quality and time`() {
    #expect(
      String(decoding: fix(.rtkFloat).ggaSentence(), as: UTF8.self)
        == "$GPGGA,030006.00,3733.98078,N,12658.68079,W,5,09,0.50,38.0,M,23.3,M,2.0,*54\r\n")
  }

  @Test(arguments: [
    (FixQuality.none, 0), (.timeOnly, 0), (.twoD, 1), (.threeD, 1), (.differential, 2),
    (.rtkFixed, 4), (.rtkFloat, 5), (.deadReckoning, 6), (.fixedPosition, 7),
  ])
  func `the quality is that of GGA`(quality: FixQuality, number: Int) throws {
    let sentence = fix(quality).ggaSentence()
    #expect(try GGA.decode(sentence.span).quality == number)
  }

  @Test func `what is unknown stays empty`() throws {
    let bare = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 2,
      time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    #expect(
      String(decoding: bare.ggaSentence(), as: UTF8.self).hasPrefix(
        "$GPGGA,,0100.00000,N,00200.00000,E,1,,,,M,,M,,*"))
  }

  @Test(arguments: [Double.nan, .infinity, 91, -181])
  func `what is no position makes no sentence`(degrees: Double) {
    var fix = fix()
    fix.coordinate = Coordinate(latitude: degrees, longitude: degrees)
    #expect(fix.ggaSentence().isEmpty)
  }
}
