import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// A provider that only asks its receiver what it is.
@Suite("Identifying", .serialized, .tags(.loopback))
struct IdentifyTests {
  @Test(arguments: [SimulatedReceiver.Configuration(.uBloxM8), .init(.uBloxM10)])
  func `a receiver says what it is, and is left as it was`(
    receiver: SimulatedReceiver.Configuration
  ) async throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let port = SimulatedPort(.receiver(receiver), loop: loop)
    let path = try await port.plugIn()
    let before = await port.configuration
    let bench = try ProviderBench(.address(.device(path)), control: .identify, loop: loop)
    try await bench.start()
    let wait = await bench.pass(atMost: .seconds(20), with: port) {
      bench.reports.last?.isIdentified ?? false
    }
    #expect(wait != nil)
    let report = try #require(bench.reports.last)
    #expect(report.firmware != nil)
    #expect(report.configuration == nil)
    #expect(report.sentences + report.ubxFrames > 0)
    loop.advance(by: .seconds(30))
    await bench.stop()
    #expect(await port.configuration?.output == before?.output)
    #expect(await port.configuration?.baudRate == before?.baudRate)
    await port.unplug()
  }
}
