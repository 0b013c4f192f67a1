import Cairn
import CairnDBus
import CairnExports
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import SystemTestSupport
import Testing

@testable import CairnService

/// A server of GeoClue's programs on a virtual clock, at a bus that the test plays.
private final class Bench {
  static let program: BusName = ":1.40"
  static let stranger: BusName = ":1.66"

  let loop: EventLoop
  let gnss: ScriptedProvider
  let wifi: ScriptedProvider
  let system: LocationSystem
  /// The owner of the service's name besides the server.
  var owner: BusName?
  /// Messages to programs.
  private(set) var sent: [DBusMessage] = []
  private(set) var peer: BusPeer
  private let home: Home

  init(policy: any AuthorizationPolicy = AllowAllPolicy(), owner: BusName? = nil) throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    gnss = ScriptedProvider(descriptor: .scripted(id: "gnss"), loop: loop)
    wifi = ScriptedProvider(
      descriptor: .scripted(id: "wifi", technology: .wifi, accuracy: 30, power: 0), loop: loop)
    system = LocationSystem(
      providers: [gnss, wifi], policy: policy, report: { _ in }, executor: loop)
    peer = try BusPeer()
    self.owner = owner
    home = Home(system)
    let (home, address) = (home, peer.address)
    loop.post { home.assumeIsolated { $0.start(at: address) } }
    loop.settle()
    try peer.admit { [loop] in loop.settle() }
    try answer()
  }

  /// Where the server lives.
  actor Home {
    nonisolated let loop: EventLoop
    nonisolated let lines = Lines()
    private let system: LocationSystem
    private var server: GeoClueServer?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe loop.asUnownedSerialExecutor()
    }

    init(_ system: LocationSystem) {
      self.system = system
      loop = system.executor
    }

    func start(at address: DBusAddress) {
      server = GeoClueServer(system: system, .init(), bus: [address]) { [unowned self] identity in
        assumeIsolated { Carried(LocationManager(system: $0.system, client: identity)) }.value
      } log: { [lines] line, _ in
        lines.all.withLock { $0.append(line) }
      }
      server?.start()
    }

    func close() { server?.close() }
  }

  final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  var logged: [String] { home.lines.all.withLock { $0 } }

  func end() {
    loop.post { [home] in home.assumeIsolated { $0.close() } }
    loop.settle()
    loop.shutdown()
  }

  // MARK: The bus

  /// Answers what the server asks the bus, until it asks nothing more.
  func answer() throws {
    while true {
      loop.settle()
      let messages = try peer.messages()
      if messages.isEmpty { return }
      for message in messages {
        if message.destination == .bus { try answer(message) } else { sent.append(message) }
      }
    }
  }

  private func answer(_ call: DBusMessage) throws {
    switch call.member?.text {
    case "GetNameOwner":
      try peer.send(
        owner.map { call.reply([.string($0.text)]) } ?? call.error(.nameHasNoOwner, "nobody"))
    case "RequestName":
      try peer.send(call.reply([.uint32(owner == nil ? 1 : 3)]))
      if owner == nil { try change(owner: BusPeer.name) }
    case "GetConnectionCredentials":
      try peer.send(
        call.reply([
          .properties(["UnixUserID": .uint32(getuid()), "ProcessID": .uint32(UInt32(getpid()))])
        ]))
    default: try peer.send(call.reply())
    }
  }

  /// Tells that a name has another owner.
  func change(owner: BusName?, of name: String = GeoClue.name.text) throws {
    let earlier = name == GeoClue.name.text ? self.owner?.text ?? "" : name
    if name == GeoClue.name.text { self.owner = owner }
    try peer.send(
      .signal(
        .bus, .bus, "NameOwnerChanged",
        [.string(name), .string(earlier), .string(owner?.text ?? "")]))
    loop.settle()
  }

  // MARK: Programs

  func call(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ body: [DBusValue] = [], from sender: BusName = program
  ) throws -> DBusMessage {
    try peer.send(.methodCall(BusPeer.name, path, interface, member, body), from: sender)
    try answer()
    return try #require(sent.last { $0.replySerial != nil && $0.destination == sender })
  }

  /// Starts a client, and returns its path and the reply.
  func start(level: UInt32 = 8, named name: String = "maps") throws -> (ObjectPath, DBusMessage) {
    let reply = try call(
      "/org/freedesktop/GeoClue2/Manager", "org.freedesktop.GeoClue2.Manager", "CreateClient")
    let path = try #require(reply.body.first?.objectPath)
    for (property, value) in [
      ("DesktopId", DBusValue.string(name)), ("RequestedAccuracyLevel", .uint32(level)),
    ] {
      _ = try call(
        path, .properties, "Set",
        [.string("org.freedesktop.GeoClue2.Client"), .string(property), .variant(value)])
    }
    let answer = try call(path, "org.freedesktop.GeoClue2.Client", "Start")
    return (path, answer)
  }

  func level() throws -> UInt32? {
    try call(
      "/org/freedesktop/GeoClue2/Manager", .properties, "Get",
      [.string("org.freedesktop.GeoClue2.Manager"), .string("AvailableAccuracyLevel")]
    ).body.first?.uint32
  }

  func emitFix() throws {
    let (provider, now) = (gnss, loop.now())
    let fix = Location(
      coordinate: seoul, horizontalAccuracy: 5, time: now,
      source: LocationSource(provider: provider.descriptor.id, technology: .gnss, fix: .threeD))
    loop.post { provider.assumeIsolated { _ = $0.emit(.fix(fix)) } }
    try answer()
  }

  /// Answers a scan that has begun with a position.
  func answerScan() throws {
    guard wifi.log.isActive else { return }
    let (provider, now) = (wifi, loop.now())
    let fix = Location(
      coordinate: seoul, horizontalAccuracy: 30, time: now,
      source: LocationSource(provider: provider.descriptor.id, technology: .wifi))
    loop.post { provider.assumeIsolated { _ = $0.emit(.measured(.positions([fix]))) } }
    try answer()
  }

  func report(_ lifecycle: ProviderLifecycle) throws {
    let provider = gnss
    loop.post { provider.assumeIsolated { _ = $0.report(lifecycle) } }
    try answer()
  }

  func updates() -> [DBusMessage] { sent.filter { $0.member?.text == "LocationUpdated" } }
}

