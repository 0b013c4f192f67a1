import CairnExports
import CairnLinux
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@testable import CairnService

/// A server on a loop with a virtual clock.
///
/// Unchecked, because the server is used on the loop alone.
private final class Bench: @unchecked Sendable {
  let loop: EventLoop
  private(set) var port: UInt16 = 0
  private var server: GPSDServer?
  private let feed = GPSDByteFeed(device: "/dev/ttyS1")
  private let demands = Mutex<[Bool]>([])
  private let lines = Mutex<[String]>([])

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    on { bench in
      let server = GPSDServer(loop: bench.loop) { line in bench.lines.withLock { $0.append(line) } }
      server.onDemand = { programs in bench.demands.withLock { $0.append(!programs.isEmpty) } }
      server.add("/dev/ttyS1")
      bench.server = server
      if case .tcp(_, let port)? = try? server.listen(at: .tcp(host: "127.0.0.1", port: 0)) {
        bench.port = port
      }
    }
    try #require(port != 0)
  }

  func on(_ body: @escaping @Sendable (Bench) -> Void) {
    loop.post { body(self) }
    loop.settle()
  }

  func note(_ event: GPSDDevice.Event) {
    on { $0.server?.note(event, of: "/dev/ttyS1") }
  }

  func note(bytes: [UInt8]) { on { $0.server?.note(bytes.span, of: $0.feed) } }

  var clientCount: Int {
    on { bench in
      let present = bench.server?.clientCount ?? 0
      bench.counted.withLock { $0 = present }
    }
    return counted.withLock { $0 }
  }
  private let counted = Mutex(0)

  var demand: [Bool] { demands.withLock { $0 } }
  var log: [String] { lines.withLock { $0 } }

  func end() {
    on { bench in
      bench.server?.close()
      bench.server = nil
    }
    loop.shutdown()
  }
}

@Suite("the server of gpsd's clients", .tags(.loopback))
struct GPSDServerTests {
  @Test func `a watcher is a demand, and no watcher is none`() async throws {
    let bench = try Bench()
    let first = try LocalClient(port: bench.port)
    let second = try LocalClient(port: bench.port)
    #expect(await Patience.wait { bench.clientCount == 2 })
    #expect(bench.demand.isEmpty)
    for client in [first, second] { client.send("?WATCH={\"enable\":true,\"json\":true};") }
    #expect(await Patience.wait { bench.demand == [true] })
    first.hangUp()
    #expect(await Patience.wait { bench.clientCount == 1 })
    #expect(bench.demand == [true])
    second.hangUp()
    #expect(await Patience.wait { bench.demand == [true, false] })
    bench.end()
  }

  @Test func `a client that polls no more is no demand after a minute`() async throws {
    let bench = try Bench()
    let client = try LocalClient(port: bench.port)
    client.send("?WATCH={\"enable\":true}")
    #expect(await Patience.wait { bench.demand == [true] })
    bench.loop.advance(by: .seconds(59))
    #expect(bench.demand == [true])
    bench.loop.advance(by: .seconds(1))
    #expect(bench.demand == [true, false])
    client.send("?POLL;")
    #expect(await Patience.wait { bench.demand == [true, false, true] })
    bench.end()
  }

  @Test func `silence is told without anything that happens`() async throws {
    let bench = try Bench()
    let client = try LocalClient(port: bench.port)
    client.send("?WATCH={\"enable\":true,\"json\":true};")
    #expect(await Patience.wait { bench.demand == [true] })
    bench.loop.advance(by: .seconds(2))
    var text = ""
    #expect(
      await Patience.wait {
        text += client.read() ?? ""
        return text.contains(#""mode":1}"#)
      })
    bench.end()
  }

