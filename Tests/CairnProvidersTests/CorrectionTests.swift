import CairnHAL
import CairnLinux
import CairnReceiver
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// Corrections from a caster that says what a test wants, to a simulated F9P.
@Suite("Corrections", .serialized, .tags(.loopback))
struct CorrectionTests {
  private func mountpoint(_ server: Server) -> NTRIPCaster {
    NTRIPCaster(
      host: "127.0.0.1", port: server.port, mountpoint: "BASE", user: "me", password: "secret")
  }

  /// The next connection, with its request.
  private func request(_ server: Server, _ rover: Rover) async throws -> Server.Peer {
    try #require(await rover.bench.waitUntil { server.hasClient })
    let peer = try #require(await server.accept())
    let isWhole = await rover.bench.waitUntil {
      peer.read()
      return peer.received.hasSuffix("\r\n\r\n")
    }
    try #require(isWhole)
    return peer
  }

  private static let version2 = Array(
    "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

  /// An answer of version 1 and the first message.
  private static let version1 = Array("ICY 200 OK\r\n\r\n".utf8) + Rover.message(1005)

  private func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
  }

  @Test func `a caster of version 2 may send them in chunks`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    let peer = try await request(server, rover)
    #expect(peer.received.hasPrefix("GET /BASE HTTP/1.1\r\n"))
    #expect(peer.received.contains("\r\nAuthorization: Basic bWU6c2VjcmV0\r\n"))
    peer.send(Self.version2 + chunk(Array(Rover.epoch.prefix(40))))
    peer.send(chunk(Array(Rover.epoch.dropFirst(40))))
    #expect(await rover.bench.waitUntil { await rover.port.receivedCorrections.count == 3 })
    #expect(rover.corrections?.explanation == "NTRIP 2.0")
    await rover.end()
  }

  @Test func `a caster that hangs up on version 2 is asked by version 1 at once`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    try await request(server, rover).close()
    let peer = try await request(server, rover)
    #expect(peer.received.hasPrefix("GET /BASE HTTP/1.0\r\n"))
    peer.send(Array("ICY 200 OK\r\n".utf8) + Rover.message(1005))
    #expect(await rover.wait(for: .streaming))
    #expect(rover.corrections?.explanation == "NTRIP 1.0")
    #expect(rover.bench.errors.isEmpty)
    await rover.end()
  }

  @Test func `a caster is told the position as soon as there is one, and every ten seconds`()
    async throws
  {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    let peer = try await request(server, rover)
    peer.send(Self.version1)
    try #require(await rover.wait(for: .streaming))
    for count in 1...3 {
      let isTold = await rover.pass(atMost: .seconds(11)) {
        peer.send(Rover.message(1230))
        peer.read()
        return peer.received.split(separator: "\r\n").count { $0.hasPrefix("$GPGGA,") } == count
      }
      #expect(isTold)
    }
    await rover.end()
  }

  @Test func `a caster that says nothing is given up after half a minute`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    let peer = try await request(server, rover)
    await rover.pass(.seconds(29))
    #expect(rover.corrections?.state == .connecting)
    #expect(await rover.pass(atMost: .seconds(2)) { rover.corrections?.state == .waiting })
    #expect(rover.corrections?.explanation.hasPrefix("the caster sends nothing") == true)
    #expect(
      await rover.bench.waitUntil {
        peer.read(); return peer.hasEnded
      })
    await rover.end()
  }

  @Test func `a caster that never sends a message is not streaming, and is asked later and later`()
    async throws
  {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    for delay in [1, 2] {
      let peer = try await request(server, rover)
      peer.send(Array("ICY 200 OK\r\n\r\n".utf8))
      let before = rover.bench.correctionReports.count
      let isGivenUp = await rover.pass(atMost: .seconds(31)) {
        peer.send([0xD3, 0x00, 0x13, 0x55])
        return rover.corrections?.state == .waiting
      }
      #expect(isGivenUp)
      #expect(
        rover.corrections?.explanation.hasPrefix("what the caster sends holds no RTCM 3") == true)
      #expect(rover.corrections?.explanation.hasSuffix("next attempt in \(delay) s") == true)
      let reports = rover.bench.correctionReports.dropFirst(before)
      #expect(reports.allSatisfy { $0.report.state != .streaming })
      rover.bench.loop.advance(by: .seconds(delay))
    }
    #expect(rover.bench.codes == [.correctionsUnavailable])
    await rover.end()
  }

  /// Forms by their version and whether they have `Accept`, in the order in which they are tried.
  @Test(arguments: [
    ["1.1 Accept", "1.0"], ["1.1 Accept", "1.0", "1.0 Accept"],
    ["1.1 Accept", "1.0", "1.0 Accept", "1.1"],
  ])
  func `a caster that forbids a form of request is asked in others, and then in that one first`(
    forms: [String]
  ) async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    func form(_ peer: Server.Peer) -> String {
      (peer.received.contains(" HTTP/1.1\r\n") ? "1.1" : "1.0")
        + (peer.received.contains("\r\nAccept: */*\r\n") ? " Accept" : "")
    }
    for expected in forms.dropLast() {
      let peer = try await request(server, rover)
      #expect(form(peer) == expected)
      peer.send(Array("HTTP/1.1 403 Forbidden\r\n\r\n".utf8))
      peer.close()
    }
    let peer = try await request(server, rover)
    #expect(form(peer) == forms.last)
    peer.send(Self.version1)
    #expect(await rover.wait(for: .streaming))
    #expect(rover.bench.errors.isEmpty)
    peer.close()
    #expect(await rover.wait(for: .waiting))
    rover.bench.loop.advance(by: .seconds(1))
    #expect(form(try await request(server, rover)) == forms.last)
    await rover.end()
  }

  @Test func `a caster that forbids every form is asked four times, and its words are told`()
    async throws
  {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    for _ in 0..<4 {
      let peer = try await request(server, rover)
      peer.send(Array("HTTP/1.1 403 No contract\r\n\r\n".utf8))
      peer.close()
    }
    #expect(await rover.wait(for: .waiting))
    #expect(rover.corrections?.explanation.contains("403 No contract") == true)
    #expect(!server.hasClient)
    await rover.end()
  }

  @Test func `a caster that agrees and hangs up is asked after 1, 2, 4 and 8 seconds`() async throws
  {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    for delay in [1, 2, 4, 8] {
      let peer = try await request(server, rover)
      peer.send(Array("ICY 200 OK\r\n\r\n".utf8))
      peer.close()
      #expect(await rover.wait(for: .waiting))
      #expect(rover.corrections?.explanation.hasSuffix("next attempt in \(delay) s") == true)
      rover.bench.loop.advance(by: .seconds(delay))
    }
    await rover.end()
  }

  @Test func `a mountpoint that no request can name asks nobody`() async throws {
    let server = try Server()
    var caster = mountpoint(server)
    caster.mountpoint = "BASE HTTP/1.0\r\nX-Admin: yes\r\n\r\n"
    let rover = try await Rover(caster)
    try await rover.start()
    #expect(await rover.wait(for: .waiting))
    #expect(rover.corrections?.explanation.hasPrefix("the mountpoint is empty or has") == true)
    #expect(!server.hasClient)
    await rover.end()
  }

  @Test func `while the receiver is away nobody is asked for corrections`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    let peer = try await request(server, rover)
    peer.send(Self.version1)
    try #require(await rover.wait(for: .streaming))
    await rover.port.unplug()
    #expect(await rover.wait(for: .paused))
    #expect(
      await rover.bench.waitUntil {
        peer.read(); return peer.hasEnded
      })
    await rover.bench.stop()
    #expect(!server.hasClient)
  }

  @Test func `when the provider stops the connection ends`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server))
    try await rover.start()
    let peer = try await request(server, rover)
    peer.send(Self.version1)
    try #require(await rover.wait(for: .streaming))
    await rover.end()
    #expect(
      await rover.bench.waitUntil {
        peer.read(); return peer.hasEnded
      })
    let timers = rover.bench.loop.statistics.timers
    rover.bench.loop.advance(by: .seconds(600))
    #expect(rover.bench.loop.statistics.timers == timers, "a timer was left behind")
  }

  @Test func `a receiver that is only listened to gets none`() async throws {
    let server = try Server()
    let rover = try await Rover(mountpoint(server), control: .listen)
    try await rover.bench.start()
    try #require(await rover.pass(atMost: .seconds(20)) { rover.bench.fixes.count > 5 })
    #expect(rover.corrections == nil && !server.hasClient)
    #expect(await rover.port.counts.bytesFromHost == 0)
    await rover.end()
  }
}
