import CairnHAL
import CairnTypes
import Testing

/// Numbers invented for these tests: a receiver at 90 mW and a cell query of 20 mJ.
enum Board {
  static let gnss = ProviderDescriptor(
    id: "gnss", technology: .gnss, capabilities: [.altitude, .speed, .course, .utc, .needsSky],
    accuracy: AccuracyModel(openSky: 3, urban: 8, indoor: 50, floor: 0.5),
    acquisition: AcquisitionModel(
      cold: .seconds(30), warm: .seconds(26), hot: .seconds(1), hotValidity: .seconds(7200)),
    power: PowerModel(
      acquiring: 90, tracking: 90, provenance: .estimated("invented for a test")),
    naturalInterval: .seconds(1))
  static let cell = ProviderDescriptor(
    id: "cell", technology: .cellular, capabilities: [],
    accuracy: AccuracyModel(openSky: 800, urban: 800, indoor: 800, floor: 100),
    acquisition: AcquisitionModel(cold: .zero, warm: .zero, hot: .zero, hotValidity: .zero),
    power: PowerModel(energyPerFix: 20, provenance: .estimated("invented for a test")),
    naturalInterval: .seconds(60))

  static func plan(
    _ wishes: DesiredAccuracy..., providers: [ProviderDescriptor] = [gnss, cell],
    health: [ProviderID: ProviderHealth] = [:]
  ) -> PowerPlan {
    let clients = wishes.enumerated().map {
      PlannerInput.Client(id: UInt32($0.offset), desiredAccuracy: $0.element)
    }
    let providers = providers.map {
      PlannerInput.Provider(descriptor: $0, health: health[$0.id] ?? .off)
    }
    return MinimumPowerPlanner().plan(PlannerInput(clients: clients, providers: providers))
  }
}

extension PowerPlan {
  fileprivate var running: [ProviderID] {
    entries.filter { $0.demand != nil }.map(\.provider)
  }
}

@Suite("Minimum-power planner")
struct MinimumPowerPlannerTests {
  @Test
  func `everything is off while nobody asks`() {
    let plan = Board.plan()
    #expect(plan.running.isEmpty)
    #expect(plan.estimatedPower == 0)
    #expect(plan.entries.allSatisfy { $0.reason == "off: nobody asks" })
  }

  @Test("G101: a kilometre is served by the coarse provider with GNSS off")
  func kilometre() {
    let plan = Board.plan(.kilometer)
    #expect(plan.running == ["cell"])
    #expect(abs(plan.estimatedPower - 20.0 / 60) < 1e-9)
    #expect(plan.entries.first?.reason == "off: cell reaches 800 m for 89.7 mW less")
  }

  @Test("G102: ten metres switch GNSS on")
  func tenMetres() {
    let plan = Board.plan(.nearestTenMeters)
    #expect(plan.running == ["gnss"])
    #expect(plan.entries.first?.reason == "on: reaches 3.0 m for 10 m wanted at 90.0 mW")
    #expect(plan.entries.last?.reason == "off: reaches only 800 m, 10 m wanted")
  }

  @Test(
    "G106: best and best for navigation switch GNSS on",
    arguments: [
      DesiredAccuracy.best, .bestForNavigation,
    ])
  func best(accuracy: DesiredAccuracy) {
    let plan = Board.plan(accuracy)
    #expect(plan.running == ["gnss"])
    #expect(plan.entries.first?.demand?.accuracy == accuracy)
    #expect(plan.unmetClients.isEmpty)
  }

  @Test("G107: a fine and a coarse client share GNSS, and the coarse one alone frees it")
  func sharing() {
    #expect(Board.plan(.kilometer, .nearestTenMeters).running == ["gnss"])
    #expect(Board.plan(.kilometer).running == ["cell"])
  }

  @Test(
    "G117: every entry, on or off, has a reason",
    arguments: [
      [], [DesiredAccuracy.best], [.kilometer], [.nearestTenMeters, .kilometer], [1],
    ])
  func reasons(wishes: [DesiredAccuracy]) {
    let clients = wishes.enumerated().map {
      PlannerInput.Client(id: UInt32($0.offset), desiredAccuracy: $0.element)
    }
    for health in [ProviderHealth.off, .absent, .failed(LocationError(.deviceBusy))] {
      let plan = MinimumPowerPlanner().plan(
        PlannerInput(
          clients: clients,
          providers: [Board.gnss, Board.cell].map { .init(descriptor: $0, health: health) }))
      #expect(plan.entries.count == 2)
      #expect(plan.entries.allSatisfy { $0.reason.count > 8 })
    }
  }

  @Test("G125: a wish no provider reaches is unmet and still gets the best there is")
  func unmet() {
    let plan = Board.plan(1)
    #expect(plan.unmetClients == [0])
    #expect(plan.running == ["gnss"])
  }

  @Test
  func `an opportunistic client switches nothing on`() {
    let plan = MinimumPowerPlanner().plan(
      PlannerInput(
        clients: [.init(id: 1, desiredAccuracy: .best, isOpportunistic: true)],
        providers: [.init(descriptor: Board.gnss, health: .off)]))
    #expect(plan.running.isEmpty)
  }

  @Test
  func `an absent receiver stays demanded at no cost while the coarse provider serves`() {
    let plan = Board.plan(.nearestTenMeters, health: ["gnss": .absent])
    #expect(plan.running == ["gnss", "cell"])
    #expect(plan.entries.first?.estimatedPower == 0)
    #expect(plan.entries.first?.reason == "waiting: no hardware found, would reach 3.0 m")
    #expect(plan.unmetClients == [0])
  }

  @Test
  func `a failed provider that nobody needs stays off`() {
    let plan = Board.plan(.kilometer, health: ["gnss": .failed(LocationError(.deviceBusy))])
    #expect(plan.running == ["cell"])
  }

  @Test("G113: removing a running provider always leaves a client worse off")
  func minimal() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let providers = (0..<Int.random(in: 1...5, using: &random)).map { index in
        var descriptor = Board.gnss
        descriptor.id = ProviderID("p\(index)")
        descriptor.accuracy.openSky = .random(in: 1...2000, using: &random)
        descriptor.power.tracking = .random(in: 0.1...100, using: &random)
        return descriptor
      }
      let clients = (0..<Int.random(in: 1...4, using: &random)).map {
        PlannerInput.Client(
          id: UInt32($0), desiredAccuracy: .init(.metres(.random(in: 1...3000, using: &random))))
      }
      let input = PlannerInput(
        clients: clients, providers: providers.map { .init(descriptor: $0, health: .off) })
      let plan = MinimumPowerPlanner().plan(input)
      #expect(plan == MinimumPowerPlanner().plan(input), "same input, same plan")
      let finest = providers.map(\.accuracy.openSky).min() ?? 0
      let bounds = clients.map { max($0.desiredAccuracy.metres ?? 0, finest) }
      let running = plan.entries.filter { $0.demand != nil }
      #expect(bounds.allSatisfy { bound in running.contains { $0.expectedAccuracy <= bound } })
      for removed in running {
        let rest = running.filter { $0.provider != removed.provider }
        let stillMet = bounds.allSatisfy { bound in
          rest.contains { $0.expectedAccuracy <= bound }
        }
        #expect(!stillMet, "\(removed.provider) is not needed")
      }
    }
  }
}
