import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Services beside the standard one", .everyPlace)
struct ServiceTests {
  private let recorder = ServiceRecorder()

  private func bench(
    policy: any AuthorizationPolicy = AllowAllPolicy(), wifi: Bool = false
  ) throws -> Bench {
    let bench = try Bench(policy: policy, descriptor: .sleepy, coarse: wifi ? .scans : nil)
    bench.manager.delegate = recorder
    bench.collect()
    return bench
  }

  private func home(_ radius: Double = 100, north: Double = 0) -> Region {
    Region(
      identifier: "home", shape: .circle(center: seoul.moved(by: north, bearing: 0), radius: radius)
    )
  }

  /// Northwards from `start`, at so many metres a second.
  private func journey(_ bench: Bench, from start: Double, speed: Double) -> Journey {
    var journey = Journey(bench)
    journey.north = start
    journey.speed = speed
    return journey
  }

  @Test("K157: the first significant change is the known fix; then half a kilometre, five minutes")
  func significantChange() throws {
    let bench = try bench()
    bench.start()
    bench.emitFix()
    bench.manager.stopUpdatingLocation()
    bench.collect()
    recorder.fixes = []
    bench.advance(.seconds(3600))
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    #expect(recorder.fixes.count == 1)
    #expect(recorder.fixes.first?.source.flags.contains(.cached) == true)
    var journey = journey(bench, from: 0, speed: 1.4)
    journey.pass(3600) { _ in bench.collect() }
    let ways = zip(recorder.fixes, recorder.fixes.dropFirst())
    #expect(recorder.fixes.count > 5)
    #expect(ways.allSatisfy { $0.distance(to: $1) >= 500 })
    #expect(ways.allSatisfy { $1.time - $0.time >= .seconds(299) })
    bench.manager.stopMonitoringSignificantLocationChanges()
    bench.collect()
    recorder.fixes = []
    journey.pass(1200) { _ in bench.collect() }
    #expect(recorder.fixes.isEmpty && !bench.provider.isOn)
  }

  @Test("K158: it ignores the accuracy and the distance filter of the standard service")
  func ignoresStandard() throws {
    let bench = try bench()
    bench.manager.distanceFilter = 50_000
    bench.manager.configuration.worstAcceptableAccuracy = 0.1
    bench.start()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    var journey = journey(bench, from: 0, speed: 14)
    journey.pass(1000) { _ in bench.collect() }
    #expect(recorder.fixes.count >= 3)
  }

  @Test("K159: significant changes never turn GNSS on while Wi-Fi can serve")
  func significantChangeByWiFi() throws {
    let bench = try bench(wifi: true)
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    var journey = journey(bench, from: 0, speed: 1.4)
    journey.pass(3600) { _ in bench.collect() }
    #expect(journey.on == 0 && journey.scans > 3)
    #expect(recorder.fixes.count > 3)
  }

  @Test("K160: who stays is told of an arrival, and of the departure with both times")
  func visit() throws {
    let bench = try bench()
    bench.manager.startMonitoringVisits()
    bench.collect()
    var journey = journey(bench, from: -2000, speed: 2)
    journey.pass(1000) { _ in bench.collect() }
    #expect(recorder.visits.isEmpty)
    journey.speed = 0
    journey.pass(400) { _ in bench.collect() }
    #expect(recorder.visits.count == 1)
    journey.speed = 2
    journey.pass(400) { _ in bench.collect() }
    #expect(recorder.visits.count == 2)
    #expect(recorder.visits.allSatisfy { $0.coordinate.distance(to: seoul) < 60 })
    #expect(recorder.fixes.isEmpty)
    bench.manager.stopMonitoringVisits()
    bench.collect()
    journey.pass(2)
    #expect(!bench.provider.isOn)
  }

  @Test(
    "K163: walking through a circle gives one enter and one exit; K171: and their states")
  func region() throws {
    let bench = try bench()
    bench.manager.startMonitoring(for: home())
    bench.collect()
    var journey = journey(bench, from: -400, speed: 1.4)
    journey.pass(600) { _ in bench.collect() }
    #expect(recorder.crossings == ["enter home", "exit home"])
    #expect(recorder.states == [.inside, .outside])
    #expect(bench.manager.monitoredRegions == [home()])
    bench.manager.stopMonitoring(for: home())
    bench.collect()
    journey.pass(2)
    #expect(!bench.provider.isOn && bench.manager.monitoredRegions.isEmpty)
  }

  @Test("K170: requestState answers, with unknown before the first fix")
  func state() throws {
    let bench = try bench()
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(recorder.states == [.unknown])
    bench.manager.startMonitoring(for: home())
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(recorder.states == [.unknown, .unknown])
    bench.emitFix()
    bench.collect()
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(recorder.states.last == .inside)
    #expect(recorder.crossings.isEmpty)
  }

