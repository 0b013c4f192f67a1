import Cairn
import CairnFoundation
import CairnSimulator
import CoreLocationCompat
import Testing

@Suite("Core Location's other services")
struct ServiceTests {
  private func home(radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(
      center: CLLocationCoordinate2D(seoul), radius: radius, identifier: "home")
  }

  @Test("a region begins, is entered and left, and comes back as the program's own object")
  func region() throws {
    let bench = try ManagedStage()
    let home = home()
    bench.manager.startMonitoring(for: home)
    bench.collect()
    #expect(bench.diary.events == ["start"])
    #expect(bench.manager.monitoredRegions == [home])
    for north in [1000.0, 0, 1000] { for _ in 0..<40 { bench.fix(north: north) } }
    #expect(bench.diary.events == ["start", "enter", "inside", "exit", "outside"])
    #expect(bench.diary.regions.allSatisfy { $0 === home })
    bench.manager.stopMonitoring(for: home)
    #expect(bench.manager.monitoredRegions.isEmpty)
  }

  @Test("only the crossings are told that a region wants, and every change of its state")
  func wanted() throws {
    let bench = try ManagedStage()
    let home = home()
    home.notifyOnEntry = false
    bench.manager.startMonitoring(for: home)
    bench.collect()
    for north in [1000.0, 0, 1000] { for _ in 0..<40 { bench.fix(north: north) } }
    #expect(bench.diary.events == ["start", "inside", "exit", "outside"])
    home.notifyOnEntry = true
    home.notifyOnExit = false
    bench.manager.startMonitoring(for: home)
    bench.collect()
    bench.diary.events = []
    for north in [1000.0, 0, 1000] { for _ in 0..<40 { bench.fix(north: north) } }
    #expect(bench.diary.events == ["enter", "inside", "outside"])
  }

  @Test(
    "a region that cannot be monitored fails with its own object",
    arguments: [0.0, -1, .nan, 1e9])
  func refused(radius: Double) throws {
    let bench = try ManagedStage()
    let region = home(radius: radius)
    bench.manager.startMonitoring(for: region)
    bench.collect()
    #expect(bench.diary.events == ["fail 5"])
    #expect(bench.diary.regions.first.flatMap { $0 } === region)
    #expect(bench.manager.monitoredRegions.isEmpty)
  }

  @Test("a region of beacons fails without an adapter")
  func beacons() throws {
    let bench = try ManagedStage()
    let region = CLBeaconRegion(
      beaconIdentityConstraint: CLBeaconIdentityConstraint(uuid: UUID()), identifier: "shop")
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    bench.manager.startMonitoring(for: region)
    bench.collect()
    #expect(bench.diary.events == ["fail 5"])
  }

  @Test("ranging fails for each constraint and region that was asked for, once")
  func ranging() throws {
    let bench = try ManagedStage()
    let constraint = CLBeaconIdentityConstraint(uuid: UUID(), major: 1)
    bench.manager.startRangingBeacons(satisfying: constraint)
    #expect(bench.manager.rangedBeaconConstraints == [constraint])
    bench.manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
    bench.manager.stopRangingBeacons(satisfying: constraint)
    let old: any OldRanging = bench.manager
    old.startRangingBeacons(in: CLBeaconRegion(uuid: UUID(), identifier: "shop"))
    bench.collect()
    #expect(bench.diary.events == ["no ranging 16", "no ranging 16 in"])
    #expect(bench.manager.rangedBeaconConstraints.isEmpty && bench.diary.errors.isEmpty)
  }

  @Test("who may not monitor is told once, and may try again")
  func refusedByPolicy() throws {
    let bench = try ManagedStage()
    bench.stage.policy.set(.authorizedWhenInUse)
    bench.collect()
    bench.diary.events = []
    bench.manager.startMonitoring(for: home())
    bench.collect()
    #expect(bench.diary.events == ["fail 4"])
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(bench.diary.events == ["fail 4", "unknown"])
    bench.stage.policy.set(.authorizedAlways)
    bench.collect()
    bench.diary.events = []
    bench.manager.startMonitoring(for: home())
    bench.collect()
    #expect(bench.diary.events == ["start"])
  }

