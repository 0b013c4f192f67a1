import CairnTestSupport
import CairnTypes
import Testing

@Suite("NMEA at its edges")
struct NMEAEdgeTests {
  /// A sentence, and what one of its fields is printed as.
  static let cases: [(body: String, field: String, value: FieldValue)] = [
    ("$GNRMC,,V,,,,,,,,,,N,V", "time", .absent),
    ("$GNRMC,,V,,,,,,,,,,N,V", "navStatus", .text("V")),
    ("$GPRMC,235959,A,0000.0000,N,00000.0000,E,0.0,0.0,311299,,", "date", .text("1999-12-31")),
    ("$GPRMC,000000.00,A,0000.00,N,00000.00,E,0,0,060180,,,A", "date", .text("1980-01-06")),
    ("$GPRMC,000000.00,A,0000.00,N,00000.00,E,0,0,010179,,,A", "date", .text("2079-01-01")),
    (
      "$GNRMC,235960.00,A,3725.58362,N,12205.61915,W,0.028,65.13,311216,13.06,E,F,V", "time",
      .text("23:59:60")
    ),
    ("$GPRMC,120000.00,A,3725.58,N,12205.61,W,0,0,230603,,,A", "date", .text("2003-06-23")),
    ("$GPRMC,120001.123,A,3725.58,N,12205.61,W,0,0,010126,,,A", "time", .text("12:00:01.123000")),
    (
      "$GNRMC,120001.00,A,3725.5836212,N,12205.6191534,W,0,0,010126,,,R,V", "lat",
      .real(37 + 25.5836212 / 60)
    ),
    ("$GPGGA,120001.00,3725.58,N,12205.61,W,0,00,99.99,,M,,M,,", "quality", .integer(0)),
    (
      "$GPGGA,120001.00,3725.58,N,12205.61,W,0,00,99.99,,M,,M,,", "lon",
      .real(-122.0935)
    ),
    ("$GPGGA,120001.00,3725.58,N,12205.61,W,1,08,1.0,12.3,M,,M,,", "sep", .absent),
    ("$GNGGA,120001.00,3725.58,N,12205.61,W,5,12,0.76,-4.4,M,-30.0,M,0.0,2000", "alt", .real(-4.4)),
    (
      "$GNGGA,120001.00,3725.58,N,12205.61,W,4,40,0.5,1.0,M,-30.0,M,1.2,0000", "diffStation",
      .integer(0)
    ),
    ("$GPGGA,120001.00,3760.0000,N,12205.61,W,1,08,1.0,1.0,M,1.0,M,,", "lat", .integer(38)),
    ("$GLGSV,3,3,09,,,,53,1", "svid_01", .absent),
    ("$GLGSV,3,3,09,,,,53,1", "cno_01", .integer(53)),
    ("$GLGSV,3,3,09,,,,53,1", "signalID", .text("1")), ("$GPGSV,1,1,00,0", "signalID", .text("0")),
    ("$GPGSV,1,1,02,02,25,181,,06,45,146,", "cno_02", .absent),
    ("$GPGSA,A,3,17,02,06,28,,,,,,,,,1.48,0.76,1.27", "VDOP", .real(1.27)),
    ("$GNGSA,A,3,65,66,,,,,,,,,,,1.48,0.76,1.27,2", "systemId", .text("2")),
    ("$GNGSA,A,3,301,302,201,240,193,33,,,,,,,1.48,0.76,1.27,3", "svid_04", .integer(240)),
    ("$GNVTG,,T,,M,0.028,N,0.053,K,D", "cogt", .absent),
    ("$GPVTG,65.13,052.07,0.028,0.053", "cogm", .real(52.07)),
    ("$GPVTG,65.13,052.07,0.028,0.053", "sogk", .real(0.053)),
    ("$GPZDA,120001.00,31,12,2025,-09,30", "ltzh", .integer(-9)),
    (
      "$GNGNS,120001.00,3725.58,N,12205.61,W,RRNNNN,12,0.7,4.4,-30.0,1.0,0000,V", "posMode",
      .text("RRNNNN")
    ),
    ("$GNGST,120001.00,5.0,1.1,0.9,45.0,1.0,0.9,2.0", "orient", .integer(45)),
    ("$GNGBS,120001.00,1.1,0.9,2.0,,,,,,", "svid", .absent),
    ("$GNTXT,03,02,02,ANTSTATUS=OK", "text", .text("ANTSTATUS=OK")),
    (
      "$PUBX,00,120001.00,3725.58362,N,12205.61915,W,-25.6,G3,2.1,3.0,0.028,65.13,0.01,,0.76,1.27,1.0,12,0,0",
      "vVel", .real(0.01)
    ),
    ("$PUBX,04,120001.00,010126,432001.00,2400,18D,123456,1.234,21", "leapSec", .text("18D")),
    ("$PUBX,03,02,23,U,185,40,26,064,03,-,,,,000", "azi_02", .absent),
    ("$PGRME,15.0,M,22.5,M,27.0,M", "HPE", .integer(15)),
    ("$PASHR,120001.00,065.13,T,-00.11,+00.22,+00.01,0.1,0.1,0.5,1,1", "pitch", .real(0.22)),
    ("$PMTK001,604,3", "flag", .integer(3)), ("$PAIR001,062,0", "result", .integer(0)),
    ("$GNTXT,01,01,02," + String(repeating: "X", count: 185), "msgType", .integer(2)),
  ]

  @Test(arguments: cases.indices)
  func `the field is printed as the wire has it, and the sentence built again`(index: Int) {
    let (body, field, value) = Self.cases[index]
    let frame = framed(body)
    #expect(printed(frame).flat[field] == value, "\(body) \(field)")
    #expect(isBuiltAgain(frame), "\(body)")
  }
}
