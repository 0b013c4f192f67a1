import ArgumentParser
import Cairn
import CairnBoard
import CairnFiles
import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes
import CommandSupport

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows live what a receiver does, and what that costs by its profile.",
    discussion: """
      Power and energy are the profile's figures for the state that is observed; nothing is measured. \
      What is not known is shown as unknown; without a profile, that is all of it. On a terminal the \
      picture is redrawn in place; otherwise each change is a line. With --board, the board's \
      profile says which receiver to open; parts of the board that Cairn cannot serve are named on \
      standard error, except with --json.

      Examples:
        hw-profile watch
        hw-profile watch --device /dev/ttyACM0 --profile my-board
        hw-profile watch --board m10-tracker
        hw-profile watch --device tcp://192.0.2.7:2000 --listen-only
        hw-profile watch --duration 60 --json > states.jsonl

      Exit codes: 0 ended by you or by --duration, 1 no such profile, or it has errors, 2 nothing was \
      received, 64 wrong usage.
      """)

  @Option(
    help: "A device, tcp://host:port or file:path. Default: the first that is surely a receiver.")
  var device: String?

  @Option(
    parsing: .unconditional, help: "Speed of the line in baud. Default: found by listening.",
    transform: OptionNumber.whole)
  var baud: UInt32?

  @Option(help: "Name or file of the profile of a board or receiver: watch its receiver.")
  var board: String?

  @Option(help: "Name or file of the profile with the figures. Default: by the model it reports.")
  var profile: String?

  @Option(
    parsing: .unconditional, help: "Seconds between fixes. Default: 1.",
    transform: OptionNumber.decimal)
  var interval = 1.0

  @Option(
    parsing: .unconditional, help: "End after this many seconds.", transform: OptionNumber.decimal)
  var duration: Double?

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Never write to the receiver: neither query nor configure it.")
  var listenOnly = false

  @Flag(help: "Print one JSON object for each change.")
  var json = false

  func validate() throws {
    if let device, let fault = SourceAddress.fault(of: device) {
      throw ValidationError("--device: \(fault)")
    }
    if let device, case .file = SourceAddress(device) {
      throw ValidationError(
        "--device: \(device) is a recording, which `cairn monitor` shows")
    }
    for (name, value) in [("--device", device), ("--profile", profile)]
    where board != nil && value != nil {
      throw ValidationError("--board and \(name) exclude each other")
    }
    if baud != nil && device == nil { throw ValidationError("--baud needs --device") }
    for (name, value) in [("--interval", interval), ("--duration", duration ?? 1)]
    where !(value > 0 && value < 1e6) {
      throw ValidationError("\(name) must be above 0 and below 1,000,000")
    }
  }

  func run() async throws {
    let profiles = try Profiles.all(folder.search)
    let board = try board.map { try Profiles.board($0, folder.search) }
    let stated = try board ?? profile.map { try Profiles.named($0, folder.search) }
    let line = try line(board, profiles)
    let view = WatchView(isJSON: json, start: line.now)
    let interrupt = Interrupt { line.end() }
    defer { interrupt.end() }
    try await line.start(interval: interval)
    let timer = duration.map { duration in
      Task {
        try? await Task.sleep(for: .seconds(duration))
        line.end()
      }
    }
    var watch = ProviderWatch()
    func figures() -> HardwareProfile? {
      stated ?? watch.report?.profile.flatMap { name in profiles.first { $0.name == name } }
    }
    for await (event, time) in line.events {
      watch.note(event, at: time)
      view.show(watch, figures(), at: time)
    }
    timer?.cancel()
    view.finish(watch, figures(), at: line.now)
    await line.stop()
    guard watch.report != nil else { throw ExitCode(CommandFailure.noReceiver) }
  }

  /// Returns the board's receiver, or the one that the options name.
  private func line(
    _ board: HardwareProfile?, _ profiles: [HardwareProfile]
  ) throws -> ReceiverLine {
    let control = listenOnly ? ReceiverControl.listen : .configure
    guard let board else {
      return try ReceiverLine(
        device.map { .address(SourceAddress($0), baudRate: baud) } ?? .discovered,
        control: control, profiles: profiles)
    }
    var options = BoardOptions()
    options.receivers = profiles.filter { $0.kind == .receiver }
    options.control = control
    return try ReceiverLine(board: board, options) { assembly in
      if !json { assembly.unserved.forEach { Terminal.complain("\($0)") } }
    }
  }
}
