import CairnTestSupport
import CairnHAL
@testable import CairnLinux
import CairnReceiver
import CairnSimulator
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnProviders

extension Tag {
  /// Runs over a pseudo-terminal or the loopback interface.
  @Tag static var loopback: Self
}

/// One provider on a virtual clock, and everything it said.
final class ProviderBench: Sendable {
  let loop: EventLoop
  let provider: GNSSProvider
  let tracking: ProviderWork.Tracking
  private let log = Mutex<[(time: MonotonicTime, event: ProviderEvent)]>([])

  init(
    _ source: ReceiverSource, accuracy: DesiredAccuracy = .best, access: DeviceAccess = .system,
    control: ReceiverControl = .configure, profiles: [HardwareProfile] = [],
    corrections: NTRIPCaster? = nil, watchesPulses: Bool = false, stateDirectory: String? = nil,
    loop: EventLoop? = nil
  ) throws {
    let loop =
      try loop ?? EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    self.loop = loop
    provider = GNSSProvider(
      source: source, control: control, profiles: profiles, corrections: corrections,
      watchesPulses: watchesPulses, stateDirectory: stateDirectory, loop: loop, access: access)
    tracking = .init(interval: .seconds(1), accuracy: accuracy)
  }

  deinit { loop.shutdown() }

  func start() async throws {
    let sink = ProviderSink { [weak self] event in
      guard let self else { return }
      let now = self.loop.now()
      self.log.withLock { $0.append((now, event)) }
    }
    await provider.connect(sink)
    try await provider.perform(.track(tracking))
  }

  /// Stops the provider. One that waits until its last words have left the line is passed the time.
  func stop() async {
    let hasStopped = Atomic(false)
    async let stopping: Void = {
      try? await provider.perform(.off)
      hasStopped.store(true, ordering: .releasing)
    }()
    _ = await Patience.wait {
      loop.settle()
      if hasStopped.load(ordering: .acquiring) { return true }
      if loop.isVirtual { loop.advance(by: .milliseconds(5)) }
      return false
    }
    await stopping
  }

  // MARK: What it said

  var events: [ProviderEvent] { log.withLock { $0.map(\.event) } }

  var fixes: [Location] {
    events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }

  var errors: [LocationError] {
    events.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }

  var codes: [LocationError.Code] { errors.map(\.code) }

  /// What it said of its receiver.
  var reports: [ReceiverReport] {
    events.compactMap { if case .receiver(let report) = $0 { report } else { nil } }
  }

  /// What it said of corrections, and when.
  var correctionReports: [(time: MonotonicTime, report: ReceiverReport.Corrections)] {
    log.withLock { log in
      log.compactMap { entry in
        guard case .receiver(let report) = entry.event else { return nil }
        return report.corrections.map { (entry.time, $0) }
      }
    }
  }

  /// How often it said that it had opened its device.
  var openings: Int { openingTimes.count }

  /// How often it said that it had no device.
  var absences: Int {
    events.count { if case .lifecycle(.absent) = $0 { true } else { false } }
  }

  /// When it opened its device.
  var openingTimes: [MonotonicTime] {
    log.withLock { log in
      log.compactMap { if case .lifecycle(.searching) = $0.event { $0.time } else { nil } }
    }
  }

  /// When an error of one code kept it from working.
  func failureTimes(_ code: LocationError.Code) -> [MonotonicTime] {
    log.withLock { log in
      log.compactMap { entry in
        guard case .issue(let issue) = entry.event, issue.isBlocking, issue.error?.code == code
        else { return nil }
        return entry.time
      }
    }
  }

  /// The issues that it raised in other words than before.
  var explanations: [String] {
    events.reduce(into: []) { words, event in
      if case .issue(let issue) = event, words.last != issue.explanation {
        words.append(issue.explanation)
      }
    }
  }

  func clear() { log.withLock { $0.removeAll() } }

  // MARK: Time

  /// Lets the loop and other threads work, without passing time.
  func waitUntil(
    atMost limit: Duration = Patience.limit, _ condition: () async -> Bool
  ) async -> Bool {
    await Patience.wait(atMost: limit) {
      if await condition() { return true }
      loop.settle()
      return false
    }
  }

