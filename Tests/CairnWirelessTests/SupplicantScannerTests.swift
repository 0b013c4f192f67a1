import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Synchronization
import Testing

/// A scanner that the kernel shows nothing, beside a wpa_supplicant, in virtual time.
///
/// `@unchecked Sendable`: everything inside is touched on the loop only, except the events.
private final class SupplicantBench: @unchecked Sendable {
  let loop: EventLoop
  let kernel = FakeNetlinkSocket()
  let folder: TemporaryFolder
  var stub: SupplicantStub?
  private let scanner: WiFiScanner
  private let recorded = Mutex<[WiFiScanner.Event]>([])
  private(set) var commands: [String] = []
  var answers: (String) -> String? = SupplicantBench.answer

  /// The code says why there is no socket to the kernel; `nil` is a kernel without interfaces, or with
  /// one on which the program may start no scan.
  init(refusal code: Int32? = nil, hasInterface: Bool = false, isRunning: Bool = true) throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 100_000_000_000)))
    folder = try TemporaryFolder()
    if !hasInterface { kernel.kernel.interfaces = [] }
    kernel.kernel.triggerErrno = hasInterface ? 1 : 0
    let kernel = kernel
    scanner = WiFiScanner(loop: loop, supplicants: [folder.path]) { () throws(DeviceError) in
      if let code { throw DeviceError(.open, path: "generic netlink", code: code) }
      return kernel
    }
    if isRunning { stub = try SupplicantStub(folder.path + "/wlan0") }
    on { bench in
      try? bench.scanner.start { event in bench.recorded.withLock { $0.append(event) } }
    }
  }

  static func answer(_ command: String) -> String? {
    switch command {
    case "ATTACH": return "OK\n"
    case "PING": return "PONG\n"
    case let text where text.hasPrefix("SCAN"): return "OK\n"
    case "BSS RANGE=0- MASK=0x21287":
      return "id=0\nbssid=04:00:00:00:00:01\nfreq=2412\nlevel=-50\nage=1\nssid=a\n====\n"
    case "BSS RANGE=1- MASK=0x21287":
      return "id=1\nbssid=04:00:00:00:00:02\nfreq=2412\nlevel=-60\nage=1\nssid=b\n####\n"
    default: return "FAIL\n"
    }
  }

  func on(_ body: @escaping @Sendable (SupplicantBench) -> Void) {
    loop.post { [self] in body(self) }
    talk()
  }

  /// Lets both talk until nobody has anything to say.
  func talk() {
    loop.settle()
    for _ in 0..<100 {
      guard let heard = stub?.serve(answers), !heard.isEmpty else { return }
      commands += heard
      loop.settle()
    }
  }

  func scan(_ request: WiFiScanRequest = WiFiScanRequest()) {
    on { bench in bench.scanner.scan(request) }
  }

  func say(_ text: String) {
    stub?.say(text)
    talk()
  }

  func pass(_ time: Duration) {
    loop.advance(by: time)
    talk()
  }

  func end() {
    on { bench in bench.scanner.stop() }
    loop.shutdown()
  }

  var events: [WiFiScanner.Event] { recorded.withLock { $0 } }
  var heard: [[BSSID]] {
    events.compactMap {
      if case .report(.scan(let scan, _)) = $0 { scan.sightings.map(\.bssid) } else { nil }
    }
  }
  var names: [[String]] {
    events.compactMap {
      if case .report(.availability(.present(let list))) = $0 { list.map(\.name) } else { nil }
    }
  }
  var outcomes: [WiFiScanOutcome] {
    events.compactMap { if case .report(.requestEnded(let end)) = $0 { end } else { nil } }
  }
}

@Suite("Scans through wpa_supplicant")
struct SupplicantScannerTests {
  private static let both = [AccessPoints.bssid(1), AccessPoints.bssid(2)]

  @Test(arguments: [nil, 93, 97] as [Int32?])
  func `serve where the kernel shows no interface or cannot be asked`(code: Int32?) throws {
    let bench = try SupplicantBench(refusal: code)
    defer { bench.end() }
    #expect(bench.names.last == ["wlan0"])
    #expect(bench.heard == [Self.both])
    bench.scan(WiFiScanRequest(frequencies: [2412]))
    #expect(bench.commands.last == "SCAN TYPE=ONLY freq=2412")
    #expect(bench.outcomes.isEmpty)
    bench.say("<3>CTRL-EVENT-SCAN-RESULTS ")
    #expect(bench.heard == [Self.both, Self.both])
    #expect(bench.outcomes == [.finished])
  }

