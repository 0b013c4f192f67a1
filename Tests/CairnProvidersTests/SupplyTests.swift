import CairnHAL
import CairnLinux
import CairnSimulator
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnProviders

@Suite("A supply that the host switches", .tags(.loopback), .timeLimit(.minutes(15)))
struct SupplyTests {
  @Test func `is on before the device is opened, and its receiver has its start-up time`()
    async throws
  {
    // When one that says nothing is given up: the search begins after the start-up time.
    var waits: [Duration] = []
    for startUp in [Duration.milliseconds(1), .seconds(30)] {
      let board = try await Board(device: .silent, startUp: startUp)
      try await board.bench.start()
      #expect(board.log == ["on", "open"])
      let wait = await board.bench.pass(atMost: .seconds(90)) { !board.bench.codes.isEmpty }
      waits.append(try #require(wait))
      #expect(board.bench.codes == [.protocolMismatch])
      await board.stop()
    }
    #expect(waits[0] < .seconds(30))
    #expect(abs((waits[1] - waits[0]) / .seconds(1) - 30) < 5, "\(waits)")
  }

  @Test(arguments: [true, false])
  func `is off while nobody uses the receiver, and what it forgot is set again`(
    keepsBackup: Bool
  ) async throws {
    let board = try await Board(keepsBackup: keepsBackup)
    for round in 1...2 {
      try await board.bench.start()
      #expect(await board.port.isSupplied)
      #expect(await board.pass(atMost: .seconds(90)) { board.isConfigured } != nil)
      #expect(await board.pass(atMost: .seconds(90)) { !board.bench.fixes.isEmpty } != nil)
      await board.stop()
      #expect(await !board.port.isSupplied)
      #expect(board.log == (1...round).flatMap { _ in ["on", "open", "off"] })
      board.bench.clear()
      await board.bench.pass(.seconds(30))
      #expect(board.bench.events.isEmpty)
    }
  }

  @Test func `is put to sleep by its driver, which remembers it`() async throws {
    let board = try await Board(keepsBackup: true)
    try await board.bench.start()
    #expect(await board.pass(atMost: .seconds(90)) { board.isConfigured } != nil)
    await board.stop()
    #expect(board.bench.reports.last?.power == "hardware backup")
    board.bench.clear()
    try await board.bench.start()
    #expect(await board.pass(atMost: .seconds(30)) { !board.bench.fixes.isEmpty } != nil)
    // It was woken and configured, not searched for.
    #expect(await board.pass(atMost: .seconds(30)) { board.isConfigured } != nil)
    #expect(board.bench.reports.last?.model?.isEmpty == false)
    await board.stop()
  }

  @Test func `is the board's, whatever model the receiver turns out to be`() async throws {
    var model = HardwareProfile(name: "m9", title: "M9", vendor: "V")
    model.identity.models = ["NEO-M9N"]
    let board = try await Board(others: [model])
    try await board.bench.start()
    #expect(await board.pass(atMost: .seconds(90)) { board.isConfigured } != nil)
    #expect(board.bench.reports.last?.profile == "m9")
    await board.stop()
    #expect(board.bench.reports.last?.power == "hardware backup")
    #expect(board.log == ["on", "open", "off"])
  }

  @Test func `of a receiver on USB takes its device along, which is no loss`() async throws {
    let board = try await Board(isUSB: true)
    for _ in 1...2 {
      #expect(await board.port.node == nil)
      try await board.bench.start()
      #expect(await board.pass(atMost: .seconds(90)) { board.isConfigured } != nil)
      #expect(await board.pass(atMost: .seconds(90)) { !board.bench.fixes.isEmpty } != nil)
      await board.stop()
      #expect(board.bench.reports.last?.power == "hardware backup")
      #expect(board.bench.codes.isEmpty)
      board.bench.clear()
    }
    #expect(board.log == ["on", "open", "off", "on", "open", "off"])
  }

  @Test func `stays on where the profile says so`() async throws {
    let board = try await Board(staysOn: true)
    try await board.bench.start()
    #expect(await board.pass(atMost: .seconds(90)) { board.isConfigured } != nil)
    await board.stop()
    #expect(await board.port.isSupplied)
    #expect(board.log == ["on", "open"])
  }

  @Test func `that cannot be switched on is reported with its cause`() async throws {
    let board = try await Board()
    let error = DeviceError(.open, path: "/dev/gpiochip0", code: EACCES)
    board.fail(error)
    try await board.bench.start()
    #expect(board.bench.errors.first?.code == .devicePermission)
    #expect(board.bench.errors.first?.cause == error)
    #expect(board.log.isEmpty)
    board.fail(nil)
    #expect(await board.pass(atMost: .seconds(5)) { board.log == ["on", "open"] } != nil)
    await board.stop()
  }

  @Test func `of a receiver that nobody announces cannot be switched on, which is told first`()
    async throws
  {
    let board = try await Board(isDiscovered: true)
    let error = DeviceError(.open, path: "/dev/gpiochip0", code: EACCES)
    board.fail(error)
    try await board.bench.start()
    #expect(board.bench.errors.map(\.cause) == [error])
    #expect(board.bench.absences == 1)
    let order = board.bench.events.compactMap { event -> String? in
      switch event {
      case .failure: "why"
      case .lifecycle(.absent): "absent"
      default: nil
      }
    }
    #expect(order == ["why", "absent"])
    await board.stop()
  }

  @Test func `of a receiver that nobody announces is switched on, so that it can be seen`()
    async throws
  {
    let board = try await Board(isDiscovered: true)
    try await board.bench.start()
    #expect(board.log == ["on"])
    #expect(board.bench.absences == 1)
    await board.bench.stop()
    #expect(board.log == ["on", "off"])
  }

  @Test func `is switched off and on for a receiver that says nothing that is understood`()
    async throws
  {
    let board = try await Board(device: .silent)
    try await board.bench.start()
    #expect(
      await board.pass(atMost: .seconds(120)) {
        board.log == ["on", "open", "off", "on", "open"]
      }
        != nil, "\(board.log)")
    await board.stop()
  }
}

