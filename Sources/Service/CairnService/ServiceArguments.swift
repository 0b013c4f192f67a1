package import CairnLinux
package import CairnProviders
internal import CairnTypes

/// The command line of the service.
package struct ServiceArguments: Equatable, Sendable {
  /// What the command line asks for.
  package enum Request: Equatable, Sendable {
    case run(ServiceArguments)
    case help
    case version
    /// What is wrong, and what to do.
    case refusal(String)
  }

  /// gpsd's own port, for programs on the same machine.
  package static let usualAddress = ListenAddress.tcp(host: "127.0.0.1", port: 2947)

  /// Receivers by address, in order; without any, the first one that is plugged in.
  package var devices: [String] = []
  /// Speed of the only device's line; `nil` finds it by listening.
  package var baudRate: UInt32?
  /// Name of the receiver to simulate.
  package var simulated: String?
  package var addresses: [ListenAddress] = []
  /// Path of the Unix socket for programs that use Cairn; `nil` for none.
  package var socket: String?
  /// Whether receivers are never written to.
  package var onlyListens = false
  /// Folder for what is learned of receivers.
  package var stateFolder: String?

  /// Where the receivers' bytes come from.
  package var sources: [ReceiverSource] {
    guard !devices.isEmpty else { return [.discovered] }
    return devices.map { .address(SourceAddress($0), baudRate: baudRate) }
  }

  /// Reads the words after the program's name, with the names of receivers that can be simulated.
  package static func parse(_ words: [String], simulations: [String]) -> Request {
    var result = ServiceArguments()
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts.first ?? "")
      let attached = option.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      switch option {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--listen-only":
        if attached != nil { return .refusal("--listen-only takes no value") }
        result.onlyListens = true
        continue
      case "--device", "--baud", "--listen", "--socket", "--simulate", "--state": break
      default: return .refusal(Self.refusal(of: word))
      }
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        return .refusal("\(option) needs a value")
      }
      if let refusal = result.set(option, value, simulations) { return .refusal(refusal) }
    }
    if let refusal = result.contradiction { return .refusal(refusal) }
    if result.addresses.isEmpty { result.addresses = [usualAddress] }
    return .run(result)
  }

  /// - Returns: what is wrong with the value; `nil` if nothing is.
  private mutating func set(_ option: String, _ value: String, _ simulations: [String]) -> String? {
    switch option {
    case "--device":
      if let fault = SourceAddress.fault(of: value) { return "--device: \(fault)" }
      guard !devices.contains(value) else { return "--device \(value) is given twice" }
      devices.append(value)
    case "--baud":
      guard let rate = UInt32(value), rate > 0 else {
        return "--baud \(value) is no speed of a line: write one such as 9600"
      }
      baudRate = rate
    case "--listen":
      guard let address = ListenAddress(value) else {
        return "--listen \(value) is no address: write HOST:PORT with a numeric host, such as "
          + "127.0.0.1:2947 or [::1]:2947, or the path of a Unix socket"
      }
      addresses.append(address)
    case "--socket":
      guard value.hasPrefix("/") else {
        return "--socket \(value) is no path from the root: write one such as /run/cairn/cairn.sock"
      }
      socket = value
    case "--simulate":
      guard simulations.contains(value) else {
        return "--simulate \(value): there are \(simulations.joined(separator: ", "))"
      }
      simulated = value
    default: stateFolder = value
    }
    return nil
  }

  private var contradiction: String? {
    if simulated != nil, !devices.isEmpty { return "--device and --simulate exclude each other" }
    if baudRate != nil, devices.count != 1 { return "--baud needs exactly one --device" }
    return nil
  }

  private static func refusal(of word: String) -> String {
    word.hasPrefix("-")
      ? "there is no option \(word): `cairnd --help` lists them"
      : "\(word) is no option: name a receiver with --device \(ShellWord(word))"
  }

  /// The text for `--help`.
  package static func help(simulations: [String]) -> String {
    """
    Shares the device's receivers with every program that speaks gpsd's protocol.

    Usage: cairnd [--device PATH]... [--listen ADDRESS]... [options]

      --device PATH     A device, tcp://HOST:PORT or file:PATH; may be given again. Another
                        receiver serves while the first is missing. Default: the first receiver
                        that is plugged in.
      --baud RATE       Speed of the only device's line. Default: found by listening.
      --simulate KIND   Imitate a receiver that is carried around a plaza: \(simulations.joined(separator: ", ")).
      --listen ADDRESS  Where clients connect: HOST:PORT, or the path of a Unix socket; may be given
                        again. Default: 127.0.0.1:2947, which only this machine reaches.
      --socket PATH     Where programs that use Cairn connect. Default: CAIRN_SOCKET of the
                        environment, else cairn.sock in the folder that systemd has made, else none.
      --listen-only     Never write to the receiver: neither query nor configure it.
      --state FOLDER    Keep there what is learned of the receiver, for a faster next start.
      --help, --version

    A receiver is on only while a client wants positions.

    Examples:
      cairnd --device /dev/ttyS1
      cairnd --simulate m9
      cairnd --device /dev/ttyUSB0 --baud 38400 --listen 127.0.0.1:2947 --listen /run/cairn/gpsd.sock
      cairnd --simulate nmea --listen 127.0.0.1:0     (the log says which port it is)
    Then, in another terminal:
      gpspipe -w
      cgps

    Exit codes: 0 ended by SIGTERM, SIGINT or SIGHUP, 1 it could not start, 64 wrong usage.
    """
  }
}
