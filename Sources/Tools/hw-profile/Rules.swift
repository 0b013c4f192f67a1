import ArgumentParser
import CairnHAL
import CairnProfiles
import CommandSupport

struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the udev rules for the profiles.",
    discussion: """
      Devices that are surely receivers, and ports at the paths that profiles name for them, get the \
      group dialout, a link in /dev/gnss and the systemd unit. Bridges get nothing; if a receiver is behind one, set ID_CAIRN_PROBE=1 in a rule of your \
      own. The port that a profile names for a modem's commands gets the group, unless ModemManager is \
      installed and not told to leave it alone (ID_MM_PORT_IGNORE in a file before this one).

      Examples:
        hw-profile rules > udev/70-cairn.rules
        hw-profile rules --profiles /etc/cairn/hw-profiles --service my-tracker.service
      """)

  @OptionGroup var folder: ProfilesOption

  @Option(help: "The systemd unit that a receiver starts.")
  var service = "cairnd.socket"

  func validate() throws {
    let allowed = service.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && !"\"\\$%".utf8.contains($0)
    }
    if service.isEmpty || !allowed { throw ValidationError("--service is not the name of a unit") }
  }

  func run() throws {
    sayExactly(UdevRules.text(for: try Profiles.faultless(folder.search), service: service))
  }
}
