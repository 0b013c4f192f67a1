import Cairn
import CairnSimulator
import SystemTestSupport
import Testing

@Suite("Filters and clocks in the engine", .everyPlace)
struct FilterTests {
  @Test("D53: the distance filter counts from the last delivered fix")
  func distanceFilter() throws {
    let bench = try Bench()
    bench.manager.distanceFilter = 10
    bench.manager.configuration.isFiltered = false
    bench.start()
    for step in 0...25 {
      bench.emitFix(north: Double(step))
      bench.advance(.seconds(1))
    }
    bench.collect()
    let expected = [0.0, 10, 20].map { seoul.moved(by: $0, bearing: 0) }
    #expect(bench.delegate.locations.map(\.coordinate) == expected)
  }

  @Test("D59: a minimum interval holds although another client asks for more")
  func minimumInterval() throws {
    let bench = try Bench()
    bench.manager.configuration.minimumInterval = .seconds(5)
    let fast = LocationManager(system: bench.system)
    let recorder = Recorder()
    fast.delegate = recorder
    fast.startUpdatingLocation()
    bench.start()
    for step in 0..<150 {
      bench.emitFix(north: Double(step))
      bench.advance(.milliseconds(100))
      bench.collect()
      fast.processPendingEvents()
    }
    let times = bench.delegate.locations.map(\.time)
    #expect(recorder.locations.count == 150)
    #expect(times.count == 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(5) })
  }

  @Test("D60: an interval is what the provider is asked for")
  func interval() throws {
    let bench = try Bench()
    bench.manager.configuration.interval = .seconds(10)
    bench.start()
    #expect(bench.provider.log.tracking?.interval == .seconds(10))
  }

  @Test("D61: a heartbeat comes on time on a device at rest despite the distance filter")
  func heartbeat() throws {
    let bench = try Bench()
    bench.manager.distanceFilter = 1000
    bench.manager.configuration.heartbeat = .seconds(60)
    bench.start()
    var delivered: [Duration] = []
    let begin = bench.loop.now()
    for _ in 0..<185 {
      bench.emitFix()
      bench.delegate.clear()
      bench.collect()
      if !bench.delegate.locations.isEmpty { delivered.append(bench.loop.now() - begin) }
      bench.advance(.seconds(1))
    }
    #expect(delivered.count == 4)
    #expect(
      zip(delivered, [0, 60, 120, 180]).allSatisfy { pair in
        (pair.0 - .seconds(pair.1)).inSeconds.magnitude <= 1
      })
  }

  @Test("D65: a changed filter takes effect at the next fix, without stop and start")
  func changeWhileRunning() throws {
    let bench = try Bench()
    bench.manager.distanceFilter = 100
    bench.start()
    bench.walk(5)
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    bench.manager.distanceFilter = nil
    bench.loop.settle()
    bench.emitFix(north: 45)
    bench.collect()
    #expect(bench.delegate.locations.count == 2)
    #expect(bench.provider.log.starts == 1 && bench.provider.log.stops == 0)
  }

  @Test("D66: an opportunistic client changes no provider and receives what others paid for")
  func opportunistic() throws {
    let bench = try Bench()
    bench.manager.configuration.isOpportunistic = true
    bench.start()
    #expect(bench.provider.log.starts == 0)
    let payer = LocationManager(system: bench.system)
    payer.startUpdatingLocation()
    bench.loop.settle()
    let works = bench.provider.log.works
    bench.emitFix()
    bench.collect()
    #expect(bench.delegate.locations.count == 1)
    #expect(bench.provider.log.works == works)
  }

  @Test("G126: another interval updates the provider instead of stopping it")
  func update() throws {
    let bench = try Bench()
    bench.manager.configuration.interval = .seconds(1)
    bench.start()
    bench.manager.configuration.interval = .seconds(5)
    bench.collect()
    #expect(bench.provider.log.works.count == 2)
  }

  @Test("C47: every rejected fix counts once, under one reason")
  func rejections() async throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    var bad = bench.fix()
    bad.coordinate.latitude = 90.0001
    bench.emit(.fix(bad))
    bad.coordinate = Coordinate(latitude: .nan, longitude: 0)
    bench.emit(.fix(bad))
    var late = bench.fix()
    late.time = bench.loop.now() + .seconds(5)
    bench.emit(.fix(late))
    bench.collect()
    let counts = await bench.served.diagnostics().intake
    #expect(bench.delegate.locations.count == 1)
    #expect(counts.rejected == 3)
    #expect(counts[.invalidCoordinate] == 2 && counts[.inFuture] == 1)
  }

  @Test(
    "C49, C50, C51: a fast, ancient or stepped UTC neither drops, reorders nor rejuvenates a fix")
  func utcIsIgnored() throws {
    let bench = try Bench()
    bench.start()
    let clocks: [Int64] = [4_000_000_000, 0, 1_800_000_000, 1_700_000_000, -1]
    for (step, second) in clocks.enumerated() {
      var fix = bench.fix(north: Double(step))
      fix.timestamp = Timestamp(nanosecondsSince1970: second * 1_000_000_000)
      bench.emit(.fix(fix))
      bench.advance(.seconds(1))
    }
    bench.collect()
    #expect(bench.delegate.locations.count == clocks.count)
    bench.manager.stopUpdatingLocation()
    bench.advance(.seconds(10))
    bench.delegate.clear()
    bench.start()
    #expect(bench.delegate.locations.isEmpty, "ten seconds old, whatever UTC says")
  }

  @Test("C52: thirty seconds of suspend make a fix thirty seconds older")
  func suspend() throws {
    let bench = try Bench()
    bench.start()
    bench.emitFix()
    bench.advance(.seconds(30))
    #expect(bench.manager.location?.age(at: bench.loop.now()) == .seconds(30))
  }

  @Test("O209: the async twin and the delegate see the same fixes; O210: its end ends the demand")
  func asyncTwin() async throws {
    let bench = try Bench()
    bench.manager.distanceFilter = 15
    let updates = bench.manager.updates()
    let system = bench.system
    let task = Task {
      var seen: [Location] = []
      for await update in updates {
        if let fix = update.location { seen.append(fix) }
        if seen.count == 4 { break }
      }
      return seen
    }
    bench.start()
    #expect(await bench.waitUntil { system.clientCount == 2 })
    for step in 0..<30 {
      bench.emitFix(north: Double(step) * 6)
      bench.advance(.seconds(1))
      bench.collect()
    }
    try #require(bench.delegate.locations.count > 4)
    #expect(await task.value == Array(bench.delegate.locations.prefix(4)))
    #expect(
      await bench.waitUntil { system.clientCount == 1 }, "O210: the end of the loop ends the demand"
    )
  }
}
