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

  @Test(arguments: [0.7, 0.84, 0.86, 0.99])
  func `a receiver is left for a saving of more than 15 %`(ratio: Double) {
    var board = EnergyBoard.gateway
    board.receiver.cyclic = nil
    let next = board.planner(in: .walking).plan(for: [slower(4)])
    #expect(next.mode == .sampled)
    #expect(next.providers.first == "wifi")
    // A cyclic mode that takes so much more: 30 s of each 1800 s it tracks, and the host wakes every 5 s.
    let power = (next.power / ratio - 2.0 / 5 - 87.0 / 60) / (1 - 1.0 / 60)
    board.receiver.cyclic = .init(power: power, radiusFactor: 1.3)
    let planner = board.planner(in: .walking)
    var before = next
    (before.mode, before.providers, before.period) = (.cyclic, ["gnss"], 5)
    #expect(planner.plan(for: [slower(4)]) == next)
    let plan = planner.plan(for: [slower(4)], after: (before, 1e6))
    #expect(plan.mode == (ratio < 0.85 ? .sampled : .cyclic))
    #expect(plan.verdict == .met)
    guard plan.mode == .cyclic else { return }
    #expect(abs(plan.power - next.power / ratio) < 1e-9)
    #expect(
      planner.reason(for: "wifi", in: plan, for: [slower(4)]).hasSuffix(
        "less are not worth a change yet"))
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
    let plan = planner.plan(for: [slower(1)], after: (before, 1))
    #expect(plan.verdict == .met)
    #expect(plan.period >= 1 && plan.power > 0)
  }
}
