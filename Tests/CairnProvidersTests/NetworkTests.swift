import CairnHAL
import CairnLinux
import CairnTypes
import Glibc
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
      let peer = try #require(server.accept())
      sent += epoch(round).count
      peer.send(epoch(round))
      #expect(await bench.waitUntil { await bench.provider.bytesReceived == sent })
      #expect(
        await bench.pass(atMost: .seconds(1)) { bench.fixes.count == round } != nil)
      peer.close()
      #expect(await bench.waitUntil { bench.codes.count == round })
      #expect(bench.codes.last == .providerLost)
      bench.loop.advance(by: .seconds(1))
    }
    await bench.stop()
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

  @Test func `a server that answers late or says nothing is not a foreign protocol`() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    let peer = try #require(server.accept())
    bench.loop.advance(by: .seconds(600))
    #expect(bench.errors.isEmpty && bench.openings == 1)
    peer.send(epoch(1))
    #expect(await bench.waitUntil { await bench.provider.bytesReceived == epoch(1).count })
    #expect(await bench.pass(atMost: .seconds(1)) { bench.fixes.count == 1 } != nil)
    peer.close()
    await bench.stop()
  }

  @Test("F89: a server that talks something else is protocolMismatch")
  func foreign() async throws {
    let server = try Server()
    let bench = try ProviderBench(.address(.tcp(host: "127.0.0.1", port: server.port)))
    try await bench.start()
    let peer = try #require(server.accept())
    let answer = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    peer.send(answer)
    #expect(await bench.waitUntil { await bench.provider.bytesReceived == answer.count })
    bench.loop.advance(by: .seconds(6))
    #expect(bench.codes == [.protocolMismatch])
    peer.close()
    await bench.stop()
  }
}

/// A server on the loopback interface.
private final class Server {
  let port: UInt16
  private var descriptor: Int32

  init(isListening: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && (!isListening || listen(descriptor, 4) == 0)
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(isReady)
  }

  deinit { close() }

  /// The next client, waited for at most a minute.
  func accept() -> Peer? {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 60_000) == 1 else { return nil }
    let peer = Glibc.accept(descriptor, nil, nil)
    return peer >= 0 ? Peer(peer) : nil
  }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  final class Peer {
    private var descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close() }

    func send(_ bytes: [UInt8]) {
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func close() {
      if descriptor >= 0 { _ = Glibc.close(descriptor) }
      descriptor = -1
    }
  }
}
