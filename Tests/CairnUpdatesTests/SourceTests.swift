import CairnGeodesy
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

  /// A car that goes north at 10 m/s.
  private func satellite(_ seconds: Double, accuracy: Double = 5) -> Location {
    var fix = fix(seconds, north: seconds * 10, accuracy: accuracy)
    (fix.speed, fix.course) = (10, 0)
    return fix
  }

  @Test("H127: beside GNSS every second Wi-Fi is not delivered")
  func finerSourceStays() {
    var intake = FixIntake()
    for second in 0..<60 {
      #expect(intake.live(satellite(Double(second))) != nil)
      #expect(intake.live(wifi(Double(second) + 0.5, north: 20)) == nil)
    }
    #expect(intake.counts[.coarserSource] == 60)
    #expect(intake.counts.rejected == 60)
  }

  @Test("H128: when GNSS has been silent for ten seconds Wi-Fi is delivered")
  func tunnel() {
    var intake = FixIntake()
    for second in 0...20 { _ = intake.live(satellite(Double(second))) }
    #expect(intake.live(wifi(24, north: 240)) == nil, "the continued course is better")
    #expect(intake.live(wifi(30.5, north: 305))?.source.technology == .wifi)
    #expect(intake.live(wifi(32, north: 320)) != nil)
  }

  @Test("H129: the first fix after a tunnel is delivered, and none of Wi-Fi beside it")
  func endOfTunnel() {
    var intake = FixIntake()
    for second in 0...20 { _ = intake.live(satellite(Double(second))) }
    #expect(intake.live(wifi(35, north: 350)) != nil)
    #expect(intake.live(satellite(36))?.source.technology == .gnss)
    #expect(intake.live(wifi(37, north: 370)) == nil)
    #expect(intake.live(satellite(38)) != nil)
  }

  @Test("H130: an answer of the network that is ten seconds late delays no fix")
  func lateAnswer() {
    var intake = FixIntake()
    for second in 0..<20 { #expect(intake.live(satellite(Double(second))) != nil) }
    #expect(intake.position(of: wifi(9.5), at: at(19.5)) == nil)
    #expect(intake.counts[.outOfOrder] == 1)
    #expect(intake.live(satellite(20)) != nil)
  }

  @Test("H131: a fix of the network that claims to be finer but lies elsewhere is not believed")
  func finerButElsewhere() {
    var intake = FixIntake()
    for second in 0..<20 { _ = intake.live(satellite(Double(second), accuracy: 50)) }
    let position = intake.live(wifi(20, north: 1200, accuracy: 20))
    #expect(position.map { $0.source.fix == .estimated } ?? true)
    #expect(intake.counts[.coarserSource] + intake.counts[.implausibleJump] == 1)
  }

  @Test func `two sources that are equally good make one track`() {
    var intake = FixIntake()
    var positions: [Location] = []
    for second in 0..<30 {
      let time = Double(second)
      positions += [intake.live(satellite(time))].compactMap { $0 }
      var other = fix(time + 0.5, north: time * 10 + 9, accuracy: 4.5, provider: "gnss-1")
      (other.speed, other.course) = (10, 0)
      positions += [intake.live(other)].compactMap { $0 }
    }
    #expect(positions.count == 60)
    // The second receiver is 4 m ahead: taking turns, the positions would be 9 m and 1 m apart.
    for (one, next) in zip(positions, positions.dropFirst()).suffix(20) {
      #expect((3...7).contains(one.distance(to: next)))
    }
  }

  @Test func `a Wi-Fi position alone is as accurate as it says`() {
    var intake = FixIntake()
    for position in [intake.live(wifi(0)), intake.live(wifi(60, north: 5000))] {
      #expect(position?.horizontalAccuracy.rounded() == 40)
    }
  }
}
