import Cairn
import CairnTestSupport
import CairnUpdates
import SystemTestSupport
import Testing

@Suite("What a policy does to clients, on virtual time", .everyPlace)
struct PolicyEffectTests {
  /// A bench whose policy has one file.
  private final class Desk {
    let folder: TemporaryFolder
    let bench: Bench

    init(_ text: String) async throws {
      let folder = try TemporaryFolder()
      try folder.write(text, to: "10.conf")
      self.folder = folder
      var policy: FilePolicy?
      bench = try Bench {
        let files = FilePolicy(folder: folder.path, loop: $0)
        policy = files
        return files
      }
      #expect(await policy?.isRead() == true)
      bench.collect()
      bench.delegate.clear()
    }

    /// Writes the file anew and lets the time pass that the policy waits for, and its reader's thread.
    func rewrite(_ text: String) throws {
      let before = bench.manager.authorization
      try folder.replace("10.conf", with: text)
      bench.loop.settle()
      bench.advance(.seconds(1))
      let end = ContinuousClock.now + .seconds(120)
      while bench.manager.authorization == before, ContinuousClock.now < end {
        bench.loop.settle()
      }
      bench.collect()
    }

    /// A manager of another client, and what it is told.
    func manager(_ name: String) -> (LocationManager, Recorder) {
      let manager = LocationManager(system: bench.system, client: ClientIdentity(name: name))
      let recorder = Recorder()
      manager.delegate = recorder
      bench.loop.settle()
      manager.processPendingEvents()
      recorder.clear()
      return (manager, recorder)
    }
  }

  @Test("J143: the default policy allows everything, with full accuracy")
  func standard() {
    let answer = AllowAllPolicy().authorization(for: .process)
    #expect(answer.status == .authorizedAlways && answer.accuracy == .fullAccuracy)
    #expect(answer.allows(.all))
  }

  @Test(
    "J144: a delegate is told once when it is set, then of changes that make a difference",
    .ownSystem("a client is told of changes that make a difference, not of lines"))
  func told() async throws {
    let desk = try await Desk("[default]\nstatus = always")
    let recorder = Recorder()
    desk.bench.manager.delegate = recorder
    desk.bench.collect()
    #expect(recorder.authorizations == 1)
    try desk.rewrite("# only the line is another\n[default]\nstatus = always")
    #expect(recorder.authorizations == 1)
    #expect(desk.bench.manager.authorization.reason == "status by 10.conf:3 [default]")
    try desk.rewrite("[default]\nstatus = always\naccuracy = reduced")
    #expect(recorder.authorizations == 2)
    try desk.rewrite("[default]\nstatus = denied")
    try desk.rewrite("[default]\nstatus = always")
    #expect(recorder.authorizations == 4)
  }

  @Test("J152: a running client is stopped within a second after its file refuses it")
  func pushed() async throws {
    let desk = try await Desk("[default]\nstatus = always")
    desk.bench.start()
    try desk.rewrite("[default]\nstatus = denied")
    #expect(desk.bench.delegate.codes == [.denied])
    #expect(!desk.bench.manager.isUpdatingLocation)
    #expect(desk.bench.manager.location == nil)
  }

  @Test
  func `a client whose services do not include the standard one gets no fixes`() async throws {
    let desk = try await Desk("[default]\nservices = heading")
    desk.bench.start()
    desk.bench.emitFix()
    desk.bench.collect()
    #expect(desk.bench.delegate.codes == [.denied])
    #expect(desk.bench.delegate.locations.isEmpty)
    #expect(desk.bench.manager.location == nil)
    desk.bench.manager.requestLocation()
    desk.bench.collect()
    #expect(desk.bench.delegate.codes == [.denied, .denied])
  }

  @Test(
    "J156: clients with different rules get different results at the same time",
    .ownSystem("a program is one client for the daemon"))
  func different() async throws {
    let desk = try await Desk(
      """
      [client exact]
      accuracy = full
      [client coarse]
      accuracy = reduced
      [client none]
      status = denied
      """)
    let clients = ["exact", "coarse", "none"].map(desk.manager)
    for (manager, _) in clients { manager.startUpdatingLocation() }
    desk.bench.loop.settle()
    desk.bench.emitFix()
    desk.bench.loop.settle()
    for (manager, _) in clients { manager.processPendingEvents() }
    #expect(clients[0].1.locations.map(\.coordinate) == [desk.bench.fix().coordinate])
    #expect(clients[1].1.locations.map(\.coordinate) == [AccuracyReducer().reduce(seoul)])
    #expect(clients[2].1.locations.isEmpty && clients[2].1.codes == [.denied])
  }

