import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnFusion

@Suite("The local frame")
struct LocalFrameTests {
  @Test func `there and back is exact anywhere`() {
    var random = SplitMix(seed: 3)
    var worst = 0.0
    for _ in 0..<10_000 {
      let origin = Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
      let frame = LocalFrame(around: origin)
      let place = Vector(
        east: Double.random(in: -1...1, using: &random) * frame.reach,
        north: Double.random(in: -1...1, using: &random) * frame.reach)
      let coordinate = frame.coordinate(of: place)
      #expect(coordinate.isValid)
      worst = max(worst, (frame.place(of: coordinate) - place).length)
    }
    #expect(worst < 1e-4)
  }

  @Test(arguments: [0.0, 37.5, -60.0, 85.0, 89.9])
  func `distances within its reach are true to 0.2 percent`(latitude: Double) {
    let frame = LocalFrame(around: Coordinate(latitude: latitude, longitude: 179.99))
    for direction in 0..<8 {
      let angle = Double(direction) * .pi / 4
      let place = Vector(east: frame.reach * angle.sine, north: frame.reach * angle.cosine)
      let distance = frame.origin.distance(to: frame.coordinate(of: place))
      #expect(abs(distance / frame.reach - 1) < 0.002)
    }
  }

  @Test func `crosses the date line the short way`() {
    let frame = LocalFrame(around: Coordinate(latitude: 0, longitude: 179.999))
    let place = frame.place(of: Coordinate(latitude: 0, longitude: -179.999))
    #expect(abs(place.east - 222.6) < 0.1)
    #expect(frame.coordinate(of: place).longitude < 0)
  }
}

extension Double {
  fileprivate var sine: Double {
    // Exact enough for directions, and needs no C library.
    var (term, sum) = (self, self)
    for n in 1..<20 {
      term *= -self * self / Double((2 * n) * (2 * n + 1))
      sum += term
    }
    return sum
  }

  fileprivate var cosine: Double { (.pi / 2 - self).sine }
}
