import CairnHAL
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Energy planner: asking for less never costs more")
struct EnergyOrderTests {
  private static let most = 1 + 1e-12

  private func request(_ metres: Double, like other: EnergyRequest) -> EnergyRequest {
    var request = other
    request.accuracy = DesiredAccuracy(.metres(metres))
    request.distanceFilter = nil
    return request
  }

  @Test(arguments: 0..<4)
  func `a wider tolerance takes no more power, whatever is reached of it`(part: UInt64) {
    var random = SplitMix(seed: 0x0D1 + part)
    for _ in 0..<100 {
      let situation = RandomSituation(&random, providers: 4)
      var finer = situation.requests[0]
      finer.accuracy = .best
      finer.distanceFilter = nil
      var power = situation.planner.plan(for: [finer]).power
      for step in 0...120 {
        let metres = 0.5 * Double(1 << (step / 8)) * (1 + Double(step % 8) / 8)
        let plan = situation.planner.plan(for: [request(metres, like: finer)])
        #expect(plan.power <= power * Self.most, "\(metres) m")
        power = plan.power
      }
    }
  }

  @Test(arguments: 0..<4)
  func `no client makes it cheaper for the others, and none that asks for more`(part: UInt64) {
    var random = SplitMix(seed: 0x0D2 + part)
    for _ in 0..<400 {
      let situation = RandomSituation(&random, providers: 4)
      let planner = situation.planner
      var requests = situation.requests + RandomSituation(&random).requests
      let all = planner.plan(for: requests)
      guard all.verdict != .unmet else { continue }
      let fewer = planner.plan(for: Array(requests.dropLast()))
      #expect(fewer.power <= all.power * Self.most)
      requests[0].accuracy = DesiredAccuracy(
        .metres((requests[0].tolerance ?? 0) * .random(in: 1...20, using: &random)))
      #expect(planner.plan(for: requests).power <= all.power * Self.most)
      requests[0].accuracy = .bestForNavigation
      #expect(planner.plan(for: requests).power * Self.most >= all.power)
    }
  }

  @Test
  func `what is not met says what is reached instead`() {
    var random = SplitMix(seed: 0x0D3)
    for _ in 0..<1000 {
      let situation = RandomSituation(&random)
      let request = situation.requests[0]
      let plan = situation.planner.plan(for: [request])
      guard let worst = plan.worst else { continue }
      let isSoonEnough = plan.period <= max(1, request.longestPeriod)
      #expect((worst.isMet && isSoonEnough) == (plan.verdict == .met))
      let isWithin = (worst.radius ?? .infinity) <= worst.tolerance * Self.most
      #expect(isWithin == worst.isMet)
      if worst.radius == nil { #expect(plan.availability < worst.confidence * Self.most) }
    }
  }
}
