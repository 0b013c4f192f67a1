import CairnHAL
import CairnTypes
import Testing

/// Numbers invented for these tests: a receiver at 90 mW, a Wi-Fi scan of 100 mJ, a cell query of 20 mJ.
@Suite("Energy planner: a board of round numbers")
struct EnergyBoardTests {
  private static func planner(
    scan: Double = 100, gnss: Double = 0.99, without left: Set<ProviderID> = []
  ) -> EnergyPlanner {
    let receiver = ReceiverEnergy(
      acquiring: 90, tracking: 90, backup: 0,
      startTimes: .init(hot: 1, aided: 1, warm: 30, cold: 30))
    let all: [EnergyPlanner.Provider] = [
      .init(
        id: "gnss", model: .receiver(receiver),
        belief: ProviderBelief(
          fixProbability: gnss, radius: 3, timeToFix: receiver.startTimes[.hot], timeout: 30)),
      .init(
        id: "wifi", model: .operation(.init(energy: scan, duration: 0.5)),
        belief: ProviderBelief(fixProbability: 0.95, radius: 40)),
      .init(
        id: "cell", model: .operation(.init(energy: 20, duration: 0.1)),
        belief: ProviderBelief(fixProbability: 1, radius: 800)),
    ]
    return EnergyPlanner(hostWake: 0, providers: all.filter { !left.contains($0.id) })
  }

  private func every(_ seconds: Double, _ accuracy: DesiredAccuracy) -> [EnergyRequest] {
    [EnergyRequest(accuracy: accuracy, speed: 1, interval: seconds, longestPeriod: seconds)]
  }

  @Test("G101: a kilometre is served with GNSS off, by the cell where there is one, else by Wi-Fi")
  func kilometre() {
    #expect(Self.planner().plan(for: every(60, .kilometer)).providers == ["cell"])
    let plan = Self.planner(without: ["cell"]).plan(for: every(60, .kilometer))
    #expect(plan.providers == ["wifi"])
    #expect(abs(plan.power - 100.0 / 60) < 1e-9)
  }

  @Test(
    "G103: every 60 s Wi-Fi is cheaper than a receiver switched on and off, unless a scan is dear")
  func minute() {
    let plan = Self.planner().plan(for: every(60, .hundredMeters))
    #expect(plan.providers == ["wifi"])
    #expect(abs(plan.power - 100.0 / 60) < 1e-9)
    let dear = Self.planner(scan: 600).plan(for: every(60, .hundredMeters))
    #expect(dear.mode == .sampled)
    #expect(dear.providers == ["gnss"])
    // 3 s at 90 mW in each minute, and one start in a hundred that fails after 30 s.
    #expect(abs(dear.power - (0.99 * 3 + 0.01 * 30) * 90 / 60) < 1e-9)
  }

  @Test("G104: every second a receiver left on is cheaper than scans")
  func second() {
    let plan = Self.planner().plan(for: every(1, .hundredMeters))
    #expect(plan.mode == .tracking)
    #expect(plan.providers == ["gnss"])
    #expect(plan.power == 90)
    let scans = Self.planner(without: ["gnss"]).plan(for: every(1, .hundredMeters))
    #expect(scans.power == 100)
  }

  @Test("G109: where there is only GNSS, a kilometre each minute switches it on and off")
  func onOff() {
    let plan = Self.planner(without: ["wifi", "cell"]).plan(for: every(60, .kilometer))
    #expect(plan.mode == .sampled)
    #expect(plan.period == 60)
    #expect(plan.power < 90.0 / 10)
  }

  @Test("G112: indoors GNSS is not left searching for a hundred metres")
  func indoors() {
    let plan = Self.planner(gnss: 0.05).plan(for: every(60, .hundredMeters))
    #expect(plan.providers == ["wifi"])
    #expect(plan.verdict == .met)
  }

  @Test
  func `where one attempt is not sure enough another follows where it fails`() {
    var requests = every(60, .hundredMeters)
    requests[0].confidence = 0.98
    let planner = Self.planner()
    let plan = planner.plan(for: requests)
    #expect(plan.providers == ["wifi", "gnss"])
    #expect(plan.verdict == .met)
    #expect(
      planner.reason(for: "gnss", in: plan, for: requests).hasPrefix(
        "on: every 60 s where wifi fails, within 100 m 100 % of the time, 98 % wanted, at "))
  }

  @Test
  func `of two that cost the same the finer one is used, and of two alike the first`() {
    func provider(_ id: ProviderID, _ radius: Double) -> EnergyPlanner.Provider {
      .init(
        id: id, model: .operation(.init(energy: 20, duration: 0.1)),
        belief: ProviderBelief(fixProbability: 0.9, radius: radius))
    }
    let planner = EnergyPlanner(
      hostWake: 0, providers: [provider("coarse", 50), provider("fine", 5), provider("alike", 5)])
    #expect(planner.plan(for: every(60, .hundredMeters)).providers == ["fine"])
  }
}
