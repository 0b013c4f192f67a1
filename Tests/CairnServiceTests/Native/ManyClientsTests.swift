import Cairn
import CairnHAL
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWire
import SystemTestSupport
import Testing

@testable import CairnService

@Suite("many programs, and sensors of the daemon", .tags(.loopback), .timeLimit(.minutes(15)))
struct ManyClientsTests {
  /// A program with a standard service and, one in four, a region of its own.
  private struct Program {
    let manager: LocationManager
    let recorder = Recorder()
    let watcher: LocationManager
    let regions = RegionRecorder()

    init(_ system: LocationSystem, _ number: Int) {
      manager = LocationManager(system: system, isolation: nil)
      manager.delegate = recorder
      manager.distanceFilter = Double(number) * 10
      manager.startUpdatingLocation(isolation: nil)
      watcher = LocationManager(system: system, isolation: nil)
      watcher.delegate = regions
      guard number.isMultiple(of: 4) else { return }
      let center = seoul.moved(by: Double(number) * 100, bearing: 0)
      var options = MonitoringOptions()
      options.dwell = .seconds(1)
      watcher.startMonitoring(
        for: Region(identifier: "stop \(number)", shape: .circle(center: center, radius: 150)),
        options: options, isolation: nil)
    }

    func collect() {
      manager.processPendingEvents()
      watcher.processPendingEvents()
    }
  }

  @Test func `64 programs get what each wants from one receiver, and leave nothing behind`()
    async throws
  {
    let bench = try await NativeBench()
    var programs = (0..<64).map { Program(bench.client(), $0) }
    bench.loop.settle()
    #expect(await bench.server.clientCount == 64)
    #expect(bench.system.clientCount == 80 && bench.provider.log.starts == 1)
    // From south of the first stop to north of the last, at 40 m/s.
    // The same in the daemon's own process.
    let own = (0..<64).map { Program(bench.system, $0) }
    for second in 0..<180 {
      bench.emitFix(north: Double(second) * 40 - 300)
      bench.loop.advance(by: .seconds(1))
      for program in programs + own { program.collect() }
    }
    for (program, own) in zip(programs, own) {
      #expect(program.recorder.locations == own.recorder.locations)
      #expect(program.regions.crossings == own.regions.crossings)
      #expect(program.regions.failures.isEmpty && program.recorder.errors.isEmpty)
      #expect(program.manager.droppedLocationCount == 0)
      own.manager.stopUpdatingLocation()
      for region in own.watcher.monitoredRegions { own.watcher.stopMonitoring(for: region) }
    }
    #expect(programs.count { $0.regions.crossings.count == 2 } >= 12)
    #expect(bench.log == [])
    programs = []
    bench.loop.settle()
    #expect(await Patience.wait { await bench.server.clientCount == 0 })
    bench.loop.settle()
    #expect(bench.system.clientCount == 0 && !bench.provider.log.isRunning)
    await bench.end()
  }

  @Test func `relative heights go on where they were when the daemon starts again`() async throws {
    let bench = try await NativeBench()
    let barometer = ScriptedSensor(
      descriptor: SensorDescriptor(id: "barometer", kind: .pressure, power: 1), loop: bench.loop)
    bench.system.add(barometer)
    let manager = LocationManager(system: bench.client(), isolation: nil)
    var heights = manager.relativeAltitudes().makeAsyncIterator()
    bench.loop.settle()
    func height(at pressure: Double) async throws -> Double? {
      bench.loop.post { barometer.assumeIsolated { $0.show(.pressure(pressure)) } }
      bench.loop.advance(by: .seconds(2))
      bench.loop.settle()
      return try await heights.next()?.relativeAltitude
    }
    #expect(try await height(at: 1000) == 0)
    let before = try #require(try await height(at: 998))
    #expect(abs(before - 16.9) < 0.3)
    await bench.endServer()
    #expect(barometer.works.last == .off)
    try await bench.startServer()
    bench.loop.advance(by: .seconds(20))
    // It climbed on meanwhile.
    let after = try #require(try await height(at: 997))
    #expect(abs(after - 25.4) < 0.3, "\(after)")
    let back = try #require(try await height(at: 1000))
    #expect(abs(back) < 0.1, "\(back)")
    await bench.end()
  }

  @Test func `an answer about accuracy comes once, and the policy's word counts`() async throws {
    let bench = try await NativeBench()
    let socket = try bench.connect()
    bench.loop.settle()
    _ = socket.reports()
    socket.send(.fullAccuracy("any"), for: 7)
    bench.loop.settle()
    let reports = try #require(socket.reports())
    #expect(reports.map(\.service) == [7] && reports.map(\.report.kind) == [.status])
    // The number is free again.
    socket.send(.standard(LocationConfiguration()), for: 7)
    bench.loop.settle()
    #expect(bench.system.clientCount == 1 && bench.log == [])
    socket.send(.fullAccuracy("any"), for: 7)
    bench.loop.settle()
    #expect(bench.log.first?.contains("uses the number of a service twice") == true)
    await bench.end()
  }

  @Test func `without a daemon a question about accuracy ends at its time, with the reason`()
    async throws
  {
    let bench = try await NativeBench()
    let manager = LocationManager(system: bench.client(), isolation: nil)
    await bench.endServer()
    let system = manager.system
    let asking = Task { [manager = Carried(manager)] in
      do throws(LocationError) {
        try await manager.value.requestTemporaryFullAccuracyAuthorization(purpose: "any")
        return LocationError?.none
      } catch {
        return error
      }
    }
    #expect(await Patience.wait { system.pendingRequests == 1 })
    bench.loop.advance(by: .seconds(31))
    let error = await asking.value
    #expect(error?.code == .timeout && error?.reason?.contains("has ended") == true)
    await bench.end()
  }
}
