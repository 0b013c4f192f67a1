import Cairn
import CairnSimulator
import Synchronization
import SystemTestSupport
import Testing

@Suite("Errors and loss", .everyPlace)
struct LossTests {
  @Test("F82, F83: no fix for 30 s is reported as transient, again every 30 s, until the next fix")
  func unknown() throws {
    let bench = try Bench()
    bench.start()
    bench.advance(.milliseconds(29_999))
    bench.collect()
    #expect(bench.delegate.errors.isEmpty)
    bench.advance(.milliseconds(1))
    bench.collect()
    #expect(bench.delegate.codes == [.locationUnknown])
    #expect(bench.delegate.errors.first?.severity == .transient)
    #expect(bench.manager.isUpdatingLocation && bench.provider.log.isRunning)
    for _ in 0..<65 {
      bench.advance(.seconds(1))
      bench.collect()
    }
    #expect(bench.delegate.errors.count == 3)
    bench.emitFix()
    bench.advance(.seconds(29))
    bench.collect()
    #expect(bench.delegate.errors.count == 3)
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("F84: a lost fix is reported within 30 s while location keeps the old one, growing older")
  func lossOfFix() throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    for _ in 0..<30 {
      bench.advance(.seconds(1))
      bench.emit(.noFix(reason: "tunnel"))
    }
    bench.advance(.seconds(1))
    bench.collect()
    #expect(bench.delegate.codes == [.locationUnknown])
    #expect(bench.manager.location?.age(at: bench.loop.now()) == .seconds(31))
  }

