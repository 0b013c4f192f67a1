import ArgumentParser
import CairnFiles
import CairnJSON
import CairnLinux
import CairnReceiver
import CairnTypes
import CommandSupport

struct Pulses: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pps",
    abstract: "Compares the system's clock with a receiver's pulses.",
    discussion: """
      Each pulse marks a full second of UTC. A line shows how far the system's clock is ahead of it, \
      as the median of the last minute, and how steady both are. The clock is not adjusted.

      Examples:
        cairn pps                          the first source of pulses
        cairn pps /dev/pps1 --count 60
        cairn pps /dev/ttyS0 --json        the pulses on a receiver's own line

      Exit codes: 0 done, 1 the device failed, 2 no pulse came, 64 wrong usage.
      """)

  @Argument(help: "A source of pulses, or the receiver whose pulses they are.")
  var device = "/dev/pps0"

  @Option(
    parsing: .unconditional, help: "End after this many pulses.", transform: OptionNumber.whole)
  var count: Int?

  @Option(
    parsing: .unconditional, help: "End after this many seconds without a pulse.",
    transform: OptionNumber.decimal)
  var patience: Double?

  @Flag(help: "Print one JSON object for each pulse.")
  var json = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count must be above zero") }
    if let patience, !(patience > 0 && patience < 1e6) {
      throw ValidationError("--patience must be above 0 and below 1,000,000")
    }
  }

  func run() async throws {
    let loop: EventLoop
    do throws(DeviceError) { loop = try EventLoop() } catch {
      throw CommandFailure(message: error.explanation)
    }
    defer { loop.shutdown() }
    let path = device.hasPrefix("/dev/pps") ? device : PulseDevice.of(receiver: device)
    guard let path else {
      throw CommandFailure(
        message: "\(device) has no source of pulses: load pps_ldisc, or name one of /dev/pps*")
    }
    let (events, continuation) = AsyncStream.makeStream(of: PulseSource.Event?.self)
    let interrupt = Interrupt { continuation.yield(nil) }
    defer { interrupt.end() }
    let source: PulseSource
    do throws(DeviceError) {
      source = try PulseSource(path: path, loop: loop) { continuation.yield($0) }
    } catch {
      throw CommandFailure(message: error.explanation)
    }
    defer { source.stop() }
    let statistics = await show(events)
    guard statistics.count > 0 else { throw ExitCode(CommandFailure.noReceiver) }
  }

  private func show(_ events: AsyncStream<PulseSource.Event?>) async -> PulseStatistics {
    let output = StandardOutput(.live)
    var text = JSONText()
    var statistics = PulseStatistics()
    var silences = 0
    for await event in events {
      switch event {
      case .pulse(let pulse)?:
        silences = 0
        let known = statistics.count
        statistics.note(nanoseconds: pulse.nanoseconds, sequence: pulse.sequence)
        guard statistics.count > known else { continue }
        if json {
          text.clear()
          text.object { Self.write(pulse, statistics, to: &$0) }
          text.newline()
          output.write(text.bytes)
        } else {
          output.line(Self.line(pulse, statistics))
        }
        if let count, statistics.count >= count { return statistics }
      case .missing?:
        silences += 1
        if silences == 1 { complain("no pulse") }
        if let patience, Double(silences) * 1.5 >= patience { return statistics }
      case .failed(let error)?:
        complain(error.explanation)
        return statistics
      case nil: return statistics
      }
    }
    return statistics
  }

  private static func write(
    _ pulse: Pulse, _ statistics: PulseStatistics, to json: inout JSONText
  ) {
    json.member("event", "pulse")
    json.member("time", pulse.nanoseconds)
    json.member("sequence", pulse.sequence)
    json.member("offset", statistics.offset, places: 9)
    json.member("jitter", statistics.jitter, places: 9)
    json.member("missed", statistics.missed)
    json.member("rejected", statistics.rejected)
  }

  private static func line(_ pulse: Pulse, _ statistics: PulseStatistics) -> String {
    let offset = (statistics.offset ?? 0) * 1e6
    let jitter = statistics.jitter.map { "\(($0 * 1e6).text(places: 3)) us" } ?? "-"
    return
      "pulse \(pulse.sequence): clock ahead by \(offset.text(places: 3)) us, jitter \(jitter), "
      + "\(statistics.missed) missed, \(statistics.rejected) rejected"
  }
}
