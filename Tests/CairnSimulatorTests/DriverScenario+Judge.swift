import CairnReceiver
import CairnSimulator
import Testing

extension DriverScenario {
  /// - Returns: a driver at one end of the scenario's line, which has just been opened.
  func bench() -> DriverBench {
    let bench = DriverBench(
      configuration, setup: setup, hostBaudRate: hostBaudRate, options: options)
    bench.open(demand)
    return bench
  }

  /// Lets a driver meet its receiver, and checks that it ends well.
  ///
  /// - Parameter isDone: what is waited for; by itself the first report.
  /// - Returns: when that was.
  @discardableResult
  func judge(_ isDone: ((DriverBench) -> Bool)? = nil) -> Duration {
    let bench = bench()
    // One that is not known yet runs as it is, and is asked again.
    bench.run(
      until: .seconds(90),
      orUntil: isDone ?? { $0.phase == .running && ($0.report != nil || isDeafForEver) })
    let doneAt = bench.now
    // Everything that goes wrong at a time has gone wrong by then.
    bench.run(until: max(.seconds(60), bench.now + .seconds(20)))
    // What was not answered is being asked for once more, perhaps.
    bench.run(until: bench.now + .seconds(20)) { $0.phase == .running }
    #expect(!bench.isStuck, "\(self)")
    #expect(bench.phase == .running, "\(self): \(bench.phase)")
    if let report = bench.report {
      #expect(report.hasEssentials || !report.refused.isEmpty, "\(self)")
    }
    // The host hears it, and it hears the host.
    #expect(bench.line.receiver.configuration.baudRate == bench.line.hostBaudRate, "\(self)")
    switch bench.line.receiver.reachability {
    case .listening: break
    default: #expect(isDeafForEver, "\(self): \(bench.line.receiver.reachability)")
    }
    // Of a hundred bytes one is damaged: some epochs are lost.
    let patience: Duration = options.byteErrorRate > 0 ? .seconds(30) : .seconds(10)
    #expect(bench.fixes.contains { $0 > bench.now - patience }, "\(self)")
    return doneAt
  }
}