  @Test func `a client that never reads costs the others nothing and goes after 60 s`() async throws
  {
    let bench = try Bench()
    let slow = try LocalClient(port: bench.port)
    let quick = try LocalClient(port: bench.port)
    for client in [slow, quick] { client.send("?WATCH={\"enable\":true,\"raw\":2};") }
    #expect(await Patience.wait { bench.demand == [true] && bench.clientCount == 2 })
    let content = [UInt8](repeating: UInt8(ascii: "x"), count: 32_768)
    var received = 0
    // More than the kernel holds for a client that does not read.
    for _ in 0..<400 {
      bench.note(bytes: content)
      received += quick.read()?.utf8.count ?? 0
    }
    #expect(
      await Patience.wait {
        bench.loop.settle()
        received += quick.read()?.utf8.count ?? 0
        return received >= 400 * content.count
      })
    #expect(bench.clientCount == 2)
    bench.loop.advance(by: .seconds(59))
    #expect(bench.clientCount == 2)
    bench.loop.advance(by: .seconds(2))
    #expect(bench.clientCount == 1)
    #expect(bench.log.contains { $0.contains("took nothing for 60 s") })
    bench.end()
  }

  @Test func `a client that floods is disconnected`() async throws {
    let bench = try Bench()
    let client = try LocalClient(port: bench.port)
    client.send(String(repeating: "x", count: 5000))
    #expect(await Patience.wait { bench.clientCount == 0 && !bench.log.isEmpty })
    #expect(
      bench.log == [
        "a client was disconnected because it sent 4096 bytes without a request; 0 lines were left out"
      ])
    bench.end()
  }

  @Test func `more clients than there is room for are refused, and the others stay`() async throws {
    let bench = try Bench()
    let clients = try (0..<GPSDServer.capacity).map { _ in try LocalClient(port: bench.port) }
    #expect(await Patience.wait { bench.clientCount == GPSDServer.capacity })
    let other = try LocalClient(port: bench.port)
    #expect(
      await Patience.wait {
        bench.loop.settle()
        return other.read() == nil
      })
    #expect(bench.clientCount == GPSDServer.capacity)
    #expect(bench.log == ["256 clients are connected; more are refused"])
    #expect(clients[0].read()?.contains("VERSION") == true)
    bench.end()
  }

  @Test func `a client that asks on and reads no answer goes, and others stay`() async throws {
    let bench = try Bench()
    let flood = try LocalClient(port: bench.port)
    let honest = try LocalClient(port: bench.port)
    #expect(await Patience.wait { bench.clientCount == 2 })
    let requests = Array(String(repeating: "?WATCH;?DEVICES;", count: 256).utf8)
    #expect(
      await Patience.wait {
        flood.sendSome(requests)
        bench.loop.settle()
        return bench.clientCount == 1
      })
    #expect(bench.log.last?.contains("asks on without reading the answers") == true)
    honest.send("?VERSION;?DEVICES;")
    var text = ""
    #expect(
      await Patience.wait {
        text += honest.read() ?? ""
        return text.contains("DEVICES")
      })
    bench.end()
  }

  @Test func `connections that ask for nothing make room, and a watcher does not`() async throws {
    let bench = try Bench()
    let watcher = try LocalClient(port: bench.port)
    watcher.send("?WATCH={\"enable\":true,\"json\":true};")
    #expect(await Patience.wait { bench.demand == [true] })
    let silent = try (1..<GPSDServer.capacity).map { _ in try LocalClient(port: bench.port) }
    #expect(await Patience.wait { bench.clientCount == GPSDServer.capacity })
    bench.loop.advance(by: GPSDServer.idleness)
    let late = try (0..<3).map { _ in try LocalClient(port: bench.port) }
    for client in late { client.send("?DEVICES;") }
    var texts = ["", "", ""]
    #expect(
      await Patience.wait {
        bench.loop.settle()
        for (index, client) in late.enumerated() { texts[index] += client.read() ?? "" }
        return texts.allSatisfy { $0.contains("DEVICES") }
      })
    #expect(bench.clientCount == GPSDServer.capacity)
    #expect(bench.demand == [true])
    #expect(silent.count { $0.isOver } == 3)
    #expect(!watcher.isOver)
    bench.end()
  }
}
