import CairnHAL
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
}
