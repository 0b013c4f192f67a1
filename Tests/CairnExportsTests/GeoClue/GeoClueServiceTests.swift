import CairnDBus
import CairnTypes
import Testing

@testable import CairnExports

@Suite("GeoClue's objects")
struct GeoClueServiceTests {
  private typealias Bench = GeoClueBench
  private static let manager = GeoClueObject.manager.path

  private static func fix(accuracy: Double = 3) -> Location {
    Location(
      coordinate: Coordinate(latitude: 46.95, longitude: 7.44), horizontalAccuracy: accuracy,
      time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss))
  }

  // MARK: Clients

  @Test func `a client is made once the bus has said whose connection it is`() throws {
    let bench = Bench()
    #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.9") == nil)
    #expect(bench.followed == [":1.9"])
    let effects = bench.service.identified(":1.9", as: 1000)
    guard case .send(let reply)? = effects.first else { throw Missing() }
    #expect(reply.body == [.objectPath("/org/freedesktop/GeoClue2/Client/1")])
  }

  private struct Missing: Error {}

  @Test func `a connection that the bus does not know gets an error, and is forgotten`() {
    let bench = Bench()
    #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.9") == nil)
    bench.perform(bench.service.identified(":1.9", as: nil))
    #expect(bench.followed.isEmpty && bench.service.owners.isEmpty)
  }

  @Test func `GetClient returns the same client, CreateClient another`() throws {
    let bench = Bench()
    let first = bench.call(Self.manager, GeoClue.manager, "GetClient")?.body
    #expect(first == [.objectPath("/org/freedesktop/GeoClue2/Client/1")])
    #expect(bench.call(Self.manager, GeoClue.manager, "GetClient")?.body == first)
    #expect(bench.call(Self.manager, GeoClue.manager, "CreateClient")?.body != first)
    #expect(
      bench.call(Self.manager, GeoClue.manager, "GetClient", from: Bench.other)?.body != first)
  }

  @Test(
    arguments: [
      (0, nil), (1, 50_000), (3, 50_000), (4, 15_000), (5, 3000), (6, 300), (7, 300), (8, nil),
      (99, nil),
    ] as [(UInt32, Double?)])
  func `a level says how accurate positions have to be`(level: UInt32, metres: Double?) throws {
    let bench = Bench()
    let client = try bench.client()
    #expect(bench.set(client, "RequestedAccuracyLevel", .uint32(level))?.kind == .methodReturn)
    #expect(bench.start(client)?.kind == .methodReturn)
    #expect(bench.demand(of: client)?.desiredAccuracy.metres == metres)
  }

  @Test func `thresholds limit what is delivered, and change while the client runs`() throws {
    let bench = Bench()
    let client = try bench.client()
    _ = bench.start(client)
    #expect(bench.demand(of: client)?.distanceFilter == nil)
    _ = bench.set(client, "DistanceThreshold", .uint32(50))
    _ = bench.set(client, "TimeThreshold", .uint32(10))
    let demand = try #require(bench.demand(of: client))
    #expect(demand.distanceFilter == 50 && demand.minimumInterval == .seconds(10))
  }

  @Test func `the settings' floor holds for every client`() throws {
    let bench = Bench()
    bench.service.options.floor = 100
    let client = try bench.client()
    _ = bench.start(client)
    #expect(bench.demand(of: client)?.desiredAccuracy == .hundredMeters)
    bench.service.options.floor = 1000
    bench.perform(bench.service.demandAgain())
    #expect(bench.demand(of: client)?.desiredAccuracy == .kilometer)
  }

  // MARK: Start and stop

  @Test func `Start and Stop are told to all who watch`() throws {
    let bench = Bench()
    let client = try bench.client()
    #expect(bench.get(Self.manager, GeoClue.manager, "InUse")?.boolean == false)
    _ = bench.start(client)
    #expect(bench.get(client, GeoClue.client, "Active")?.boolean == true)
    #expect(bench.get(Self.manager, GeoClue.manager, "InUse")?.boolean == true)
    let told = bench.takeSignals().map { "\($0.path!) \($0.body[1]) \($0.destination?.text ?? "")" }
    #expect(told.count == 2 && told[0].contains("Active") && told[0].hasSuffix(":1.1"))
    #expect(told[1].contains("InUse") && told[1].hasSuffix(" "))
    #expect(bench.call(client, GeoClue.client, "Stop")?.kind == .methodReturn)
    #expect(bench.demand(of: client) == nil && !bench.service.isInUse)
    #expect(bench.takeSignals().count == 2)
  }

  @Test func `a client without a name, or without a right, is refused with the reason`() throws {
    let bench = Bench()
    let reply = bench.call(Self.manager, GeoClue.manager, "CreateClient")
    let client = try #require(reply?.body.first?.objectPath)
    #expect(bench.start(client)?.errorName == .accessDenied)
    _ = bench.set(client, "DesktopId", .string("maps"))
    bench.refusal = "status by 10-fleet.conf:9 [client desktop:maps]"
    let refusal = bench.start(client)
    #expect(refusal?.errorName == .accessDenied)
    #expect(refusal?.body == [.string("status by 10-fleet.conf:9 [client desktop:maps]")])
    #expect(bench.demands.isEmpty)
    bench.refusal = nil
    #expect(bench.start(client)?.kind == .methodReturn)
    #expect(bench.set(client, "DesktopId", .string("other"))?.kind == .error)
  }

  // MARK: Positions

  @Test func `a position is an object of its own that stays readable for a while`() throws {
    let bench = Bench()
    let client = try bench.client()
    _ = bench.start(client)
    _ = bench.takeSignals()
    bench.publish(Self.fix(), to: client)
    let first = try #require(bench.takeSignals().first)
    #expect(first.member?.text == "LocationUpdated" && first.destination == Bench.one)
    let path: ObjectPath = "/org/freedesktop/GeoClue2/Client/1/Location/1"
    #expect(first.body == [.objectPath("/"), .objectPath(path)])
    #expect(bench.get(client, GeoClue.client, "Location")?.objectPath == path)
    var moved = Self.fix()
    moved.coordinate = Coordinate(latitude: 47, longitude: 8)
    bench.publish(moved, to: client)
    let second = try #require(bench.takeSignals().first?.body[1].objectPath)
    #expect(bench.get(path, GeoClue.location, "Latitude")?.double == 46.95)
    #expect(bench.get(second, GeoClue.location, "Latitude")?.double == 47)
    bench.now = bench.now + GeoClueService.afterlife
    bench.service.fade(at: bench.now)
    #expect(bench.get(path, GeoClue.location, "Latitude") == nil)
    #expect(bench.get(second, GeoClue.location, "Latitude")?.double == 47)
  }

  @Test func `a position has the values and types of GeoClue`() throws {
    let bench = Bench()
    let client = try bench.client()
    _ = bench.start(client)
    var fix = Self.fix()
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_700_000_000_250_000_000)
    bench.publish(fix, to: client)
    let path = try #require(bench.get(client, GeoClue.client, "Location")?.objectPath)
    func value(_ name: String) -> DBusValue? { bench.get(path, GeoClue.location, name) }
    #expect(value("Accuracy") == .double(3))
    #expect(value("Altitude") == .double(-.greatestFiniteMagnitude))
    #expect(value("Speed") == .double(-1) && value("Heading") == .double(-1))
    #expect(value("Timestamp") == .structure([.uint64(1_700_000_000), .uint64(250_000)]))
    #expect(value("Description") == .string("satellites"))
    fix.altitude = 540
    fix.speed = 1.5
    fix.course = 91
    bench.publish(fix, to: client)
    let next = try #require(bench.get(client, GeoClue.client, "Location")?.objectPath)
    #expect(bench.get(next, GeoClue.location, "Altitude") == .double(540))
    #expect(bench.get(next, GeoClue.location, "Heading") == .double(91))
  }

  @Test func `an accuracy is never nothing, and is said at 95 % where that is wanted`() throws {
    let bench = Bench()
    bench.service.options.isAt95 = true
    let client = try bench.client()
    _ = bench.start(client)
    for (accuracy, said) in [(0.0, 0.01), (10, 10 * Confidence.plane)] {
      bench.publish(Self.fix(accuracy: accuracy), to: client)
      let path = try #require(bench.get(client, GeoClue.client, "Location")?.objectPath)
      #expect(bench.get(path, GeoClue.location, "Accuracy")?.double == said)
    }
  }

  @Test func `a hundred clients at ten positions a second leave nothing old`() throws {
    let bench = Bench()
    let clients = try (0..<100).map { index in
      let owner = try BusName(":1.\(100 + index)")
      bench.users[owner] = 1000
      let client = try bench.client(of: owner)
      _ = bench.start(client, from: owner)
      return client
    }
    for _ in 0..<200 {
      bench.now = bench.now + .milliseconds(100)
      for client in clients { bench.publish(Self.fix(), to: client) }
      _ = bench.takeSignals()
      #expect(bench.service.locationCount <= 100 * 51)
    }
    bench.now = bench.now + GeoClueService.afterlife
    bench.service.fade(at: bench.now)
    #expect(bench.service.locationCount == 100)
    for index in 0..<100 { bench.end(try BusName(":1.\(100 + index)")) }
    #expect(bench.service.locationCount == 0 && bench.service.deadline == nil)
    #expect(bench.demands.isEmpty && bench.followed.isEmpty)
  }

  @Test func `the level that is available is told to all`() {
    let bench = Bench()
    bench.perform(bench.service.note(available: GeoClueLevel(reachedBy: 3)))
    #expect(bench.get(Self.manager, GeoClue.manager, "AvailableAccuracyLevel")?.uint32 == 8)
    bench.perform(bench.service.note(available: .none))
    #expect(bench.get(Self.manager, GeoClue.manager, "AvailableAccuracyLevel")?.uint32 == 0)
    let told = bench.takeSignals()
    #expect(told.map(\.destination) == [nil, nil])
    #expect(told.last?.body[1]["AvailableAccuracyLevel"]?.uint32 == 0)
    bench.perform(bench.service.note(available: .none))
    #expect(bench.takeSignals().isEmpty)
  }

  // MARK: Agents

  @Test func `an agent limits the programs of its user, and nobody waits for one`() throws {
    let bench = Bench()
    bench.users[":1.50"] = 2000
    let client = try bench.client()
    let stranger = try bench.client(of: ":1.50")
    _ = bench.start(client)
    _ = bench.start(stranger, from: ":1.50")
    let reply = bench.call(
      Self.manager, GeoClue.manager, "AddAgent", [.string("agent")], from: Bench.other)
    #expect(reply?.kind == .methodReturn && bench.agents == [Bench.other])
    bench.limit(by: Bench.other, to: 6)
    #expect(bench.demand(of: client)?.desiredAccuracy.metres == 300)
    bench.limit(by: Bench.other, to: 4)
    #expect(bench.demand(of: client)?.desiredAccuracy.metres == 15_000)
    #expect(bench.coarse == [1])
    #expect(bench.demand(of: stranger)?.desiredAccuracy == .best)
    bench.limit(by: Bench.other, to: 0)
    #expect(bench.demand(of: client) == nil)
    #expect(bench.start(client)?.errorName == .accessDenied)
    bench.end(Bench.other)
    #expect(bench.start(client)?.kind == .methodReturn)
    #expect(bench.demand(of: client)?.desiredAccuracy == .best && bench.coarse.isEmpty)
  }

  // MARK: Attacks

  @Test func `an object is for its owner alone`() throws {
    let bench = Bench()
    let client = try bench.client()
    _ = bench.start(client)
    bench.publish(Self.fix(), to: client)
    let location = try #require(bench.get(client, GeoClue.client, "Location")?.objectPath)
    for path in [client, location] {
      let reply = bench.call(path, .properties, "GetAll", [.string("")], from: Bench.other)
      #expect(reply?.errorName == .accessDenied)
    }
    #expect(
      bench.call(client, GeoClue.client, "Stop", from: Bench.other)?.errorName == .accessDenied)
    let deletion = bench.call(
      Self.manager, GeoClue.manager, "DeleteClient", [.objectPath(client)], from: Bench.other)
    #expect(deletion?.errorName == .accessDenied && bench.service.isInUse)
  }

  @Test func `neither a connection nor a user takes all clients`() throws {
    let bench = Bench()
    for _ in 0..<GeoClueService.clientsOfOwner { _ = try bench.client() }
    #expect(bench.call(Self.manager, GeoClue.manager, "CreateClient")?.kind == .error)
    var made = GeoClueService.clientsOfOwner
    var owner = 100
    while made < GeoClueService.clientsOfUser {
      owner += 1
      let name = try BusName(":1.\(owner)")
      bench.users[name] = 1000
      _ = try bench.client(of: name)
      made += 1
    }
    bench.users[":1.9999"] = 1000
    let refusal = bench.call(Self.manager, GeoClue.manager, "CreateClient", from: ":1.9999")
    #expect(refusal?.errorName?.text == "org.freedesktop.DBus.Error.LimitsExceeded")
    bench.users[":1.8888"] = 1001
    #expect(
      bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.8888")?.kind == .methodReturn
    )
  }

  @Test func `connections without an answer of the bus are few, and so are their calls`() throws {
    let bench = Bench()
    for index in 0..<GeoClueService.questionLimit {
      let name = try BusName(":1.\(1000 + index)")
      #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: name) == nil)
    }
    #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.9999")?.kind == .error)
    for _ in 1..<GeoClueService.waitingLimit {
      #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.1000") == nil)
    }
    #expect(bench.call(Self.manager, GeoClue.manager, "GetClient", from: ":1.1000")?.kind == .error)
  }

  @Test func `long names and wrong types are refused and change nothing`() throws {
    let bench = Bench()
    let client = try bench.client()
    let long = String(repeating: "x", count: 256)
    #expect(bench.set(client, "DesktopId", .string(long))?.kind == .error)
    #expect(bench.set(client, "DesktopId", .uint32(1))?.kind == .error)
    #expect(bench.set(client, "RequestedAccuracyLevel", .string("8"))?.kind == .error)
    #expect(bench.set(client, "Active", .boolean(true))?.kind == .error)
    #expect(bench.set(client, "Nothing", .boolean(true))?.kind == .error)
    #expect(bench.set(Self.manager, "InUse", .boolean(true))?.kind == .error)
    #expect(bench.get(client, GeoClue.client, "DesktopId") == .string("maps"))
    #expect(bench.call(client, .properties, "Set", [.string("x")])?.kind == .error)
    let body: [DBusValue] = [.uint32(3)]
    #expect(bench.call(Self.manager, GeoClue.manager, "DeleteClient", body)?.kind == .error)
    #expect(bench.call(Self.manager, GeoClue.manager, "AddAgent", body)?.kind == .error)
    #expect(bench.call(Self.manager, GeoClue.manager, "Dance")?.errorName == .unknownMethod)
    for path in ["/org/freedesktop/GeoClue2/Client/01", "/org/freedesktop/GeoClue2/Client/9", "/x"]
    {
      #expect(bench.call(try ObjectPath(path), GeoClue.client, "Start")?.kind == .error)
    }
  }

  // MARK: Description

  @Test func `every object describes itself, down to a connection's own clients`() throws {
    let bench = Bench()
    let client = try bench.client()
    func describe(_ path: ObjectPath, _ sender: BusName = Bench.one) -> String {
      bench.call(path, GeoClue.introspectable, "Introspect", from: sender)?.body.first?.string ?? ""
    }
    #expect(describe("/").contains("<node name=\"org\"/>"))
    #expect(describe("/org/freedesktop").contains("<node name=\"GeoClue2\"/>"))
    #expect(describe(GeoClue.root).contains("<node name=\"Manager\"/>"))
    #expect(describe("/org/freedesktop/GeoClue2/Client").contains("<node name=\"1\"/>"))
    #expect(!describe("/org/freedesktop/GeoClue2/Client", Bench.other).contains("name=\"1\""))
    #expect(
      describe(client).contains("<property name=\"DesktopId\" type=\"s\" access=\"readwrite\"/>"))
    #expect(describe(Self.manager).contains("<method name=\"GetClient\">"))
  }
}
