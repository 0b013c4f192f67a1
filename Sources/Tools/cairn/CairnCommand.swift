import ArgumentParser
import CommandSupport

@main
enum Main {
  static func main() { ProgramStart.run { await CairnCommand.main() } }
}

struct CairnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cairn",
    abstract: "Finds, reads and decodes GNSS receivers.",
    discussion: """
      Examples:
        cairn devices                      what is plugged in and which programs use it
        cairn monitor                      live fixes of the first receiver, or on a terminal a simulation
        cairn monitor --device /dev/ttyUSB0 --json
        cairn decode capture.ubx --format json

      Exit codes: 0 done, 1 the device or file failed, 2 no receiver, 64 wrong usage. If the reader of \
      standard output has gone, a command ends by SIGPIPE, or with 1 if that signal is ignored.
      """,
    version: "0.1.0",
    subcommands: [
      Devices.self, Monitor.self, DashboardCommand.self, Decode.self, Encode.self, Record.self,
      Replay.self, Pulses.self,
      Filter.self, Fence.self, Visits.self, Radio.self, Distance.self, Convert.self,
      Declination.self, SeaLevel.self, Geocode.self, Geodata.self, SensorsCommand.self,
      CompassCommand.self, HeightCommand.self, BeaconsCommand.self,
    ])
}

extension CairnCommand {
  /// Drops an empty `--date=`, which scripts may pass on but the parser rejects.
  static func main() async {
    await Program.run(Self.self, CommandLine.arguments.dropFirst().filter { $0 != "--date=" })
  }
}
