import ArgumentParser
import CommandSupport

@main
enum Main {
  static func main() { ProgramStart.run { await HardwareProfileCommand.main() } }
}

struct HardwareProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hw-profile",
    abstract:
      "Checks and prints hardware profiles, plans with them, and writes their udev rules.",
    discussion: """
      Examples:
        hw-profile lint                              check every profile
        hw-profile show ublox-m9                     what is known about a receiver, and from where
        hw-profile show ublox-m9 --swift             the same as Swift source, for firmware
        hw-profile plan m8-gateway --accuracy 1km    what would be switched on, and why
        hw-profile compare m8-gateway m10-tracker    what differs, and what that means
        hw-profile probe                             which receivers are there, and which profiles fit
        hw-profile watch --device /dev/ttyACM0       what a receiver does, and what that costs
        hw-profile calibrate my-board --sensor ina226
        hw-profile compile my-board --output /etc/cairn/board.cairn
        hw-profile rules > /etc/udev/rules.d/70-cairn.rules

      Profiles are read from the folder in --profiles, else from the one in the environment variable \
      CAIRN_PROFILES, else from \(ProfileSearch.own), else from the shipped folder: in the checkout or the \
      prefix of this program, or \(ProfileSearch.system). A profile may include shipped ones.

      Exit codes: 0 done, 1 a profile has errors or cannot be found, or a device failed, 2 no receiver, \
      64 wrong usage.
      """,
    version: "0.1.0",
    subcommands: [
      Lint.self, Show.self, Plan.self, Compare.self, Probe.self, Watch.self, Calibrate.self,
      Simulate.self, Rules.self, Compile.self,
    ])

  static func main() async {
    await Program.run(Self.self, Array(CommandLine.arguments.dropFirst()))
  }
}
