import CairnTypes
import CairnUpdates
import Testing

/// A satellite receiver at 5 m and Wi-Fi at 40 m, as the intake sees both.
@Suite("Sources")
struct SourceTests {
  private func wifi(_ seconds: Double, north: Double = 0, accuracy: Double = 40) -> Location {
    var fix = fix(seconds, north: north, accuracy: accuracy, provider: "wifi")
    fix.source.technology = .wifi
    return fix
  }

  private func satellite(
    _ seconds: Double, north: Double = 0, accuracy: Double = 5
  ) -> Location {
    fix(seconds, north: north, accuracy: accuracy)
  }

  @Test("H127: beside GNSS every second Wi-Fi is not delivered")
  func finerSourceStays() {
    var intake = FixIntake()
    for second in 0..<60 {
      #expect(intake.live(satellite(Double(second))).count == 1)
      #expect(intake.live(wifi(Double(second) + 0.5, north: 20)).isEmpty)
    }
    #expect(intake.counts[.coarserSource] == 60)
    #expect(intake.counts.rejected == 60)
  }

  @Test("H128: when GNSS has been silent for more than five seconds Wi-Fi is delivered")
  func tunnel() {
    var intake = FixIntake()
    _ = intake.live(satellite(0))
    #expect(intake.live(wifi(5)).isEmpty)
    let passed = intake.live(wifi(5.1))
    #expect(passed.map(\.source.technology) == [.wifi])
    #expect(intake.live(wifi(6)).count == 1)
  }

  @Test("H129: the first fix after a tunnel is delivered, and none of Wi-Fi for five seconds")
  func endOfTunnel() {
    var intake = FixIntake()
    _ = intake.live(satellite(0))
    #expect(intake.live(wifi(10)).count == 1)
    #expect(intake.live(satellite(11)).count == 1)
    #expect(intake.live(wifi(12)).isEmpty)
    #expect(intake.live(wifi(16)).isEmpty)
    #expect(intake.live(wifi(16.5)).count == 1)
  }

  @Test("H130: an answer of the network that is ten seconds late delays no fix")
  func lateAnswer() {
    var intake = FixIntake()
    for second in 0..<20 { #expect(intake.live(satellite(Double(second))).count == 1) }
    #expect(intake.accept(wifi(9.5), traits: plain, at: at(19.5)).isEmpty)
    #expect(intake.counts[.outOfOrder] == 1)
    #expect(intake.live(satellite(20)).count == 1)
  }

  @Test("H131: a fix of the network that claims to be finer but lies elsewhere is not believed")
  func finerButElsewhere() {
    var intake = FixIntake()
    _ = intake.live(satellite(0, accuracy: 50))
    #expect(intake.live(wifi(1, north: 111, accuracy: 20)).isEmpty)
    #expect(intake.counts[.coarserSource] == 1)
    #expect(intake.live(wifi(1.5, north: 109, accuracy: 20)).count == 1)
  }

  @Test func `what the device has travelled since counts for a finer source`() {
    var intake = FixIntake()
    var moving = satellite(0, accuracy: 50)
    moving.speed = 30
    _ = intake.live(moving)
    #expect(intake.live(wifi(4, north: 220, accuracy: 20)).count == 1)
  }

  @Test func `two sources that are equally good do not take turns`() {
    var intake = FixIntake()
    for second in 0..<20 {
      let time = Double(second)
      #expect(intake.live(satellite(time)).count == 1)
      #expect(intake.live(fix(time + 0.5, accuracy: 4.5, provider: "gnss-1")).isEmpty)
    }
  }

  @Test func `a source that fixes seldom is fresh for twice its interval`() {
    var intake = FixIntake()
    var traits = plain
    traits.freshness = .seconds(60)
    _ = intake.live(satellite(0), traits)
    #expect(intake.live(wifi(59)).isEmpty)
    #expect(intake.live(wifi(61)).count == 1)
  }
}
