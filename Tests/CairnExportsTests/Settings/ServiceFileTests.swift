import CairnExports
import CairnTestSupport
import CairnTypes
import Testing

private let vocabulary = ServiceVocabulary(simulations: ["m9", "nmea"]) { text in
  text.hasPrefix("/") || text.contains(":")
} canSendSentences: { text in
  text.hasPrefix("/") || text.contains(":")
} sourceFault: { text in
  text == "/tmp" ? "/tmp is a folder: name a device in it" : nil
}

private func read(_ text: String) -> ServiceFile {
  ServiceFile("cairnd.conf", Array(text.utf8), vocabulary)
}

@Suite("configuration file of the service")
struct ServiceFileTests {
  @Test func `every section and key is read`() {
    let file = read(
      """
      # A gateway with two receivers.
      [service]
      state = /var/lib/cairn
      policy = /etc/fleet/policy.d
      log = debug
      idle-exit = 2min

      [receiver /dev/ttyS1]
      baud = 38400
      listen-only = yes
      [receiver simulated:m9]
      [gpsd]
      listen = 127.0.0.1:2947
      listen = /run/cairn/gpsd.sock  # for containers
      accuracy = 10
      interval = 1s
      [nmea]
      address = 127.0.0.1:10110
      address = udp://192.168.1.255:10110
      accuracy = 1km
      interval = 5s
      [chrony]
      socket = /run/chrony.cairn.sock
      pulse-socket = /run/chrony.cairn-pps.sock
      """)
    #expect(file.mistakes.isEmpty)
    var wanted = ServiceSettings()
    wanted.stateFolder = "/var/lib/cairn"
    wanted.policyFolder = "/etc/fleet/policy.d"
    wanted.logLevel = .debug
    wanted.idleExit = .after(.seconds(120))
    var first = ServiceSettings.Receiver(.address("/dev/ttyS1"))
    first.baudRate = 38_400
    first.onlyListens = true
    wanted.receivers = [first, ServiceSettings.Receiver(.simulated("m9"))]
    wanted.gpsd.addresses = ["127.0.0.1:2947", "/run/cairn/gpsd.sock"]
    wanted.gpsd.accuracy = 10
    wanted.gpsd.interval = .seconds(1)
    wanted.nmea.addresses = ["127.0.0.1:10110", "udp://192.168.1.255:10110"]
    wanted.nmea.accuracy = .kilometer
    wanted.nmea.interval = .seconds(5)
    wanted.chrony.socket = "/run/chrony.cairn.sock"
    wanted.chrony.pulseSocket = "/run/chrony.cairn-pps.sock"
    #expect(file.settings == wanted)
  }

  @Test func `an empty file states nothing`() {
    #expect(read("").settings == ServiceSettings())
    #expect(read("# nothing\n\n[gpsd]\n").settings == ServiceSettings())
  }