/// Refuses one program of the desktop, with a place of its rules.
private struct DesktopPolicy: AuthorizationPolicy {
  func authorization(for client: ClientIdentity) -> Authorization {
    client.aliases.contains("desktop:unwanted")
      ? Authorization(status: .denied, reason: "status by 10-fleet.conf:9")
      : Authorization(status: .authorizedWhenInUse, reason: "always")
  }

  func observe(_ changed: @escaping @Sendable () -> Void) {}
}

@Suite("the server of GeoClue's programs", .tags(.loopback), .timeLimit(.minutes(15)))
struct GeoClueServerTests {
  @Test func `the name is taken when it is free`() throws {
    let bench = try Bench()
    #expect(bench.logged == ["serving programs of GeoClue as org.freedesktop.GeoClue2"])
    bench.end()
  }

  @Test func `a name that another service has is waited for`() throws {
    let bench = try Bench(owner: ":1.3")
    #expect(bench.logged.count == 1 && bench.logged[0].hasPrefix("another service has the name"))
    try bench.change(owner: nil)
    try bench.answer()
    #expect(bench.logged.last == "serving programs of GeoClue as org.freedesktop.GeoClue2")
    bench.end()
  }

  @Test func `a program gets positions while it is there, and not longer`() throws {
    let bench = try Bench()
    let (path, reply) = try bench.start()
    #expect(reply.kind == .methodReturn)
    #expect(bench.gnss.log.isRunning)
    try bench.emitFix()
    let update = try #require(bench.updates().first)
    #expect(update.path == path && update.destination == Bench.program)
    let location = try #require(update.body[1].objectPath)
    let values = try bench.call(
      location, .properties, "GetAll", [.string("org.freedesktop.GeoClue2.Location")])
    #expect(values.body.first?["Accuracy"]?.double == 5)
    let refusal = try bench.call(
      location, .properties, "GetAll", [.string("")], from: Bench.stranger)
    #expect(refusal.errorName == .accessDenied)
    try bench.change(owner: nil, of: Bench.program.text)
    #expect(!bench.gnss.log.isRunning && bench.system.clientCount == 0)
    bench.end()
  }

