import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Start, stop, cached fix", .everyPlace)
struct StartStopTests {
  /// A bench whose system knows a fix of the given age.
  private func bench(cachedAge: Duration, policy: any AuthorizationPolicy = AllowAllPolicy()) throws
    -> Bench
  {
    let bench = try Bench(policy: policy)
    let other = LocationManager(system: bench.system)
    other.startUpdatingLocation()
    bench.loop.settle()
    bench.emitFix()
    other.stopUpdatingLocation()
    bench.loop.settle()
    bench.advance(cachedAge)
    return bench
  }

  @Test("A1: a cached fix 4.9 s old comes first, flagged as cached")
  func cached() throws {
    let bench = try bench(cachedAge: .milliseconds(4900))
    bench.start()
    #expect(bench.delegate.locations.count == 1)
    #expect(bench.delegate.locations.first?.source.flags.contains(.cached) == true)
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.last?.source.flags.contains(.cached) == false)
    #expect(bench.delegate.locations.count == 2)
  }

  @Test(
    "A2: a cached fix of exactly 5 s is delivered, one of 5.001 s is not",
    arguments: [
      (Duration.seconds(5), 1), (.milliseconds(5001), 0),
    ])
  func cachedBound(age: Duration, expected: Int) throws {
    let bench = try bench(cachedAge: age)
    bench.start()
    #expect(bench.delegate.locations.count == expected)
  }

  @Test("A3: a maximum cached age of zero delivers no cached fix")
  func noCache() throws {
    let bench = try bench(cachedAge: .milliseconds(1))
    bench.manager.configuration.maximumCachedAge = .zero
    bench.start()
    #expect(bench.delegate.locations.isEmpty)
  }

  @Test("A4: without a cached fix nothing is called until a provider reports")
  func nothingToSay() throws {
    let bench = try Bench()
    bench.start()
    #expect(bench.delegate.calls.isEmpty && bench.delegate.errors.isEmpty)
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("A5: a client with reduced accuracy gets the reduced cached fix")
  func reducedCache() throws {
    let bench = try bench(cachedAge: .seconds(1), policy: FixedPolicy(.reducedAccuracy))
    bench.start()
    let fix = try #require(bench.delegate.locations.first)
    #expect(fix.source.flags.isSuperset(of: [.cached, .reduced]))
    #expect(fix.horizontalAccuracy >= 5000)
    #expect(fix.coordinate.distance(to: seoul) > 1)
    #expect(bench.manager.location?.source.flags.contains(.reduced) == true)
  }

  @Test("A6: start returns while the provider hangs in its own start")
  func startDoesNotWait() async throws {
    let bench = try Bench()
    let provider = bench.provider
    bench.loop.post { provider.assumeIsolated { $0.hang() } }
    bench.manager.startUpdatingLocation()
    bench.loop.settle()
    #expect(bench.manager.isUpdatingLocation)
    #expect(provider.log.starts == 1 && !provider.log.isRunning)
    bench.loop.post { provider.assumeIsolated { $0.release() } }
    #expect(await bench.waitUntil { provider.log.isRunning })
  }

  @Test("A7: a second start while running brings no second initial event")
  func startTwice() throws {
    let bench = try bench(cachedAge: .seconds(1))
    bench.start()
    bench.start()
    #expect(bench.delegate.locations.count == 1)
    #expect(bench.provider.log.starts == 2, "once for the cache, once for this client")
  }

  @Test("A8: stop, then start, brings a new initial event")
  func restart() throws {
    let bench = try bench(cachedAge: .seconds(1))
    bench.start()
    bench.manager.stopUpdatingLocation()
    bench.start()
    #expect(bench.delegate.locations.count == 2)
  }

  @Test("A9: after stop returns no update arrives, even with fixes queued")
  func stopClears() throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    bench.manager.stopUpdatingLocation()
    bench.emitFix(north: 10)
    bench.collect()
    #expect(bench.delegate.locations.isEmpty)
  }

  @Test("A10: stop without start does nothing")
  func stopOnly() throws {
    let bench = try Bench()
    bench.manager.stopUpdatingLocation()
    #expect(bench.collect() == 0)
    #expect(!bench.manager.isUpdatingLocation)
  }

  @Test("A11: releasing a running manager switches the provider off")
  func release() throws {
    let bench = try Bench()
    var manager: LocationManager? = LocationManager(system: bench.system)
    manager?.startUpdatingLocation()
    bench.loop.settle()
    #expect(bench.provider.log.isRunning)
    manager = nil
    bench.advance(.milliseconds(999))
    #expect(!bench.provider.log.isRunning)
    #expect(manager == nil)
  }

  @Test("A12: without a delegate nothing is called and the demand stays; a new one gets new fixes")
  func delegateRemoved() throws {
    let bench = try Bench()
    bench.start()
    bench.manager.delegate = nil
    bench.walk(3)
    bench.collect()
    #expect(bench.delegate.locations.isEmpty)
    #expect(bench.provider.log.isRunning)
    bench.manager.delegate = bench.delegate
    bench.emitFix(north: 40)
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("A13: start without a delegate keeps the demand and location is updated")
  func noDelegate() throws {
    let bench = try Bench()
    bench.manager.delegate = nil
    bench.start()
    bench.emitFix(north: 5)
    #expect(bench.provider.log.isRunning)
    #expect(bench.manager.location?.coordinate == seoul.moved(by: 5, bearing: 0))
  }

  @Test("A14: two managers of the same configuration each get every fix once")
  func twoManagers() throws {
    let bench = try Bench()
    let other = LocationManager(system: bench.system)
    let recorder = Recorder()
    other.delegate = recorder
    other.startUpdatingLocation()
    bench.start()
    bench.walk(5)
    bench.collect()
    other.processPendingEvents()
    #expect(bench.delegate.locations.count == 5)
    #expect(recorder.locations == bench.delegate.locations)
    #expect(bench.provider.log.starts == 1)
  }

  @Test("A15: location is nil before the first accepted fix and never afterwards")
  func location() throws {
    let bench = try Bench()
    bench.start()
    #expect(bench.manager.location == nil)
    bench.emitFix()
    #expect(bench.manager.location != nil)
    bench.manager.stopUpdatingLocation()
    bench.advance(.seconds(3600))
    #expect(bench.manager.location != nil)
  }

  @Test("A16: isUpdatingLocation is true between start and stop or a fatal error")
  func isUpdating() async throws {
    let policy = SwitchedPolicy()
    let bench = try Bench(policy: policy)
    #expect(!bench.manager.isUpdatingLocation)
    bench.start()
    #expect(bench.manager.isUpdatingLocation)
    bench.manager.stopUpdatingLocation()
    #expect(!bench.manager.isUpdatingLocation)
    bench.start()
    policy.set(.denied)
    #expect(await bench.waitUntil { !bench.manager.isUpdatingLocation })
    bench.collect()
    #expect(bench.delegate.codes == [.denied])
    #expect(bench.delegate.authorizations == 1)
  }

  @Test("G122: when nobody asks any more the provider is off within a second")
  func off() throws {
    let bench = try Bench()
    bench.start()
    bench.manager.stopUpdatingLocation()
    bench.advance(.milliseconds(999))
    #expect(!bench.provider.log.isRunning && bench.provider.log.stops == 1)
  }

  @Test("a provider that is just being stopped is removed when it has stopped")
  func removed() async throws {
    let bench = try Bench()
    bench.start()
    let (provider, system) = (bench.provider, bench.served)
    await provider.hang()
    bench.manager.stopUpdatingLocation()
    #expect(await bench.waitUntil { provider.log.stops == 1 })
    let (isRemoved, removal) = AsyncStream<Void>.makeStream()
    Task {
      await system.remove(provider.descriptor.id)
      #expect(!provider.log.isRunning)
      removal.finish()
    }
    bench.loop.settle()
    #expect(provider.log.isRunning)
    await provider.release()
    for await _ in isRemoved {}
    #expect(provider.log.stops == 1)
  }
}