  private static let rescue = """
    [default]
    accuracy = reduced
    temporary-full-accuracy = rescue for 10min
    """

  @Test("J151: full accuracy that a rule lends ends on time and falls back")
  func temporary() async throws {
    let desk = try await Desk(Self.rescue)
    let (bench, manager) = (desk.bench, desk.bench.manager)
    bench.start()
    try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    #expect(manager.authorization.accuracy == .fullAccuracy)
    #expect(manager.authorization.reason.contains("'rescue'"))
    bench.collect()
    #expect(bench.delegate.authorizations == 1)
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.last?.coordinate == bench.fix().coordinate)

    bench.advance(.seconds(600) - .nanoseconds(1))
    #expect(manager.authorization.accuracy == .fullAccuracy)
    bench.advance(.nanoseconds(1))
    #expect(manager.authorization.accuracy == .reducedAccuracy)
    bench.collect()
    #expect(bench.delegate.authorizations == 2)
    bench.emitFix(north: 1)
    bench.collect()
    #expect(bench.delegate.locations.last?.source.flags.contains(.reduced) == true)
    #expect(bench.delegate.locations.last?.coordinate == AccuracyReducer().reduce(seoul))
  }

  @Test("J151: asking again before the end counts from then")
  func renewed() async throws {
    let desk = try await Desk(Self.rescue)
    let (bench, manager) = (desk.bench, desk.bench.manager)
    try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    bench.advance(.seconds(400))
    try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    bench.advance(.seconds(599))
    #expect(manager.authorization.accuracy == .fullAccuracy)
    bench.advance(.seconds(1))
    #expect(manager.authorization.accuracy == .reducedAccuracy)
  }

  @Test(
    "J151: it ends at once when its rule goes, and is one client's alone",
    .ownSystem("a program is one client for the daemon"))
  func revoked() async throws {
    let desk = try await Desk(Self.rescue)
    let (bench, manager) = (desk.bench, desk.bench.manager)
    bench.start()
    try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    #expect(desk.manager("other").0.authorization.accuracy == .reducedAccuracy)
    bench.collect()
    try desk.rewrite("[default]\naccuracy = reduced")
    #expect(manager.authorization.accuracy == .reducedAccuracy)
    #expect(bench.delegate.authorizations == 2)
  }

  @Test(.ownSystem("a program is one client for the daemon"))
  func `a purpose that no rule names is declined, and a refused client denied`() async throws {
    let desk = try await Desk(Self.rescue + "\n[client none]\nstatus = denied")
    let declined = await #expect(throws: LocationError.self) {
      try await desk.bench.manager.requestTemporaryFullAccuracyAuthorization(purpose: "fun")
    }
    #expect(declined?.code == .promptDeclined)
    let refused = desk.manager("none").0
    let denied = await #expect(throws: LocationError.self) {
      try await refused.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    }
    #expect(denied?.code == .denied)
  }

  @Test func `a purpose that no rule names is declined, and a refused program denied`() async throws
  {
    for (text, code) in [
      (Self.rescue, LocationError.Code.promptDeclined), ("[default]\nstatus = denied", .denied),
    ] {
      let desk = try await Desk(text)
      let error = await #expect(throws: LocationError.self) {
        try await desk.bench.manager.requestTemporaryFullAccuracyAuthorization(purpose: "fun")
      }
      #expect(error?.code == code)
      #expect(desk.bench.system.pendingRequests == 0)
    }
  }

  @Test
  func `who has full accuracy need not ask, and a policy without rules lends none`() async throws {
    let free = try Bench()
    try await free.manager.requestTemporaryFullAccuracyAuthorization(purpose: "any")
    let reduced = try Bench(policy: FixedPolicy(.reducedAccuracy))
    let declined = await #expect(throws: LocationError.self) {
      try await reduced.manager.requestTemporaryFullAccuracyAuthorization(purpose: "any")
    }
    #expect(declined?.code == .promptDeclined)
    withExtendedLifetime((free, reduced)) {}
  }

  @Test
  func `a one-shot request gets what its client may know when the fix comes`() async throws {
    let desk = try await Desk(Self.rescue)
    let (bench, manager) = (desk.bench, desk.bench.manager)
    try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    bench.advance(.seconds(599))
    manager.requestLocation()
    bench.loop.settle()
    bench.advance(.seconds(2))
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.last?.source.flags.contains(.reduced) == true)
  }
}
