import CairnHAL
import CairnTypes
import Testing

@Suite("Energy planner: staying with a receiver that is on")
struct EnergyHysteresisTests {
  private let planner = EnergyBoard.gateway.planner(in: .automotive)
  private let fine = EnergyRequest(accuracy: .hundredMeters, speed: 15)

  /// The speed decides between cyclic tracking and a receiver that is switched off in between.
  private func slower(_ speed: Double) -> EnergyRequest {
    EnergyRequest(accuracy: .hundredMeters, speed: speed)
  }

  @Test
  func `a receiver stays on for 15 s, then is left for a large saving`() {
    let before = planner.plan(for: [fine])
    #expect(before.mode == .cyclic)
    let next = planner.plan(for: [slower(1)])
    #expect(next.mode == .sampled)
    #expect(next.power < 0.85 * before.power)
    for age in [0, 5, 14.9] {
      #expect(planner.plan(for: [slower(1)], after: (before, age)).mode == .cyclic)
    }
    #expect(planner.plan(for: [slower(1)], after: (before, 15)) == next)
  }

  @Test
  func `a receiver is not left for a small saving, and the reason says so`() {
    var board = EnergyBoard.gateway
    board.receiver.cyclic?.power = 24
    let planner = board.planner(in: .automotive)
    let before = planner.plan(for: [fine])
    let near = stride(from: 14.0, to: 1, by: -0.05).map { slower($0) }.first {
      planner.plan(for: [$0]).mode == .sampled
    }
    guard let near else {
      Issue.record("no speed at which sampling is cheaper")
      return
    }
    let next = planner.plan(for: [near])
    #expect(next.power > 0.85 * before.power && next.power < before.power)
    let kept = planner.plan(for: [near], after: (before, 1e6))
    #expect(kept.mode == .cyclic)
    #expect(kept.verdict == .met)
    let reasons = planner.providers.map { planner.reason(for: $0.id, in: kept, for: [near]) }
    #expect(reasons.contains { $0.hasPrefix("on: left on, asleep between fixes every ") })
  }

  @Test
  func `a receiver that no longer does, or is no longer there, is left at once`() {
    let before = planner.plan(for: [fine])
    var gone = EnergyBoard.gateway.planner(in: .automotive, without: ["gnss"])
    #expect(gone.plan(for: [slower(1)], after: (before, 1)) == gone.plan(for: [slower(1)]))
    gone = EnergyBoard.gateway.planner(in: SurroundingsMixture([.init(.indoor, 1)]))
    let indoors = gone.plan(for: [slower(1)])
    #expect(indoors.providers == ["wifi"])
    #expect(gone.plan(for: [slower(1)], after: (before, 1)) == indoors)
    #expect(planner.plan(for: [], after: (before, 1)).mode == .off)
  }

  @Test
  func `a receiver is switched on at once`() {
    let sampled = planner.plan(for: [slower(1)])
    #expect(planner.plan(for: [fine], after: (sampled, 1)) == planner.plan(for: [fine]))
  }

  @Test(arguments: [-1, Double.nan, .infinity, -.infinity])
  func `an age or a period that is no number does no harm`(value: Double) {
    var before = planner.plan(for: [fine])
    #expect(planner.plan(for: [slower(1)], after: (before, value)).verdict == .met)
    before.period = value
    #expect(planner.plan(for: [slower(1)], after: (before, 1)).verdict == .met)
  }
}