  @Test("K172: a region that does not notify of entries tells of the exit")
  func exitOnly() throws {
    let bench = try bench()
    var region = home()
    region.notifyOnEntry = false
    bench.manager.startMonitoring(for: region)
    bench.collect()
    var journey = journey(bench, from: -400, speed: 1.4)
    journey.pass(600) { _ in bench.collect() }
    #expect(recorder.crossings == ["exit home"])
  }

  @Test("K173: a region that is none is told as regionMonitoringFailure")
  func wrongRegion() throws {
    let bench = try bench()
    for radius in [0, -1, 100_001, .nan] {
      recorder.failures = []
      bench.manager.startMonitoring(for: home(radius))
      bench.collect()
      #expect(recorder.failures.map(\.code) == [.regionMonitoringFailure])
      #expect(recorder.failures.first?.region == "home")
      #expect(bench.manager.monitoredRegions.isEmpty)
    }
  }

  @Test("K179: 20 km from the boundary GNSS stays off")
  func farAway() throws {
    let bench = try bench(wifi: true)
    bench.manager.startMonitoring(for: home(north: 20_000))
    bench.collect()
    var journey = journey(bench, from: 0, speed: 0)
    journey.pass(60) { _ in bench.collect() }
    let on = journey.on
    journey.pass(3600) { _ in bench.collect() }
    #expect(journey.on == on)
    #expect(journey.scans > 0 && journey.scans < 60)
  }

  @Test(
    "J146: services that go on without the client are refused when in use, each with its error")
  func whenInUse() async throws {
    let policy = SwitchedPolicy()
    policy.set(.authorizedWhenInUse)
    let bench = try bench(policy: policy)
    bench.manager.startMonitoringVisits()
    bench.collect()
    #expect(recorder.errors.map(\.code) == [.denied])
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    #expect(recorder.errors.map(\.code) == [.denied, .denied])
    bench.manager.startMonitoring(for: home())
    bench.collect()
    #expect(recorder.failures.map(\.code) == [.regionMonitoringDenied])
    #expect(bench.manager.monitoredRegions.isEmpty && !bench.provider.isOn)
    // Allowed again, they can be started again.
    policy.set(.authorizedAlways)
    _ = await bench.waitUntil { bench.manager.authorization.status == .authorizedAlways }
    bench.manager.startMonitoring(for: home())
    bench.collect()
    #expect(bench.manager.monitoredRegions == [home()])
  }

  @Test func `a delegate that does not adopt a service's protocol is told`() throws {
    let bench = try Bench()
    bench.manager.startMonitoringVisits()
    bench.manager.startMonitoring(for: home())
    bench.collect()
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(Set(bench.delegate.codes) == [.invalidConfiguration])
    let words = bench.delegate.errors.map { "\($0)" }
    try #require(words.count == 3)
    #expect(words[0].contains("a delegate that is a VisitDelegate"))
    #expect(words[1].contains("a delegate that is a RegionMonitoringDelegate"))
    #expect(words[2].contains("a delegate that is a HeadingDelegate; the delegate does not"))
    #expect(!bench.provider.isOn)
  }

  @Test func `a manager that goes takes its services with it`() throws {
    let bench = try bench()
    var other: LocationManager? = LocationManager(system: bench.system)
    other?.delegate = recorder
    other?.startMonitoring(for: home())
    bench.collect()
    #expect(bench.provider.isOn)
    other = nil
    bench.advance(.seconds(1))
    bench.collect()
    #expect(!bench.provider.isOn)
  }

  @Test
  func `the shortest responsiveness of all regions decides how often near a boundary`() throws {
    let bench = try bench()
    var (slow, fast) = (MonitoringOptions(), MonitoringOptions())
    slow.responsiveness = .seconds(900)
    fast.responsiveness = .seconds(3)
    bench.manager.startMonitoring(for: home(), options: slow)
    bench.collect()
    var journey = journey(bench, from: -110, speed: 0)
    journey.pass(600) { _ in bench.collect() }
    let seldom = journey.on
    var urgent = home(north: 5000)
    urgent.identifier = "urgent"
    bench.manager.startMonitoring(for: urgent, options: fast)
    bench.collect()
    journey.pass(600) { _ in bench.collect() }
    #expect(journey.on - seldom > 2 * seldom)
  }

  @Test func `errors of services that no delegate takes are counted`() async throws {
    let bench = try bench()
    bench.manager.delegate = nil
    bench.manager.startMonitoringVisits()
    bench.collect()
    #expect(await bench.system.diagnostics().unheardErrors == [.invalidConfiguration: 1])
  }
}
