import CairnTestSupport
import CairnFusion
import CairnTypes
import Testing

@testable import CairnHAL

/// Numbers invented for these tests: a receiver at 90 mW, a Wi-Fi scan of 100 mJ, a cell query of 20 mJ.
enum Board {
  /// Nobody says that it can sleep.
  static let gnss = ProviderDescriptor(
    id: "gnss", technology: .gnss, capabilities: [.altitude, .speed, .course, .utc, .needsSky],
    accuracy: AccuracyModel(openSky: 3, urban: 8, indoor: 50, floor: 0.5),
    energy: .receiver(
      ReceiverEnergy(
        acquiring: 90, tracking: 90, startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 30))))
  static let sleepyGNSS: ProviderDescriptor = {
    var descriptor = gnss
    descriptor.energy = .receiver(
      ReceiverEnergy(
        acquiring: 90, tracking: 90, backup: 0.1,
        startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 30)))
    return descriptor
  }()
  static let wifi = ProviderDescriptor(
    id: "wifi", technology: .wifi, capabilities: [],
    accuracy: AccuracyModel(openSky: 40, urban: 25, indoor: 20, floor: 10),
    energy: .operation(OperationEnergy(energy: 100, duration: 1)), naturalInterval: .seconds(10))
  static let cell = ProviderDescriptor(
    id: "cell", technology: .cellular, capabilities: [],
    accuracy: AccuracyModel(openSky: 800, urban: 800, indoor: 800, floor: 100),
    energy: .operation(OperationEnergy(energy: 20, duration: 0)), naturalInterval: .seconds(60))

  /// What a scheduler does at first, with receivers that hold an ephemeris.
  static func plan(
    _ accuracies: DesiredAccuracy..., providers: [ProviderDescriptor] = [gnss, cell],
    health: [ProviderID: ProviderHealth] = [:],
    beliefs: [ProviderID: ProviderBelief] = [:],
    change: (inout EnergyRequest) -> Void = { _ in }
  ) -> PowerPlan {
    plan(
      for: accuracies.enumerated().map {
        var request = EnergyRequest(client: UInt32($0.offset), accuracy: $0.element, every: nil)
        change(&request)
        return request
      }, providers: providers, health: health, beliefs: beliefs)
  }

  static func plan(
    for requests: [EnergyRequest], providers: [ProviderDescriptor],
    health: [ProviderID: ProviderHealth] = [:], beliefs: [ProviderID: ProviderBelief] = [:]
  ) -> PowerPlan {
    let start = MonotonicTime(nanoseconds: 0)
    var scheduler = ProviderScheduler(hostWake: 0, at: start)
    let activity = requests.first { $0.activity != .other }?.activity ?? .other
    var changes = [
      SchedulerEvent.providers(
        providers.map {
          var provider = SchedulerProvider($0, activity: activity)
          provider.ephemeris.isHeld = true
          provider.moving = beliefs[$0.id] ?? provider.moving
          return provider
        })
    ]
    for provider in providers {
      guard let health = health[provider.id], !health.isUsable else { continue }
      changes.append(.availability(provider.id, .missing(health.obstacle?.error)))
    }
    let estimate = Estimate(pace: requests.map(\.speed).max() ?? 1.5)
    _ = scheduler.handle(changes + [.requests(requests)], knowing: estimate, at: start)
    return scheduler.powerPlan(of: providers.map { ($0, 0) })
  }
}

extension ProviderHealth {
  fileprivate static func failing(_ error: LocationError) -> Self {
    Self(.starting, issues: [ProviderIssue(blocking: error)])
  }
}

extension EnergyRequest {
  fileprivate mutating func ask(every seconds: Double) {
    (interval, longestPeriod) = (seconds, seconds)
  }

  fileprivate mutating func be(_ activity: ActivityType) {
    (self.activity, speed) = (activity, activity.usualSpeed)
  }
}

extension PowerPlan {
  fileprivate var running: [ProviderID] {
    entries.filter { $0.demand != nil }.map(\.provider)
  }

  fileprivate func entry(_ id: ProviderID) -> Entry? { entries.first { $0.provider == id } }
}

@Suite("PowerPlan of a scheduler")
struct PowerPlanTests {
  @Test
  func `everything is off while nobody asks`() {
    let plan = Board.plan()
    #expect(plan.running.isEmpty)
    #expect(plan.estimatedPower == 0)
    #expect(plan.entries.allSatisfy { $0.reason == "off: nobody asks" })
  }

