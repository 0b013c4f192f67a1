import Cairn
import CairnSimulator
import CairnTypes
import SystemTestSupport
import Testing

@Suite("Availability")
struct AvailabilityTests {
  @Test func `without a receiver of beacons none is ranged, and no place of one monitored`() throws
  {
    let bench = try Bench()
    let recorder = ServiceRecorder()
    let constraint = BeaconConstraint(uuid: UUID128(high: 1, low: 2))
    #expect(bench.manager.availability(of: .ranging) == .unavailable(.noHardware))
    bench.manager.startRangingBeacons(satisfying: constraint)
    bench.collect()
    #expect(bench.delegate.codes == [.invalidConfiguration])
    let delegate = RangingRecorder()
    bench.manager.delegate = delegate
    bench.manager.startRangingBeacons(satisfying: constraint)
    bench.collect()
    #expect(delegate.codes == [.rangingUnavailable])
    bench.manager.delegate = recorder
    bench.manager.startMonitoring(for: Region(identifier: "shop", shape: .beacon(constraint)))
    bench.collect()
    #expect(recorder.failures.map(\.code) == [.regionMonitoringFailure])
    #expect(bench.manager.monitoredRegions.isEmpty)
  }

  @Test func `the standard service is available while a provider may serve`() throws {
    let bench = try Bench(
      descriptor: .scripted(id: "wifi", technology: .wifi, accuracy: 40))
    #expect(bench.manager.availability(of: .standard) == .available)
    #expect(bench.manager.availability(of: [.monitoring, .visits]) == .available)
    bench.system.conditions.isInAirplaneMode = true
    bench.collect()
    #expect(bench.manager.availability(of: .standard) == .unavailable(.airplaneMode))
    bench.system.conditions.isInAirplaneMode = false
    bench.start()
    bench.emit(.lifecycle(.absent))
    bench.collect()
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
  }

  @Test func `it is right from the first line on, and while nothing runs`() throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    let provider = ScriptedProvider(loop: loop)
    provider.setPresent(false)
    // The loop has not turned yet.
    let manager = LocationManager(system: LocationSystem(providers: [provider], executor: loop))
    #expect(manager.availability(of: .standard) == .unavailable(.noHardware))
    provider.setPresent(true)
    #expect(manager.availability(of: .standard) == .available)
    loop.settle()
    #expect(manager.availability(of: .standard) == .available)
    provider.setPresent(false)
    #expect(manager.availability(of: .standard) == .unavailable(.noHardware))
    loop.shutdown()
  }

  @Test func `it follows an unplug while a service runs, after it, and what comes back`() throws {
    let bench = try Bench()
    bench.provider.setPresent(false)
    bench.start()
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
    bench.emit(.lifecycle(.absent))
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
    bench.provider.setPresent(true)
    bench.emit(.lifecycle(.starting))
    #expect(bench.manager.availability(of: .standard) == .available)
    bench.emitFix()
    #expect(bench.manager.availability(of: .standard) == .available)
    bench.emit(.failure(LocationError(.providerLost)))
    bench.provider.setPresent(false)
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
    // Nobody is told of it, and it is seen all the same.
    bench.provider.setPresent(true)
    #expect(bench.manager.availability(of: .standard) == .available)
  }

  @Test func `what the policy refuses is denied`() throws {
    let bench = try Bench(policy: FixedPolicy(.reducedAccuracy))
    #expect(bench.manager.availability(of: .monitoring) == .unavailable(.denied))
    #expect(bench.manager.availability(of: .standard) == .available)
  }
}

private final class RangingRecorder: BeaconRangingDelegate {
  var codes: [LocationError.Code] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    codes.append(error.code)
  }
  func locationManager(
    _ manager: LocationManager, didRange beacons: [Beacon], satisfying constraint: BeaconConstraint
  ) {}
  func locationManager(
    _ manager: LocationManager, didFailRangingFor constraint: BeaconConstraint, error: LocationError
  ) {
    codes.append(error.code)
  }
}