  @Test(
    arguments: [
      ("[service]\nlog = infos", .invalidValue, 2, 7, "info"),
      ("[service]\nstate =", .invalidValue, 2, 8, nil),
      ("[service]\nidle-exit = soon", .invalidValue, 2, 13, nil),
      ("[service]\nidle-exit = 0", .invalidValue, 2, 13, nil),
      ("[service]\nidle-exit = 25h", .invalidValue, 2, 13, nil),
      ("[service]\nidle-exit = 99999999999999999999", .invalidValue, 2, 13, nil),
      ("[service]\nidel-exit = 1s", .unknownKey, 2, 1, "idle-exit"),
      ("[service]\nlog = info\nlog = info", .repeatedKey, 3, 1, nil),
      ("[servise]", .unknownSection, 1, 2, "service"),
      ("[service x]", .invalidSection, 1, 10, nil),
      ("[service]\n[gpsd]\n[service]", .repeatedSection, 3, 2, nil),
      ("log = info", .outsideSection, 1, 1, nil),
      ("[service]\nlog", .noAssignment, 2, 1, nil),
      ("[receiver /tmp]", .invalidValue, 1, 11, nil),
      ("[receiver simulated:m8]", .invalidValue, 1, 11, "simulated:m9"),
      ("[receiver]\n[receiver /dev/a]", .excludedSection, 2, 2, nil),
      ("[receiver /dev/a]\n[receiver]", .excludedSection, 2, 2, nil),
      ("[receiver /dev/a]\n[receiver /dev/a]", .repeatedSection, 2, 2, nil),
      ("[receiver]\nbaud = fast", .invalidValue, 2, 8, nil),
      ("[receiver]\nbaud = 0", .invalidValue, 2, 8, nil),
      ("[receiver]\nlisten-only = maybe", .invalidValue, 2, 15, nil),
      ("[chrony]\nsocket = run/x", .invalidValue, 2, 10, nil),
      ("[gpsd]\nlisten = here", .invalidValue, 2, 10, nil),
      ("[gpsd]\naccuracy = good", .invalidValue, 2, 12, nil),
      ("[gpsd]\ninterval = 1 day", .invalidValue, 2, 12, nil),
    ] as [(String, SettingsFileError.Problem, Int, Int, String?)])
  func `a mistake is told with its place and what was expected`(
    text: String, problem: SettingsFileError.Problem, line: Int, column: Int, nearest: String?
  ) throws {
    let file = read(text)
    let mistake = try #require(file.mistakes.first)
    #expect(file.mistakes.count == 1)
    #expect(mistake.file == "cairnd.conf" && mistake.line == line && mistake.column == column)
    #expect(mistake.problem == problem && mistake.nearest == nearest && !mistake.expected.isEmpty)
  }

  @Test func `every mistake is told, and lines below a wrong section are not mistakes`() {
    let file = read("[gpds]\nlisten = x\naccuracy = y\n[gpsd]\nlisten = x\naccuracy = y\nz")
    #expect(
      file.mistakes.map(\.description) == [
        "cairnd.conf:1:2: 'gpds' is no section; did you mean 'gpsd'?",
        "cairnd.conf:5:10: 'x' is no value for this; expected HOST:PORT with a numeric host, such as 127.0.0.1:2947 or [::1]:2947, or the path of a Unix socket",
        "cairnd.conf:6:12: 'y' is no value for this; expected best, or metres such as 10, 100m or 1km",
        "cairnd.conf:7:1: 'z' is neither a section nor an assignment; expected [section] or key = value",
      ])
  }

  @Test func `mistakes, receivers and sizes are bounded`() {
    #expect(read(String(repeating: "x\n", count: 1000)).mistakes.count == 100)
    let receivers = (0..<17).map { "[receiver /dev/ttyS\($0)]\n" }.joined()
    #expect(read(receivers).mistakes.map(\.problem) == [.tooManySections])
    #expect(read(receivers).settings.receivers.count == 16)
    let tooLong = String(repeating: "#\n", count: 32_769)
    #expect(read(tooLong).mistakes.map(\.problem) == [.fileTooLong])
    #expect(
      read("#" + String(repeating: "x", count: 4096)).mistakes.map(\.problem) == [.lineTooLong])
  }

  @Test func `the command line takes precedence, key by key and list by list`() {
    var file = read(
      "[service]\nlog = debug\nstate = /a\n[receiver /dev/a]\n[gpsd]\nlisten = /s\ninterval = 2s"
    ).settings
    var line = ServiceSettings()
    line.stateFolder = "/b"
    line.onlyListens = true
    line.gpsd.addresses = ["/t"]
    var both = file.overlaid(by: line)
    #expect(both.logLevel == .debug && both.stateFolder == "/b")
    #expect(both.gpsd.addresses == ["/t"] && both.gpsd.interval == .seconds(2))
    #expect(both.usedReceivers.map(\.source) == [.address("/dev/a")])
    #expect(both.usedReceivers.map(\.onlyListens) == [true])
    line.receivers = [ServiceSettings.Receiver(.address("/dev/b"))]
    both = file.overlaid(by: line)
    #expect(both.usedReceivers.map(\.source) == [.address("/dev/b")])
    file.receivers = []
    line.receivers = []
    #expect(file.overlaid(by: line).usedReceivers.map(\.source) == [.discovered])
  }
}