  @Test("G101: a kilometre is served by the coarse provider with GNSS off")
  func kilometre() throws {
    let plan = Board.plan(.kilometer)
    #expect(plan.running == ["cell"])
    let power = try #require(plan.estimatedPower)
    #expect(abs(power - 20 / plan.energy.period) < 1e-9)
    #expect(plan.unmetClients.isEmpty)
    #expect(plan.entries.first?.reason.hasPrefix("off: ") == true)
    #expect(Board.plan(.kilometer, providers: [Board.gnss, Board.wifi]).running == ["wifi"])
  }

  @Test("G102: ten metres switch GNSS on, in a car every second of the time")
  func tenMetres() {
    let plan = Board.plan(.nearestTenMeters) { $0.be(.automotiveNavigation) }
    #expect(plan.running == ["gnss"])
    #expect(plan.unmetClients.isEmpty)
    #expect(plan.entry("gnss")?.demand?.rests == false)
    #expect(plan.entry("cell")?.reason.hasPrefix("off: ") == true)
    // A person is indoors most of the time.
    let person = Board.plan(.nearestTenMeters)
    #expect(person.running == ["gnss"])
    #expect(person.energy.verdict == .degraded)
  }

  @Test(
    "G106: best and best for navigation switch GNSS on",
    arguments: [
      DesiredAccuracy.best, .bestForNavigation,
    ])
  func best(accuracy: DesiredAccuracy) {
    let plan = Board.plan(accuracy, providers: [Board.sleepyGNSS, Board.wifi])
    #expect(plan.running == ["gnss"])
    #expect(plan.entry("gnss")?.demand == ProviderDemand(interval: .seconds(1), accuracy: accuracy))
    #expect(plan.unmetClients.isEmpty)
  }

  @Test("G107: a fine and a coarse client share GNSS, and the coarse one alone frees it")
  func sharing() {
    let both = Board.plan(.kilometer, .best)
    #expect(both.running == ["gnss"])
    #expect(both.entry("gnss")?.servesClients == [0, 1])
    #expect(Board.plan(.kilometer).running == ["cell"])
  }

  @Test
  func `providers that follow where the first fails are in the plan`() {
    let plan = Board.plan(
      .kilometer, providers: [Board.sleepyGNSS, Board.wifi],
      beliefs: [
        "gnss": ProviderBelief(fixProbability: 0.5, radius: 30, timeToFix: 1, timeout: 30),
        "wifi": ProviderBelief(fixProbability: 0.6, radius: 30, timeToFix: 1, timeout: 30),
      ])
    #expect(plan.energy.providers == ["wifi", "gnss"])
    #expect(plan.running == ["gnss", "wifi"])
    #expect(plan.entry("gnss")?.reason.contains("where wifi fails") == true)
    #expect(plan.entry("gnss")?.demand?.rests == true)
  }

  @Test("G109: a receiver that can sleep does so between the fixes of a coarse client")
  func rests() throws {
    let providers = [Board.sleepyGNSS]
    let plan = Board.plan(.kilometer, providers: providers) {
      $0.ask(every: 60)
      $0.be(.automotiveNavigation)
    }
    let demand = plan.entry("gnss")?.demand
    #expect(demand?.rests == true)
    #expect(demand?.interval == .seconds(60))
    #expect(try #require(plan.estimatedPower) < 15)
    // Nobody says that the other one can.
    let awake = Board.plan(.kilometer, providers: [Board.gnss]) { $0.ask(every: 60) }
    #expect(awake.entry("gnss")?.demand?.rests == false)
    // Nor is a client kept waiting that wants one position now.
    let now = Board.plan(.kilometer, providers: providers) {
      ($0.isMomentary, $0.longestPeriod) = (true, 10)
    }
    #expect(now.entry("gnss")?.demand?.rests == false)
  }

  @Test
  func `fixes come as often as the accuracy needs, or as the client says`() {
    func interval(_ change: (inout EnergyRequest) -> Void) -> Duration? {
      Board.plan(.hundredMeters, providers: [Board.wifi], change: change).entry("wifi")?.demand?
        .interval
    }
    let usual = interval { _ in }
    #expect(usual.map { (.seconds(20)...(.seconds(60))).contains($0) } == true)
    #expect(interval { $0.ask(every: 600) } == .seconds(600))
    #expect(interval { $0.distanceFilter = 500 } ?? .zero > .seconds(200))
    #expect(interval { $0.be(.automotiveNavigation) } ?? .zero < .seconds(10))
  }

