import CairnHAL
import CairnLinux
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnProviders

/// A receiver behind a TCP server.
@Suite("TCP receivers", .serialized, .tags(.loopback))
struct NetworkTests {
  @Test func `a server that goes away and comes back is connected again by itself`() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    var sent = 0
    for round in 1...3 {
      let peer = try #require(await server.accept())
      sent += epoch(round).count
      peer.send(epoch(round))
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == sent })
      #expect(
        await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round } != nil)
      peer.close()
      #expect(await bench.waitUntil { bench.codes.count == round })
      #expect(bench.codes.last == .providerLost)
      // What has not lasted for a minute is no health.
      bench.loop.advance(by: .seconds(1 << (round - 1)))
    }
    await bench.stop()
  }

  @Test func `a server that accepts and hangs up is called after 1, 2, 4 and 8 seconds`()
    async throws
  {
    let server = try Server()
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    let calls = Calls()
    let bench = try ProviderBench(
      .address(.tcp(host: "127.0.0.1", port: server.port)), access: calls.access(loop), loop: loop)
    try await bench.start()
    for round in 1...5 {
      try #require(await server.accept()).close()
      #expect(await bench.waitUntil { bench.absences == round })
      bench.loop.advance(by: .seconds(1 << (round - 1)))
    }
    let times = calls.times
    #expect(
      zip(times.dropFirst(), times).prefix(4).map { $0 - $1 } == [1, 2, 4, 8].map { .seconds($0) })
    #expect(bench.codes == [.providerLost], "reported once")
    #expect(bench.openings == 1, "it shows itself by what it sends")
    // That is another thing than hardware that is not there.
    #expect(bench.explanations.count == 1)
    #expect(bench.explanations.first?.contains("the server has closed the connection") == true)
    #expect(bench.errors.first?.cause?.code == ECONNRESET)
    await bench.stop()
  }

  @Test func `a peer that is gone without a word is noticed within a minute`() async throws {
    let server = try Server()
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let source = TCPSource(host: "127.0.0.1", port: server.port)
    let box = Connection(source)
    loop.on { box.open(on: loop) }
    let peer = try #require(await server.accept())
    loop.settle()
    func option(_ level: Int32, _ name: Int32) -> Int32 {
      var value: Int32 = -1
      var length = socklen_t(MemoryLayout<Int32>.size)
      _ = getsockopt(source.descriptor, level, name, &value, &length)
      return value
    }
    #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    let tcp = Int32(IPPROTO_TCP)
    let patience = option(tcp, TCP_KEEPIDLE) + option(tcp, TCP_KEEPINTVL) * option(tcp, TCP_KEEPCNT)
    #expect(patience == 60)
    #expect(option(tcp, TCP_USER_TIMEOUT) == 60_000)
    loop.on { box.close() }
    peer.close()
  }

  @Test func `a server that is not there is tried again with back-off until it is`() async throws {
    // Has the port, so that no other program gets it, but does not listen.
    let server = try Server(isListening: false)
    let port = server.port
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: port)))
    try await bench.start()
    #expect(await bench.waitUntil { bench.codes == [.noProvider] })
    #expect(bench.errors.first?.cause?.path == "tcp://127.0.0.1:\(port)")
    #expect(bench.errors.first?.cause?.explanation.contains("nothing listens") == true)
    for attempt in 2...5 {
      bench.loop.advance(by: .seconds(1 << (attempt - 2)))
      #expect(await bench.waitUntil { bench.failureTimes(.noProvider).count == attempt })
    }
    let times = bench.failureTimes(.noProvider)
    #expect(zip(times.dropFirst(), times).map { $0 - $1 } == [1, 2, 4, 8].map { .seconds($0) })
    #expect(bench.codes == [.noProvider], "reported once")
    await bench.stop()
  }

  @Test func `a server that answers late is no foreign protocol`() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    let peer = try #require(await server.accept())
    bench.loop.settle()
    bench.loop.advance(by: .seconds(11))
    #expect(bench.errors.isEmpty && bench.openings == 1)
    peer.send(epoch(1))
    #expect(await bench.waitUntil { await bench.provider.bytesReceived == epoch(1).count })
    #expect(await bench.pass(atMost: .seconds(1)) { bench.fixes.count == 1 } != nil)
    peer.close()
    await bench.stop()
  }

  @Test func `a server that says nothing is called again, later and later`() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    for round in 1...4 {
      let peer = try #require(await server.accept())
      let notice = await bench.pass(atMost: .seconds(15), step: .milliseconds(100)) {
        bench.failureTimes(.noProvider).count == round
      }
      #expect(notice.map { $0 > .seconds(11) } == true)
      #expect(
        await bench.waitUntil {
          peer.read()
          return peer.hasEnded
        })
      bench.loop.advance(by: .seconds(1 << (round - 1)))
    }
    #expect(bench.codes == [.noProvider], "reported once")
    #expect(bench.errors.first?.cause?.explanation.contains("sends nothing") == true)
    let peer = try #require(await server.accept())
    peer.send(epoch(1))
    #expect(await bench.pass(atMost: .seconds(1)) { bench.fixes.count == 1 } != nil)
    await bench.stop()
  }

  @Test func `a server that sends nonsense without end is given up, and called later and later`()
    async throws
  {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    for round in 1...3 {
      let peer = try #require(await server.accept())
      let notice = await bench.pass(atMost: .seconds(10), step: .milliseconds(100)) {
        peer.send([0x55, 0x01, 0xD3, 0x00, 0x02])
        bench.loop.settle()
        return bench.failureTimes(.protocolMismatch).count == round
      }
      #expect(notice != nil)
      peer.close()
      bench.loop.advance(by: .seconds(1 << (round - 1)))
    }
    #expect(bench.codes == [.protocolMismatch], "reported once")
    #expect(bench.fixes.isEmpty)
    await bench.stop()
  }

  @Test(
    arguments: [
      (
        Array(#"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"#.utf8),
        "gpsd's"
      ),
      (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "text without NMEA sentences"),
      ([UInt8](repeating: 0, count: 4000), "nothing but zeros"),
      ([0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF], "noise, or a format"),
    ] as [([UInt8], String)])
  func `a server that is no receiver is called what it is, without advice on lines`(
    speech: [UInt8], name: String
  ) async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    let peer = try #require(await server.accept())
    peer.send(speech)
    #expect(await bench.waitUntil { await bench.provider.bytesReceived == speech.count })
    #expect(await bench.pass(atMost: .seconds(10)) { !bench.codes.isEmpty } != nil)
    let words = bench.explanations
    #expect(words.count == 1)
    #expect(words.first?.contains("looks like \(name)") == true, "\(words)")
    for word in ["wiring", "voltage", "speed"] { #expect(words.first?.contains(word) == false) }
    peer.close()
    await bench.stop()
  }

  @Test("F89: a server that talks something else is protocolMismatch")
  func foreign() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    let peer = try #require(await server.accept())
    let answer = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    peer.send(answer)
    #expect(await bench.waitUntil { await bench.provider.bytesReceived == answer.count })
    bench.loop.advance(by: .seconds(6))
    #expect(bench.codes == [.protocolMismatch])
    peer.close()
    await bench.stop()
  }
}

/// When devices were opened.
private final class Calls: Sendable {
  private let log = Mutex<[MonotonicTime]>([])
  var times: [MonotonicTime] { log.withLock { $0 } }

  func access(_ loop: EventLoop) -> DeviceAccess {
    var access = DeviceAccess.system
    let open = access.open
    access.open = { [self] (address, settings) throws(DeviceError) in
      log.withLock { $0.append(loop.now()) }
      return try open(address, settings)
    }
    return access
  }
}

/// A connection whose bytes nobody wants. Belongs to the loop.
private final class Connection: @unchecked Sendable {
  private let source: TCPSource
  private var reader: ByteReader?

  init(_ source: TCPSource) { self.source = source }

  func open(on loop: EventLoop) {
    reader = try? ByteReader(source: source, loop: loop, onBytes: { _, _ in }, onEnd: { _ in })
  }

  func close() {
    reader?.stop()
    source.close()
  }
}
