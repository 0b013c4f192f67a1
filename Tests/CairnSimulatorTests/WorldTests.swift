import CairnGeodesy
import CairnSimulator
import CairnTypes
import Testing

@Suite("Simulated world")
struct WorldTests {
  private let plaza = Coordinate(latitude: 37.5663528, longitude: 126.9779528)

  @Test func `a circle keeps its radius and turns clockwise at its speed`() {
    let track = Track.circle(center: plaza, radius: 100, speed: 10)
    for second in stride(from: 0.0, through: 200, by: 7) {
      let state = track.state(at: second)
      #expect(abs(plaza.distance(to: state.coordinate) - 100) < 0.001)
      let step = state.coordinate.distance(to: track.state(at: second + 0.1).coordinate)
      #expect(abs(step - 1) < 0.001)
    }
    #expect(abs(track.state(at: 0).course - 90) < 1e-9)
    #expect(track.state(at: 1).coordinate.longitude > plaza.longitude)
  }

  @Test func `a route passes its points at its speed and closes its loop`() {
    let points = [
      plaza, plaza.moved(by: 100, bearing: 0), plaza.moved(by: 100, bearing: 90),
    ]
    let track = Track.route(points, speed: 5)
    #expect(track.state(at: 20).coordinate.distance(to: points[1]) < 0.01)
    #expect(track.state(at: 10).coordinate.distance(to: plaza.moved(by: 50, bearing: 0)) < 0.01)
    #expect(abs(track.state(at: 10).course) < 0.01)
    let lap = (100 + points[1].distance(to: points[2]) + 100) / 5
    #expect(track.state(at: lap).coordinate.distance(to: plaza) < 0.01)
    #expect(
      track.state(at: lap * 7 + 10).coordinate.distance(to: track.state(at: 10).coordinate) < 0.01)
  }

  @Test func `a route that turns back comes home the same way`() {
    let track = Track.route(
      [plaza, plaza.moved(by: 100, bearing: 90)], speed: 10, end: .turnsBack)
    #expect(abs(track.state(at: 5).course - 90) < 0.01)
    #expect(abs(track.state(at: 15).course - 270) < 0.01)
    #expect(track.state(at: 15).coordinate.distance(to: track.state(at: 5).coordinate) < 0.01)
  }

  @Test func `a route of one point stays there`() {
    let state = Track.route([plaza], speed: 3).state(at: 1000)
    #expect(state.coordinate == plaza)
    #expect(state.speed == 0)
  }

  @Test func `the demonstration stays within 150 m of the plaza`() {
    for second in stride(from: 0.0, through: 600, by: 10) {
      let state = Track.seoulPlaza.state(at: second)
      #expect(state.coordinate.distance(to: plaza) < 150)
      #expect(state.speed == 1.4)
    }
  }

  @Test(arguments: [UInt64(0), 1, 42, .max])
  func `a sky has satellites of every system in its ranges`(seed: UInt64) {
    let sky = Sky(seed: seed)
    for hour in 0..<24 {
      let view = sky.satellites(at: Double(hour) * 3600)
      #expect(Set(view.map(\.system)) == [.gps, .galileo, .glonass, .beidou, .sbas])
      #expect(Set(view.map { "\($0.system) \($0.number ?? 0)" }).count == view.count)
      for satellite in view {
        #expect((0...90).contains(satellite.elevation ?? -1))
        #expect((0..<360).contains(satellite.azimuth ?? 360))
        #expect((15...55).contains(satellite.carrierToNoise ?? 0))
      }
    }
  }

  @Test func `the same seed gives the same sky and another one another`() {
    #expect(Sky(seed: 7).satellites(at: 99) == Sky(seed: 7).satellites(at: 99))
    #expect(Sky(seed: 7).satellites(at: 99) != Sky(seed: 8).satellites(at: 99))
  }

  @Test func `satellites move`() throws {
    let sky = Sky(seed: 3, systems: [.gps])
    #expect(sky.satellites(at: 0) != sky.satellites(at: 1800))
    let before = Set(sky.satellites(at: 0).compactMap(\.number))
    let after = Set(sky.satellites(at: 6 * 3600).compactMap(\.number))
    #expect(before != after)
  }

  @Test func `a leap second is printed as second 60`() throws {
    let date = try #require(CalendarDate(year: 2017, month: 1, day: 1))
    let midnight = try #require(TimeOfDay(hour: 0, minute: 0, second: 0))
    let newYear = try #require(Timestamp(date, midnight))
    let clock = SimulatedClock(
      start: newYear + .seconds(-10), leapSeconds: 17, leapSecondBefore: newYear)
    let printed = try (9...11).map { second in
      let civil = try #require(clock.civil(at: .seconds(second)))
      return "\(civil.date.day) \(civil.time.hour):\(civil.time.minute):\(civil.time.second)"
    }
    #expect(printed == ["31 23:59:59", "31 23:59:60", "1 0:0:0"])
    // 2016-12-31T23:59:50Z is 518,407 s into GPS week 1930.
    #expect(clock.timeOfWeek(at: .zero) == 7000)
    #expect(clock.timeOfWeek(at: .seconds(11)) == 18_000)
  }
}