  @Test("the state of a region is told to who asks, also of one that is not monitored")
  func state() throws {
    let bench = try ManagedStage()
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(bench.diary.events == ["unknown"])
    bench.manager.startMonitoring(for: home())
    bench.collect()
    for _ in 0..<40 { bench.fix() }
    bench.diary.events = []
    bench.manager.requestState(for: home())
    bench.collect()
    #expect(bench.diary.events == ["inside"])
  }

  @Test("a stay becomes a visit, also when the delegate comes after the service has begun")
  func visit() throws {
    let bench = try ManagedStage()
    bench.manager.delegate = nil
    bench.manager.startMonitoringVisits()
    bench.manager.delegate = bench.diary
    bench.collect()
    for _ in 0..<600 { bench.fix() }
    let visit = try #require(bench.diary.visits.first)
    #expect(visit.departureDate == .distantFuture)
    #expect(visit.arrivalDate == .distantPast, "UTC is not known here")
    #expect(bench.diary.errors.isEmpty)
  }

  @Test("without UTC a visit has a beginning and an end, as far apart as the stay was long")
  func visitDates() throws {
    let bench = try ManagedStage()
    bench.manager.startMonitoringVisits()
    bench.collect()
    for second in 0..<600 { bench.fix(north: Double(second - 600) * 2) }
    for _ in 0..<1200 { bench.fix() }
    for second in 0..<600 { bench.fix(north: Double(second) * 2) }
    let visit = try #require(bench.diary.visits.last)
    #expect(bench.diary.visits.first?.departureDate == .distantFuture)
    #expect(visit.arrivalDate > .distantPast && visit.departureDate < .distantFuture)
    let stay = visit.departureDate.timeIntervalSince(visit.arrivalDate)
    #expect((stay - 1200).magnitude < 120, "\(stay) s")
  }

  @Test(arguments: [nil, -31_556_952.0])
  func `the dates of a visit are by the clock of the timestamps`(utcOffset: Double?) throws {
    let bench = try ManagedStage()
    bench.manager.startMonitoringVisits()
    bench.collect()
    let (start, begin) = (Date(), bench.stage.loop.now())
    for second in 0..<2400 {
      bench.fix(north: Double(min(second - 600, 0) + max(second - 1800, 0)) * 2) { fix in
        let passed = Double((fix.time - begin).components.seconds)
        fix.timestamp = utcOffset.flatMap { Timestamp(start + passed + $0) }
      }
    }
    let (visit, fix) = (
      try #require(bench.diary.visits.last), try #require(bench.manager.location)
    )
    #expect(-700...60 ~= visit.departureDate.timeIntervalSinceNow)
    #expect(-2000 ... -1000 ~= visit.arrivalDate.timeIntervalSince(fix.timestamp))
  }

  @Test("significant changes are far from each other")
  func significantChange() throws {
    let bench = try ManagedStage()
    bench.manager.startMonitoringSignificantLocationChanges()
    bench.collect()
    for step in 0..<700 { bench.fix(north: Double(step) * 10) }
    let count = bench.diary.fixes.count
    #expect(2...4 ~= count)
    bench.manager.stopMonitoringSignificantLocationChanges()
    bench.fix(north: 20_000)
    #expect(bench.diary.fixes.count == count)
  }

  @Test("L184: without a compass, who starts it is told so")
  func noHeading() throws {
    let bench = try ManagedStage()
    #expect(!bench.stage.system.hasCompass && !CLLocationManager.headingAvailable())
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(bench.diary.errors.map(\.code) == [.headingFailure])
    #expect(bench.manager.heading == nil)
  }
}

/// Calls what is deprecated without a warning, as a witness.
protocol OldRanging {
  func startRangingBeacons(in region: CLBeaconRegion)
  func stopRangingBeacons(in region: CLBeaconRegion)
}

extension CLLocationManager: OldRanging {}