  @Test func `are started there where the kernel lets the program start none`() throws {
    let bench = try SupplicantBench(hasInterface: true)
    defer { bench.end() }
    #expect(bench.commands.isEmpty, "the kernel shows the interface")
    let before = bench.heard.count
    for number in 1...2 {
      bench.scan(WiFiScanRequest(frequencies: [2412]))
      #expect(bench.commands.suffix(2) == ["PING", "SCAN TYPE=ONLY freq=2412"])
      #expect(bench.outcomes.count == number - 1)
      bench.on { $0.kernel.put(FakeKernel.event(34, interface: 3)) }
      #expect(bench.outcomes == Array(repeating: .finished, count: number))
    }
    #expect(bench.heard.count == before + 2 && bench.commands.count == 4)
    #expect(bench.kernel.kernel.triggers.count == 1)
    bench.on { bench in #expect(bench.loop.nextTimer == nil, "it waits for nothing") }
  }

  @Test(
    arguments: [
      (nil, .notPermitted), ("FAIL\n", .notPermitted), ("PONG\n", .failed(errno: 5)),
    ] as [(String?, WiFiScanOutcome)])
  func `end without a scan where that program refuses or is silent`(
    answer: String?, outcome: WiFiScanOutcome
  ) throws {
    let bench = try SupplicantBench(hasInterface: true)
    defer { bench.end() }
    bench.answers = { _ in answer }
    let before = bench.heard.count
    bench.scan()
    // Somebody else's scan says nothing about the rights of this program.
    if answer == nil { bench.on { $0.kernel.put(FakeKernel.event(34, interface: 3)) } }
    bench.pass(.seconds(6))
    #expect(bench.outcomes == [outcome] && bench.heard.count == before + (answer == nil ? 1 : 0))
    // Another interface's socket is not asked.
    bench.stub = nil
    try bench.folder.remove("wlan0")
    bench.stub = try SupplicantStub(bench.folder.path + "/wlan1")
    bench.scan()
    #expect(bench.outcomes == [outcome, .notPermitted])
    bench.on { bench in #expect(bench.loop.nextTimer == nil) }
  }

  @Test func `are not used once the kernel shows an interface`() throws {
    let bench = try SupplicantBench()
    defer { bench.end() }
    bench.on { bench in
      bench.kernel.kernel.interfaces = FakeKernel().interfaces
      bench.kernel.put(FakeKernel.event(7, interface: 3))
    }
    let count = bench.heard.count
    #expect(bench.names.last == ["wlan0"])
    bench.say("<3>CTRL-EVENT-SCAN-RESULTS ")
    #expect(bench.heard.count == count)
    bench.scan()
    #expect(bench.kernel.kernel.triggers.count == 1)
    #expect(!bench.commands.contains { $0.hasPrefix("SCAN") })
  }

  @Test func `end with the program, and begin again with the next one`() throws {
    let bench = try SupplicantBench()
    defer { bench.end() }
    bench.scan()
    bench.stub?.say("<3>CTRL-EVENT-TERMINATING ")
    bench.talk()
    #expect(bench.outcomes == [.noInterface])
    #expect(bench.names.last == [])
    bench.stub = nil
    try bench.folder.remove("wlan0")
    bench.scan()
    #expect(bench.outcomes == [.noInterface, .noInterface])
    bench.stub = try SupplicantStub(bench.folder.path + "/wlan0")
    bench.pass(.seconds(61))
    #expect(bench.names.last == ["wlan0"])
    #expect(bench.heard.count == 2)
  }

  @Test func `are found when the program starts later`() throws {
    let bench = try SupplicantBench(isRunning: false)
    defer { bench.end() }
    #expect(bench.names == [[]])
    bench.stub = try SupplicantStub(bench.folder.path + "/wlan0")
    bench.pass(.seconds(61))
    #expect(bench.names.last == ["wlan0"])
  }

  @Test func `do not fail over a peer that is silent, refuses or talks nonsense`() throws {
    let noise = String(repeating: "\u{0}<>=\n####\n", count: 900)
    for answer in [nil, "FAIL\n", "", noise] as [String?] {
      let bench = try SupplicantBench(isRunning: false)
      defer { bench.end() }
      bench.answers = { _ in answer }
      bench.stub = try SupplicantStub(bench.folder.path + "/wlan0")
      bench.pass(.seconds(61))
      bench.pass(.seconds(6))
      let isThere = bench.names.contains { !$0.isEmpty }
      #expect(!isThere)
      bench.scan()
      #expect(bench.outcomes == [.noInterface])
    }
    let bench = try SupplicantBench()
    defer { bench.end() }
    bench.answers = { _ in noise }
    for text in [noise, "<", "<3", ">", "OK\n", "<3>CTRL-EVENT-SCAN-RESULTS "] { bench.say(text) }
    #expect(bench.heard.count == 2)
    #expect(bench.heard.last == [])
  }
}
