import CairnFusion
import CairnTypes
import Testing

@Suite("Fixes of radios beside satellites")
struct RadioTests {
  private func driven(_ track: inout MadeUpTrack) -> FusionEngine {
    var engine = FusionEngine()
    for _ in 0..<60 {
      track.east += 10
      engine.feed(track.fix(velocity: 10))
    }
    return engine
  }

  @Test func `never pull a healthy track`() {
    var track = MadeUpTrack()
    var engine = driven(&track)
    let before = engine.diagnostics
    track.north += 60
    #expect(engine.feed(track.fix(after: 0.5, accuracy: 35, technology: .wifi)) == .coarser)
    #expect(engine.diagnostics == before)
  }

  @Test func `start a track, which satellites take over`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    var fix = track.fix(accuracy: 35, technology: .cellular)
    #expect(engine.take(&fix) == .started(.first))
    #expect(fix.horizontalAccuracy >= 35)
    fix = track.fix(accuracy: 4.5)
    _ = engine.take(&fix)
    #expect(track.error(of: fix) < 15 && fix.horizontalAccuracy < 15)
  }

  @Test func `alone tell no speed`() {
    var track = MadeUpTrack()
    var engine = FusionEngine()
    for _ in 0..<20 {
      var fix = track.fix(after: 10, accuracy: 35, technology: .wifi)
      #expect(engine.take(&fix).givesPosition)
      #expect(fix.speed == nil && fix.course == nil)
    }
  }

  @Test func `bridge an outage`() {
    var track = MadeUpTrack()
    var engine = driven(&track)
    var decisions: [FusionDecision] = []
    var worst = 0.0
    for _ in 0..<12 {
      track.east += 10
      var fix = track.fix(after: 5, accuracy: 35, technology: .network)
      let decision = engine.take(&fix)
      decisions.append(decision)
      if decision.givesPosition { worst = max(worst, track.error(of: fix)) }
    }
    #expect(decisions.suffix(8).allSatisfy { $0.givesPosition })
    #expect(worst < 150)
  }
}
