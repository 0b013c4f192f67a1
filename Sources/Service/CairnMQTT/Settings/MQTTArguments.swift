/// The command line of the program that tells a broker.
package struct MQTTArguments: Hashable, Sendable {
  /// What the command line asks for.
  package enum Request: Hashable, Sendable {
    case run(String)
    /// Names every mistake of the configuration file.
    case check(String)
    case help
    case version
    /// What is wrong, and what to do.
    case refusal(String)
  }

  /// The configuration file.
  package static let usualFile = "/etc/cairn/mqtt.conf"

  /// Reads the words after the program's name.
  package static func parse(_ words: [String]) -> Request {
    var file: String?
    var isCheck = false
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts.first ?? "")
      let attached = option.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      switch option {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--check":
        isCheck = true
        let isNext = rest.first.map { !$0.hasPrefix("-") } ?? false
        if let name = attached ?? (isNext ? rest.popFirst() : nil) { file = name }
      case "--config":
        guard let name = attached ?? rest.popFirst(), !name.isEmpty else {
          return .refusal("--config needs a value")
        }
        file = name
      default:
        return .refusal("there is no option \(word): `cairn-mqtt --help` lists them")
      }
    }
    let name = file ?? usualFile
    return isCheck ? .check(name) : .run(name)
  }

  /// The text for `--help`.
  package static let help = """
    Tells an MQTT broker where the device is, and keeps what the broker does not have yet.

    Usage: cairn-mqtt [--config FILE]
           cairn-mqtt --check [FILE]

      --config FILE     Settings; SIGHUP reads the file again. Default: \(usualFile).
      --check [FILE]    Name every mistake of the file, and start nothing.
      --help, --version

    Positions come from cairnd, which must run. They go to owntracks/USER/DEVICE as OwnTracks writes them, so
    that its recorder, Home Assistant and others read them. While there is no broker, they wait in a
    file of limited size, which outlasts a loss of power.

    Examples:
      A file with these two lines is enough for a broker on this machine:
        [broker]
        host = localhost
      With TLS and a password, ten metres every five seconds, and a region:
        [broker]
        host = mqtt.example.org
        ca = /etc/cairn/mqtt/ca.crt
        user = vehicle-7
        password-file = /etc/cairn/mqtt/password
        [device]
        name = vehicle-7
        [demand]
        accuracy = 10
        interval = 5s
        [region Depot]
        center = 46.9480, 7.4474
        radius = 150m
      Then:
        cairn-mqtt --config mqtt.conf
        mosquitto_sub -h localhost -v -t 'owntracks/#' -t 'cairn/#'

    Exit codes: 0 ended by SIGTERM or SIGINT, or by SIGHUP in a terminal; 1 it could not start, or --check found
    mistakes; 64 wrong usage; 78 the file has mistakes, or names what is not there.
    """
}
