@testable import Cairn
import CairnHAL
import CairnSimulator
import CairnTypes
import SystemTestSupport
import Testing

/// A service that counts plans and decisions: each that leaves a receiver on says how long silence
/// may last.
private final class Witness: EngineClient {
  let id: UInt32 = .max
  let identity = ClientIdentity(name: "witness")
  let authorization = Authorization(status: .authorizedAlways, reason: "")
  let isRunning = true
  let isFinished = false
  private(set) var (plans, decisions) = (0, 0)

  var demand: EnergyRequest { EnergyRequest(client: id, accuracy: .best, every: nil) }

  func begin(at now: MonotonicTime, cached: Location?) {}
  func receive(_ fix: Location, at now: MonotonicTime) -> ClientEffects { [] }
  func fail(_ error: LocationError) {}
  func authorize(_ authorization: Authorization, at now: MonotonicTime) {}
  func show(_ plan: PowerPlan) { plans += 1 }
  func expect(_ quiet: Duration) { decisions += 1 }
  func forget() { (plans, decisions) = (0, 0) }
}

@Suite("One decision for what changes at one moment")
struct OneDecisionTests {
  @Test func `conditions of a system with three providers are decided on once, with one plan`()
    throws
  {
    let bench = try Bench(descriptor: .sleepy, coarse: .scans)
    let third = ScriptedProvider(
      descriptor: .scripted(id: "cell", technology: .cellular, accuracy: 800), loop: bench.loop)
    let (engine, loop) = (bench.system.engine, bench.loop)
    let witness = Carried(Witness())
    engine.perform { engine in
      engine.add(third)
      engine.insert(witness.value)
    }
    loop.settle()
    var conditions = DeviceConditions()
    (conditions.isMoving, conditions.radiosOff, conditions.network) = (true, .wifi, .metered)
    for change in [conditions, DeviceConditions()] {
      engine.perform { _ in witness.value.forget() }
      bench.system.conditions = change
      engine.perform { _ in
        #expect(witness.value.plans == 1)
        #expect(witness.value.decisions == 1)
      }
      loop.settle()
    }
  }
}