  @Test
  func `who wants it faster than anything can gets it as fast as it can be`() {
    let plan = Board.plan(.hundredMeters, providers: [Board.wifi]) { $0.ask(every: 1) }
    #expect(plan.running == ["wifi"])
    #expect(plan.unmetClients == [0])
  }

  @Test("G117: entries have reasons; G116: their power is the plan's; G115: it is always the same")
  func reasons() {
    var random = SplitMix(seed: 17)
    let board = [Board.sleepyGNSS, Board.wifi, Board.cell, Board.gnss]
    for _ in 0..<2_000 {
      let providers = board.prefix(3).enumerated().filter { _ in
        Bool.random(using: &random)
      }.map { $0.element }
      let requests = (0..<Int.random(in: 0...3, using: &random)).map {
        EnergyRequest(
          client: UInt32($0),
          accuracy: [.best, .reduced, 1, 10, 100, 1000].randomElement(using: &random)
            ?? .best,
          every: Bool.random(using: &random) ? nil : .seconds(.random(in: 0...200)),
          isOpportunistic: Int.random(in: 0...4, using: &random) == 0,
          activity: ActivityType.allCases.randomElement(using: &random) ?? .other)
      }
      var health: [ProviderID: ProviderHealth] = [:]
      for provider in providers {
        health[provider.id] = [
          .init(.off), .init(.serving), .init(.absent), .failing(LocationError(.deviceBusy)),
        ]
        .randomElement(using: &random)
      }
      let plan = Board.plan(for: requests, providers: providers, health: health)
      #expect(
        plan == Board.plan(for: requests, providers: providers, health: health),
        "same input, same plan")
      #expect(plan.entries.map(\.provider) == providers.map(\.id))
      #expect(plan.entries.allSatisfy { $0.reason.count > 8 })
      #expect(plan.estimatedPower.map { abs($0 - plan.energy.power) < 1e-9 } == true)
      let asks = requests.contains { !$0.isOpportunistic }
      let isAnyThere = health.values.contains { $0.isUsable }
      #expect(plan.entries.contains { $0.demand != nil } == (asks && !providers.isEmpty))
      if asks, isAnyThere { #expect(plan.energy.mode != .off) }
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
    let plan = Board.plan(.best) { $0.isOpportunistic = true }
    #expect(plan.running.isEmpty)
    #expect(plan.entries.allSatisfy { $0.servesClients.isEmpty })
  }

  @Test
  func `a receiver that failed is told in words, without the name of a code`() {
    let cause = DeviceError(.open, path: "/dev/ttyACM0", code: 5)
    for (error, words) in [
      (LocationError(.noProvider, cause: cause), "/dev/ttyACM0 cannot be used"),
      (LocationError(.noProvider), "does not work"),
      (LocationError(.devicePermission, cause: cause), "the device may not be opened"),
      (LocationError(.timeout, reason: "it does not start"), "it does not start"),
    ] {
      let plan = Board.plan(.nearestTenMeters, health: ["gnss": .failing(error)])
      #expect(
        plan.entries.first?.reason == "waiting: \(words), would be used once it works")
    }
  }

