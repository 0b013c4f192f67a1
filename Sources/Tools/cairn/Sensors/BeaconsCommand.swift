import ArgumentParser
import Cairn
import CairnFiles
import CairnHAL
import CairnLinux
import CairnTypes
import CairnWireless
import CommandSupport

struct BeaconsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beacons",
    abstract: "Shows the Bluetooth beacons in range and how far they are.",
    discussion: """
      Lists iBeacons, AltBeacons and Eddystone frames: what each is, the strength of its signal, its \
      distance with the range that holds 68 % of the true ones, and when it was last heard. A beacon \
      that was silent for ten seconds leaves the list.

      Any user may do this through BlueZ, which listens about half of the time and tells strengths in \
      steps of 8 dB. With the capability CAP_NET_RAW, the program listens all of the time and gets every \
      value: `sudo setcap cap_net_raw+ep "$(readlink -f "$(command -v cairn)")"`. BlueZ 5.66 and earlier \
      must be started with --experimental.

      With --region, prints when beacons are entered and left instead. Then the radio listens for a tenth \
      of the time where it may choose, and nothing else of the device is switched on. What is printed at \
      the end is how long the radio has listened.

      Examples:
        cairn beacons
        cairn beacons --json --duration 30
        cairn beacons --region 2f234454-cf6d-4a0f-adf2-f4911ba9ffa6/1 --timeout 20

      Exit codes: 0 done, 1 beacons cannot be heard, 64 wrong usage.
      """)

  @Flag(help: "Print one JSON object for each beacon and second, and for each event.")
  var json = false

  @Option(
    parsing: .unconditional, help: "End after this many seconds.", transform: OptionNumber.decimal)
  var duration: Double?

  @Option(
    help: "Print when beacons of UUID, UUID/MAJOR or UUID/MAJOR/MINOR are entered and left.",
    transform: BeaconConstraint.init(argument:))
  var region: BeaconConstraint?

  @Option(
    parsing: .unconditional,
    help: "Seconds without a beacon of the region until it counts as left (default: 20).",
    transform: OptionNumber.decimal)
  var timeout: Double?

  func validate() throws {
    for (name, value) in [("--duration", duration), ("--timeout", timeout)] {
      if let value, !(value > 0 && value < 1e6) {
        throw ValidationError("\(name) must be above 0 and below 1,000,000")
      }
    }
    if timeout != nil, region == nil { throw ValidationError("--timeout needs --region") }
  }

  func run() async throws {
    let loop: EventLoop
    do throws(DeviceError) { loop = try EventLoop() } catch {
      throw CommandFailure(message: error.explanation)
    }
    defer { loop.shutdown() }
    let view = view()
    let isDone: Bool
    if let region {
      isDone = try await BeaconRegionWatch(
        constraint: region, timeout: timeout.map { .seconds($0) }, loop: loop, view: view
      ).run(duration: duration)
    } else {
      isDone = await BeaconSession(loop: loop, view: view).run(duration: duration)
    }
    // The program's end reports that failure.
    guard isDone || Outlet.standardOutput.failure != nil else {
      throw ExitCode(CommandFailure.failed)
    }
  }

  private func view() -> any BeaconView {
    let traits = TerminalTraits(environment: Environment.value)
    guard !json, region == nil, StandardOutput.isTerminal, traits.placesCursor else {
      return BeaconLines(isJSON: json)
    }
    return BeaconScreen(traits)
  }
}

extension BeaconConstraint {
  /// Reads `UUID`, `UUID/MAJOR` or `UUID/MAJOR/MINOR`.
  ///
  /// - Throws: one line that says what is expected.
  init(argument: String) throws {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { UInt16($0) }
    guard let uuid = parts.first.flatMap({ UUID128($0) }), numbers.count <= 2,
      !numbers.contains(nil)
    else {
      throw ValidationError(
        "'\(argument)' is none of UUID, UUID/MAJOR and UUID/MAJOR/MINOR, with numbers up to 65535")
    }
    self.init(uuid: uuid, major: numbers.first ?? nil, minor: numbers.dropFirst().first ?? nil)
  }
}
