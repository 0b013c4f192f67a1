#if Udev
import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@testable import CairnProviders

/// umockdev replaces /sys for a process it was preloaded into: these tests run again in a child.
@Suite("Receivers found by udev")
struct DiscoveredReceiverTests {
  @Test(.enabled(if: DeviceTestbed.isExpected, "umockdev is not installed: apt install umockdev"))
  func `all tests of the suite "mocked receivers" pass under umockdev`() async throws {
    let output = try await DeviceTestbed.run("MockedReceiverTests")
    #expect(output.status == 0, "\(output.text)")
    #expect(output.text.contains("with 3 tests"), "\(output.text)")
  }
}

@Suite("mocked receivers", .serialized, .enabled(if: DeviceTestbed.isActive))
struct MockedReceiverTests {
  @Test("F85: a receiver is used when udev announces it and lost when it is unplugged")
  func plugging() async throws {
    let testbed = try DeviceTestbed()
    let bench = try ProviderBench(.discovered)
    try await bench.start()
    bench.loop.advance(by: .seconds(60))
    #expect(bench.openings == 0)
    for round in 1...3 {
      // Every time under another name.
      let name = "ttyACM\(round)"
      try testbed.add("1-1", name, vendor: "1546", product: "01a9")
      #expect(await bench.waitUntil { bench.openings == round })
      let read = await bench.provider.bytesReceived
      try testbed.send(epoch(round), to: name)
      let end = read + epoch(round).count
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == end })
      #expect(await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round } != nil)
      try testbed.remove("1-1", name)
      let notice = await bench.pass(atMost: .seconds(1)) { bench.codes.count == round }
      #expect(notice != nil && bench.codes.last == .providerLost)
    }
    await bench.stop()
  }

  @Test func `a bridge that udev announces is not opened`() async throws {
    let testbed = try DeviceTestbed()
    let bench = try ProviderBench(.discovered)
    try await bench.start()
    try testbed.add("1-2", "ttyUSB0", vendor: "067b", product: "2303")
    // Something that looks like a receiver is no reason either.
    try testbed.send(epoch(1), to: "ttyUSB0")
    // The receiver's opening proves that the bridge's announcement was seen before.
    try testbed.add("1-1", "ttyACM0", vendor: "1546", product: "01a9")
    #expect(await bench.waitUntil { bench.openings == 1 })
    bench.loop.advance(by: .seconds(60))
    #expect(await bench.provider.bytesReceived == 0, "somebody has read the bridge")
    #expect(bench.fixes.isEmpty)
    await bench.stop()
  }

  @Test("O205: two receivers of one model that swap their names keep their roles")
  func swapped() async throws {
    let bench = try ProviderBench(.discovered)
    for (round, names) in [("ttyACM0", "ttyACM1"), ("ttyACM1", "ttyACM0")].enumerated() {
      let testbed = try DeviceTestbed()
      try testbed.add("1-1", names.0, vendor: "1546", product: "01a8")
      try testbed.add("1-2", names.1, vendor: "1546", product: "01a8")
      try await bench.start()
      #expect(await bench.waitUntil { bench.openings == round + 1 })
      // The one in socket 1-1 is read, the other one is not.
      try testbed.send(epoch(30, north: 0.2), to: names.1)
      let read = await bench.provider.bytesReceived
      try testbed.send(epoch(round), to: names.0)
      let end = read + epoch(round).count
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == end })
      #expect(
        await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round + 1 } != nil)
      #expect(bench.fixes.last?.coordinate.latitude == 37.5)
      await bench.stop()
    }
  }
}
#endif
