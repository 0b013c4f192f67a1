@testable import CairnBus
import CairnDBus
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

/// A connection to a real bus, and what it reports.
///
/// `@unchecked Sendable`: the connection is touched on the loop only.
private final class Client: @unchecked Sendable {
  let loop: EventLoop
  let journal = Journal()
  private let bus: BusConnection

  init(_ daemon: BusDaemon) async throws {
    let loop = try EventLoop()
    self.loop = loop
    bus = BusConnection([daemon.address], loop: loop)
    on { [journal] bus in
      bus.onStateChange = {
        switch $0 {
        case .connected: journal.add("connected")
        case .disconnected(let error): journal.add("disconnected \(error.map { "\($0)" } ?? "")")
        default: break
        }
      }
      bus.connect()
    }
    try await expect("connected")
  }

  deinit {
    let bus = Carried(bus)
    loop.post { bus.value.close() }
    loop.shutdown()
  }

  var name: BusName? {
    nonisolated(unsafe) var name: BusName?
    on { if case .connected(let own) = $0.state { name = own } }
    loop.settle()
    return name
  }

  func on(_ body: @escaping @Sendable (BusConnection) -> Void) {
    loop.post { [self] in body(bus) }
  }

  func call(_ message: DBusMessage, _ show: @escaping @Sendable ([DBusValue]) -> String) {
    on { [journal] bus in
      bus.call(message) { result in
        switch result {
        case .success(let values): journal.add(show(values))
        case .failure(.reply(let name, _)): journal.add(name.text)
        case .failure(let error): journal.add("\(error)")
        }
      }
    }
  }

  /// Waits for a line of the journal.
  func expect(_ line: String) async throws {
    let hasCome = await Patience.wait { journal.all.contains(line) }
    try #require(hasCome, "\(line) is not in \(journal.all)")
  }
}

@Suite(
  "Bus connection to dbus-daemon", .tags(.loopback), .timeLimit(.minutes(15)),
  .disabled(if: BusDaemon.isMissing))
struct BusDaemonTests {
  @Test func `calls the bus and gets replies and errors`() async throws {
    let daemon = try await BusDaemon()
    let client = try await Client(daemon)
    let name = try #require(client.name)
    #expect(name.isUnique)
    client.call(.methodCall(.bus, .bus, .bus, "ListNames")) { values in
      values.first?.texts?.sorted().joined(separator: " ") ?? ""
    }
    try await client.expect("\(name) org.freedesktop.DBus")
    client.call(.methodCall(.bus, .bus, .bus, "Nope")) { _ in "" }
    try await client.expect("org.freedesktop.DBus.Error.UnknownMethod")
    client.call(.methodCall("org.example.Absent", "/", "org.example.I", "Get")) { _ in "" }
    try await client.expect("org.freedesktop.DBus.Error.ServiceUnknown")
    client.call(.methodCall(.bus, .bus, .properties, "GetAll", [.string("org.freedesktop.DBus")])) {
      $0.first?["Features"]?.texts != nil ? "features" : "none"
    }
    try await client.expect("features")
  }

  @Test func `two connections exchange calls, errors and signals`() async throws {
    let daemon = try await BusDaemon()
    let (one, two) = (try await Client(daemon), try await Client(daemon))
    let service = try #require(two.name)
    one.on { [journal = one.journal] bus in
      let rule = DBusMatchRule(
        sender: service, interface: "org.example.I",
        arguments: [
          .string(index: 0, "it's")
        ])
      _ = bus.subscribe(rule) {
        journal.add("established \($0.map { "\($0)" } ?? "")")
      } _: {
        journal.add("\($0.member?.text ?? "") \($0.body.last?["k"]?.uint32 ?? 0)")
      }
    }
    try await one.expect("established ")
    two.on { bus in
      for text in ["another", "it's"] {
        try? bus.send(
          .signal(
            "/o", "org.example.I", "Changed",
            [
              .string(text), .properties(["k": .uint32(text == "it's" ? 7 : 8)]),
            ]))
      }
    }
    try await one.expect("Changed 7")
    #expect(!one.journal.all.contains("Changed 8"))
    one.call(.methodCall(service, "/", .peer, "Ping")) { "pong \($0.count)" }
    try await one.expect("pong 0")
    one.call(.methodCall(service, "/", "org.example.I", "Nope")) { _ in "" }
    try await one.expect("org.freedesktop.DBus.Error.UnknownMethod")
    one.call(.methodCall(service, "/", .peer, "GetMachineId")) {
      $0.first?.string?.utf8.count == 32 ? "identity" : "none"
    }
    // A machine without an identity says so.
    let hasAnswered = await Patience.wait {
      one.journal.all.contains("identity")
        || one.journal.all.contains("org.freedesktop.DBus.Error.Failed")
    }
    #expect(hasAnswered)
  }

  @Test func `follows a name through its owner's start and end`() async throws {
    let daemon = try await BusDaemon()
    let (one, two) = (try await Client(daemon), try await Client(daemon))
    let service = try #require(two.name)
    one.on { [journal = one.journal] bus in
      _ = bus.watchOwner(of: "org.example.A") { journal.add("owner \($0?.text ?? "none")") }
      _ = bus.subscribe(DBusMatchRule(sender: "org.example.A")) { [journal] in
        journal.add("established \($0.map { "\($0)" } ?? "")")
      } _: { [journal] in
        journal.add($0.member?.text ?? "")
      }
    }
    try await one.expect("established ")
    try await one.expect("owner none")
    two.call(
      .methodCall(.bus, .bus, .bus, "RequestName", [.string("org.example.A"), .uint32(4)])
    ) {
      "name \($0.first?.uint32 ?? 0)"
    }
    try await two.expect("name 1")
    two.on { try? $0.send(.signal("/", "org.example.I", "Hi")) }
    try await one.expect("Hi")
    two.on { $0.close() }
    let hasLeft = await Patience.wait {
      one.journal.all.suffix(3) == ["owner \(service)", "Hi", "owner none"]
    }
    #expect(hasLeft, "\(one.journal.all)")
  }

  @Test func `the end of the bus ends the connection`() async throws {
    let daemon = try await BusDaemon()
    let client = try await Client(daemon)
    await daemon.end()
    try await client.expect("disconnected \(BusError.hungUp)")
  }
}
