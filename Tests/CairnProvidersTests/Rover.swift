import CairnHAL
import CairnLinux
import CairnRTCM
import CairnReceiver
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// A simulated RTK receiver and its provider, on a virtual clock that no network waits for.
final class Rover: Sendable {
  let bench: ProviderBench
  let port: SimulatedPort

  init(_ caster: NTRIPCaster, control: ReceiverControl = .configure) async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    var receiver = SimulatedReceiver.Configuration(.uBloxF9P)
    receiver.timeToFirstFix = .zero
    port = SimulatedPort(.receiver(receiver), loop: loop)
    let path = try await port.plugIn()
    bench = try ProviderBench(
      .address(.device(path)), control: control, corrections: caster, loop: loop)
  }

  /// Starts the provider and passes time until it has asked for corrections.
  func start() async throws {
    try await bench.start()
    let isAsking = await pass(atMost: .seconds(30)) {
      self.corrections.map { $0.state != .paused } ?? false
    }
    try #require(isAsking)
  }

  /// Ends both. The receiver goes first: a provider that stops waits until its last words have left the
  /// line, and nobody would pass time meanwhile.
  func end() async {
    await port.unplug()
    _ = await bench.waitUntil { await !bench.provider.isOpen }
    await bench.stop()
  }

  /// What was said of corrections last.
  var corrections: ReceiverReport.Corrections? { bench.correctionReports.last?.report }

  /// Lets the network work, without passing time, until corrections are in a state.
  func wait(for state: ReceiverReport.Corrections.State) async -> Bool {
    let isThere = await bench.waitUntil { corrections?.state == state }
    if !isThere { Issue.record("not \(state): \(String(describing: corrections))") }
    return isThere
  }

  /// Passes time in small steps until a condition holds; what the receiver says is read meanwhile, but for
  /// what a change of speed throws away.
  func pass(atMost limit: Duration, until condition: () async -> Bool) async -> Bool {
    await bench.pass(atMost: limit, with: port, until: condition) != nil
  }

  /// Passes time.
  func pass(_ duration: Duration) async {
    _ = await pass(atMost: duration) { false }
  }

  /// The position and the observations of a base, one epoch; what else they say means nothing here.
  static let epoch: [UInt8] = [1005, 1077, 1087].flatMap { message($0) }

  /// A message of that number from station 7.
  static func message(_ number: UInt16) -> [UInt8] {
    let payload: [UInt8] =
      [UInt8(number >> 4), UInt8(number << 4 & 0xF0), 7] + [UInt8](repeating: 0, count: 60)
    return (try? RTCMFrame.encode(payload.span)) ?? []
  }
}
