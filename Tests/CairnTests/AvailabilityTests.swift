import Cairn
import CairnSimulator
import Testing

@Suite("Availability")
struct AvailabilityTests {
  @Test("L184: without a magnetometer heading is unavailable, and its start fails")
  func heading() throws {
    let bench = try Bench()
    #expect(bench.manager.availability(of: .heading) == .unavailable(.noHardware))
    let delegate = HeadingRecorder()
    bench.manager.delegate = delegate
    bench.manager.startUpdatingHeading()
    bench.collect()
    #expect(delegate.codes == [.headingFailure])
  }

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
    bench.emit(.health(.absent))
    bench.collect()
    #expect(bench.manager.availability(of: .standard) == .unavailable(.noHardware))
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
}

private final class HeadingRecorder: HeadingDelegate {
  var codes: [LocationError.Code] = []

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    codes.append(error.code)
  }
  func locationManager(_ manager: LocationManager, didUpdateHeading heading: Heading) {}
}
