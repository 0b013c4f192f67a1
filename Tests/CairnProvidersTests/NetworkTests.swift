import CairnHAL
import CairnLinux
import CairnTypes
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
    let peer = try #require(await server.accept())
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
