import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@testable import CairnProviders

/// What a broken or malicious receiver may send.
@Suite("Hostile input", .serialized, .tags(.loopback))
struct HostileInputTests {
  @Test(arguments: [
    "GPGGA,120001.00,NaN,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,,3700.0000,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,9100.0000,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,3700.0000,N,18100.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,3799.0000,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,1e999,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,-inf,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,250001.00,3700.0000,N,12700.0000,E,1,08,1.0,50.0,M,20.0,M,,",
    "GPGGA,120001.00,3700.0000,N,12700.0000,E,1,08,1.0,nan,M,inf,M,,",
    "GPGGA,,,,,,0,,,,,,,,", "GPGGA", "GPGGA,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,",
  ])
  func `an impossible position never becomes a fix, and the next good one does`(
    body: String
  ) async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    #expect(await bench.send(sentence(body), to: terminal))
    await bench.pass(.milliseconds(500))
    for fix in bench.fixes {
      #expect(fix.coordinate.isValid, "passed on \(fix)")
      #expect(fix.altitude?.isFinite ?? true)
      #expect(fix.ellipsoidalAltitude?.isFinite ?? true)
    }
    let before = bench.fixes.count
    #expect(await bench.send(epoch(2), to: terminal))
    await bench.pass(.milliseconds(500))
    #expect(bench.fixes.count == before + 1)
    #expect(bench.fixes.last?.coordinate == Coordinate(latitude: 37.5, longitude: 127))
    await bench.stop()
  }

  @Test(arguments: [UInt8(ascii: "$"), UInt8(ascii: "A"), 0xB5, 0xD3, 0, 0xFF])
  func `64 KiB without a line's end are skipped and fixes go on`(byte: UInt8) async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(500))
    var line = [UInt8](repeating: byte, count: 65_536)
    line[0] = UInt8(ascii: "$")
    #expect(await bench.send(line, to: terminal))
    for second in 2...5 {
      #expect(await bench.send(epoch(second), to: terminal))
      await bench.pass(.seconds(1))
    }
    #expect(bench.fixes.count == 5)
    #expect(bench.errors.isEmpty)
    await bench.stop()
  }

  @Test func `a false header that claims 65,535 bytes delays no fix beyond the silence`()
    async throws
  {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.milliseconds(500))
    #expect(await bench.send([0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF], to: terminal))
    for second in 2...9 {
      #expect(await bench.send(epoch(second), to: terminal))
      await bench.pass(.milliseconds(500))
      #expect(bench.fixes.count == second, "epoch \(second) came late")
      await bench.pass(.milliseconds(500))
    }
    await bench.stop()
  }

  @Test(arguments: [
    // UBX-INF-NOTICE, a class that nobody knows, a sentence of words.
    [0xB5, 0x62, 0x04, 0x02, 0x02, 0x00, 0x68, 0x69, 0xD9, 0x63],
    [0xB5, 0x62, 0x99, 0x01, 0x00, 0x00, 0x9A, 0x67], sentence("GPTXT,01,01,02,hello"),
  ])
  func `a receiver that never speaks of a position is said to, once, until it does`(
    frame: [UInt8]
  ) async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)), control: .listen)
    try await bench.start()
    var complaints: Int {
      bench.events.count {
        if case .issue(let issue) = $0 { issue.explanation.contains("no position") } else { false }
      }
    }
    for second in 0..<60 {
      #expect(await bench.send(frame, to: terminal))
      await bench.pass(.seconds(1))
      if second == 15 { #expect(complaints == 0) }
    }
    #expect(complaints == 1)
    #expect(bench.fixes.isEmpty && bench.errors.isEmpty && bench.openings == 1)
    #expect(bench.reports.last?.timeToFirstFix == nil)
    #expect(await bench.send(epoch(2), to: terminal))
    await bench.pass(.seconds(1))
    #expect(bench.fixes.count == 1)
    await bench.stop()
  }

  @Test func `a false header inside an epoch costs at most that epoch`() async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    for second in 1...8 {
      let bytes = epoch(second)
      let false1 = [0xB5, 0x62, 0x01, 0x07, 0xFF, UInt8(second)]
      #expect(await bench.send(Array(bytes[..<30]) + false1 + bytes[30...], to: terminal))
      await bench.pass(.seconds(1))
      #expect(bench.fixes.count == second)
    }
    await bench.stop()
  }

  @Test func `a fix with an impossible year has no UTC, and the report counts it`() async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    for (second, year) in ([2026, 1980, 1999, 2261, 2026] as [UInt16]).enumerated() {
      var message = NavPVT()
      message.timeOfWeek = 216_000_000 + UInt32(second) * 1000
      (message.year, message.month, message.day) = (year, 11, 24)
      (message.hour, message.second) = (12, UInt8(second))
      message.validity.date = true
      message.validity.time = true
      message.validity.isFullyResolved = true
      message.fixType = .threeD
      message.flags.isFixOK = true
      (message.latitude, message.longitude) = (37.5, 127)
      message.horizontalAccuracy = 2
      #expect(await bench.send(message.encode(), to: terminal))
      await bench.pass(.seconds(1))
    }
    #expect(bench.fixes.map { $0.timestamp?.date?.year } == [2026, nil, nil, nil, 2026])
    #expect(bench.reports.last?.impossibleTimes == 3)
    await bench.stop()
  }

  @Test func `epochs that were read together are as many fixes, each later than the one before`()
    async throws
  {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)))
    try await bench.start()
    let count = 20
    #expect(await bench.send((0..<count).flatMap { epoch($0) }, to: terminal))
    await bench.pass(.milliseconds(500))
    #expect(bench.fixes.count == count)
    #expect(zip(bench.fixes.dropFirst(), bench.fixes).allSatisfy { $0.time > $1.time })
    #expect(bench.fixes.allSatisfy { $0.time - bench.loop.now() < .zero })
    await bench.stop()
  }

  @Test func `health that changes with every message fills neither log nor mailbox`() async throws {
    let terminal = try PseudoTerminal()
    let bench = try ProviderBench(.address(.device(terminal.path)), control: .listen)
    try await bench.start()
    #expect(await bench.send(epoch(1), to: terminal))
    await bench.pass(.seconds(3))
    bench.clear()
    for turn in 0..<400 {
      let state = turn % 2 == 0 ? "SHORT" : "OK"
      #expect(await bench.send(sentence("GNTXT,01,01,02,ANTSTATUS=\(state)"), to: terminal))
      await bench.pass(.milliseconds(20))
    }
    #expect(await bench.send(sentence("GNTXT,01,01,02,ANTSTATUS=OPEN"), to: terminal))
    await bench.pass(.seconds(2))
    #expect((8...12).contains(bench.reports.count), "\(bench.reports.count) in ten seconds")
    #expect(bench.reports.last?.health.antenna == .open)
    #expect(bench.codes == [.antennaFault])
    await bench.pass(.seconds(1))
    #expect(await bench.send(sentence("GNTXT,01,01,02,ANTSTATUS=SHORT"), to: terminal))
    await bench.pass(.milliseconds(100))
    #expect(bench.codes == [.antennaFault, .antennaFault], "told again after ten seconds")
    #expect(bench.reports.last?.health.antenna == .short, "told at once where it is rare")
    await bench.stop()
  }
}