  @Test
  func `an absent receiver stays demanded at no cost while the coarse provider serves`() {
    let plan = Board.plan(.nearestTenMeters, health: ["gnss": .init(.absent)])
    #expect(plan.running == ["gnss", "cell"])
    #expect(plan.entries.first?.estimatedPower == 0)
    #expect(
      plan.entries.first?.reason == "waiting: no hardware found, would be used with it there")
    #expect(plan.unmetClients == [0])
    #expect(plan.energy.verdict == .degraded)
  }

  @Test
  func `a provider that is tried while the device stands is on, for what it draws`() throws {
    var bench = SchedulerBench()
    bench.ask(10)
    bench.fix("wifi", accuracy: 30, speed: nil, at: 4)
    bench.send(.motion(isMoving: false), at: 5)
    func plan() -> PowerPlan {
      bench.scheduler.powerPlan(
        of: [(Board.sleepyGNSS, 0), (Board.wifi, 0), (Board.cell, 0)])
    }
    var isTried: Bool { bench.scheduler.states[0].mode != nil }
    #expect(isTried || plan().running.isEmpty)
    while !isTried, let wake = bench.wake, wake < 7200 { bench.send(.wake, at: wake) }
    try #require(isTried && bench.scheduler.plan == nil)
    let tried = plan()
    #expect(tried.running == ["gnss"] && tried.energy.mode == .tracking)
    let entry = try #require(tried.entry("gnss"))
    #expect(entry.estimatedPower.map { (96...98).contains($0) } == true)
    #expect(entry.servesClients == [0])
    #expect(entry.reason.hasPrefix("on: ") && tried.estimatedPower == tried.energy.power)
    let before = bench.scheduler.course
    bench.send(.noFix("gnss"), at: bench.now + 25)
    while isTried, let wake = bench.wake { bench.send(.wake, at: wake) }
    #expect(plan().running.isEmpty && !bench.scheduler.course.isLike(before))
  }

  @Test
  func `what another accuracy would cost does not depend on when others were served`() {
    var bench = SchedulerBench([SchedulerBench.gnss])
    let other = EnergyRequest(client: 2, accuracy: .hundredMeters, every: .seconds(20))
    func requests(_ accuracy: DesiredAccuracy) -> [EnergyRequest] {
      [EnergyRequest(client: 1, accuracy: accuracy, every: nil), other]
    }
    bench.send(.requests(requests(.best)))
    bench.run(for: 30)
    var powers: [Double] = []
    for _ in 0..<14 {
      bench.pass()
      let costs = [DesiredAccuracy.best, 10, 20, 50, 100, 200].map {
        bench.scheduler.powerPlan(
          for: requests($0), of: [(Board.sleepyGNSS, 0)], knowing: bench.estimate,
          at: MonotonicTime(nanoseconds: Int64(bench.now * 1e9))
        ).estimatedPower ?? -1
      }
      #expect(costs == costs.sorted(by: >), "\(costs)")
      powers.append(costs[3])
    }
    #expect(powers.min() ?? 0 > 0.75 * (powers.max() ?? 0), "\(powers)")
  }

  @Test
  func `a failed provider that nobody needs stays off`() {
    let plan = Board.plan(.kilometer, health: ["gnss": .failing(LocationError(.deviceBusy))])
    #expect(plan.running == ["cell"])
  }

  @Test
  func `a profile's receiver is planned with as its figures say, and asleep only where it can be`()
  {
    let origin = Provenance.estimated("made up")
    var profile = HardwareProfile(name: "p", title: "P", vendor: "V", kind: .receiver)
    #expect(ProviderDescriptor(profile, sleeps: true) == nil)
    profile.startTimes = .init(
      cold: Sourced(.seconds(26), origin), hot: Sourced(.seconds(1), origin))
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87),
      (.cyclicPower, 28), (.openSkyAccuracy, 2.5),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    for sleeps in [true, false] {
      let descriptor = ProviderDescriptor(profile, sleeps: sleeps)
      guard case .receiver(let energy) = descriptor?.energy else {
        Issue.record("a receiver without figures")
        continue
      }
      #expect(energy.backup == (sleeps ? 0.09 : 87))
      #expect(energy.cyclic == nil && energy.off == nil)
      #expect(energy.startTimes.hot == 1)
      let plan = Board.plan(.kilometer, providers: [descriptor].compactMap { $0 })
      #expect(plan.entries.first?.demand?.rests == sleeps)
    }
  }
  @Test func `a receiver can be turned off where a switch takes its supply, memory included`() {
    let origin = Provenance.estimated("made up")
    var profile = HardwareProfile(name: "p", title: "P", vendor: "V", kind: .receiver)
    profile.startTimes = .init(
      cold: Sourced(.seconds(26), origin), hot: Sourced(.seconds(1), origin))
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87),
      (.openSkyAccuracy, 2.5), (.offPower, 0.01),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    func off(_ supply: HardwareProfile.Supply) -> Double? {
      profile.supply = supply
      guard case .receiver(let energy) = ProviderDescriptor(profile, sleeps: true)?.energy
      else { return nil }
      return energy.off
    }
    #expect(off(.init(powerSwitch: .regulator(name: "gnss"))) == 0.01)
    #expect(off(.init()) == nil)
    #expect(off(.init(powerSwitch: .regulator(name: "gnss"), keepsBackup: true)) == nil)
    #expect(off(.init(powerSwitch: .regulator(name: "gnss"), staysOn: true)) == nil)
  }
}
