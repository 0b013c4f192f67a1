import CMosquitto
import CairnLinux
import CairnMQTT
import CairnTypes
import Glibc

/// `cairn-mqtt`: tells a broker where the device is, and keeps what the broker does not have yet.
@main
struct Program {
  /// How the program ends that could not do what it was asked.
  enum Status: Int32 {
    case failed = 1
    case usage = 64
    /// The settings have a mistake: another start would not help, which cairn-mqtt.service knows.
    case configuration = 78
  }

  static let version = "0.1.0"

  static func main() {
    switch MQTTArguments.parse(Array(CommandLine.arguments.dropFirst())) {
    case .help: print(MQTTArguments.help)
    case .version: print(version)
    case .refusal(let refusal): fail([refusal], .usage)
    case .check(let file):
      let (_, faults) = Configuration.read(file, isStart: false)
      if !faults.isEmpty { fail(faults) }
      print("\(ForeignText.visible(file)) is correct")
    case .run(let file): run(file)
    }
  }

  private static func run(_ file: String) {
    let (configuration, faults) = Configuration.read(file)
    guard let configuration else { fail(faults, .configuration) }
    guard mosq_load() else {
      fail(["libmosquitto.so.1 is missing: install it (on Debian: apt install libmosquitto1)"])
    }
    do throws(DeviceError) {
      let signals = try ServiceSignals.open()
      let loop = try EventLoop(name: "cairn-mqtt")
      loop.post {
        let device = Device(configuration, file: file, loop: loop)
        device.begin()
        ServiceSignals.follow(signals, on: loop) { [carried = Carried(device)] wish in
          switch wish {
          case .reload: carried.value.reload()
          case .end: carried.value.end()
          }
        }
      }
    } catch {
      fail([error.explanation])
    }
    // The loop ends the program.
    while true { pause() }
  }

  static func fail(_ lines: [String], _ status: Status = .failed) -> Never {
    for line in lines { log(line) }
    exit(status.rawValue)
  }

  static func log(_ line: String) { writeToStandardError("cairn-mqtt: \(line)") }
}
