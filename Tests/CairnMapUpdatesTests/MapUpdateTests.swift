import CairnData
import CairnLinux
import CairnMaps
import CairnRadio
import CairnTestSupport
import Glibc
import Synchronization
import Testing

@testable import CairnMapUpdates
@testable import CairnWireless

@Suite("Update of a radio map", .timeLimit(.minutes(15)))
struct MapUpdateTests {
  @Test func `takes the first pack whole, and then the differences`() async throws {
    let publisher = try await Publisher()
    let (first, second, third) = (
      try Publisher.bytes(1), try Publisher.bytes(2), try Publisher.bytes(3)
    )
    try await publisher.release(1, first)
    guard case .updated(let pack, let fetched, false) = try publisher.update().run() else {
      Issue.record("not taken whole")
      return
    }
    #expect(pack.version == 1 && fetched == first.count && publisher.installed == first)
    #expect(publisher.previous == nil && publisher.record?.floor == 1)

    try await publisher.release(2, second, from: [first])
    guard case .available(version: 2, let bytes) = try publisher.update().run(isCheck: true) else {
      Issue.record("not available")
      return
    }
    #expect(publisher.installed == first)
    guard case .updated(_, bytes, true) = try publisher.update().run() else {
      Issue.record("no difference taken")
      return
    }
    #expect(bytes < second.count / 8)
    #expect(publisher.installed == second && publisher.previous == first)
    #expect(publisher.record?.current?.version == 2 && publisher.record?.previous?.version == 1)
    #expect(publisher.record?.isProven == false && publisher.record?.checkedDay == 20_790)
    #expect(publisher.folder.read("town.pack.part") == nil)
    #expect(publisher.folder.read("town.pack.new") == nil)

    // A device that has missed one takes the difference over both.
    try await publisher.release(3, third, from: [first, second])
    try publisher.folder.write(first, to: "town.pack")
    guard case .updated(_, _, true) = try publisher.update().run() else {
      Issue.record("no difference taken")
      return
    }
    #expect(publisher.installed == third)
    guard case .upToDate(let same) = try publisher.update().run() else {
      Issue.record("taken again")
      return
    }
    #expect(same.version == 3)
  }