  @Test func `a program that is refused learns by which rule`() throws {
    let bench = try Bench(policy: DesktopPolicy())
    let (_, refusal) = try bench.start(named: "unwanted")
    #expect(refusal.errorName == .accessDenied)
    #expect(refusal.body.first?.string?.hasSuffix("status by 10-fleet.conf:9") == true)
    #expect(!bench.gnss.log.isRunning)
    // One that is allowed in use only is in use while it wants positions.
    let (_, reply) = try bench.start(named: "wanted")
    #expect(reply.kind == .methodReturn && bench.gnss.log.isRunning)
    bench.end()
  }

  @Test func `a receiver that is pulled is told at once, and so is its return`() throws {
    let bench = try Bench()
    bench.wifi.setPresent(false)
    _ = try bench.start()
    try bench.emitFix()
    #expect(try bench.level() == 8)
    bench.gnss.setPresent(false)
    try bench.report(.absent)
    bench.loop.advance(by: .milliseconds(1))
    #expect(try bench.level() == 0)
    let told = bench.sent.last { $0.member?.text == "PropertiesChanged" && $0.destination == nil }
    #expect(told?.body[1]["AvailableAccuracyLevel"]?.uint32 == 0)
    bench.gnss.setPresent(true)
    try bench.emitFix()
    bench.loop.advance(by: .milliseconds(1))
    #expect(try bench.level() == 8)
    bench.end()
  }

  @Test func `a program that wants a city never switches the receiver on`() throws {
    let bench = try Bench()
    _ = try bench.start(level: 4)
    for _ in 0..<600 {
      try bench.answerScan()
      #expect(!bench.gnss.log.isActive)
      bench.loop.advance(by: .seconds(1))
    }
    #expect(bench.updates().count > 0 && bench.gnss.log.starts == 0)
    bench.end()
  }

  @Test func `a user's agent makes positions coarse, whatever the rules say`() throws {
    let bench = try Bench()
    let agent: BusName = ":1.50"
    _ = try bench.call(
      "/org/freedesktop/GeoClue2/Manager", "org.freedesktop.GeoClue2.Manager", "AddAgent",
      [.string("agent")], from: agent)
    let question = try #require(
      bench.sent.last { $0.destination == agent && $0.member?.text == "Get" })
    try bench.peer.send(question.reply([.variant(.uint32(4))]), from: agent)
    try bench.answer()
    let (path, _) = try bench.start()
    try bench.answerScan()
    func accuracy() throws -> Double? {
      let location = try #require(bench.updates().last?.body[1].objectPath)
      let reply = try bench.call(
        location, .properties, "GetAll", [.string("org.freedesktop.GeoClue2.Location")])
      return reply.body.first?["Accuracy"]?.double
    }
    #expect(bench.updates().last?.path == path)
    #expect(try accuracy() == 5000)
    try bench.change(owner: nil, of: agent.text)
    try bench.answer()
    bench.loop.advance(by: .seconds(1))
    try bench.emitFix()
    let fine = try #require(try accuracy())
    #expect(fine < 30)
    bench.end()
  }

  @Test func `a bus that ends takes all demands with it, and is tried again`() throws {
    let bench = try Bench()
    _ = try bench.start()
    #expect(bench.gnss.log.isRunning)
    bench.peer.hangUp()
    bench.loop.settle()
    #expect(!bench.gnss.log.isRunning && bench.system.clientCount == 0)
    #expect(bench.logged.last?.hasPrefix("no programs of GeoClue are served") == true)
    bench.owner = nil
    bench.loop.advance(by: .seconds(2))
    try bench.peer.admit { bench.loop.settle() }
    try bench.answer()
    #expect(bench.logged.last == "serving programs of GeoClue as org.freedesktop.GeoClue2")
    _ = try bench.start()
    #expect(bench.gnss.log.isRunning)
    bench.end()
  }
}
