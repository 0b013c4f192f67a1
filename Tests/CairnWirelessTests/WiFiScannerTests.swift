import CCairnLinux
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import Testing

/// A scanner in virtual time.
///
/// `@unchecked Sendable`: everything inside is touched on the loop only, except the events.
private final class ScannerBench: @unchecked Sendable {
  let loop: EventLoop
  let socket = FakeNetlinkSocket()
  private(set) var scanner: WiFiScanner
  private let recorded = Mutex<[WiFiScanner.Event]>([])
  var onEvent: ((WiFiScanner.Event) -> Void)?

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 100_000_000_000)))
    let socket = socket
    scanner = WiFiScanner(loop: loop) { socket }
    socket.kernel.entries[3] = [
      .init(
        bssid: AccessPoints.bssid(1), signal: -61,
        lastSeen: MonotonicTime(nanoseconds: 99_000_000_000))
    ]
  }

  var events: [WiFiScanner.Event] { recorded.withLock { $0 } }

  var scans: Int { events.count { if case .report(.scan) = $0 { true } else { false } } }

  var outcomes: [WiFiScanOutcome] {
    events.compactMap { if case .report(.requestEnded(let end)) = $0 { end } else { nil } }
  }

  func on(_ body: @escaping @Sendable (ScannerBench) -> Void) {
    loop.post { [self] in body(self) }
    loop.settle()
  }

  func start() {
    on { bench in
      try? bench.scanner.start { event in
        bench.recorded.withLock { $0.append(event) }
        bench.onEvent?(event)
      }
    }
  }

  func end() {
    on { bench in
      bench.onEvent = nil
      bench.scanner.stop()
    }
    loop.shutdown()
  }
}

@Suite("Wi-Fi scanner")
struct WiFiScannerTests {
  @Test func `interfaces and remembered access points are reported at the start`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.start()
    #expect(bench.events.count == 2)
    #expect(
      bench.events.first
        == .report(.availability(.present([WiFiInterface(index: 3, name: "wlan0", radio: 0)]))))
    #expect(bench.scans == 1)
  }

  @Test func `scans of others are reported`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.start()
    bench.on { $0.socket.put(FakeKernel.event(34, interface: 3)) }
    #expect(bench.scans == 2)
  }

  @Test func `a requested scan that never ends times out`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.start()
    bench.on { $0.scanner.scan() }
    bench.loop.advance(by: .seconds(14))
    #expect(bench.outcomes.isEmpty)
    bench.loop.advance(by: .seconds(2))
    #expect(bench.outcomes == [.timedOut])
    bench.on { bench in #expect(bench.loop.nextTimer == nil) }
  }

  @Test func `a loss makes it read again`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.start()
    bench.on { $0.socket.put(nil) }
    #expect(bench.scans == 2)
  }

  @Test func `a broken socket is reported once and closed`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.start()
    let error = DeviceError(.read, path: "generic netlink", code: 12)
    bench.on { bench in
      bench.socket.error = error
      bench.socket.put([])
    }
    #expect(bench.events.last == .failed(error))
    bench.on { bench in #expect(bench.socket.isClosed) }
    let count = bench.events.count
    bench.on { $0.scanner.scan() }
    #expect(bench.events.count == count)
  }

  @Test func `the handler may stop the scanner and ask for scans`() throws {
    let bench = try ScannerBench()
    defer { bench.end() }
    bench.onEvent = { [unowned bench] event in
      switch event {
      case .report(.scan): bench.scanner.scan()
      case .report(.requestEnded): bench.scanner.stop()
      default: break
      }
    }
    bench.start()
    bench.on { $0.socket.put(FakeKernel.event(34, interface: 3)) }
    #expect(bench.outcomes.count == 1)
    let count = bench.events.count
    bench.on { $0.socket.put(FakeKernel.event(34, interface: 3)) }
    #expect(bench.events.count == count)
  }

  @Test(arguments: [cairnlinux_EAFNOSUPPORT, cairnlinux_EPROTONOSUPPORT])
  func `a system without netlink has no Wi-Fi`(code: Int32) throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let events = Mutex<[WiFiScanner.Event]>([])
    loop.post {
      let scanner = WiFiScanner(loop: loop) { () throws(DeviceError) in
        throw DeviceError(.open, path: "generic netlink", code: code)
      }
      try? scanner.start { event in events.withLock { $0.append(event) } }
      scanner.scan()
      scanner.stop()
    }
    loop.settle()
    #expect(
      events.withLock { $0 } == [
        .report(.availability(.absent)), .report(.requestEnded(.noInterface)),
      ])
  }

  @Test func `this system's own kernel answers`() async throws {
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let events = Mutex<[WiFiScanner.Event]>([])
    let held = Mutex<Carried<WiFiScanner>?>(nil)
    loop.post {
      let scanner = WiFiScanner(loop: loop)
      do throws(DeviceError) {
        try scanner.start { event in events.withLock { $0.append(event) } }
      } catch {
        Issue.record("\(error)")
      }
      let carried = Carried(scanner)
      held.withLock { $0 = carried }
    }
    let isAnswered = await Patience.wait {
      events.withLock { $0 }.contains {
        if case .report(.availability(let value)) = $0 { value != .unresponsive } else { false }
      }
    }
    #expect(isAnswered)
    loop.post { held.withLock { $0 }?.value.stop() }
    loop.settle()
  }
}