  @Test("F85: an unplugged receiver is a degradation while another provider serves")
  func unpluggedDegraded() throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 99))
    bench.start()
    bench.emitFix()
    bench.collect()
    bench.emit(.failure(LocationError(.providerLost)))
    bench.advance(.milliseconds(1))
    bench.collect()
    #expect(bench.delegate.codes == [.providerLost])
    #expect(bench.delegate.errors.first?.severity == .degraded)
    #expect(bench.delegate.errors.first?.provider == "scripted")
    #expect(bench.coarse?.log.isRunning == true)
    #expect(bench.manager.isUpdatingLocation)
  }

  @Test("F85: an unplugged receiver without another provider is waited for")
  func unpluggedAlone() throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    bench.collect()
    bench.emit(.failure(LocationError(.providerLost)))
    bench.collect()
    bench.emit(.lifecycle(.absent))
    bench.collect()
    #expect(bench.delegate.codes == [.providerLost])
    #expect(bench.delegate.errors.allSatisfy { $0.severity == .transient })
    #expect(bench.provider.log.isRunning, "it stays demanded, so that it can come back")
    let late = Recorder()
    let manager = LocationManager(system: bench.system)
    manager.delegate = late
    manager.startUpdatingLocation()
    bench.loop.settle()
    manager.processPendingEvents()
    #expect(late.codes == [.noProvider], "one that comes later waits, and has lost nothing")
    #expect(late.errors.first?.severity == .transient)
    bench.delegate.clear()
    bench.advance(.seconds(1))
    bench.emit(.lifecycle(.serving))
    bench.emitFix(north: 1)
    bench.collect()
    #expect(bench.delegate.locations.count == 1 && bench.delegate.errors.isEmpty)
  }

  @Test func `what a provider says of its absence is said once, and kept for who comes later`()
    throws
  {
    let bench = try Bench()
    bench.start()
    let cause = DeviceError(.open, path: "/dev/ttyACM0", code: 2)
    bench.emit(.failure(LocationError(.noProvider, severity: .transient, cause: cause)))
    bench.emit(.lifecycle(.absent))
    bench.collect()
    #expect(bench.delegate.codes == [.noProvider])
    #expect(bench.delegate.errors.first?.cause == cause)
    let late = Recorder()
    let manager = LocationManager(system: bench.system)
    manager.delegate = late
    manager.startUpdatingLocation()
    bench.advance(.seconds(1))
    manager.processPendingEvents()
    #expect(late.errors.first?.cause == cause, "\(late.errors)")
  }

  @Test func `a fault without a cause is told again once the cause is known`() throws {
    let bench = try Bench()
    bench.start()
    func fail(_ path: String?) {
      let cause = path.map { DeviceError(.open, path: $0, code: 13) }
      bench.emit(.failure(LocationError(.noProvider, severity: .transient, cause: cause)))
      bench.collect()
    }
    bench.emit(.lifecycle(.absent))
    for path in [nil, "/dev/gpiochip0", nil, "/dev/gpiochip1", "/dev/gpiochip0"] { fail(path) }
    #expect(
      bench.delegate.errors.map { $0.cause?.path } == [nil, "/dev/gpiochip0", "/dev/gpiochip1"])
  }

  @Test func `a device that cannot be opened is said once, and draws nothing`() async throws {
    let bench = try Bench()
    bench.start()
    for _ in 0..<5 {
      bench.emit(.failure(LocationError(.deviceBusy, severity: .transient)))
      bench.emit(.issue(ProviderIssue(blocking: LocationError(.deviceBusy, severity: .transient))))
      bench.advance(.seconds(10))
      bench.collect()
    }
    #expect(bench.delegate.codes.filter { $0 != .locationUnknown } == [.deviceBusy])
    let joules = await bench.system.diagnostics().energy.joules
    #expect(joules < 0.1, "\(joules) J")
  }

  /// A port that speaks, but no language of receivers: opened and given up, again and again.
  private func hearGarbage(_ times: Int, on bench: Bench) {
    let error = LocationError(.protocolMismatch, severity: .transient)
    for time in 0..<times {
      bench.emit(.lifecycle(.searching(since: bench.loop.now())))
      bench.advance(.seconds(4))
      if time == 0 { bench.emit(.failure(error)) }
      bench.emit(.issue(ProviderIssue(blocking: error)))
      bench.advance(.seconds(8))
      bench.emit(.resolved(.unintelligible))
      bench.collect()
    }
  }

  @Test func `a fault that continues is told once, and again after the provider has served`() throws
  {
    let bench = try Bench()
    bench.start()
    hearGarbage(5, on: bench)
    #expect(bench.delegate.codes.filter { $0 != .locationUnknown } == [.protocolMismatch])
    let late = Recorder()
    let manager = LocationManager(system: bench.system)
    manager.delegate = late
    manager.startUpdatingLocation()
    bench.loop.settle()
    bench.emit(
      .issue(ProviderIssue(blocking: LocationError(.protocolMismatch, severity: .transient))))
    manager.processPendingEvents()
    #expect(late.codes == [.protocolMismatch], "it has not been told before")
    bench.emit(.resolved(.unintelligible))
    bench.emitFix()
    bench.collect()
    bench.delegate.clear()
    hearGarbage(2, on: bench)
    #expect(bench.delegate.codes.filter { $0 != .locationUnknown } == [.protocolMismatch])
  }

  @Test func `each start without hardware is told of once`() throws {
    let bench = try Bench()
    for _ in 0..<3 {
      bench.start()
      bench.emit(.failure(LocationError(.noProvider, severity: .transient)))
      bench.emit(.lifecycle(.absent))
      bench.collect()
      #expect(bench.delegate.codes == [.noProvider])
      bench.manager.stopUpdatingLocation()
      bench.collect()
      bench.delegate.clear()
    }
  }

  @Test func `a receiver that is plugged in and out is told of each time`() throws {
    let bench = try Bench()
    bench.start()
    for _ in 0..<3 {
      bench.emit(.failure(LocationError(.providerLost)))
      bench.emit(.lifecycle(.absent))
      bench.advance(.seconds(1))
      bench.emit(.lifecycle(.searching(since: bench.loop.now())))
      bench.collect()
    }
    #expect(bench.delegate.codes == [.providerLost, .providerLost, .providerLost])
  }

  @Test("F93: a provider that throws on start takes nobody down and another one serves")
  func throwing() throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 99))
    let provider = bench.provider
    bench.loop.post {
      provider.assumeIsolated { $0.failWork(with: LocationError(.configurationRejected)) }
    }
    bench.start()
    #expect(bench.coarse?.log.isRunning == true)
    #expect(bench.delegate.codes == [.configurationRejected])
    bench.emitFix(accuracy: 40, from: bench.coarse)
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("F100: an error that no delegate takes is logged once a minute for each code, and counted")
  func unheard() async throws {
    let logged = Mutex<[LocationError.Code]>([])
    let bench = try Bench(report: { error in logged.withLock { $0.append(error.code) } })
    bench.start()
    bench.manager.delegate = nil
    for second in 0..<90 {
      bench.emit(.failure(LocationError(.antennaFault)))
      if second == 30 { bench.emit(.failure(LocationError(.interference))) }
      bench.collect()
      bench.advance(.seconds(1))
    }
    let codes = logged.withLock { $0 }
    #expect(codes.filter { $0 == .antennaFault }.count == 2)
    #expect(codes.filter { $0 == .interference }.count == 1)
    let counts = await bench.system.diagnostics().unheardErrors
    #expect(counts[.antennaFault] == 90 && counts[.interference] == 1)
    // With a delegate nothing is logged.
    bench.manager.delegate = bench.delegate
    bench.advance(.seconds(100))
    bench.emit(.failure(LocationError(.antennaFault)))
    bench.collect()
    #expect(bench.delegate.codes.contains(.antennaFault))
    #expect(logged.withLock { $0.count { $0 == .antennaFault } } == 2)
  }

  @Test("F94: a provider that hangs in its start is replaced, and its late answer changes nothing")
  func hangs() async throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 99))
    let provider = bench.provider
    bench.loop.post { provider.assumeIsolated { $0.hang() } }
    bench.start()
    bench.advance(.milliseconds(9_900))
    bench.collect()
    #expect(bench.coarse?.log.isRunning == false && bench.delegate.errors.isEmpty)
    bench.advance(.milliseconds(200))
    bench.collect()
    #expect(bench.delegate.codes == [.timeout])
    #expect(bench.delegate.errors.first?.severity == .degraded)
    #expect(bench.delegate.errors.first?.provider == "scripted")
    #expect(bench.coarse?.log.isRunning == true)
    bench.emitFix(accuracy: 40, from: bench.coarse)
    bench.loop.post { provider.assumeIsolated { $0.release() } }
    #expect(await bench.waitUntil { provider.log.isRunning })
    for second in 1...20 {
      bench.advance(.seconds(1))
      bench.emitFix(north: Double(second), accuracy: 40, from: bench.coarse)
      bench.collect()
    }
    #expect(bench.delegate.locations.count == 21)
    #expect(bench.delegate.locations.allSatisfy { $0.source.technology == .wifi })
    #expect(bench.delegate.codes == [.timeout] && provider.log.starts == 1)
    // After a while it is given another chance.
    bench.advance(.seconds(60))
    bench.collect()
    bench.emitFix(north: 21)
    bench.collect()
    #expect(bench.delegate.locations.last?.source.technology == .gnss)
  }

  @Test("F92: a lack of network is transient, and a degradation while GNSS serves")
  func network() throws {
    let bench = try Bench(coarse: .scripted(id: "wifi", technology: .wifi, accuracy: 40, power: 9))
    bench.manager.desiredAccuracy = .kilometer
    bench.start()
    let wifi = try #require(bench.coarse)
    #expect(wifi.log.isRunning)
    bench.emit(.failure(LocationError(.network)), from: wifi)
    bench.collect()
    #expect(bench.delegate.codes == [.network])
    #expect(bench.delegate.errors.first?.severity == .transient)
    bench.delegate.clear()
    bench.emitFix(accuracy: 40, from: wifi)
    bench.manager.desiredAccuracy = .nearestTenMeters
    bench.collect()
    bench.advance(.seconds(1))
    bench.emitFix()
    bench.loop.post {
      wifi.assumeIsolated { _ = $0.emit(.failure(LocationError(.network)), afterStop: true) }
    }
    bench.collect()
    #expect(bench.delegate.codes == [.network])
    #expect(bench.delegate.errors.first?.severity == .degraded)
    #expect(bench.manager.isUpdatingLocation)
  }

  @Test("F90: denied is fatal; F91: granting again does not restart, start does")
  func denied() async throws {
    let policy = SwitchedPolicy()
    let bench = try Bench(policy: policy)
    bench.start()
    policy.set(.denied)
    #expect(await bench.waitUntil { !bench.manager.isUpdatingLocation })
    bench.collect()
    #expect(bench.delegate.codes == [.denied] && bench.delegate.errors.first?.severity == .fatal)
    #expect(await bench.waitUntil { !bench.provider.log.isRunning })
    policy.set(.authorizedAlways)
    bench.loop.settle()
    #expect(!bench.manager.isUpdatingLocation)
    bench.start()
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
  }

  @Test("F96: codes 0 to 18 are Core Location's")
  func codes() {
    #expect(LocationError.Code.locationUnknown.rawValue == 0)
    #expect(LocationError.Code.denied.rawValue == 1)
    #expect(LocationError.Code.network.rawValue == 2)
    #expect(LocationError.Code.geocodeCanceled.rawValue == 10)
    #expect(LocationError.Code.promptDeclined.rawValue == 18)
    #expect(LocationError.Code.noProvider.rawValue == 64)
  }

  @Test
  func `an error is one line that names the provider, the path and what to do`() {
    let cause = DeviceError(.open, path: "/dev/does-not-exist", code: 13)
    let text = LocationError(.devicePermission, provider: "gnss", cause: cause).description
    #expect(text.contains("gnss") && text.contains("/dev/does-not-exist"))
    #expect(text.contains("EACCES") && !text.contains("\n"))
  }
}