  @Test func `nothing is taken that is not signed by the key`() async throws {
    let (publisher, other) = (try await Publisher(), try await Publisher())
    let first = try Publisher.bytes(1)
    try await publisher.release(1, first)
    let signature = try #require(publisher.folder.read("signature"))
    let manifest = try #require(publisher.folder.read("manifest"))
    try await other.release(1, first)
    for wrong in [
      try #require(other.folder.read("signature")), [], Array(signature.dropLast()),
      signature + [10],
      signature.reversed(),
    ] {
      publisher.server.put("manifest.json.sig", wrong)
      #expect(publisher.failure(try publisher.update())?.kind == .publisher)
    }
    publisher.server.put("manifest.json.sig", signature)
    publisher.server.put("manifest.json", manifest + [10])
    #expect(publisher.failure(try publisher.update())?.kind == .publisher)
    #expect(publisher.installed == nil)
    // One signature of two keys is enough, for a publisher who changes the key.
    publisher.server.put("manifest.json", manifest)
    let both = try #require(
      MapPublisher(publisher.server.address, keys: other.keys + publisher.keys))
    _ = try MapUpdate(MapFiles(publisher.pack), from: both, today: 20_790).run()
    #expect(publisher.installed == first)
  }

  @Test func `a release that is being copied is asked for once more`() async throws {
    let publisher = try await Publisher()
    try await publisher.release(1, try Publisher.bytes(1))
    let signature = try #require(publisher.folder.read("signature"))
    publisher.server.fail("manifest.json.sig", .sends([UInt8](repeating: 1, count: 64)))
    _ = try publisher.update().run()
    #expect(publisher.installed != nil && signature.count == 64)
  }

  @Test func `old releases, those to come, withheld ones and other maps are refused`() async throws
  {
    let publisher = try await Publisher()
    let (first, second) = (try Publisher.bytes(1), try Publisher.bytes(2))
    try await publisher.release(5, second)
    _ = try publisher.update().run()
    for change in [
      { $0.version = 4 }, { $0.day = 20_792 }, { $0.name = "city" },
    ] as [(inout MapManifest) -> Void] {
      try await publisher.release(6, first, change)
      #expect(publisher.failure(try publisher.update())?.kind == .publisher)
      #expect(publisher.installed == second && publisher.record?.floor == 5)
    }
    // The publisher's day may have begun already.
    try await publisher.release(6, first) { $0.day = 20_791 }
    _ = try publisher.update().run()
    #expect(publisher.installed == first)
    var strict = try publisher.update(today: 20_890)
    strict.maximumAge = 90
    #expect(publisher.failure(strict)?.kind == .publisher)
    strict.maximumAge = 99
    #expect(publisher.failure(strict) == nil)
    #expect(publisher.failure(try publisher.update(today: nil))?.kind == .later)
  }

  @Test func `a server that lies, sends more, redirects or has nothing changes nothing`()
    async throws
  {
    let publisher = try await Publisher()
    let (first, second) = (try Publisher.bytes(1), try Publisher.bytes(2))
    try await publisher.release(1, first)
    _ = try publisher.update().run()
    try await publisher.release(2, second)
    for (fault, kind) in [
      (.sends(first), .publisher), (.endless, .publisher),
      (.status(302, head: "Location: http://127.0.0.1:1/x\r\n"), .publisher),
      (.status(404), .later), (.status(503), .later), (.sends([]), .later),
    ] as [(FolderServer.Fault, MapFailure.Kind)] {
      publisher.server.fail("town-2.pack", fault)
      #expect(publisher.failure(try publisher.update())?.kind == kind, "\(fault)")
      #expect(publisher.installed == first)
    }
    for name in ["manifest.json", "manifest.json.sig"] {
      publisher.server.fail(name, .endless)
      #expect(publisher.failure(try publisher.update())?.kind == .publisher)
    }
    _ = try publisher.update().run()
    #expect(publisher.installed == second && publisher.previous == first)
  }

  @Test func `what is signed but no pack is not taken`() async throws {
    let publisher = try await Publisher()
    let first = try Publisher.bytes(1)
    try await publisher.release(1, first)
    _ = try publisher.update().run()
    var damaged = try Publisher.bytes(2)
    damaged[5000] ^= 1
    for wrong in [damaged, Array("no pack".utf8)] {
      try await publisher.release(2, wrong)
      #expect(publisher.failure(try publisher.update())?.kind == .publisher)
      #expect(publisher.installed == first && publisher.record?.floor == 1)
    }
  }

  @Test func `a difference that leads nowhere gives way to the whole pack`() async throws {
    let publisher = try await Publisher()
    let (first, second) = (try Publisher.bytes(1), try Publisher.bytes(2))
    try await publisher.release(1, first)
    _ = try publisher.update().run()
    for (number, wrong) in [
      Array("no delta".utf8),
      // Of another pack as large.
      try #require(
        try PackDelta.bytes(
          from: RadioPack(first), to: RadioPack(try Publisher.bytes(2, shift: 1)))),
    ].enumerated() {
      let digest = try publisher.digest(wrong)
      let base = try publisher.digest(try #require(publisher.installed))
      try await publisher.release(2 + number, number == 0 ? second : try Publisher.bytes(3)) {
        $0.deltas = [
          .init(base: base, file: .init(name: "wrong", byteCount: wrong.count, digest: digest))
        ]
      }
      publisher.server.put("wrong", wrong)
      guard case .updated(_, _, false) = try publisher.update().run() else {
        Issue.record("not taken whole")
        return
      }
    }
    #expect(try publisher.installed == Publisher.bytes(3) && publisher.previous == second)
  }

  @Test func `an interrupted download goes on where it ended`() async throws {
    let publisher = try await Publisher()
    let pack = try Publisher.bytes(1)
    try await publisher.release(1, pack)
    publisher.server.fail("town-1.pack", .cut(after: 10_000), .cut(after: 5000))
    for _ in 0..<2 { #expect(publisher.failure(try publisher.update())?.kind == .later) }
    #expect(publisher.folder.read("town.pack.part") == Array(pack.prefix(15_000)))
    #expect(publisher.installed == nil)
    guard case .updated(_, let fetched, _) = try publisher.update().run() else { return }
    #expect(fetched == pack.count - 15_000 && publisher.installed == pack)
    #expect(
      publisher.server.requests.filter { $0.contains("town-1.pack") } == [
        "GET town-1.pack", "GET town-1.pack bytes=10000-", "GET town-1.pack bytes=15000-",
      ])
  }

  @Test func `a part of something else is fetched anew`() async throws {
    let publisher = try await Publisher()
    let (first, second) = (try Publisher.bytes(1), try Publisher.bytes(2))
    try await publisher.release(1, first)
    publisher.server.fail("town-1.pack", .cut(after: 10_000))
    #expect(publisher.failure(try publisher.update())?.kind == .later)
    // Another release came in between.
    try await publisher.release(2, second)
    publisher.server.fail("town-2.pack", .cut(after: 12_000))
    #expect(publisher.failure(try publisher.update())?.kind == .later)
    #expect(publisher.folder.read("town.pack.part") == Array(second.prefix(12_000)))
    // The disk has lost some of it.
    try publisher.folder.write([UInt8](repeating: 0, count: 12_000), to: "town.pack.part")
    _ = try publisher.update().run()
    #expect(publisher.installed == second)
  }

  @Test func `a server that knows no ranges sends it all again`() async throws {
    let publisher = try await Publisher()
    let pack = try Publisher.bytes(1)
    try await publisher.release(1, pack)
    publisher.server.fail("town-1.pack", .cut(after: 10_000), .wholeAlways)
    #expect(publisher.failure(try publisher.update())?.kind == .later)
    _ = try publisher.update().run()
    #expect(publisher.installed == pack)
  }

  @Test func `a server that stalls is left, and what came is kept`() async throws {
    let publisher = try await Publisher()
    let pack = try Publisher.bytes(1)
    try await publisher.release(1, pack)
    publisher.server.fail("town-1.pack", .stall(after: 9000))
    #expect(publisher.failure(try publisher.update(patience: .seconds(1)))?.kind == .later)
    #expect(publisher.folder.read("town.pack.part") == Array(pack.prefix(9000)))
    publisher.server.fail("manifest.json", .stall(after: 10))
    #expect(publisher.failure(try publisher.update(patience: .seconds(1)))?.kind == .later)
  }

  @Test func `whoever ends it keeps what was fetched`() async throws {
    let publisher = try await Publisher()
    try await publisher.release(1, try Publisher.bytes(1))
    var update = try publisher.update()
    let cancellation = update.cancellation
    update.onProgress = { _, _ in cancellation.cancel() }
    publisher.server.fail("town-1.pack", .stall(after: 9000))
    #expect(publisher.failure(update)?.kind == .cancelled)
    #expect(publisher.folder.read("town.pack.part") != nil && publisher.installed == nil)
  }

  @Test func `another file than a pack is not replaced`() async throws {
    let publisher = try await Publisher()
    try await publisher.release(1, try Publisher.bytes(1))
    try publisher.folder.write("notes", to: "town.pack")
    #expect(publisher.failure(try publisher.update())?.kind == .here)
    #expect(publisher.installed == Array("notes".utf8))
    // A damaged pack is.
    var damaged = try Publisher.bytes(1)
    damaged[40] ^= 1
    try publisher.folder.write(damaged, to: "town.pack")
    _ = try publisher.update().run()
    #expect(try publisher.installed == Publisher.bytes(1))
  }

  @Test func `a damaged record is not forgotten, since the floor is in it`() async throws {
    let publisher = try await Publisher()
    try await publisher.release(1, try Publisher.bytes(1))
    _ = try publisher.update().run()
    try publisher.folder.write("{", to: "town.pack.json")
    #expect(publisher.failure(try publisher.update())?.kind == .here)
    try publisher.folder.remove("town.pack.json")
    #expect(publisher.failure(try publisher.update()) == nil)
  }

  @Test func `two that update at once do not spoil it`() async throws {
    let publisher = try await Publisher()
    try await publisher.release(1, try Publisher.bytes(1))
    let lock = try PartialFile(publisher.pack + ".part")
    #expect(publisher.failure(try publisher.update())?.kind == .later)
    withExtendedLifetime(lock) {}
  }
}
