import Cairn
import CairnHAL
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("What the scheduler does for the service")
struct ScheduleTests {
  private func journey(
    _ accuracy: DesiredAccuracy, wifi: Bool = true, saver: BatterySaver? = nil
  ) throws -> Journey {
    let bench = try Bench(descriptor: .sleepy, coarse: wifi ? .scans : nil, saver: saver)
    bench.manager.desiredAccuracy = accuracy
    bench.start()
    return Journey(bench)
  }

  @Test("G107: when the client of ten metres stops GNSS is off within a second, and Wi-Fi serves")
  func finerClient() throws {
    var journey = try journey(.kilometer)
    journey.pass(5)
    #expect(journey.on == 0 && journey.scans == 1)
    let fine = LocationManager(system: journey.bench.system)
    fine.desiredAccuracy = .nearestTenMeters
    fine.startUpdatingLocation()
    journey.bench.loop.settle()
    journey.pass(60)
    #expect(journey.isOn && journey.on > 50 && journey.scans == 1)
    fine.stopUpdatingLocation()
    journey.bench.loop.settle()
    journey.pass(1)
    #expect(!journey.isOn)
    let on = journey.on
    journey.pass(3600)
    #expect(journey.on == on)
    #expect(journey.scans > 1)
  }

  @Test("G108: where Wi-Fi finds nothing GNSS is asked now and then, and never left on")
  func nothingFound() throws {
    var journey = try journey(.kilometer)
    journey.net = false
    journey.pass(15)
    #expect(journey.scans > 0)
    #expect(journey.starts.count == 1)
    journey.pass(3600)
    #expect(journey.starts.count > 2)
    #expect(journey.longestStay < 40)
    #expect(journey.on < 150, "\(journey.on) s")
  }

  @Test("G108: a provider that says nothing at all is followed by the next within 15 s")
  func silent() throws {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    #expect(bench.coarse?.isOn == true && !bench.provider.isOn)
    bench.advance(.seconds(15))
    bench.loop.settle()
    #expect(bench.coarse?.isOn == false && bench.provider.isOn)
  }

