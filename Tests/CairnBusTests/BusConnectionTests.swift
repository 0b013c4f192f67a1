@testable import CairnBus
import CairnDBus
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Bus connection", .tags(.loopback), .timeLimit(.minutes(15)))
struct BusConnectionTests {
  private let connected = ["connecting", "connected(:1.7)"]

  private func connectedPair() throws -> (BusPeer, BusBench) {
    let peer = try BusPeer()
    let bench = try BusBench([peer.address])
    try bench.connect(to: peer)
    #expect(bench.journal.all == connected)
    return (peer, bench)
  }

  @Test(arguments: [false, true])
  func `authenticates and greets, at a path and at an abstract name`(isAbstract: Bool) throws {
    let peer = try BusPeer(isAbstract: isAbstract)
    let bench = try BusBench([.unsupported(transport: "tcp"), peer.address])
    try bench.connect(to: peer)
    #expect(bench.journal.all == connected)
  }

  @Test func `understands a bus that sends one byte at a time`() throws {
    let peer = try BusPeer()
    let bench = try BusBench([peer.address])
    func trickle(_ bytes: [UInt8]) {
      for byte in bytes {
        peer.write([byte])
        bench.loop.settle()
      }
    }
    bench.connect()
    try peer.accept()
    #expect(peer.read().starts(with: [0] + Array("AUTH EXTERNAL ".utf8)))
    trickle(Array("OK \(BusPeer.guid)\r\n".utf8))
    try peer.greet()
    bench.loop.settle()
    bench.call("a")
    let call = try #require(peer.messages().first)
    trickle(try peer.bytes(call.reply([.string("yes")]), from: ":1.9"))
    trickle(try peer.bytes(call.reply([.string("twice")]), from: ":1.9"))
    #expect(bench.journal.all == connected + ["a yes"])
    bench.on { [journal = bench.journal] in journal.add("\($0.counters.unmatchedReplies)") }
    #expect(bench.journal.all.last == "1")
  }

