import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnFusion

@Suite("Where the device is, between fixes")
struct EstimateTests {
  private static let origin = Coordinate(latitude: 0, longitude: 0)

  private static func moving(_ speed: Double, wrongBy radius: Double = 0) -> Estimate {
    var estimate = Estimate(pace: max(1, speed))
    estimate.anchor = .init(
      coordinate: origin, radius: 10, time: 100,
      velocity: GroundVector(east: speed, north: 0), velocityRadius: radius)
    return estimate
  }

  @Test func `nothing is known before the first fix`() {
    let estimate = Estimate()
    #expect(estimate.coordinate(at: 5) == nil && estimate.radius(at: 5) == nil)
    #expect(estimate.span(until: 100) == 0)
  }

  @Test func `the error grows with time, and stays within the area of a cell`() throws {
    var estimate = Self.moving(5)
    let radii = try [100.0, 110, 200, 900].map { try #require(estimate.radius(at: $0)) }
    #expect(radii.first == 10 && radii == radii.sorted() && radii[3] > 4000 * 0.9)
    estimate.area = (Self.origin, 400)
    #expect(estimate.radius(at: 900) == 400)
    #expect(estimate.span(until: 500) == .infinity)
    let back = try #require(estimate.fallsBackAt)
    #expect(estimate.coordinate(at: back + 1) == Self.origin)
    #expect(estimate.coordinate(at: back - 1) != Self.origin)
  }

  @Test func `a device that stands stays where it is as exactly as it is known`() {
    var estimate = Self.moving(5)
    estimate.restsSince = 100
    #expect(estimate.radius(at: 100_000) == 10)
    #expect(estimate.speed == 0 && estimate.span(until: 11) == .infinity)
  }

  @Test(arguments: [0.0, 2, 6])
  func `the time until an error is that at which the error has grown to it`(doubt: Double) {
    let estimate = Self.moving(15, wrongBy: doubt)
    for way in [20.0, 50, 100, 150, 1000, 20_000] {
      let span = estimate.span(growingTo: way)
      #expect(abs(estimate.growth(span) - way) < 0.001 * way)
    }
  }

  @Test func `of a velocity that may be wrong the error grows sooner`() {
    let (sure, unsure) = (Self.moving(15), Self.moving(15, wrongBy: 6))
    for way in [20.0, 50, 100, 150] {
      #expect(unsure.span(growingTo: way) < sure.span(growingTo: way))
    }
  }
}
