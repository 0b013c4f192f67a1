import ArgumentParser
import Cairn
import CairnLinux
import CommandSupport

struct Monitor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows live fixes, satellites and which providers are on, and why.",
    discussion: """
      Where cairnd answers at its socket (CAIRN_SOCKET, else /run/cairn/cairn.sock), shows what that gives to all \
      programs, and with the key c its clients: who they are, what they want, and what each costs. --no-daemon, or \
      an option about a receiver, opens one instead.

      Without --device, that is the first receiver that is plugged in. If there is none, a terminal shows a simulated \
      one; a pipe or a file gets no positions that nobody measured, unless --simulate asks for them. \
      On a terminal, a picture fills the window: position, satellites, sky, plan and receiver; ? lists \
      its keys. On a pipe, each fix is a line of standard output, and everything else goes to standard error.

      Examples:
        cairn monitor
        cairn monitor --device /dev/ttyUSB0 --baud 115200
        cairn monitor --device tcp://192.0.2.7:2000 --accuracy 10
        cairn monitor --device file:drive.ubx --raw
        cairn monitor --simulate m10 --accuracy 1km
        cairn monitor --simulate gateway --accuracy 1km
        cairn monitor --wait --json --duration 60 > fixes.jsonl
        cairn monitor --ntrip ntrip://user@rtk.example.org:2101/MOUNT
        cairn monitor --device /dev/ttyS1 --profiles /etc/my-board
        cairn monitor --board m10-tracker
        cairn monitor --board wifi-device --accuracy 1km --pack region.pack

      Hardware profiles say how a receiver is found, configured and put to sleep, what switches its \
      supply, and where its pulses arrive; pulses on the receiver's own line are found without a profile. Profiles \
      are read from --profiles, else from the folder in the environment variable CAIRN_PROFILES, else from \
      \(ProfileSearch.own), else from the shipped folder: in the checkout or the prefix of this program, or \
      \(ProfileSearch.system). Without profiles, the receiver is asked instead.

      With --simulate gateway or tracker, the shipped profile m8-gateway or m10-tracker says what is there, and what \
      it draws: a receiver, Wi-Fi and a modem are carried through a simulated town whose map is known. With \
      --accuracy 1km, Wi-Fi is enough and the receiver stays off; the key a, or --accuracy 10, switches it on.

      With --board, the board's profile says which receiver to open, and where the device is if it \
      has a site. Parts of the board that Cairn cannot serve are named on standard error, except with --json.

      With --state, the next start finds the receiver, its settings and its first fix sooner. If the program dies \
      twice within ten minutes while it decodes what a device sends, it leaves that device alone from then on, and \
      the error names the file with the last bytes; plug the device in again or remove the file to use it. Where \
      access points are, as far as it was learned, is kept there too; `cairn radio forget` deletes it.

      With --ntrip, an RTK receiver gets the corrections of a caster, which is told the position. \
      Everybody on the machine can read a command line: leave the password out of the address and \
      put it into the environment variable CAIRN_NTRIP_PASSWORD, or into the first line of the file \
      that --ntrip-password-file names. The connection is not encrypted.

      Exit codes: 0 ended by you, by --duration or by the end of a file, 1 the receiver failed or the device \
      sent nothing that is understood, 2 there is no receiver, or no fix was received in --duration or in the \
      file, 64 wrong usage.
      """)

  @OptionGroup var watched: MonitorOptions

  @Flag(
    help: """
      Print one JSON object per line: fixes, satellites, receiver, plan, energy, errors. \
      docs/monitor.schema.json describes them.
      """)
  var json = false

  func run() async throws {
    let world = try await watched.world()
    if !json { world.system.board?.unserved.forEach { complain("\($0)") } }
    let view = view(title: world.title, paced: world.isFinite)
    if !(view is ScreenView) { complain(world.title) }
    try await watched.show(world, on: view)
  }

  /// Returns the view to use. A finite source waits for the reader, so nothing is lost.
  private func view(title: String, paced: Bool) -> any MonitorView {
    let manner = paced ? StandardOutput.Manner.paced : .live
    if json { return JSONView(manner, interval: watched.minimumInterval) }
    let traits = TerminalTraits(environment: Environment.value)
    return StandardOutput.isTerminal && traits.placesCursor
      ? ScreenView(manner, title: title, wanted: watched.accuracy, traits: traits)
      : LineView(manner)
  }
}
