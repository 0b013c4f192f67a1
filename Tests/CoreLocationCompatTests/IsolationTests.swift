import Cairn
import CairnSimulator
import CairnTestSupport
import CoreLocationCompat
import Dispatch
import Synchronization
import Testing

/// Makes managers outside any actor, whoever calls.
private final class Tracker: CLLocationManagerDelegate {
  let manager: CLLocationManager
  private let called: @Sendable (_ onMainQueue: Bool) -> Void
  private static let mark = DispatchSpecificKey<Bool>()

  init(_ system: LocationSystem, _ called: @escaping @Sendable (_ onMainQueue: Bool) -> Void) {
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    self.called = called
    manager = CLLocationManager(system: system)
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    called(DispatchQueue.getSpecific(key: Self.mark) == true)
  }
}

@Suite("Where a manager's delegate is called", .timeLimit(.minutes(15)))
struct IsolationTests {
  /// Sends fixes until one has arrived.
  private func sendFixes(_ stage: Stage, until arrived: () -> Bool) async -> Bool {
    await Patience.wait {
      if arrived() { return true }
      stage.emitFix()
      return false
    }
  }

  @Test("made on the main queue outside any actor: on the main queue, by itself")
  func mainQueue() async throws {
    let stage = try Stage()
    let keeper = Keeper()
    let system = stage.system
    DispatchQueue.main.async {
      let tracker = Tracker(system) { isMain in keeper.calls.withLock { $0.append(isMain) } }
      keeper.descriptor.withLock { $0 = tracker.manager.eventDescriptor }
      keeper.tracker = tracker
    }
    #expect(await sendFixes(stage) { keeper.calls.withLock { !$0.isEmpty } })
    #expect(keeper.calls.withLock { $0.allSatisfy { $0 } })
    #expect(keeper.descriptor.withLock { $0 } == -1)
    DispatchQueue.main.async { keeper.tracker = nil }
    #expect(await Patience.wait { stage.system.clientCount == 0 })
  }

  @Test("made on another queue outside any actor: nowhere, until its events are processed")
  func otherQueue() async throws {
    let stage = try Stage()
    let calls = Mutex(0)
    let tracker = Tracker(stage.system) { _ in calls.withLock { $0 += 1 } }
    #expect(tracker.manager.eventDescriptor >= 0)
    stage.loop.settle()
    for _ in 0..<3 { stage.emitFix() }
    #expect(calls.withLock { $0 } == 0)
    tracker.manager.processPendingEvents()
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("made inside an actor: on that actor")
  @MainActor
  func actor() async throws {
    let stage = try Stage()
    let diary = Diary()
    let manager = CLLocationManager(system: stage.system)
    manager.delegate = diary
    manager.startUpdatingLocation()
    diary.onUpdate = { MainActor.preconditionIsolated() }
    #expect(await sendFixes(stage) { !diary.fixes.isEmpty })
  }
}

/// Hands a tracker from one block of the main queue to another. Unchecked because the queue alone
/// touches the tracker.
private final class Keeper: @unchecked Sendable {
  var tracker: Tracker?
  let calls = Mutex<[Bool]>([])
  let descriptor = Mutex<Int32>(0)
}