  /// Passes time in small steps until a condition holds.
  ///
  /// - Parameters:
  ///   - limit: of virtual time.
  ///   - step: shorter than the silence that ends an epoch.
  ///   - port: what it has sent is read before time goes on: the kernel hands it over on a thread
  ///     of its own, which virtual time would not wait for.
  ///   - condition: looked at after each step.
  /// - Returns: how long it took; `nil` when `limit` was not enough.
  func pass(
    atMost limit: Duration, step: Duration = .milliseconds(20), with port: SimulatedPort? = nil,
    until condition: () async -> Bool
  ) async -> Duration? {
    let start = loop.now()
    var known = -1
    var lead = 0
    while await !condition() {
      guard loop.now() - start < limit else { return nil }
      loop.advance(by: step)
      await Task.yield()
      guard let port else { continue }
      let sent = await port.counts.bytesSent
      if openings != known {
        // What was sent before the opening is thrown away by it.
        known = openings
        lead = await Patience.lost(of: sent) { await provider.bytesReceived }
      }
      let isRead = await waitUntil(atMost: .seconds(2)) {
        guard await provider.isOpen, openings == known else { return true }
        return await provider.bytesReceived >= sent - lead
      }
      // A change of speed has thrown the rest away: it will never come.
      if !isRead { lead = await sent - provider.bytesReceived }
    }
    return loop.now() - start
  }

  /// Passes time in small steps.
  func pass(_ duration: Duration) async {
    _ = await pass(atMost: duration) { false }
  }

  /// Writes to a terminal and waits until the provider has read all of it.
  func send(_ bytes: [UInt8], to terminal: PseudoTerminal) async -> Bool {
    let before = await provider.bytesReceived
    var sent = 0
    return await waitUntil {
      if sent < bytes.count { sent += terminal.write(Array(bytes[sent...])) }
      return await provider.bytesReceived == before + bytes.count
    }
  }
}

extension EventLoop {
  /// Runs `body` on the loop and waits for it.
  func on(_ body: @escaping @Sendable () -> Void) {
    post(body)
    settle()
  }
}

/// Sentences of one epoch, so many seconds after noon, `north` degrees north of 37.5°.
func epoch(_ second: Int, north: Double = 0) -> [UInt8] {
  let time = "12\(two(second / 60 % 60))\(two(second % 60)).00"
  let minutes = 30 + north * 60
  let latitude = "37\(two(Int(minutes))).\(four(minutes))"
  return sentence("GPRMC,\(time),A,\(latitude),N,12700.0000,E,0.0,0.0,010126,,,A")
    + sentence("GPGGA,\(time),\(latitude),N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,")
}

/// A sentence with its checksum and line ending.
func sentence(_ body: String) -> [UInt8] {
  let sum = String(body.utf8.reduce(0) { $0 ^ $1 }, radix: 16, uppercase: true)
  return Array("$\(body)*\(sum.utf8.count < 2 ? "0" : "")\(sum)\r\n".utf8)
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private func four(_ minutes: Double) -> String {
  let fraction = String(Int((minutes - Double(Int(minutes))) * 10_000))
  return String(repeating: "0", count: 4 - fraction.utf8.count) + fraction
}

/// A name for a link that no other test uses.
func freshLink() -> String {
  "/tmp/cairn-test-\(UInt64.random(in: 0 ... .max))"
}

/// Carries a terminal into a closure that runs on the loop while the test waits for it.
final class Box: @unchecked Sendable {
  let content: PseudoTerminal
  init(_ content: PseudoTerminal) { self.content = content }
}

/// A look at how much waits in a line. Made before the line is used exclusively.
final class Line: Sendable {
  private let descriptor: Int32

  init(_ terminal: PseudoTerminal) {
    descriptor = open(terminal.path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Bytes that the program may read at once.
  var unreadCount: Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  /// Waits, at most a minute, until the other side is gone: a program that another test starts has
  /// a copy of it for a moment, and virtual time would not wait for that.
  func waitForHangUp() -> Bool {
    var line = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&line, 1, 60_000) == 1
  }
}
