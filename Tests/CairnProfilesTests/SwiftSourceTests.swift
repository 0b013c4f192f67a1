import Testing

@testable import CairnProfiles

@Suite("Profiles as Swift source")
struct SwiftSourceTests {
  @Test(arguments: [
    ("ublox-m9", "ubloxM9"), ("zed-f9p", "zedF9p"), ("generic-nmea", "genericNmea"),
    ("3dr", "_3dr"),
  ])
  func `have a constant for each`(name: String, constant: String) {
    #expect(SwiftSource.identifier(name) == constant)
  }

  @Test func `escape what would end a literal`() {
    #expect(#"a "b" \(c)"#.literal == #""a \"b\" \\(c)""#)
    #expect("a\u{7}".literal == #""a\u{7}""#)
  }
}
