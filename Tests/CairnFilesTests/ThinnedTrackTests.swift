import CairnTestSupport
import Testing

@testable import CairnFiles

@Suite("A track of bounded size")
struct ThinnedTrackTests {
  private static func point(
    _ x: Double, _ y: Double = 0, _ join: ThinnedTrack.Join = .line
  ) -> ThinnedTrack.Point {
    ThinnedTrack.Point(place: MapPoint(x: x, y: y), radius: nil, join: join)
  }

  @Test func `a short one is kept as it is`() {
    var track = ThinnedTrack()
    for x in 0..<1000 { track.append(Self.point(Double(x))) }
    #expect(track.points.map(\.place.x) == (0..<1000).map(Double.init))
  }

  @Test func `points beside each other are left out, and the newest is not`() {
    var track = ThinnedTrack()
    for step in 0...100_000 { track.append(Self.point(Double(step) / 100_000)) }
    let places = track.points.map(\.place.x)
    #expect(places.count <= ThinnedTrack.capacity + 1)
    #expect(places.first == 0 && places.last == 1)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 0.002 })
  }

  @Test func `a wild one is thinned evenly`() {
    var random = SplitMix(seed: 3)
    var track = ThinnedTrack()
    // The time is in the radius, so that the points can be told apart.
    for time in 0..<200_000 {
      let place = MapPoint(
        x: Double.random(in: 0...1, using: &random), y: Double.random(in: 0...1, using: &random))
      track.append(ThinnedTrack.Point(place: place, radius: Double(time), join: .line))
    }
    let times = track.points.compactMap(\.radius)
    #expect(times.count <= ThinnedTrack.capacity + 1 && times.count > ThinnedTrack.capacity / 3)
    #expect(times.first == 0 && times.last == 199_999)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? .infinity) <= 4 * (steps.dropLast().min() ?? 0))
  }

  @Test func `a break survives the points beside it`() {
    var track = ThinnedTrack()
    for step in 0..<100_000 {
      track.append(Self.point(Double(step % 50_000) / 1e9, 0, step == 50_000 ? .gap : .line))
    }
    for step in 0..<100_000 { track.append(Self.point(Double(step))) }
    #expect(track.points.count(where: { $0.join == .gap }) == 1)
  }

  @Test func `nothing but breaks is bounded as well`() {
    var track = ThinnedTrack()
    for step in 0..<50_000 { track.append(Self.point(Double(step % 7), 0, .gap)) }
    #expect(track.points.count <= ThinnedTrack.capacity + 1)
    #expect(track.points.allSatisfy { $0.join == .gap })
  }
}
