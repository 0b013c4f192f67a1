import ArgumentParser
import CairnFiles
import CairnLinux
import CairnSimulator
import CairnTypes
import CommandSupport
import Glibc

struct Replay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a recording on a pseudo-terminal, as if its receiver were there.",
    discussion: """
      Prints the path to open and begins once a program has opened it. Epochs arrive at the pace at which \
      they were recorded; a slow reader makes the player wait and loses nothing.

      Examples:
        cairn replay walk.ubx --link /tmp/receiver
        cairn monitor --device /tmp/receiver
        cairn replay walk.ubx --speed 10 --loop
        cairn replay walk.ubx --speed max --no-wait

      Exit codes: 0 done, 1 the file or terminal failed or the file has no message in it, 64 wrong usage.
      """)

  /// Bytes; about 19 hours of a saturated line at 38,400 baud.
  private static let maximumSize = 256 << 20

  @Argument(help: "The recording, at most 256 MiB.")
  var file: String

  @Option(help: "Playback speed as a multiple of the recording's, or max.")
  var speed = "1"

  @Option(help: "A symbolic link to create to the terminal; it replaces an old link of that name.")
  var link: String?

  @Flag(help: "Start over at the end.")
  var loop = false

  @Flag(help: "Begin at once instead of when a program opens the terminal.")
  var noWait = false

  private var pace: CapturePlayer.Pace? {
    if speed == "max" { return .unpaced }
    guard let factor = DecimalText.number(speed), factor > 0, factor <= 1e6 else { return nil }
    return .times(factor)
  }

  func validate() throws {
    guard pace != nil else {
      throw ValidationError("--speed must be a number above zero or max, not \"\(speed)\"")
    }
  }

  func run() async throws {
    let recording = try CaptureInput.whole(
      file, limit: Self.maximumSize, progress: terminalProgress)
    guard !recording.isEmpty, let pace else {
      throw CaptureInput.isEmpty(file)
    }
    if let objection = CaptureInput.objection(to: file, recording) { throw objection }
    do throws(DeviceError) {
      try await play(recording, pace)
    } catch {
      throw CommandFailure(message: error.explanation)
    }
  }

  private func play(
    _ recording: [UInt8], _ pace: CapturePlayer.Pace
  ) async throws(DeviceError) {
    let events = try EventLoop()
    defer { events.shutdown() }
    let player = CapturePlayer(recording, pace: pace, repeats: loop, loop: events)
    let path = try await player.open(link: link)
    let output = StandardOutput(.live)
    output.line(path)
    let (ends, continuation) = AsyncStream.makeStream(of: Bool.self)
    let interrupt = Interrupt { continuation.yield(false) }
    defer { interrupt.end() }
    let waits = !noWait
    let start = Task {
      if waits { await Self.waitForReader(of: path) }
      guard !Task.isCancelled else { return }
      await player.start { if $0.isFinished { continuation.yield(true) } }
    }
    for await isFinished in ends {
      // The reader still has to take the bytes in the line; a hang-up would discard them.
      if isFinished { try? await Task.sleep(for: .seconds(1)) }
      break
    }
    start.cancel()
    // A player that has stopped cannot be started any more.
    await start.value
    await player.stop()
    let progress = await player.progress
    complain("\(progress.epochs) of \(progress.epochCount) epochs played")
  }

  /// Returns when a program other than this one has the terminal open.
  private static func waitForReader(of path: String) async {
    complain("waiting for a program to open \(path)")
    while !Task.isCancelled {
      if portHolders(of: path).contains(where: { $0.process != getpid() }) { break }
      try? await Task.sleep(for: .milliseconds(200))
    }
    // The program configures the line first, which discards any bytes waiting in it.
    try? await Task.sleep(for: .seconds(1))
  }
}
