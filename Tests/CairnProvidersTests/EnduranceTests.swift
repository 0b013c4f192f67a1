import CairnTestSupport
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Foundation
import Testing

@testable import CairnProviders

/// What a firmware does for years.
@Suite("Endurance", .serialized, .tags(.loopback))
struct EnduranceTests {
  private static let isChild = ProcessInfo.processInfo.environment["CAIRN_ALONE"] == "1"

  /// Other tests open descriptors and threads meanwhile, so the counting is done in a process of
  /// its own.
  @Test(.enabled(if: !isChild))
  func `the counting test passes in a process of its own`() async throws {
    let output = try await TestProcess.run(
      "EnduranceTests/cycles", ["CAIRN_ALONE": "1"])
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 1 test"), "\(output.text)")
  }

  @Test(
    "O207: 1000 times start, unplug, replug, stop: no descriptor, thread or memory is left",
    .enabled(if: isChild))
  func cycles() async throws {
    let link = freshLink()
    let bench = try ProviderBench(.address(.device(link)))
    var base = try ProcessUsage()
    for cycle in 0..<1200 {
      let terminal = try PseudoTerminal(link: link)
      try await bench.start()
      try #require(await bench.send(epoch(cycle), to: terminal), "cycle \(cycle): \(bench.events)")
      terminal.hangUp()
      try #require(await bench.waitUntil { bench.codes.contains(.providerLost) })
      let again = try PseudoTerminal(link: link)
      bench.loop.advance(by: .seconds(1))
      try #require(await bench.send(epoch(cycle + 1), to: again))
      bench.loop.advance(by: .milliseconds(100))
      try #require(bench.fixes.count == 2)
      await bench.stop()
      again.hangUp()
      bench.clear()
      // Allocators and lazy tables need some rounds to settle.
      if cycle == 199 { base = try ProcessUsage() }
    }
    let end = try ProcessUsage()
    // The runtime opens some for itself when it likes; a leak would be a thousand.
    #expect(end.descriptors < base.descriptors + 10, "\(base.descriptors) → \(end.descriptors)")
    #expect(end.threads < base.threads + 10, "\(base.threads) → \(end.threads)")
    #expect(end.residentKiB - base.residentKiB < 1024, "\(base.residentKiB) → \(end.residentKiB)")
  }
}
