import CairnTypes
import Testing

@Suite("DesiredAccuracy as text")
struct DesiredAccuracyTextTests {
  @Test func `reads the words and radii that people write`() {
    #expect(DesiredAccuracy(text: "best") == .best)
    #expect(DesiredAccuracy(text: "navigation") == .bestForNavigation)
    #expect(DesiredAccuracy(text: "10") == .nearestTenMeters)
    #expect(DesiredAccuracy(text: "100m") == .hundredMeters)
    #expect(DesiredAccuracy(text: "1.5km") == 1500)
  }

  @Test(arguments: ["", "m", "km", "near", "0", "-3", "nan", "inf", "1e999", "10 m"])
  func `refuses anything else`(text: String) { #expect(DesiredAccuracy(text: text) == nil) }

  @Test(arguments: ["best", "navigation", "1m", "999m", "1km", "5km"])
  func `the text of an accuracy is read back as the same`(text: String) {
    #expect(DesiredAccuracy(text: text)?.argument == text)
  }

  @Test func `what is larger than the Earth has a text as well`() {
    #expect(DesiredAccuracy(.metres(0.5)).argument == "0m")
    #expect(DesiredAccuracy(.metres(1e300)).argument == "1e+297km")
  }
}
