import ArgumentParser
import CairnFiles
import CairnLinux
import CairnReceiver
import CairnTypes
import CommandSupport

struct Record: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the raw bytes of a receiver to a file.",
    discussion: """
      The file grows with every read and is complete at any moment; Ctrl-C ends the recording. Without \
      --baud, the command listens to a serial port at the common speeds until messages arrive. Nothing \
      is sent to the receiver.

      Examples:
        cairn record --device /dev/ttyACM0 --output walk.ubx
        cairn record --device tcp://192.168.1.7:2101 --output base.rtcm --duration 3600
        cairn record --device /dev/gnss0 | cairn decode -

      Exit codes: 0 done, 1 the device or file failed or the device sent something else, 2 no message \
      came, 64 wrong usage.
      """)

  @Option(help: "A device node, or tcp://HOST:PORT.")
  var device: String

  @Option(help: "A new file; - writes to standard output. Default: -, unless that is a terminal.")
  var output: String?

  /// The path of the file; `nil` for standard output.
  private var path: String? { output == "-" ? nil : output }

  @Option(
    parsing: .unconditional, help: "Seconds to record. Default: until interrupted.",
    transform: OptionNumber.decimal)
  var duration: Double?

  @Option(
    parsing: .unconditional, help: "Bits per second of a serial port. Default: found by listening.",
    transform: OptionNumber.whole)
  var baud: UInt32?

  func validate() throws {
    if path == nil && StandardOutput.isTerminal {
      throw ValidationError("name a file with --output, or send standard output somewhere")
    }
    if let duration, !(duration > 0 && duration < 1e9) {
      throw ValidationError("--duration must be a number of seconds above zero")
    }
    if let fault = SourceAddress.fault(of: device) { throw ValidationError("--device: \(fault)") }
    if baud == 0 { throw ValidationError("--baud must be above zero") }
  }

  func run() async throws {
    let file = try RecordingFile(path: path)
    let loop: EventLoop
    do throws(DeviceError) { loop = try EventLoop() } catch {
      throw CommandFailure(message: error.explanation)
    }
    defer { loop.shutdown() }
    let (ends, continuation) = AsyncStream.makeStream(of: Recorder.End.self)
    let interrupt = Interrupt { continuation.yield(.asked) }
    defer { interrupt.end() }
    let recorder = Recorder(file: file, loop: loop) { continuation.yield($0) }
    do throws(DeviceError) {
      try await recorder.start(
        SourceAddress(device), baudRate: baud, duration: duration.map { .seconds($0) })
    } catch {
      file.discard()
      throw CommandFailure(message: error.explanation)
    }
    var end = Recorder.End.asked
    for await reason in ends {
      end = reason
      break
    }
    let result = await recorder.stop()
    do throws(CommandFailure) {
      try file.finish()
    } catch {
      end = .failed(error.description)
    }
    if result.lost > 0 {
      end = .failed(
        "\(result.lost) bytes are missing in the recording: \(file.path) was too slow")
    }
    if result.bytes == 0 {
      file.removeIfEmpty()
      complain("nothing was received")
    } else {
      complain("\(result.text) written to \(path ?? "standard output")")
    }
    switch end {
    case .asked where result.messages == 0:
      guard let content = result.content else { throw ExitCode(CommandFailure.noReceiver) }
      let explanation =
        SourceAddress(device).isServer
        ? content.explanationOfServer : content.explanation(of: path)
      throw CommandFailure(message: "\(device) \(explanation)")
    case .asked: break
    case .failed(let message): throw CommandFailure(message: message)
    }
  }
}
