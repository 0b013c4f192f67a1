import CairnHAL
import CairnJSON
import CairnReports
import CairnTypes
import Testing

@Suite("what is watched, as JSON")
struct ReportTests {
  @Test func `what is not known is null`() {
    var json = JSONText()
    json.report(
      SatelliteReport(
        satellites: [Satellite(system: .gps, number: 7, signal: 1)], dilution: .init(),
        time: MonotonicTime(nanoseconds: 2_000_000_000)))
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        {"event":"satellites","time":2000000000,"hdop":null,"vdop":null,"pdop":null,"satellites":[\
        {"name":"G07","system":"gps","number":7,"elevation":null,"azimuth":null,"carrierToNoise":null,\
        "signals":0,"used":false}]}
        """)
  }

  @Test func `a cause is a name of the object, with its number`() {
    var json = JSONText()
    json.report(
      IntakeReport(
        accepted: 3, rejected: [.init("tooOld", words: "too old", number: 2)], repaired: []))
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"event":"intake","accepted":3,"rejected":{"tooOld":2},"repaired":{}}"#)
  }
}