/// A switch that a simulated receiver hangs on.
///
/// `@unchecked Sendable`: made in a closure that may be anywhere, touched on the loop only.
private final class FakeSwitch: SupplySwitch, @unchecked Sendable {
  private(set) var isOn: Bool?
  private let port: SimulatedPort
  private let isUSB: Bool
  private let events: Events

  init(_ port: SimulatedPort, isUSB: Bool, _ events: Events) {
    self.port = port
    self.isUSB = isUSB
    self.events = events
  }

  func set(isOn: Bool) throws(DeviceError) {
    if let failure = events.failure.withLock({ $0 }) { throw failure }
    if isOn != self.isOn { events.log.withLock { $0.append(isOn ? "on" : "off") } }
    self.isOn = isOn
    let isUSB = isUSB
    port.assumeIsolated { port in
      port.setSupply(isOn: isOn)
      guard isUSB else { return }
      if isOn {
        #expect(throws: Never.self) { try port.plugIn() }
      } else {
        port.unplug()
      }
    }
  }
}

/// What was done in order, and what cannot be done.
private final class Events: Sendable {
  let log = Mutex<[String]>([])
  let failure = Mutex<DeviceError?>(nil)
}

/// A receiver on a port whose supply is switched, by a profile that knows the port's path.
private final class Board: Sendable {
  let bench: ProviderBench
  let port: SimulatedPort
  private let events = Events()

  init(
    device: SimulatedPort.Device? = nil, keepsBackup: Bool = true, staysOn: Bool = false,
    startUp: Duration? = nil, others: [HardwareProfile] = [], isDiscovered: Bool = false,
    isUSB: Bool = false
  ) async throws {
    let loop = try EventLoop(
      clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    var receiver = SimulatedReceiver.Configuration(.uBloxM9)
    receiver.hasBackupSupply = keepsBackup
    var options = SimulatedPort.Options()
    if isUSB { options.link = freshLink() }
    let port = SimulatedPort(device ?? .receiver(receiver), loop: loop, options: options)
    let path = try await port.plugIn()
    await port.setSupply(isOn: false)
    if isUSB { await port.unplug() }
    var profile = HardwareProfile(name: "board", title: "Board", vendor: "V")
    profile.identity.paths = [path]
    profile.writeAccess = .whileSilent
    profile.supply = HardwareProfile.Supply(
      powerSwitch: .regulator(name: "gnss"), keepsBackup: keepsBackup, staysOn: staysOn,
      startUp: startUp.map { Sourced($0, .estimated("a test")) })
    var access = FakeBus(loop).access
    let open = access.open
    let events = events
    access.open = { (address, settings) throws(DeviceError) in
      events.log.withLock { $0.append("open") }
      return try open(address, settings)
    }
    access.makeSwitch = { $0 == .none ? nil : FakeSwitch(port, isUSB: isUSB, events) }
    self.port = port
    bench = try ProviderBench(
      isDiscovered ? .discovered : .address(.device(path)), access: access,
      profiles: [profile] + others,
      loop: loop)
  }

  /// What was done, in order.
  var log: [String] { events.log.withLock { $0 } }

  /// What a switch meets.
  func fail(_ error: DeviceError?) { events.failure.withLock { $0 = error } }

  var isConfigured: Bool { bench.reports.last?.configuration != nil }

  /// Passes time while what the receiver sends is read.
  func pass(atMost limit: Duration, until condition: () async -> Bool) async -> Duration? {
    await bench.pass(atMost: limit, with: port, until: condition)
  }

  /// Stops the provider, while time passes: it waits until what it sends has left.
  func stop() async {
    let isStopped = Mutex(false)
    async let stopping: Void = {
      await bench.stop()
      isStopped.withLock { $0 = true }
    }()
    _ = await bench.pass(atMost: .seconds(5)) { isStopped.withLock { $0 } }
    await stopping
  }
}
