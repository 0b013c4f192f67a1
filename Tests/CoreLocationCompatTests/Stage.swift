import Cairn
import CairnHAL
import CairnSimulator
import Synchronization

// Without Core Location's names, because scripts/check/seeds.py compiles this too, where they have others.

let seoul = Coordinate(latitude: 37.566_352_8, longitude: 126.977_952_8)

/// A system on a clock of its own with one scripted receiver.
final class Stage {
  let loop: EventLoop
  let provider: ScriptedProvider
  let policy = SwitchedPolicy()
  let system: LocationSystem

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    provider = ScriptedProvider(loop: loop)
    system = LocationSystem(providers: [provider], policy: policy, executor: loop)
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// Has the provider say something.
  func emit(_ event: ProviderEvent) {
    let provider = provider
    loop.post { provider.assumeIsolated { _ = $0.emit(event) } }
    loop.settle()
  }

  /// A second later, has it send a fix so many metres north of the city hall.
  func emitFix(
    north: Double = 0, accuracy: Double = 5, _ change: (inout Location) -> Void = { _ in }
  ) {
    loop.advance(by: .seconds(1))
    var fix = Location(
      coordinate: seoul.moved(by: north, bearing: 0), horizontalAccuracy: accuracy,
      time: loop.now(),
      source: LocationSource(
        provider: provider.descriptor.id, technology: .gnss, flags: .simulated, fix: .threeD))
    change(&fix)
    emit(.fix(fix))
  }
}

/// A policy that a test changes while the system runs.
final class SwitchedPolicy: AuthorizationPolicy {
  private let status = Mutex(AuthorizationStatus.authorizedAlways)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  func observe(_ changed: @escaping @Sendable () -> Void) { observer.withLock { $0 = changed } }

  func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: status.withLock { $0 }, reason: "the test says so")
  }

  func set(_ new: AuthorizationStatus) {
    status.withLock { $0 = new }
    observer.withLock { $0 }?()
  }
}
