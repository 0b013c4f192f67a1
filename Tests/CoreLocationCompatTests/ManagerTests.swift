import Cairn
import CairnSimulator
import CairnTestSupport
import CoreLocationCompat
import Testing

@Suite("Core Location's manager")
struct ManagerTests {
  @Test("the last known fix is delivered first, however old it is")
  func cached() throws {
    let bench = try ManagedStage()
    bench.start()
    bench.fix()
    bench.manager.stopUpdatingLocation()
    bench.diary.fixes = []
    bench.advance(.seconds(7200))
    bench.start()
    let fix = try #require(bench.diary.fixes.first)
    #expect((fix.timestamp.timeIntervalSinceNow + 7200).magnitude < 5)
    #expect(fix.cairnLocation?.source.flags.contains(.cached) == true)
  }

  @Test("the location is the last accepted fix, with or without a running service")
  func location() throws {
    let bench = try ManagedStage()
    #expect(bench.manager.location == nil)
    bench.start()
    bench.fix(accuracy: 7)
    bench.manager.stopUpdatingLocation()
    bench.advance(.seconds(3600))
    let known = try #require(bench.manager.location)
    #expect(known.horizontalAccuracy == 7)
    #expect((known.timestamp.timeIntervalSinceNow + 3600).magnitude < 5)
  }

  @Test("no fix comes after stop, and none while there is no delegate")
  func stop() throws {
    let bench = try ManagedStage()
    bench.start()
    bench.stage.emitFix()
    bench.manager.stopUpdatingLocation()
    bench.collect()
    #expect(bench.diary.fixes.isEmpty)
    bench.start()
    bench.diary.fixes = []
    bench.manager.delegate = nil
    bench.fix()
    bench.manager.delegate = bench.diary
    #expect(bench.stage.provider.log.isRunning)
    bench.fix()
    #expect(bench.diary.fixes.count == 1)
  }

  @Test(
    "the constants of accuracy mean what they do in Core Location",
    arguments: [
      (kCLLocationAccuracyBestForNavigation, DesiredAccuracy.bestForNavigation),
      (kCLLocationAccuracyBest, .best), (0, .best), (.nan, .best),
      (kCLLocationAccuracyNearestTenMeters, .nearestTenMeters),
      (kCLLocationAccuracyKilometer, .kilometer),
      (kCLLocationAccuracyReduced, .reduced), (123.5, DesiredAccuracy(.metres(123.5))),
    ])
  func accuracy(constant: CLLocationAccuracy, meaning: DesiredAccuracy) async throws {
    let bench = try ManagedStage()
    bench.manager.desiredAccuracy = constant
    bench.start()
    #expect(bench.stage.provider.log.tracking?.accuracy == meaning)
    #expect(bench.manager.desiredAccuracy.bitPattern == constant.bitPattern)
  }

  @Test("a distance filter of ten metres passes each second fix of a walk, none passes all")
  func filter() throws {
    let bench = try ManagedStage()
    bench.manager.distanceFilter = 10
    bench.start()
    for step in 0..<5 {
      bench.fix(north: Double(step) * 5) { ($0.speed, $0.course, $0.speedAccuracy) = (5, 0, 0.1) }
    }
    #expect(bench.diary.fixes.count == 3)
    bench.manager.distanceFilter = kCLDistanceFilterNone
    for _ in 0..<3 { bench.fix(north: 20) }
    #expect(bench.diary.fixes.count == 6)
  }

  @Test("one requested location is one call, then the receiver is off")
  func request() throws {
    let bench = try ManagedStage()
    bench.manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    bench.manager.requestLocation()
    bench.collect()
    for _ in 0..<3 { bench.fix(accuracy: 20) }
    bench.advance(.seconds(1))
    #expect(bench.diary.fixes.count == 1)
    #expect(!bench.stage.provider.log.isRunning)
  }

  @Test("a request without an answer fails with an unknown location")
  func requestTimesOut() throws {
    let bench = try ManagedStage()
    bench.manager.requestLocation()
    bench.collect()
    bench.advance(.seconds(31))
    #expect(bench.diary.errors.map(\.code) == [.locationUnknown])
    #expect(bench.diary.fixes.isEmpty)
  }