  @Test func `replies arrive in any order, and errors with name and text`() throws {
    let (peer, bench) = try connectedPair()
    for name in ["a", "b", "c"] { bench.call(name) }
    let calls = try peer.messages()
    try #require(calls.count == 3)
    #expect(Set(calls.map(\.serial)).count == 3)
    try peer.send(calls[2].reply([.string("3")]), from: ":1.9")
    try peer.send(calls[0].error("org.example.Error.No", "not today"), from: ":1.9")
    try peer.send(calls[1].error(.serviceUnknown, ""))
    bench.loop.settle()
    #expect(
      bench.journal.all.dropFirst(2) == [
        "c 3", "a failed: org.example.Error.No: not today",
        "b failed: org.freedesktop.DBus.Error.ServiceUnknown",
      ])
  }

  @Test func `a reply from another connection is ignored`() throws {
    let (peer, bench) = try connectedPair()
    bench.call("a", to: ":1.9")
    let call = try #require(peer.messages().first)
    try peer.send(call.reply([.string("forged")]), from: ":1.66")
    bench.loop.settle()
    #expect(bench.journal.all == connected)
    try peer.send(call.reply([.string("true")]), from: ":1.9")
    bench.loop.settle()
    #expect(bench.journal.all.last == "a true")
  }

  @Test func `a call without a reply fails when its time is over, and only once`() throws {
    let (peer, bench) = try connectedPair()
    bench.call("a")
    let call = try #require(peer.messages().first)
    bench.loop.advance(by: BusConnection.replyTimeout - .nanoseconds(1))
    #expect(bench.journal.all == connected)
    bench.loop.advance(by: .nanoseconds(1))
    try peer.send(call.reply([.string("late")]), from: ":1.9")
    bench.loop.settle()
    #expect(bench.journal.all == connected + ["a failed: \(BusError.timedOut)"])
  }

  @Test func `a bus that dies in the middle of a message fails every call once`() throws {
    let (peer, bench) = try connectedPair()
    for name in ["a", "b"] { bench.call(name) }
    let calls = try peer.messages()
    let reply = try peer.bytes(calls[0].reply([.string("cut")]), from: ":1.9")
    peer.write(Array(reply.dropLast(3)))
    peer.hangUp()
    bench.loop.settle()
    bench.loop.advance(by: .seconds(60))
    #expect(
      bench.journal.all.dropFirst(2) == [
        "disconnected(Optional(the bus has ended the connection))",
        "a failed: \(BusError.hungUp)", "b failed: \(BusError.hungUp)",
      ])
    bench.call("c")
    #expect(bench.journal.all.last == "c failed: \(BusError.notConnected)")
  }

  @Test func `what the bus sent before its end is delivered even if nothing can be sent`() throws {
    let (peer, bench) = try connectedPair()
    bench.call("a")
    let call = try #require(peer.messages().first)
    let leaver = Carried(peer)
    let reply = try peer.bytes(call.reply([.string("last")]), from: ":1.9")
    bench.on { [journal = bench.journal] bus in
      leaver.value.write(reply)
      leaver.value.hangUp()
      do throws(BusError) { try bus.send(.signal("/", "org.example.I", "Late")) } catch {
        if case .device(let error) = error { journal.add(errnoName(error.code)) }
      }
    }
    #expect(
      bench.journal.all.dropFirst(2) == [
        "EPIPE", "a last", "disconnected(Optional(the bus has ended the connection))",
      ])
  }

  @Test func `a damaged message ends the connection`() throws {
    let (peer, bench) = try connectedPair()
    bench.call("a")
    peer.write(Array("garbage".utf8))
    bench.loop.settle()
    #expect(bench.journal.all.last == "a failed: \(BusError.damaged(.byteOrder(0x67)))")
  }

  @Test func `a bus that rejects this user, or says nothing, is given up`() throws {
    let peer = try BusPeer()
    let bench = try BusBench([peer.address])
    bench.connect()
    try peer.accept()
    peer.write(Array("REJECTED ANONYMOUS\r\n".utf8))
    bench.loop.settle()
    let rejected = BusError.authentication(.rejected(mechanisms: ["ANONYMOUS"]))
    #expect(bench.journal.all == ["connecting", "disconnected(Optional(\(rejected)))"])
    bench.connect()
    try peer.accept()
    bench.loop.advance(by: BusConnection.greetingTimeout)
    #expect(bench.journal.all.last == "disconnected(Optional(\(BusError.noGreeting)))")
  }

  @Test func `a bus that gives no unique name is given up`() throws {
    for answer in [DBusValue.string("org.example.A"), .string(""), .uint32(1)] {
      let peer = try BusPeer()
      let bench = try BusBench([peer.address])
      try bench.authenticate(peer)
      try peer.greet(answer)
      bench.loop.settle()
      let error = BusError.damaged(.busName(answer.string ?? ""))
      #expect(bench.journal.all == ["connecting", "disconnected(Optional(\(error)))"])
    }
  }

  @Test func `without a bus the error names the socket`() throws {
    let bench = try BusBench([.unixPath("/nonexistent/bus")])
    bench.connect()
    let error = DeviceError(.open, path: "/nonexistent/bus", code: 2)
    #expect(
      bench.journal.all == ["connecting", "disconnected(Optional(\(BusError.device(error))))"])
    #expect(BusError.device(error).description.contains("no bus listens there"))
    let none = try BusBench([])
    none.connect()
    #expect(none.journal.all.count == 2)
  }

  @Test func `a full queue refuses whole messages and keeps the others`() throws {
    let (peer, bench) = try connectedPair()
    let signal = DBusMessage.signal(
      "/", "org.example.I", "Big", [.string(String(repeating: "x", count: 60_000))])
    bench.on { [journal = bench.journal] bus in
      for count in 0..<100 {
        do throws(BusError) { try bus.send(signal) } catch {
          journal.add("\(count >= 4) \(error)")
          return
        }
      }
    }
    #expect(bench.journal.all.last == "true \(BusError.queueFull)")
    bench.call("a")
    var received: [DBusMessage] = []
    for _ in 0..<1000 where received.last?.kind != .methodCall {
      received += try peer.messages()
      bench.loop.settle()
    }
    #expect(received.count >= 5)
    #expect(received.dropLast().allSatisfy { $0.body == signal.body })
    let call = try #require(received.last)
    try peer.send(call.reply([.string("done")]), from: ":1.9")
    bench.loop.settle()
    #expect(bench.journal.all.last == "a done")
  }

  @Test func `too many calls are refused, and a message without a form as well`() throws {
    let (peer, bench) = try connectedPair()
    bench.on { [journal = bench.journal] bus in
      let call = DBusMessage.methodCall("org.example.A", "/", "org.example.I", "Get")
      for _ in 0..<BusConnection.maximumCalls { bus.call(call) { _ in } }
      bus.call(call) { journal.add("\($0)") }
      do throws(BusError) { try bus.send(DBusMessage(.signal)) } catch { journal.add("\(error)") }
    }
    var received = 0
    for _ in 0..<1000 where received < BusConnection.maximumCalls {
      received += try peer.messages().count
      bench.loop.settle()
    }
    #expect(received == BusConnection.maximumCalls)
    let invalid = BusError.invalid(.missingField(.path))
    #expect(
      bench.journal.all.dropFirst(2) == ["\(invalid)", "failure(\(BusError.tooManyCalls))"])
  }

  @Test func `closing fails what waits, and its handlers may connect again`() throws {
    let (peer, bench) = try connectedPair()
    bench.call("a")
    bench.on { bus in
      bus.close()
      bus.close()
      bus.connect()
    }
    #expect(
      bench.journal.all.dropFirst(2) == [
        "disconnected(Optional(the connection was closed))", "a failed: \(BusError.closed)",
        "connecting",
      ])
    try bench.connect(to: peer)
    #expect(bench.journal.all.last == "connected(:1.7)")
  }

  @Test func `calls of others are answered, unless no reply is wanted`() throws {
    let (peer, bench) = try connectedPair()
    var ping = DBusMessage.methodCall(BusPeer.name, "/any", .peer, "Ping")
    try peer.send(ping, from: ":1.9")
    try peer.send(.methodCall(BusPeer.name, "/", "org.example.I", "Nope"), from: ":1.9")
    ping.flags = .noReplyExpected
    try peer.send(ping, from: ":1.9")
    bench.loop.settle()
    let answers = try peer.messages()
    try #require(answers.count == 2)
    #expect(answers.allSatisfy { $0.destination == ":1.9" })
    #expect(answers[0].kind == .methodReturn && answers[0].body.isEmpty)
    #expect(answers[1].errorName == .unknownMethod)
  }
}
