import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Significant change")
struct SignificantChangeTests {
  private func started(cached: Location? = fix(0)) -> SignificantChange {
    var change = SignificantChange()
    _ = change.start(at: at(0), cached: cached)
    return change
  }

  @Test("K157: the first event is the cached fix, of any age, and says so")
  func cached() {
    var change = SignificantChange()
    let first = change.start(at: at(100_000), cached: fix(0))
    #expect(first?.coordinate == fix(0).coordinate)
    #expect(first?.source.flags == .cached)
  }

  @Test("K157: without a cached fix the first fix is the first event")
  func noCache() {
    var change = started(cached: nil)
    #expect(change.receive(fix(1), at: at(1)) == true)
    #expect(change.receive(fix(400), at: at(400)) == false)
  }

  @Test("K157: nothing below 500 m", arguments: [0.0, 100, 499])
  func near(distance: Double) {
    var change = started()
    for second in stride(from: 301.0, through: 90_000, by: 997) {
      #expect(change.receive(fix(second, north: distance), at: at(second)) == false)
    }
  }

  @Test("K157: nothing within 300 s, then the next fix")
  func early() {
    var change = started()
    #expect(change.receive(fix(299, north: 9000), at: at(299)) == false)
    #expect(change.receive(fix(300, north: 9000), at: at(300)) == true)
    #expect(change.receive(fix(599, north: 18_000), at: at(599)) == false)
    #expect(change.receive(fix(600, north: 18_000), at: at(600)) == true)
  }

  @Test("K157: on a long drive the events are as far and as late as asked for")
  func drive() {
    var change = started()
    var last = (second: 0.0, metres: 0.0)
    for second in stride(from: 1.0, through: 20_000, by: 1) {
      let metres = second < 10_000 ? second * 20 : 200_000 + (second - 10_000) * 1
      guard change.receive(fix(second, north: metres), at: at(second)) else { continue }
      #expect(second - last.second >= 300)
      #expect(metres - last.metres >= 499.9)
      last = (second, metres)
    }
    #expect(last.second > 19_000)
  }

  @Test("K158: a fix of any accuracy counts, as far as its accuracy does not explain the distance")
  func accuracy() {
    var change = started()
    #expect(change.receive(fix(300, north: 900, accuracy: 1000), at: at(300)) == false)
    #expect(change.receive(fix(310, north: 1100, accuracy: 1000), at: at(310)) == true)
  }

  @Test("what is no fix, or older than the last, is no change")
  func bad() {
    var change = started(cached: fix(100))
    #expect(change.receive(fix(50, north: 9000), at: at(500)) == false)
    #expect(change.receive(fix(500, north: 9000, accuracy: .nan), at: at(500)) == false)
    #expect(change.receive(fix(500, north: 9000, accuracy: -1), at: at(500)) == false)
    var nowhere = fix(500)
    nowhere.coordinate = Coordinate(latitude: .nan, longitude: 0)
    #expect(change.receive(nowhere, at: at(500)) == false)
    #expect(change.start(at: at(501), cached: nowhere) == nil)
  }

  @Test("options that make no sense count as the nearest that do")
  func options() {
    var options = SignificantChangeOptions()
    #expect(options.distance == 500)
    #expect(options.minimumInterval == .seconds(300))
    options.distance = .nan
    options.minimumInterval = .seconds(-1)
    #expect(SignificantChange(options).options.distance == 500)
    #expect(SignificantChange(options).options.minimumInterval == .zero)
  }
}
