import CairnLinux
import CairnMaps
import CairnRadio
import CairnTestSupport
import Glibc
import Testing

@testable import CairnMapUpdates
@testable import CairnWireless

@Suite("Update of a radio map, and the power goes", .timeLimit(.minutes(15)))
struct MapPowerCutTests {
  /// A device with version 1, and a publisher who has version 2.
  private static func bench(byDelta: Bool) async throws -> (Publisher, old: [UInt8], new: [UInt8]) {
    let publisher = try await Publisher()
    let (old, new) = (try Publisher.bytes(1), try Publisher.bytes(2))
    try await publisher.release(1, old)
    _ = try publisher.update().run()
    try await publisher.release(2, new, from: byDelta ? [old] : [])
    return (publisher, old, new)
  }

  @Test(arguments: MapUpdate.Step.allCases, [false, true])
  func `after any step, a whole pack is in place, and the next call ends it`(
    step: MapUpdate.Step, byDelta: Bool
  ) async throws {
    let (publisher, old, new) = try await Self.bench(byDelta: byDelta)
    var update = try publisher.update()
    update.onStep = { now throws(MapFailure) in
      if now == step { throw MapFailure(.cancelled, "the power is gone") }
    }
    let wasCut = publisher.failure(update)?.kind == .cancelled
    #expect(wasCut == (byDelta || step != .patched))
    let installed = try #require(publisher.installed)
    #expect(installed == (step == .replaced || !wasCut ? new : old))
    #expect(publisher.record != nil)
    let floor = try #require(publisher.record?.floor)
    #expect(floor == 1 || floor == 2)
    // What was old before is not lost either, once it is the one before.
    if step == .keptPrevious || step == .recorded { #expect(publisher.previous == old) }
    _ = try publisher.update().run()
    #expect(publisher.installed == new && publisher.previous == old)
    #expect(publisher.record?.current?.version == 2 && publisher.record?.previous?.version == 1)
    #expect(publisher.folder.read("town.pack.new") == nil)
  }

  @Test func `a loss between record and pack does not open the way back`() async throws {
    let (publisher, old, _) = try await Self.bench(byDelta: false)
    var update = try publisher.update()
    update.onStep = { now throws(MapFailure) in
      if now == .recorded { throw MapFailure(.cancelled, "the power is gone") }
    }
    #expect(publisher.failure(update) != nil && publisher.installed == old)
    try await publisher.release(1, old)
    #expect(publisher.failure(try publisher.update())?.kind == .publisher)
  }

  @Test func `what a killed program has left is in nobody's way`() async throws {
    let (publisher, old, new) = try await Self.bench(byDelta: true)
    // Parts of files, links and locks without owners.
    for name in ["town.pack.new", "town.pack.part", "town.pack.lock", "town.pack.previous.link"] {
      try publisher.folder.write([1, 2, 3], to: name)
    }
    _ = try publisher.update().run()
    #expect(publisher.installed == new && publisher.previous == old)
  }

  @Test func `a folder that may not be written says so`() async throws {
    let (publisher, old, _) = try await Self.bench(byDelta: false)
    guard geteuid() != 0 else { return }
    chmod(publisher.folder.path, 0o500)
    defer { chmod(publisher.folder.path, 0o700) }
    #expect(publisher.failure(try publisher.update())?.kind == .here)
    #expect(publisher.installed == old)
  }
}
