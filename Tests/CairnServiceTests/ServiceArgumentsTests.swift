import CairnExports
import CairnService
import Testing

@Suite("command line of the service")
struct ServiceArgumentsTests {
  private static let vocabulary = ServiceConfiguration.vocabulary(simulations: ["m9", "nmea"])

  private func parse(_ words: String...) -> ServiceArguments.Request {
    ServiceArguments.parse(words, Self.vocabulary)
  }

  @Test func `states nothing by default`() {
    #expect(parse() == .run(ServiceArguments()))
  }

  @Test func `takes several devices and addresses, in either notation`() {
    guard
      case .run(let arguments) = parse(
        "--device", "/dev/null1", "--device=/dev/null2", "--listen=[::1]:0", "--listen", "/tmp/s",
        "--listen-only", "--state", "/var/lib/x", "--idle-exit", "60", "--log=debug", "--config=/f",
        "--socket", "/run/x/cairn.sock", "--board", "/b", "--pack=/p", "--pack", "/q")
    else { return #expect(Bool(false)) }
    let settings = arguments.settings
    #expect(settings.receivers.map(\.source) == [.address("/dev/null1"), .address("/dev/null2")])
    #expect(settings.gpsd.addresses == ["[::1]:0", "/tmp/s"])
    #expect(settings.onlyListens)
    #expect(settings.stateFolder == "/var/lib/x")
    #expect(settings.socket == "/run/x/cairn.sock")
    #expect(settings.board == "/b")
    #expect(settings.packs == ["/p", "/q"])
    #expect(settings.idleExit == .after(.seconds(60)))
    #expect(settings.logLevel == .debug)
    #expect(arguments.file == "/f")
  }

  @Test func `a speed belongs to the device, before or behind it`() {
    for words in [
      ["--baud", "9600", "--device", "/dev/a"], ["--device", "/dev/a", "--baud=9600"],
    ] {
      guard case .run(let arguments) = ServiceArguments.parse(words, Self.vocabulary) else {
        #expect(Bool(false), "\(words)")
        continue
      }
      #expect(arguments.settings.receivers.map(\.baudRate) == [9600])
    }
  }

  @Test(
    arguments: [
      (["--check"], nil), (["--check", "/f"], "/f"), (["--check=/f"], "/f"),
      (["--check", "--config", "/f"], "/f"), (["--config=/f", "--check"], "/f"),
    ] as [([String], String?)])
  func `a check may name the file`(words: [String], file: String?) {
    var expected = ServiceArguments()
    expected.file = file
    #expect(ServiceArguments.parse(words, Self.vocabulary) == .check(expected))
  }

  @Test(arguments: [
    (["--help"], ServiceArguments.Request.help), (["-h"], .help), (["--version"], .version),
    (["/dev/ttyS1"], .refusal("/dev/ttyS1 is no option: name a receiver with --device /dev/ttyS1")),
    (["-n"], .refusal("there is no option -n: `cairnd --help` lists them")),
    (["--device"], .refusal("--device needs a value")),
    (
      ["--baud", "fast", "--device", "/dev/a"],
      .refusal("--baud fast: expected the speed of a line, such as 9600")
    ),
    (["--baud", "9600"], .refusal("--baud needs exactly one --device")),
    (["--baud", "9600", "--simulate", "m9"], .refusal("--baud needs exactly one --device")),
    (["--simulate", "m7"], .refusal("--simulate: did you mean simulated:m9?")),
    (
      ["--simulate", "ublox"],
      .refusal("--simulate: expected a receiver to simulate: m9 or nmea")
    ),
    (
      ["--simulate", "m9", "--device", "/dev/ttyS1"],
      .refusal("--device and --simulate exclude each other")
    ),
    (
      ["--socket", "cairn.sock"],
      .refusal("--socket cairn.sock: expected a path from the root, such as /run/cairn/cairn.sock")
    ),
    (
      ["--device", "/tmp"],
      .refusal("--device: expected a receiver: /tmp is a folder: name a device in it")
    ),
    (["--listen-only=yes"], .refusal("--listen-only takes no value")),
    (["--device", "/dev/a", "--device", "/dev/a"], .refusal("--device /dev/a is given twice")),
    (["--log", "info", "--log", "debug"], .refusal("--log is given twice")),
    (["--log", "infos"], .refusal("--log infos: did you mean info?")),
  ])
  func `says what is wrong and what to do`(words: [String], request: ServiceArguments.Request) {
    #expect(ServiceArguments.parse(words, Self.vocabulary) == request)
  }

  @Test(arguments: ["localhost", "2947", "example.org:2947", "::1:2947", "127.0.0.1:70000", ""])
  func `refuses what is no address`(text: String) {
    guard case .refusal = parse("--listen", text) else { return #expect(Bool(false), "\(text)") }
  }

  @Test func `help names every option`() {
    let help = ServiceArguments.help(simulations: ["m9"])
    for option in ServiceSetting.all.compactMap(\.option) + ["--config", "--check", "--device"] {
      #expect(help.contains("  \(option) "), "\(option)")
    }
  }
}