  @Test("each change of status is told, and the older method hears of it too")
  func status() throws {
    final class Old: CLLocationManagerDelegate {
      var told: [CLAuthorizationStatus] = []

      func locationManager(
        _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
      ) {
        told.append(status)
      }
    }
    let bench = try ManagedStage()
    let old = Old()
    let other = CLLocationManager(system: bench.stage.system, isolation: nil)
    other.delegate = old
    bench.stage.policy.set(.restricted)
    bench.collect()
    #expect(bench.diary.events == ["restricted"])
    other.processPendingEvents()
    #expect(old.told == [.restricted], "the first call and the change are one")
  }

  @Test("a denial is an error of its own and ends the service")
  func denied() throws {
    let bench = try ManagedStage()
    bench.start()
    bench.stage.policy.set(.denied)
    bench.collect()
    #expect(bench.diary.errors.map(\.code) == [.denied])
    #expect(bench.stage.system.clientCount == 0)
    bench.start()
    #expect(bench.diary.errors.map(\.code) == [.denied, .denied])
  }

  @Test("a program that may have positions in use has them while it has a manager")
  func inUse() throws {
    let bench = try ManagedStage()
    bench.stage.policy.set(.authorizedWhenInUse)
    bench.start()
    bench.fix()
    #expect(bench.diary.fixes.count == 1)
    #expect(bench.manager.authorizationStatus == .authorizedWhenInUse)
    let plain = LocationManager(system: bench.stage.system)
    #expect(plain.authorization.isInUse)
  }

  @Test("full accuracy for a while is asked of the policy")
  func temporary() async throws {
    let stage = try Stage()
    let manager = CLLocationManager(system: stage.system)
    try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map")
    #expect(manager.accuracyAuthorization == .fullAccuracy)
    stage.policy.set(.denied)
    await #expect(throws: CLError.self) {
      try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map")
    }
  }

  @Test("who asks for it with a completion handler is answered on its actor")
  @MainActor
  func temporaryWithHandler() async throws {
    let stage = try Stage()
    let manager = CLLocationManager(system: stage.system)
    for (status, code) in [(AuthorizationStatus.authorizedAlways, nil), (.denied, CLError.denied)] {
      stage.policy.set(status)
      let error: (any Error)? = await withCheckedContinuation { continuation in
        manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map") { error in
          MainActor.preconditionIsolated()
          continuation.resume(returning: error)
        }
      }
      #expect((error as? CLError)?.code == code)
    }
  }

  @Test("what firmware meets is an unknown location, with what it was behind it")
  func firmwareError() throws {
    let bench = try ManagedStage()
    bench.start()
    bench.stage.emit(.failure(LocationError(.deviceBusy, severity: .transient)))
    bench.collect()
    let error = try #require(bench.diary.errors.first)
    #expect(error.code == .locationUnknown)
    let cause = error.userInfo[NSUnderlyingErrorKey] as? LocationError
    #expect(cause?.code == .deviceBusy)
  }

  @Test("that a receiver is worse than it should be has no word and is not told")
  func degraded() throws {
    let bench = try ManagedStage()
    bench.start()
    bench.stage.emit(.failure(LocationError(.antennaFault)))
    bench.collect()
    #expect(bench.diary.errors.isEmpty)
  }

  @Test("the standing device's pause and the end of it are told")
  func pause() throws {
    let bench = try ManagedStage()
    bench.manager.activityType = .fitness
    bench.stage.system.conditions.isMoving = false
    bench.start()
    for _ in 0..<200 { bench.fix() }
    #expect(bench.diary.events == ["pause"])
    bench.stage.system.conditions.isMoving = true
    bench.collect()
    #expect(bench.diary.events == ["pause", "resume"])
  }

  @Test("releasing a manager in a call ends its service")
  func release() throws {
    let stage = try Stage()
    let diary = Diary()
    var manager: CLLocationManager? = CLLocationManager(system: stage.system, isolation: nil)
    manager?.delegate = diary
    manager?.startUpdatingLocation()
    stage.loop.settle()
    diary.onUpdate = { manager = nil }
    stage.emitFix()
    manager?.processPendingEvents()
    #expect(manager == nil)
    stage.loop.advance(by: .seconds(1))
    #expect(!stage.provider.log.isRunning && stage.system.clientCount == 0)
  }
}
