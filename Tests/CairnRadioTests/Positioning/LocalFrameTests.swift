import CairnGeodesy
import CairnTypes
import Testing

@testable import CairnRadio

@Suite("Local frame")
struct LocalFrameTests {
  @Test(arguments: [-80.0, -33, 0, 47, 70], [0.0, 45, 90, 200, 300])
  func `vectors agree with geodesics`(latitude: Double, bearing: Double) {
    let origin = Coordinate(latitude: latitude, longitude: 179.99)
    let frame = LocalFrame(origin: origin)
    let place = origin.moved(by: 2000, bearing: bearing)
    let vector = frame.vector(to: place)
    #expect((vector.length - 2000).magnitude < 4)
    #expect(frame.place(at: vector).distance(to: place) < 0.001)
  }
}