  @Test("G109: each minute the receiver is on for three seconds at most while the ephemeris lasts")
  func eachMinute() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.configuration.interval = .seconds(60)
    bench.start()
    var journey = Journey(bench)
    journey.pass(1700)
    #expect((27...29).contains(journey.starts.count), "\(journey.starts)")
    #expect(journey.longestStay <= 3)
    #expect(bench.delegate.locations.count >= 27)
    #expect(bench.delegate.codes.isEmpty)
    #expect(bench.provider.log.starts == 1 && bench.provider.log.stops == 0)
  }

  @Test("G112: indoors GNSS is not left searching for a hundred metres")
  func indoors() throws {
    var journey = try journey(.hundredMeters)
    journey.sky = false
    journey.speed = 0.3
    journey.pass(3600)
    #expect(journey.scans > 5)
    #expect(journey.on < 180, "\(journey.on) s")
    #expect(!journey.bench.delegate.codes.contains(.locationUnknown))
  }

  @Test func `a search without signals is over after fifteen seconds, and the scan serves`() throws
  {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    bench.emit(.measured(.nothing(reason: "nothing found")), from: bench.coarse)
    bench.loop.settle()
    #expect(bench.provider.isOn)
    func see(_ strength: Float) {
      let satellite = Satellite(system: .gps, number: 7, carrierToNoise: strength)
      bench.emit(
        .satellites(
          SatelliteReport(
            satellites: [satellite], dilution: DilutionOfPrecision(), time: bench.loop.now())))
      bench.loop.settle()
    }
    bench.emit(.lifecycle(.searching(since: bench.loop.now())))
    for _ in 0..<14 {
      bench.advance(.seconds(1))
      see(12)
      #expect(bench.provider.isOn)
    }
    bench.advance(.seconds(1))
    // With a signal it goes on.
    see(35)
    #expect(bench.provider.isOn)
    see(12)
    #expect(!bench.provider.isOn)
  }

  @Test("G118: a client that changes its mind each second changes providers every 30 s at most")
  func toggling() throws {
    func operation(_ id: ProviderID, _ energy: Double, _ radius: Double) -> ProviderDescriptor {
      var descriptor = ProviderDescriptor.scripted(
        id: id, technology: .cellular, accuracy: radius)
      descriptor.accuracy = AccuracyModel(
        openSky: radius, urban: radius, indoor: radius, floor: 0)
      descriptor.energy = .operation(OperationEnergy(energy: energy, duration: 1))
      return descriptor
    }
    let bench = try Bench(
      descriptor: operation("dear", 109, 12), coarse: operation("cheap", 100, 24))
    bench.manager.desiredAccuracy = 45
    bench.start()
    var journey = Journey(bench)
    (journey.fine, journey.coarse) = (12, 24)
    var used: [(Int, Bool)] = []
    journey.pass(900) { journey in
      bench.manager.desiredAccuracy = journey.now.isMultiple(of: 2) ? 45 : 60
      bench.loop.settle()
      for (isDear, provider) in [(true, bench.provider), (false, bench.coarse)]
      where provider?.isOn == true { used.append((journey.now, isDear)) }
    }
    let changes = zip(used, used.dropFirst()).filter { $0.1 != $1.1 }.map { $1.0 }
    #expect(used.count > 20)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= 30 }, "\(changes)")
  }

  @Test("G119: what is seen of a provider's accuracy is what is planned with")
  func observedAccuracy() throws {
    func seen(_ accuracy: Double) throws -> (entry: PowerPlan.Entry, scans: Int) {
      var journey = try journey(100)
      journey.sky = false
      journey.coarse = accuracy
      journey.pass(900)
      return (try #require(journey.bench.system.plan.entries.last), journey.scans)
    }
    for accuracy in [20, 60] as [Double] {
      let (entry, scans) = try seen(accuracy)
      #expect(entry.provider == "wifi" && entry.demand != nil)
      #expect(abs(entry.expectedAccuracy - accuracy) < 0.2 * accuracy)
      #expect(scans > 10)
    }
    // What was found to be too coarse is not asked again.
    #expect(try seen(160).scans == 1)
  }

  @Test("G120: a low battery changes nothing for metres, and the best only where it is said")
  func lowBattery() throws {
    for saver in [nil, BatterySaver(accuracy: .kilometer)] {
      let journey = try journey(.best, saver: saver)
      let bench = journey.bench
      #expect(bench.provider.isOn)
      bench.system.conditions.battery = 0.11
      bench.loop.settle()
      #expect(bench.provider.isOn)
      bench.system.conditions.battery = 0.1
      bench.advance(.seconds(30))
      bench.loop.settle()
      bench.emitFix()
      bench.advance(.seconds(5))
      bench.loop.settle()
      #expect(bench.provider.isOn == (saver == nil))
      bench.manager.desiredAccuracy = .nearestTenMeters
      bench.loop.settle()
      var walk = journey
      walk.pass(30)
      #expect(bench.provider.isOn)
    }
  }

  @Test("G121: in airplane mode Wi-Fi is off and GNSS serves")
  func airplaneMode() throws {
    var journey = try journey(.kilometer)
    let bench = journey.bench
    journey.pass(5)
    #expect(journey.scans == 1 && journey.on == 0)
    bench.system.conditions.isInAirplaneMode = true
    bench.loop.settle()
    journey.pass(3600)
    #expect(journey.scans == 1 && journey.on > 0)
    #expect(bench.system.plan.entries.last?.reason.contains("in airplane mode") == true)
    let on = journey.on
    bench.system.conditions.isInAirplaneMode = false
    bench.loop.settle()
    journey.pass(3600)
    #expect(journey.scans > 1 && journey.on == on)
  }

  @Test func `a device that stands asks nobody, and is not told of a loss`() throws {
    var journey = try journey(.hundredMeters)
    let bench = journey.bench
    bench.manager.pausesLocationUpdatesAutomatically = false
    journey.pass(60)
    journey.speed = 0
    bench.system.conditions.isMoving = false
    bench.loop.settle()
    journey.pass(60)
    let (on, scans) = (journey.on, journey.scans)
    journey.pass(3 * 3600)
    // A few looks are worth their energy, at a place where the device stays.
    #expect(journey.on == on && journey.scans <= scans + 8)
    #expect(bench.delegate.codes.isEmpty)
    #expect(
      bench.system.plan.entries.allSatisfy { $0.reason.contains("standing") },
      "\(bench.system.plan.entries.map(\.reason))")
    journey.speed = 5
    bench.system.conditions.isMoving = true
    bench.loop.settle()
    journey.pass(60)
    #expect(journey.on + journey.scans > on + scans)
  }

  @Test func `standing keeps no receiver from a client that wants the best`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.start()
    bench.emitFix()
    bench.system.conditions.isMoving = false
    bench.advance(.seconds(600))
    bench.loop.settle()
    #expect(bench.provider.isOn)
  }

  @Test func `a receiver that is used stays on for a new ephemeris before the old one is too old`()
    throws
  {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = 300
    bench.start()
    var journey = Journey(bench)
    // The one that it started with is taken to have half of its life left.
    journey.pass(1700)
    #expect(journey.longestStay < 10)
    journey.pass(4000)
    #expect((30...40).contains(journey.longestStay))
  }

  @Test func `clients who start at different times are served together`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .kilometer
    bench.manager.configuration.interval = .seconds(60)
    bench.start()
    var journey = Journey(bench)
    journey.pass(25)
    let other = LocationManager(system: bench.system)
    other.desiredAccuracy = .kilometer
    other.configuration.interval = .seconds(90)
    other.startUpdatingLocation()
    bench.loop.settle()
    journey.pass(1775)
    #expect((29...32).contains(journey.starts.count), "\(journey.starts)")
  }

  @Test func `the plan says how often a receiver that is left on fixes`() throws {
    let bench = try Bench()
    bench.manager.configuration.interval = .seconds(5)
    bench.start()
    let entry = try #require(bench.manager.plan.entries.first)
    #expect(entry.demand?.interval == .seconds(5))
    #expect(entry.reason.contains("a fix every 5 s"), "\(entry.reason)")
  }

  @Test func `a receiver that is left on is not switched for each of its fixes`() throws {
    let bench = try Bench(descriptor: .sleepy)
    bench.manager.desiredAccuracy = .nearestTenMeters
    bench.manager.configuration.activityType = .automotiveNavigation
    bench.start()
    var journey = Journey(bench)
    journey.speed = 15
    journey.pass(600)
    #expect(bench.provider.log.works.count <= 3, "\(bench.provider.log.works)")
    #expect(bench.delegate.locations.count > 590)
  }
}
