import CairnLinux
import CairnProviders
import CairnService
import Testing

@Suite("command line of the service")
struct ServiceArgumentsTests {
  private func parse(_ words: String...) -> ServiceArguments.Request {
    ServiceArguments.parse(words, simulations: ["m9", "nmea"])
  }

  @Test func `serves gpsd's port on this machine by default`() {
    guard case .run(let arguments) = parse() else { return #expect(Bool(false)) }
    #expect(arguments.addresses.map(\.description) == ["127.0.0.1:2947"])
    #expect(arguments.sources == [.discovered])
  }

  @Test func `takes several devices and addresses, in either notation`() {
    guard
      case .run(let arguments) = parse(
        "--device", "/dev/null1", "--device=/dev/null2", "--listen=[::1]:0", "--listen", "/tmp/s",
        "--listen-only", "--state", "/var/lib/x", "--socket", "/run/x/cairn.sock")
    else { return #expect(Bool(false)) }
    #expect(arguments.devices == ["/dev/null1", "/dev/null2"])
    #expect(arguments.addresses.map(\.description) == ["[::1]:0", "/tmp/s"])
    #expect(arguments.onlyListens)
    #expect(arguments.stateFolder == "/var/lib/x")
    #expect(arguments.socket == "/run/x/cairn.sock")
  }

  @Test(arguments: [
    (["--help"], ServiceArguments.Request.help), (["-h"], .help), (["--version"], .version),
    (["/dev/ttyS1"], .refusal("/dev/ttyS1 is no option: name a receiver with --device /dev/ttyS1")),
    (["-n"], .refusal("there is no option -n: `cairnd --help` lists them")),
    (["--device"], .refusal("--device needs a value")),
    (["--baud", "fast"], .refusal("--baud fast is no speed of a line: write one such as 9600")),
    (["--baud", "9600"], .refusal("--baud needs exactly one --device")),
    (["--simulate", "m7"], .refusal("--simulate m7: there are m9, nmea")),
    (
      ["--simulate", "m9", "--device", "/dev/ttyS1"],
      .refusal("--device and --simulate exclude each other")
    ),
    (["--device", "/tmp"], .refusal("--device: /tmp is a folder: name a device in it")),
    (
      ["--socket", "cairn.sock"],
      .refusal(
        "--socket cairn.sock is no path from the root: write one such as /run/cairn/cairn.sock")
    ),
    (["--listen-only=yes"], .refusal("--listen-only takes no value")),
    (
      ["--device", "/dev/a", "--device", "/dev/a"], .refusal("--device /dev/a is given twice")
    ),
  ])
  func `says what is wrong and what to do`(words: [String], request: ServiceArguments.Request) {
    #expect(ServiceArguments.parse(words, simulations: ["m9", "nmea"]) == request)
  }

  @Test(arguments: ["localhost", "2947", "example.org:2947", "::1:2947", "127.0.0.1:70000", ""])
  func `refuses what is no address`(text: String) {
    guard case .refusal = parse("--listen", text) else { return #expect(Bool(false), "\(text)") }
  }
}
