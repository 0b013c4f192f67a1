import Cairn
import Glibc

/// Measures the whole path from a pseudo-terminal to a delegate that stamps shared memory:
/// `PathReader sync|actor|pump METRES PTY SHARED EPOCHS`; 0 metres asks for the best accuracy.
@main
struct PathReader {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let metres = Double(arguments[2]), let epochs = Int(arguments[5])
    else {
      print("usage: PathReader sync|actor|pump METRES PTY SHARED EPOCHS")
      exit(2)
    }
    let loop = try EventLoop()
    // The feeder answers no queries.
    let receiver = GNSSProvider(
      source: try ReceiverSource(arguments[3]), control: .listen, loop: loop)
    let system = LocationSystem(providers: [receiver], executor: loop)
    let words = SharedWords(path: arguments[4], epochs: epochs, loop: system.executor)
    // The main thread sleeps, so nothing may depend on the main actor.
    switch arguments[1] {
    case "sync":
      let client = LoopClient(system: system)
      system.executor.post { client.assumeIsolated { $0.start(words, metres: metres) } }
      withExtendedLifetime(client) { sleepForEver() }
    case "actor":
      let client = PlainClient()
      Task.detached { await client.start(system, words, metres: metres) }
      withExtendedLifetime(client) { sleepForEver() }
    default:
      pump(system, words, metres: metres)
    }
  }

  /// Not declared `Never`, or the compiler would end the client's lifetime before the sleep.
  private static func sleepForEver() {
    while pause() != 0 {}
  }

  /// Waits for the manager's descriptor, as a program without actors does.
  private static func pump(_ system: LocationSystem, _ words: SharedWords, metres: Double) -> Never
  {
    let service = Service(system, words, metres: metres)
    var waiting = pollfd(fd: service.manager.eventDescriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if poll(&waiting, 1, -1) > 0 { service.manager.processPendingEvents() }
    }
  }
}

/// Shares the event loop with the engine, so that its delegate is called without a hop.
actor LoopClient {
  private let system: LocationSystem
  private var service: Service?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    system.executor.asUnownedSerialExecutor()
  }

  init(system: LocationSystem) { self.system = system }

  func start(_ words: SharedWords, metres: Double) {
    service = Service(system, words, metres: metres)
  }
}

/// An ordinary actor, on the default executor.
actor PlainClient {
  private var service: Service?

  func start(_ system: LocationSystem, _ words: SharedWords, metres: Double) {
    service = Service(system, words, metres: metres)
  }
}

/// One running manager and its delegate.
final class Service: LocationManagerDelegate {
  let manager: LocationManager
  private let words: SharedWords

  init(
    _ system: LocationSystem, _ words: SharedWords, metres: Double,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.words = words
    manager = LocationManager(system: system)
    manager.delegate = self
    if metres > 0 { manager.desiredAccuracy = DesiredAccuracy(.metres(metres)) }
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { words.stamp(location) }
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    if error.code == .providerLost { exit(0) }
  }
}

/// The words of `harness/shared.h`.
///
/// Unchecked: written by a single delegate, and read by another process.
final class SharedWords: @unchecked Sendable {
  private static let header = 8
  /// 2026-09-21T00:00:00Z, the instant of epoch 0.
  private static let start: Int64 = 1_789_948_800_000_000_000
  private let words: UnsafeMutablePointer<UInt64>
  private let epochs: Int
  private let loop: EventLoop

  init(path: String, epochs: Int, loop: EventLoop) {
    let descriptor = open(path, O_RDWR)
    let size = 8 * (Self.header + epochs)
    guard
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      memory != MAP_FAILED
    else {
      perror(path)
      exit(1)
    }
    words = memory.bindMemory(to: UInt64.self, capacity: Self.header + epochs)
    self.epochs = epochs
    self.loop = loop
  }

  func stamp(_ location: Location) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    guard let timestamp = location.timestamp else { return }
    let index = Int((timestamp.nanosecondsSince1970 - Self.start) / 100_000_000)
    guard (0..<epochs).contains(index) else { return }
    words[Self.header + index] = UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    let statistics = loop.statistics
    words[0] = statistics.wakeUps
    words[1] = statistics.timerArmings
  }
}
