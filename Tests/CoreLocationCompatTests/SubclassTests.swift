import CairnTestSupport
import CoreLocationCompat
import Foundation
import Synchronization
import Testing

/// As programs written for Core Location derive from its manager.
private class CountingManager: CLLocationManager {
  var starts = 0
  private(set) var isSetUp = false

  override init() {
    super.init()
    isSetUp = true
  }

  override func startUpdatingLocation() {
    starts += 1
    super.startUpdatingLocation()
  }

  override func startMonitoring(for region: CLRegion) { starts += 1 }
  override func startMonitoringVisits() { starts += 1 }
  override func startMonitoringSignificantLocationChanges() { starts += 1 }
  override func startUpdatingHeading() { starts += 1 }
  override class func locationServicesEnabled() -> Bool { false }
}

private class PlainSubclass: CLLocationManager {
  var note = 0
}

/// What programs put in front of the manager, to replace it in their tests.
private protocol ManagerLike: AnyObject {
  var delegate: (any CLLocationManagerDelegate)? { get set }
  func startUpdatingLocation()
  func requestLocation()
  func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)?)
  func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws
  func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String)
}

extension CLLocationManager: ManagerLike {}

@Suite("Core Location's manager as a base class")
struct SubclassTests {
  @Test
  func `the start of every service can be overridden, and so can init`() {
    let manager = CountingManager()
    #expect(manager.isSetUp)
    manager.startUpdatingLocation()
    manager.startMonitoringVisits()
    manager.startMonitoringSignificantLocationChanges()
    manager.startUpdatingHeading()
    manager.startMonitoring(
      for: CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 100, identifier: "home"))
    #expect(manager.starts == 5)
    #expect(!CountingManager.locationServicesEnabled())
    manager.stopUpdatingLocation()
  }

  @Test
  func `a subclass with a stored property alone inherits init`() {
    #expect(PlainSubclass().note == 0)
  }

  @Test
  func `the manager is a witness of what programs put in front of it`() {
    let manager: any ManagerLike = CLLocationManager()
    #expect(manager.delegate == nil)
  }

  @Test
  func `delegate methods can be called as optional members`() {
    let diary = Diary()
    let manager = CLLocationManager()
    let delegate: (any CLLocationManagerDelegate)? = diary
    delegate?.locationManager?(
      manager, didUpdateLocations: [CLLocation(latitude: 37.5, longitude: 127)])
    delegate?.locationManager?(manager, didFailWithError: CLError(.network))
    delegate?.locationManagerDidChangeAuthorization?(manager)
    #expect(diary.fixes.count == 1)
    #expect(diary.errors.count == 1)
    #expect(diary.events.count == 1)
    let none: (any CLLocationManagerDelegate)? = nil
    #expect(none?.locationManager?(manager, didUpdateLocations: []) == nil)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a manager made on a thread whose run loop runs is served there`() async throws {
    let stage = try Stage()
    let system = stage.system
    let calls = Mutex<[Bool]>([])
    let isOver = Atomic(false)
    let hasEnded = Atomic(false)
    Thread.detachNewThread {
      let here = Thread.current
      let diary = Diary()
      diary.onUpdate = { calls.withLock { $0.append(Thread.current === here) } }
      let manager = CLLocationManager(system: system)
      manager.delegate = diary
      manager.startUpdatingLocation()
      while !isOver.load(ordering: .acquiring) {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
      manager.delegate = nil
      hasEnded.store(true, ordering: .releasing)
    }
    #expect(
      await Patience.wait {
        if calls.withLock({ $0.count >= 3 }) { return true }
        stage.emitFix()
        return false
      })
    #expect(calls.withLock { $0.allSatisfy { $0 } })
    isOver.store(true, ordering: .releasing)
    #expect(
      await Patience.wait {
        stage.emitFix()
        return hasEnded.load(ordering: .acquiring)
      })
  }
}
