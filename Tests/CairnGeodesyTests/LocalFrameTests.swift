import CairnGeodesy
import CairnTypes
import Testing

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

  @Test func `a distance within reach is right to a thousandth`() {
    for latitude in stride(from: -85.0, through: 85, by: 17) {
      let frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: -179.999))
      for bearing in stride(from: 0.0, to: 360, by: 30) {
        let place = frame.origin.moved(by: frame.reach, bearing: bearing)
        let vector = frame.vector(to: place)
        #expect((vector.length / frame.reach - 1).magnitude < 0.001)
        let turn = (vector.direction - bearing + 540).truncatingRemainder(dividingBy: 360) - 180
        #expect(turn.magnitude < 0.1)
      }
    }
  }

  @Test func `a vector beyond a pole or round the Earth leads to a valid place`() {
    for (latitude, east, north) in [(90.0, 5.0, 5.0), (-89.9999, 1e9, -1e9), (0, 1e12, 1e12)] {
      let frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: 180))
      #expect(frame.place(at: GroundVector(east: east, north: north)).isValid)
    }
  }
}
