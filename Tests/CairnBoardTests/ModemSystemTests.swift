import Cairn
import CairnBoard
import CairnDBus
import CairnHAL
import CairnLinux
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import SystemTestSupport
import Testing

/// A board whose modem has a port for commands and one for sentences, in virtual time. ModemManager
/// does not run.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
private final class Board: @unchecked Sendable {
  static let mast = Coordinate(latitude: 46.95, longitude: 7.44)

  let loop: EventLoop
  let system: LocationSystem
  var modem: ScriptedModem
  private let commands: SocketPeer
  private let sentences: PseudoTerminal
  private var second = 0

  init(_ modem: ScriptedModem) throws {
    self.modem = modem
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000_000)))
    let peer = try SocketPeer()
    commands = peer
    sentences = try PseudoTerminal()
    var profile = HardwareProfile(name: "meter", title: "Meter", vendor: "nobody", kind: .board)
    profile.identity.paths = [sentences.path]
    profile.protocols = [.nmea]
    profile.writeAccess = .never
    profile.supply = .init(powerSwitch: .modem, keepsBackup: true)
    profile.startTimes.cold = Sourced(.seconds(35), .estimated("a test"))
    for (figure, value) in [
      (HardwareProfile.Figure.acquiringPower, 150.0), (.trackingPower, 120),
      (.openSkyAccuracy, 3.2), (.cellQueryEnergy, 9), (.cellQueryDuration, 0.3),
      (.cellUrbanAccuracy, 1500),
    ] {
      profile.figures.set(.init(figure, value, .estimated("a test")))
    }
    var options = BoardOptions()
    options.cells = [Pack()]
    let (path, port) = (peer.path, HardwareProfile.ModemPort(path: "/dev/modem"))
    options.modem = { loop in
      let bus = [DBusAddress.unixPath("/nonexistent/bus")]
      return Carried(
        DeviceModem(
          port: port, bus: bus, loop: loop,
          open: { _, _ in .success(UnixSocketSource([.path(path)], outputLimit: 4096)) }))
    }
    system = try LocationSystem(board: profile, options, executor: loop)
    try answer()
  }

  deinit { loop.shutdown() }

  /// Answers until nothing is asked any more.
  func answer() throws {
    while true {
      loop.settle()
      // Another connection, if the modem was given up meanwhile.
      commands.acceptIfAsked()
      let bytes = commands.read()
      if bytes.isEmpty { return }
      commands.write(modem.receive(bytes))
    }
  }

  /// Lets seconds pass, in each of which the receiver sends an epoch while it is on.
  func pass(_ seconds: Int) throws {
    for _ in 0..<seconds {
      loop.advance(by: .seconds(1))
      second += 1
      if modem.answers["+QGPS?"] == ["+QGPS: 1"] { sentences.write(epoch()) }
      try answer()
    }
  }

  /// Lets the modem say something by itself.
  func say(_ line: String) throws {
    commands.write(Array("\r\n\(line)\r\n".utf8))
    try answer()
  }

  func manager(_ accuracy: DesiredAccuracy, _ delegate: Recorder) throws -> LocationManager {
    let manager = LocationManager(system: system, isolation: nil)
    manager.configuration.desiredAccuracy = accuracy
    manager.processPendingEvents()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try answer()
    return manager
  }

  private func epoch() -> [UInt8] {
    let text = String(1_000_000 + second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60)
    let time = "\(text.dropFirst()).00"
    return [
      "GPRMC,\(time),A,4657.0000,N,00726.0000,E,0.0,0.0,211126,,,A",
      "GPGGA,\(time),4657.0000,N,00726.0000,E,1,08,0.9,540.0,M,48.0,M,,",
    ].flatMap { body in
      let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
      return Array("$\(body)*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }
  }

  /// Knows one cell.
  private struct Pack: CellSource {
    func cell(_ identity: CellIdentity) -> KnownCell? {
      identity.description == "lte 228-1-\(0x32C8)-\(0x1E2_4F03)"
        ? KnownCell(coordinate: Board.mast, range: 3000) : nil
    }
  }
}

@Suite("A modem by its own commands")
struct ModemSystemTests {
  @Test(arguments: [ScriptedModem.ec25, .plain])
  func `a coarse client is served by the cell, and the receiver stays off`(
    _ modem: ScriptedModem
  ) throws {
    let board = try Board(modem)
    let delegate = Recorder()
    let manager = try board.manager(.threeKilometers, delegate)
    try board.pass(10)
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.first)
    #expect(fix.source.technology == .cellular)
    #expect(fix.coordinate == Board.mast)
    #expect(!board.modem.commands.contains("+QGPS=1"))
    manager.stopUpdatingLocation()
  }

  @Test func `a precise client switches the receiver on, and off again`() async throws {
    let board = try Board(.ec25)
    let delegate = Recorder()
    let coarse = try board.manager(.threeKilometers, Recorder())
    try board.pass(10)
    let manager = try board.manager(10, delegate)
    // The kernel passes sentences on when it has time.
    let hasFix = await Patience.wait {
      try? board.pass(1)
      manager.processPendingEvents()
      return delegate.locations.last?.source.technology == .gnss
    }
    #expect(hasFix)
    #expect(board.modem.answers["+QGPS?"] == ["+QGPS: 1"])
    #expect(
      delegate.locations.last.map { abs($0.coordinate.longitude - (7 + 26.0 / 60)) < 1e-6 } == true)
    manager.stopUpdatingLocation()
    try board.pass(20 * 60)
    #expect(board.modem.answers["+QGPS?"] == ["+QGPS: 0"])
    #expect(board.modem.commands.filter { $0 == "+QGPS=1" }.count == 1)
    coarse.stopUpdatingLocation()
  }

  @Test func `a provider that leaves has switched the receiver off before`() async throws {
    let board = try Board(.ec25)
    let manager = try board.manager(10, Recorder())
    try board.pass(10)
    #expect(board.modem.answers["+QGPS?"] == ["+QGPS: 1"])
    let removal = Task { await board.system.remove("gnss") }
    let isOff = await Patience.wait {
      try? board.answer()
      return board.modem.answers["+QGPS?"] == ["+QGPS: 0"]
    }
    #expect(isOff)
    await removal.value
    manager.stopUpdatingLocation()
  }

  @Test func `a modem without a receiver is told, not waited for`() async throws {
    var modem = ScriptedModem.plain
    modem.answers["+CGMI"] = ["Quectel"]
    let board = try Board(modem)
    let manager = try board.manager(10, Recorder())
    try board.pass(10)
    let issues = await board.system.diagnostics().providers["gnss"]?.issues ?? []
    #expect(
      issues.map(\.explanation) == [
        "no command is known that switches the receiver of this modem"
      ])
    manager.stopUpdatingLocation()
  }

  @Test(
    arguments: [
      ("+CPIN?", "+CPIN: SIM PIN", ProviderIssue.Kind.simLocked),
      ("+CFUN?", "+CFUN: 4", .radioOff),
    ])
  func `an obstacle is an issue, and nothing is asked until it is gone`(
    _ command: String, _ line: String, _ kind: ProviderIssue.Kind
  ) async throws {
    var modem = ScriptedModem.ec25
    let ready = modem.answers[command]
    modem.answers[command] = [line]
    let board = try Board(modem)
    let delegate = Recorder()
    let manager = try board.manager(.threeKilometers, delegate)
    try board.pass(3600)
    #expect(await board.system.diagnostics().providers["cell"]?.issues.map(\.kind) == [kind])
    #expect(!board.modem.commands.contains { $0.hasPrefix("+QENG") })
    // At first, and every five minutes of an hour.
    #expect(board.modem.commands.filter { $0 == command }.count <= 1 + 12)
    board.modem.answers[command] = ready
    try board.say(command == "+CPIN?" ? "+CPIN: READY" : "+CFUN: 1")
    try board.pass(60)
    #expect(board.modem.commands.contains { $0.hasPrefix("+QENG") })
    manager.stopUpdatingLocation()
  }

  @Test func `a modem that falls silent is given up, and found again`() async throws {
    let board = try Board(.ec25)
    board.modem.isDeaf = true
    let delegate = Recorder()
    let manager = try board.manager(.threeKilometers, delegate)
    try board.pass(120)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    board.modem.isDeaf = false
    try board.pass(1200)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    manager.stopUpdatingLocation()
  }
}
