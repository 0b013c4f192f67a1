import Cairn
import CairnFoundation
import Foundation
import Testing

@Suite("Measurements")
struct MeasurementTests {
  private let korea = Locale(identifier: "ko_KR")
  private let america = Locale(identifier: "en_US")
  private let britain = Locale(identifier: "en_GB")

  @Test("a fix's numbers come with their units, and without them where they are unknown")
  func location() {
    var fix = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2), horizontalAccuracy: 3,
      time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss))
    #expect(fix.measuredAccuracy == Measurement(value: 3, unit: .meters))
    #expect(fix.measuredAltitude == nil && fix.measuredSpeed == nil && fix.measuredCourse == nil)
    fix.altitude = 4
    fix.speed = 5
    fix.course = 6
    #expect(fix.measuredAltitude == Measurement(value: 4, unit: .meters))
    #expect(fix.measuredSpeed == Measurement(value: 5, unit: .metersPerSecond))
    #expect(fix.measuredCourse == Measurement(value: 6, unit: .degrees))
  }

  @Test("a length can be a desired accuracy, a distance is a length")
  func lengths() {
    #expect(
      DesiredAccuracy(Measurement(value: 0.1, unit: UnitLength.kilometers)) == .hundredMeters)
    let seoul = Coordinate(latitude: 37.5, longitude: 127)
    let distance = seoul.measuredDistance(to: seoul.moved(by: 1000, bearing: 90))
    #expect((distance.converted(to: .kilometers).value - 1).magnitude < 1e-6)
  }

  @Test("a distance is said as on the signs of a country")
  func distances() {
    func text(_ metres: Double, _ locale: Locale) -> String {
      Measurement(value: metres, unit: UnitLength.meters).converted(for: locale)
        .text(for: locale, places: 1)
    }
    #expect(text(950, korea) == "950.0 m" && text(1250, korea) == "1.2 km")
    #expect(text(100, america) == "328.1 ft" && text(1250, america) == "0.8 mi")
    #expect(text(100, britain) == "109.4 yd" && text(1250, britain) == "0.8 mi")
    #expect(text(1250, Locale(identifier: "de_DE")) == "1,2 km")
    #expect(text(-1250, korea) == "-1.2 km")
  }

  @Test("so is a speed")
  func speeds() {
    func text(_ locale: Locale) -> String {
      Measurement(value: 10, unit: UnitSpeed.metersPerSecond).converted(for: locale)
        .text(for: locale, places: 0)
    }
    #expect(text(korea) == "36 km/h" && text(america) == "22 mph" && text(britain) == "22 mph")
  }
}
