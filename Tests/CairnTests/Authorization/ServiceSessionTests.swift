import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Clients in use", .everyPlace)
struct ServiceSessionTests {
  private func inUseBench() throws -> Bench {
    let policy = SwitchedPolicy()
    policy.set(.authorizedWhenInUse)
    return try Bench(policy: policy)
  }

  @Test("J147: when in use, a client gets no fixes without a session, and fixes with one")
  func session() throws {
    let bench = try inUseBench()
    bench.start()
    #expect(!bench.provider.isOn && bench.manager.isUpdatingLocation)
    #expect(!bench.manager.authorization.isInUse)
    bench.advance(.seconds(120))
    bench.collect()
    #expect(bench.delegate.calls.isEmpty && bench.delegate.errors.isEmpty)
    let session = ServiceSession(system: bench.system)
    bench.collect()
    #expect(bench.provider.isOn && bench.manager.authorization.isInUse)
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.count == 1 && bench.delegate.errors.isEmpty)
    session.invalidate()
    bench.collect()
    #expect(!bench.provider.isOn && bench.manager.location == nil)
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("J147: the async twin says that the client is insufficiently in use")
  func diagnostics() async throws {
    let bench = try inUseBench()
    var updates = bench.manager.updates().makeAsyncIterator()
    bench.loop.settle()
    let update = await updates.next()
    #expect(update?.location == nil)
    #expect(update?.diagnostics == .insufficientlyInUse)
  }

  @Test func `sessions are counted, and each ends once`() throws {
    let bench = try inUseBench()
    bench.start()
    let first = ServiceSession(system: bench.system)
    let second = ServiceSession(system: bench.system)
    first.invalidate()
    first.invalidate()
    bench.collect()
    #expect(bench.provider.isOn)
    second.invalidate()
    bench.collect()
    #expect(!bench.provider.isOn)
  }

  @Test(.ownSystem("a program is one client for the daemon"))
  func `a session of another client is none`() throws {
    let bench = try inUseBench()
    bench.start()
    let other = ServiceSession(system: bench.system, client: ClientIdentity(name: "other"))
    bench.collect()
    #expect(!bench.provider.isOn)
    other.invalidate()
  }

  @Test func `who is always authorized needs no session`() throws {
    let bench = try Bench()
    bench.start()
    #expect(bench.provider.isOn && bench.manager.authorization.isInUse)
  }

  @Test func `one position is refused to a client that is not in use`() throws {
    let bench = try inUseBench()
    bench.manager.requestLocation()
    bench.collect()
    #expect(bench.delegate.codes == [.denied])
  }
}
