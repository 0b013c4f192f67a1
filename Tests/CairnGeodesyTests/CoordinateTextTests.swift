import CairnGeodesy
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Text of coordinates")
struct CoordinateTextTests {
  private let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

  @Test("N196: Seoul City Hall in degrees, minutes and seconds, and back")
  func seoulCityHall() throws {
    let text = seoul.formatted(.degreesMinutesSeconds(places: 2))
    #expect(text == "37° 33′ 58.87″ N, 126° 58′ 40.63″ E")
    let back = try #require(Coordinate(text))
    #expect(abs(back.latitude - 37.566_352_777_8) < 1e-9)
    #expect(back.distance(to: seoul) < 0.2)
  }

  @Test(
    "N196: sixty seconds carry, and no zero has a sign",
    arguments: [
      (Coordinate(latitude: 59.995 / 3600, longitude: 0), "0° 1′ 0.00″ N, 0° 0′ 0.00″ E"),
      (Coordinate(latitude: -0.5, longitude: -0.5), "0° 30′ 0.00″ S, 0° 30′ 0.00″ W"),
      (Coordinate(latitude: -1e-9, longitude: 179.999_999_9), "0° 0′ 0.00″ N, 180° 0′ 0.00″ E"),
    ])
  func carries(coordinate: Coordinate, text: String) {
    #expect(coordinate.formatted(.degreesMinutesSeconds(places: 2)) == text)
  }

  @Test func `other formats`() {
    #expect(seoul.formatted(.decimal(places: 5)) == "37.56635, 126.97795")
    #expect(seoul.formatted(.degreesMinutes(places: 4)) == "37° 33.9812′ N, 126° 58.6772′ E")
    let south = Coordinate(latitude: -33.9, longitude: -0.000_000_1)
    #expect(south.formatted(.decimal(places: 3)) == "-33.900, 0.000")
    #expect(seoul.formatted(.decimal(places: -4)) == "38, 127")
    #expect(Coordinate(latitude: .nan, longitude: 0).formatted(.decimal(places: 2)) == "invalid")
  }

  @Test(
    arguments: [
      "37.5663528, 126.9779528", "37.5663528 126.9779528", "37.5663528N 126.9779528E",
      "N 37 33.981168 E 126 58.677168", "N37 33 58.87008, E126 58 40.63008",
      "126.9779528E; 37.5663528N", "37°33'58.87008\"N 126°58'40.63008\"E",
      "+37.5663528,+126.9779528",
    ])
  func `people write coordinates in many ways`(text: String) throws {
    let read = try #require(Coordinate(text), "\(text)")
    #expect(read.distance(to: seoul) < 0.01, "\(text)")
  }

  @Test(
    arguments: [
      "", ",", "37", "37,", "37.5, 126.9, 4", "91, 0", "0, 181", "37° 60′ 0″ N, 1° E", "N 37 N 126",
      "37 N 126 N", "-37 S, 126 E", "37.5.1, 126", "abc", "37′ 1°, 5", "nan, 0", "1e3, 0",
    ])
  func `what is no coordinate is none`(text: String) {
    #expect(Coordinate(text) == nil, "\(text)")
  }

  @Test func `any coordinate is read as it was written`() throws {
    var random = SplitMix(seed: 196)
    for _ in 0..<2000 {
      let coordinate = Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
      for format: CoordinateFormat in [
        .decimal(places: 9), .degreesMinutes(places: 7), .degreesMinutesSeconds(places: 5),
      ] {
        let text = coordinate.formatted(format)
        let back = try #require(Coordinate(text), "\(text)")
        #expect(back.distance(to: coordinate) < 0.001, "\(text)")
      }
    }
  }

  @Test func `no text is too strange`() {
    var random = SplitMix(seed: 1961)
    let letters = Array("0123456789.-+°′″'\" NSEWx,")
    for _ in 0..<5000 {
      let length = Int.random(in: 0...40, using: &random)
      let text = String((0..<length).map { _ in letters.randomElement(using: &random) ?? " " })
      if let coordinate = Coordinate(text) { #expect(coordinate.isValid, "\(text)") }
    }
  }
}

@Suite("Windows and confidences")
struct CoordinateRegionTests {
  private let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

  @Test("N198: a window of a kilometre around Seoul City Hall")
  func kilometre() {
    let region = CoordinateRegion(
      center: seoul, latitudinalMeters: 1000, longitudinalMeters: 1000)
    #expect(abs(region.latitudeDelta - 0.009_009_960) < 1e-9)
    #expect(abs(region.longitudeDelta - 0.011_318_986) < 1e-9)
    #expect(region.contains(seoul.moved(by: 499, bearing: 0)))
    #expect(!region.contains(seoul.moved(by: 501, bearing: 90)))
  }

  @Test("N198: a window at the pole is finite, and one at the antimeridian reaches across")
  func edges() {
    let pole = CoordinateRegion(
      center: Coordinate(latitude: 90, longitude: 0), latitudinalMeters: 1000,
      longitudinalMeters: 1000)
    #expect(pole.longitudeDelta == 360 && pole.latitudeDelta.isFinite)
    #expect(pole.contains(Coordinate(latitude: 89.999, longitude: 123)))
    let fiji = CoordinateRegion(
      center: Coordinate(latitude: -17, longitude: 179.999), latitudinalMeters: 1000,
      longitudinalMeters: 1000)
    #expect(fiji.contains(Coordinate(latitude: -17, longitude: -179.998)))
    let none = CoordinateRegion(
      center: seoul, latitudinalMeters: .nan, longitudinalMeters: -5)
    #expect(none.latitudeDelta == 0 && none.longitudeDelta == 0)
  }

  @Test("N200: 95 % take 1.62 times the radius of 68 %")
  func confidence() {
    let fix = Location(
      coordinate: seoul, horizontalAccuracy: 10, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss))
    #expect(abs(fix.horizontalAccuracy(confidence: 0.95) - 16.2) < 0.1)
    #expect(abs(fix.horizontalAccuracy(confidence: 0.68) - 10) < 1e-9)
    #expect(fix.horizontalAccuracy(confidence: 1) == .infinity)
    #expect(fix.horizontalAccuracy(confidence: 0) == 0)
  }
}
