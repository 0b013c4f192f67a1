@testable import CairnBus
import CairnDBus
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Bus signals", .tags(.loopback), .timeLimit(.minutes(15)))
struct BusSignalTests {
  private let rule = DBusMatchRule(sender: ":1.9", interface: "org.example.I")
  private let changed = DBusMessage.signal("/", "org.example.I", "Changed")

  private func connectedPair() throws -> (BusPeer, BusBench) {
    let peer = try BusPeer()
    let bench = try BusBench([peer.address])
    try bench.connect(to: peer)
    return (peer, bench)
  }

  /// Answers every call that has arrived, and names each with its first argument.
  private func serve(
    _ peer: BusPeer, _ bench: BusBench, owner: String? = nil
  ) throws -> [String] {
    let calls = try peer.messages()
    for call in calls where !call.flags.contains(.noReplyExpected) {
      switch (call.member?.text, owner) {
      case ("GetNameOwner"?, let owner?): try peer.send(call.reply([.string(owner)]))
      case ("GetNameOwner"?, nil): try peer.send(call.error(.nameHasNoOwner, ""))
      default: try peer.send(call.reply())
      }
    }
    bench.loop.settle()
    return calls.map { "\($0.member?.text ?? "") \($0.body.first?.string ?? "")" }
  }

  private func ownerChange(_ name: String, _ old: String, _ new: String) -> DBusMessage {
    .signal(.bus, .bus, "NameOwnerChanged", [.string(name), .string(old), .string(new)])
  }

  @Test func `equal rules are added once, and removed with the last subscription`() throws {
    let (peer, bench) = try connectedPair()
    bench.subscribe("x", rule)
    bench.subscribe("y", rule)
    #expect(try serve(peer, bench) == ["AddMatch \(rule.text)"])
    bench.subscribe("z", rule)
    #expect(try serve(peer, bench).isEmpty)
    try peer.send(changed, from: ":1.9")
    bench.loop.settle()
    #expect(
      bench.journal.all.dropFirst(2) == [
        "x established ", "y established ", "z established ", "x Changed", "y Changed",
        "z Changed",
      ])
    for name in ["x", "y"] { bench.unsubscribe(name) }
    #expect(try serve(peer, bench).isEmpty)
    bench.unsubscribe("z")
    #expect(try serve(peer, bench) == ["RemoveMatch \(rule.text)"])
    try peer.send(changed, from: ":1.9")
    bench.loop.settle()
    #expect(bench.journal.all.last == "z Changed")
  }

  @Test func `only what matches is delivered`() throws {
    let (peer, bench) = try connectedPair()
    bench.subscribe("x", rule)
    _ = try serve(peer, bench)
    try peer.send(changed, from: ":1.10")
    try peer.send(.signal("/", "org.example.J", "Other"), from: ":1.9")
    bench.loop.settle()
    #expect(bench.journal.all.last == "x established ")
  }

  @Test func `a rule that the bus refuses is reported`() throws {
    let (peer, bench) = try connectedPair()
    bench.subscribe("x", rule)
    let call = try #require(peer.messages().first)
    try peer.send(call.error("org.freedesktop.DBus.Error.LimitsExceeded", "too many"))
    bench.loop.settle()
    #expect(
      bench.journal.all.last
        == "x established org.freedesktop.DBus.Error.LimitsExceeded: too many")
  }

  @Test func `the signals of a well-known name are those of its owner`() throws {
    let (peer, bench) = try connectedPair()
    let rule = DBusMatchRule(sender: "org.example.A", member: "Changed")
    bench.subscribe("x", rule)
    let calls = try serve(peer, bench, owner: ":1.9")
    #expect(
      calls.map { $0.split(separator: " ").first } == ["AddMatch", "GetNameOwner", "AddMatch"])
    try peer.send(changed, from: ":1.66")
    bench.loop.settle()
    #expect(bench.journal.all.last == "x established ")
    try peer.send(changed, from: ":1.9")
    // The service restarts. What only claims to come from the bus changes nothing.
    try peer.send(ownerChange("org.example.A", ":1.9", ":1.66"), from: ":1.66")
    try peer.send(ownerChange("org.example.A", ":1.9", ""))
    try peer.send(changed, from: ":1.9")
    try peer.send(ownerChange("org.example.A", "", ":1.10"))
    try peer.send(changed, from: ":1.10")
    bench.loop.settle()
    #expect(bench.journal.all.suffix(3) == ["x established ", "x Changed", "x Changed"])
    bench.unsubscribe("x")
    #expect(try serve(peer, bench).count == 2)
  }

  @Test func `an owner is told first, at each change, and when the connection ends`() throws {
    let (peer, bench) = try connectedPair()
    bench.watchOwner("org.example.A")
    _ = try serve(peer, bench)
    try peer.send(ownerChange("org.example.A", "", ":1.9"))
    try peer.send(ownerChange("org.example.B", "", ":1.8"))
    bench.loop.settle()
    peer.hangUp()
    bench.loop.settle()
    #expect(
      bench.journal.all.dropFirst(2) == [
        "org.example.A: none", "org.example.A: :1.9",
        "disconnected(Optional(the bus has ended the connection))", "org.example.A: none",
      ])
  }

  @Test func `subscriptions come back with the next connection`() throws {
    let (peer, bench) = try connectedPair()
    bench.subscribe("x", DBusMatchRule(sender: "org.example.A"))
    bench.watchOwner("org.example.A")
    let first = try serve(peer, bench, owner: ":1.9")
    peer.hangUp()
    bench.loop.settle()
    try bench.connect(to: peer)
    let second = try serve(peer, bench, owner: ":1.5")
    #expect(second == first)
    try peer.send(changed, from: ":1.9")
    try peer.send(changed, from: ":1.5")
    bench.loop.settle()
    #expect(bench.journal.all.suffix(2) == ["org.example.A: :1.5", "x Changed"])
  }

  @Test func `an owner that the bus does not tell is asked for again`() throws {
    let (peer, bench) = try connectedPair()
    bench.watchOwner("org.example.A")
    #expect(try peer.messages().count == 2)
    bench.loop.advance(by: BusConnection.replyTimeout)
    #expect(try peer.messages().isEmpty)
    bench.loop.advance(by: .seconds(1))
    #expect(try serve(peer, bench, owner: ":1.9") == ["GetNameOwner org.example.A"])
    #expect(bench.journal.all.last == "org.example.A: :1.9")
  }

  @Test func `a handler may end subscriptions and the connection`() throws {
    let (peer, bench) = try connectedPair()
    bench.on { [journal = bench.journal] bus in
      var second: BusSubscription?
      _ = bus.subscribe(DBusMatchRule()) { _ in
        journal.add("first")
        if let second { bus.unsubscribe(second) }
      }
      second = bus.subscribe(DBusMatchRule()) { _ in journal.add("second") }
      _ = bus.subscribe(DBusMatchRule()) { _ in
        journal.add("third")
        bus.close()
      }
      _ = bus.subscribe(DBusMatchRule()) { _ in journal.add("fourth") }
    }
    _ = try serve(peer, bench)
    peer.write(try peer.bytes(changed, from: ":1.9") + peer.bytes(changed, from: ":1.9"))
    bench.loop.settle()
    #expect(
      bench.journal.all.dropFirst(2) == [
        "first", "third", "disconnected(Optional(the connection was closed))",
      ])
  }
}
