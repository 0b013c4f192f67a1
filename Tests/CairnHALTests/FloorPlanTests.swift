import CairnHAL
import CairnTypes
import Testing

@Suite("The floor by the plan of a building")
struct FloorPlanTests {
  /// A cellar, a ground floor and two above, at 400 m.
  private let plan = HardwareProfile.FloorPlan(
    center: Coordinate(latitude: 47.5, longitude: -8.25), radius: 40, base: 400,
    heights: [-3, 0, 4, 7.5], lowest: -1, .measured("a test"))

  private func floor(
    _ altitude: Double?, accuracy: Double? = 1, horizontal: Double = 10, north: Double = 0
  ) -> Int? {
    var position = Location(
      coordinate: Coordinate(latitude: 47.5 + north / 111_195, longitude: -8.25),
      horizontalAccuracy: horizontal, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss, fix: .threeD))
    (position.altitude, position.verticalAccuracy) = (altitude, accuracy)
    return plan.floor(of: position)
  }

  @Test(arguments: [(398.2, -1), (401.2, 0), (405.1, 1), (408.6, 2), (409.4, 2)])
  func `is that on which the device is carried`(altitude: Double, number: Int) {
    #expect(floor(altitude) == number)
  }

  @Test func `is told only where it can be no other`() {
    #expect(floor(401.5, accuracy: 1.9) == 0)
    #expect(floor(401.5, accuracy: 2.1) == nil)
    #expect(floor(403.3) == nil, "between two floors")
    #expect(floor(390) == nil, "below the cellar")
    #expect(floor(420) == nil, "above the roof")
    #expect(floor(nil) == nil)
    #expect(floor(401.2, accuracy: nil) == nil)
    #expect(floor(401.2, accuracy: 0) == nil)
    #expect(floor(.nan) == nil && floor(401.2, accuracy: .infinity) == nil)
  }

  @Test func `is told within the area alone`() {
    #expect(floor(401.2, north: 35) == 0)
    #expect(floor(401.2, north: 45) == nil)
    #expect(floor(401.2, horizontal: 41) == nil, "it may be in the street")
  }
}
