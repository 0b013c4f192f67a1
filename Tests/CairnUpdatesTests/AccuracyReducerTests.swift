import CairnGeodesy
import CairnTypes
import CairnUpdates
import Testing

@Suite("Reduced accuracy")
struct AccuracyReducerTests {
  private let reducer = AccuracyReducer()

  @Test("J148: a place read 1000 times with noise inside its cell is one point, never the truth")
  func stable() {
    let centre = reducer.reduce(seoul)
    var points: Set<Coordinate> = []
    for i in 0..<1000 {
      let noisy = centre.moved(by: Double(i % 40) * 50, bearing: Double(i) * 0.36)
      points.insert(reducer.reduce(noisy))
    }
    #expect(points == [centre])
  }

  @Test("J148: anywhere on Earth the point is less than a cell away and is its own reduction")
  func near() {
    for latitude in stride(from: -90.0, through: 90, by: 0.377) {
      for longitude in stride(from: -180.0, through: 180, by: 7.77) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let point = reducer.reduce(place)
        #expect(point.isValid)
        #expect(place.distance(to: point) <= 5000, "\(place)")
        #expect(reducer.reduce(point) == point)
      }
    }
  }

  @Test("J148: both names of the antimeridian, and all of a pole, are one place")
  func seams() {
    for latitude in [-80.0, 0, 33.3, 89] {
      #expect(
        reducer.reduce(Coordinate(latitude: latitude, longitude: 180))
          == reducer.reduce(Coordinate(latitude: latitude, longitude: -180)))
    }
  }

  @Test("J148: the accuracy is a cell at least and a worse one stays")
  func accuracy() {
    #expect(reducer.reduce(fix(0, accuracy: 3)).horizontalAccuracy == 5000)
    #expect(reducer.reduce(fix(0, accuracy: 20_000)).horizontalAccuracy == 20_000)
  }

  @Test("J149: nothing of motion, height or the receiver's view remains")
  func stripped() {
    var full = fix(0)
    full.altitude = 30
    full.ellipsoidalAltitude = 55
    full.verticalAccuracy = 4
    full.speed = 2
    full.speedAccuracy = 0.1
    full.course = 90
    full.courseAccuracy = 5
    full.verticalSpeed = 0.1
    full.floor = 3
    full.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 0)
    full.timestamp = Timestamp(nanosecondsSince1970: 5)
    full.source.hdop = 0.9
    full.source.satellitesUsed = 12
    full.source.flags = [.simulated]
    let coarse = reducer.reduce(full)
    var expected = Location(
      coordinate: reducer.reduce(full.coordinate), horizontalAccuracy: 5000, time: full.time,
      source: LocationSource(
        provider: "gnss", technology: .gnss, flags: [.simulated, .reduced], fix: .threeD))
    expected.timestamp = full.timestamp
    #expect(coarse == expected)
  }

  @Test("what is no coordinate is left alone")
  func invalid() {
    let odd = Coordinate(latitude: .nan, longitude: 400)
    #expect(reducer.reduce(odd).latitude.isNaN && reducer.reduce(odd).longitude == 400)
  }
}
