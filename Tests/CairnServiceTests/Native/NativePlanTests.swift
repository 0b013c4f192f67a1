import Cairn
import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import CairnWire
import Synchronization
import SystemTestSupport
import Testing

@testable import CairnService

@Suite(
  "the plan for another accuracy, asked of a daemon", .tags(.loopback), .timeLimit(.minutes(15)))
struct NativePlanTests {
  private typealias Answer = Result<PowerPlan, LocationError>

  /// Asks, and returns where the answers will be.
  private final class Answers: Sendable {
    let all = Mutex<[(accuracy: DesiredAccuracy, answer: Answer)]>([])

    func ask(_ system: LocationSystem, _ accuracy: DesiredAccuracy) {
      system.plan(wanting: accuracy) { [self] answer in
        all.withLock { $0.append((accuracy, answer)) }
      }
    }

    var accuracies: [DesiredAccuracy] { all.withLock { $0.map(\.accuracy) } }
    var last: Answer? { all.withLock { $0.last?.answer } }
  }

  private func on(_ answer: Answer?) -> [ProviderID] {
    (try? answer?.get())?.entries.filter { $0.demand != nil }.map(\.provider) ?? []
  }

  @Test func `is that of the whole system with this demand added, and nothing changes`()
    async throws
  {
    let bench = try await NativeBench()
    let system = bench.client()
    let answers = Answers()
    answers.ask(system, .best)
    bench.loop.settle()
    // Nobody wants anything yet.
    #expect(on(answers.last) == [bench.provider.descriptor.id])
    let added = try #require(try answers.last?.get())
    #expect(added.unmetClients.isEmpty)
    #expect(!bench.provider.log.isRunning && bench.system.clientCount == 0)
    #expect(system.clientCount == 0 && system.pendingRequests == 0)
    #expect(system.plan.entries.isEmpty)
    // What the same question leads to if it is meant.
    let client = Client(system)
    client.manager.desiredAccuracy = .best
    client.manager.startUpdatingLocation(isolation: nil)
    client.collect(bench.loop)
    #expect(bench.system.plan.entries.map(\.reason).first == added.entries.map(\.reason).first)
    #expect(bench.system.plan.estimatedPower == added.estimatedPower)
    let plan = system.plan
    #expect(!plan.entries.isEmpty)
    // That of the same program takes the place of its own; other programs would still want theirs.
    bench.loop.advance(by: .seconds(1))
    answers.ask(system, .kilometer)
    bench.loop.settle()
    #expect(answers.accuracies == [.best, .kilometer])
    #expect(try answers.last?.get().entries.first?.demand?.accuracy == .kilometer)
    #expect(system.plan == plan)
    await bench.end()
  }

  @Test(arguments: [AccuracyAuthorization.fullAccuracy, .reducedAccuracy])
  func `is not told to a program with reduced accuracy`(accuracy: AccuracyAuthorization)
    async throws
  {
    let bench = try await NativeBench(policy: AccuracyPolicy(accuracy: accuracy))
    let system = bench.client()
    #expect(system.tellsPlans == (accuracy == .fullAccuracy))
    let answers = Answers()
    answers.ask(system, .best)
    bench.loop.settle()
    switch answers.last {
    case .success: #expect(accuracy == .fullAccuracy)
    case .failure(let error):
      #expect(accuracy == .reducedAccuracy)
      #expect(error.code == .denied && error.reason?.contains("full accuracy") == true)
    case nil: Issue.record("no answer")
    }
    await bench.end()
  }

  @Test func `one question is on its way, and each gets its answer`() async throws {
    let bench = try await NativeBench()
    let system = bench.client()
    let answers = Answers()
    // In one turn of the loop, so that none is answered before the last is asked.
    bench.loop.wait {
      for metres in [1.0, 2, 5, 2] { answers.ask(system, DesiredAccuracy(.metres(metres))) }
    }
    bench.loop.settle()
    #expect(answers.accuracies == [DesiredAccuracy(.metres(1))])
    bench.loop.advance(by: PlanDesk.pause)
    bench.loop.settle()
    #expect(answers.accuracies.count == 3)
    bench.loop.advance(by: PlanDesk.pause)
    bench.loop.settle()
    #expect(answers.accuracies == [1, 2, 2, 5].map { DesiredAccuracy(.metres($0)) })
    #expect(answers.all.withLock { $0.allSatisfy { (try? $0.answer.get()) != nil } })
    // Of very many, the oldest gives way.
    bench.loop.wait {
      for metres in 1...30 { answers.ask(system, DesiredAccuracy(.metres(Double(metres)))) }
    }
    bench.loop.settle()
    bench.loop.advance(by: .seconds(5))
    let rest = answers.all.withLock { $0.dropFirst(4).map(\.answer) }
    #expect(rest.count == 30)
    let cancelled = rest.count {
      if case .failure(let error) = $0 { error.code == .cancelled } else { false }
    }
    #expect(cancelled == 13)
    await bench.end()
  }

  @Test func `many questions of one program cost one search in a while`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    for number in 1...40 { socket.send(.plan(.best), for: UInt32(number)) }
    bench.loop.settle()
    bench.loop.advance(by: .seconds(60))
    let answers = socket.reports()?.compactMap {
      if case .otherPlan = $0.report { $0.service } else { nil }
    }
    // The first, and the one that took the place of all others.
    #expect(answers == [1, 40])
    socket.send(.plan(.best), for: 41)
    socket.send(.plan(.best), for: 42)
    socket.close()
    bench.loop.settle()
    let before = bench.loop.statistics.timers
    bench.loop.advance(by: .seconds(60))
    #expect(bench.loop.statistics.timers <= before + 1)
    await bench.end()
  }

  @Test func `ends without a daemon, with the reason`() async throws {
    let bench = try await NativeBench()
    let system = bench.client()
    await bench.endServer()
    let answers = Answers()
    answers.ask(system, .best)
    bench.loop.settle()
    bench.loop.advance(by: .seconds(4))
    guard case .failure(let error) = answers.last else { return #expect(Bool(false)) }
    #expect(error.code == .timeout && error.reason?.contains("daemon") == true)
    await bench.end()
  }
}
