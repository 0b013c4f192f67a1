import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("One-shot requests", .everyPlace)
struct RequestTests {
  /// Starts `currentLocation` in a task and waits until the engine knows of it.
  private func ask(
    _ bench: Bench, _ request: LocationRequest = .init()
  ) async -> Task<Result<Location, LocationError>, Never> {
    let system = bench.system
    let before = system.pendingRequests
    let task = Task { () -> Result<Location, LocationError> in
      let manager = LocationManager(system: system)
      do throws(LocationError) {
        return .success(try await manager.currentLocation(request))
      } catch {
        return .failure(error)
      }
    }
    _ = await bench.waitUntil { system.pendingRequests > before }
    return task
  }

  @Test("E67: the first fix that meets the target is the answer")
  func firstGoodFix() async throws {
    let bench = try Bench()
    let task = await ask(bench)
    bench.emitFix(accuracy: 60)
    bench.advance(.seconds(1))
    bench.emitFix(north: 1, accuracy: 9)
    bench.advance(.seconds(1))
    bench.emitFix(north: 2, accuracy: 3)
    #expect((3.1...10).contains(try await task.value.get().horizontalAccuracy))
    #expect(!bench.provider.log.isRunning)
  }

  @Test("E68: a known fix that is good and fresh enough is the answer, without hardware")
  func cached() async throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix(accuracy: 5)
    bench.manager.stopUpdatingLocation()
    bench.advance(.seconds(4))
    let starts = bench.provider.log.starts
    let manager = LocationManager(system: bench.system)
    let fix = try await manager.currentLocation()
    #expect(fix.source.flags.contains(.cached))
    #expect(bench.provider.log.starts == starts)
  }

  @Test(
    "E72: at the timeout the best fix is returned, or carried by the error",
    arguments: [
      true, false,
    ])
  func timeout(allowsBestEffort: Bool) async throws {
    let bench = try Bench()
    var request = LocationRequest()
    request.allowsBestEffort = allowsBestEffort
    request.settle = .seconds(60)
    let task = await ask(bench, request)
    bench.emitFix(accuracy: 40)
    bench.advance(.milliseconds(29_999))
    #expect(bench.system.pendingRequests == 1)
    bench.advance(.milliseconds(1))
    switch await task.value {
    case .success(let fix):
      #expect(allowsBestEffort && fix.horizontalAccuracy == 40)
    case .failure(let error):
      #expect(!allowsBestEffort && error.code == .timeout)
      #expect(error.bestSoFar?.horizontalAccuracy == 40)
    }
  }

  @Test("E73: without any fix the request fails at its timeout")
  func noFix() async throws {
    let bench = try Bench()
    let task = await ask(bench)
    bench.advance(.milliseconds(29_999))
    #expect(bench.system.pendingRequests == 1)
    bench.advance(.milliseconds(1))
    #expect(await task.value == .failure(LocationError(.timeout)))
  }

  @Test func `a request without a receiver says so when its time is over`() async throws {
    let bench = try Bench()
    let task = await ask(bench)
    bench.emit(.lifecycle(.absent))
    bench.advance(.seconds(30))
    let error = try #require(await task.value.failure)
    #expect(error.code == .timeout && error.provider == bench.provider.descriptor.id)
    #expect("\(error)".contains("no hardware found"), "\(error)")
  }

  @Test func `a request says which system call stood in its way`() async throws {
    let bench = try Bench()
    let task = await ask(bench)
    let cause = DeviceError(.open, path: "/dev/ttyACM0", code: 13)
    bench.emit(.failure(LocationError(.devicePermission, cause: cause)))
    bench.advance(.seconds(30))
    let error = try #require(await task.value.failure)
    #expect(error.code == .timeout && error.cause == cause)
    #expect("\(error)".contains("EACCES"), "\(error)")
  }

  @Test func `what was overcome before a fix came is no reason`() async throws {
    let bench = try Bench()
    var request = LocationRequest()
    request.desiredAccuracy = 1
    request.allowsBestEffort = false
    request.settle = .seconds(60)
    let task = await ask(bench, request)
    bench.emit(.failure(LocationError(.deviceBusy)))
    bench.emitFix(accuracy: 40)
    bench.advance(.seconds(30))
    let error = try #require(await task.value.failure)
    #expect(error.code == .timeout && error.reason == nil && error.provider == nil)
  }

  @Test("E75: cancelling the task ends the request and its demand")
  func cancel() async throws {
    let bench = try Bench()
    let task = await ask(bench)
    #expect(bench.provider.log.isRunning)
    task.cancel()
    #expect(await task.value == .failure(LocationError(.cancelled)))
    #expect(await bench.waitUntil { !bench.provider.log.isRunning })
  }

  @Test(.ownSystem("a daemon's own loop goes on"))
  func `nobody waits for a system whose event loop has been shut down`() async throws {
    let loop = try EventLoop()
    let system = LocationSystem(
      providers: [], policy: FilePolicy(folder: "/nonexistent", loop: loop), executor: loop)
    let manager = LocationManager(system: system, isolation: nil)
    loop.shutdown()
    let asked = await #expect(throws: LocationError.self) { try await manager.currentLocation() }
    #expect(asked?.code == .cancelled)
    let told = await #expect(throws: LocationError.self) {
      try await manager.requestTemporaryFullAccuracyAuthorization(purpose: "rescue")
    }
    #expect(told?.code == .cancelled)
  }

  @Test("E76: ten requests share one acquisition and each gets one answer")
  func shared() async throws {
    let bench = try Bench()
    var tasks: [Task<Result<Location, LocationError>, Never>] = []
    for _ in 0..<10 { tasks.append(await ask(bench)) }
    bench.emitFix(accuracy: 4)
    for task in tasks { #expect(try await task.value.get().horizontalAccuracy == 4) }
    #expect(bench.provider.log.starts == 1)
  }

  @Test("E77: requestLocation calls exactly one of update and error, once")
  func delegateForm() throws {
    let bench = try Bench()
    bench.manager.requestLocation()
    bench.collect()
    bench.walk(3)
    bench.collect()
    #expect(bench.delegate.locations.count == 1 && bench.delegate.errors.isEmpty)
    #expect(!bench.provider.log.isRunning)

    bench.delegate.clear()
    var request = LocationRequest()
    request.maximumAge = .zero
    bench.manager.requestLocation(request)
    bench.collect()
    bench.advance(.seconds(31))
    bench.collect()
    #expect(bench.delegate.codes == [.timeout] && bench.delegate.locations.isEmpty)
  }

  @Test func `a request goes on when another service cannot start`() throws {
    let bench = try Bench()
    bench.manager.requestLocation()
    bench.manager.startUpdatingHeading()
    bench.manager.startMonitoringVisits()
    bench.collect()
    #expect(bench.delegate.codes == [.invalidConfiguration, .invalidConfiguration])
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    bench.start()
    #expect(bench.manager.isUpdatingLocation)
  }

  @Test("E78: start during a request goes on as continuous updates")
  func startDuringRequest() throws {
    let bench = try Bench()
    bench.manager.requestLocation()
    bench.collect()
    bench.start()
    bench.walk(3)
    bench.collect()
    #expect(bench.delegate.locations.count == 3)
    #expect(bench.manager.isUpdatingLocation)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
