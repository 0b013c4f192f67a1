import CairnTestSupport
import Foundation
import Testing

@Suite("A reader that has stopped", .timeLimit(.minutes(15)))
struct StoppedReaderTests {
  /// A recording of so many epochs, a second apart.
  static func recording(_ epochs: Int) -> [UInt8] { (0..<epochs).flatMap(epoch) }

  private static func epoch(_ second: Int) -> [UInt8] {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = digits(second / 3600 % 24) + digits(second / 60 % 60) + digits(second % 60) + ".00"
    return Sample.sentence(
      "GPRMC,\(time),A,3733.9900,N,12658.6800,E,0.5,90.0,010126,,,A")
      + Sample.sentence("GPGGA,\(time),3733.9900,N,12658.6800,E,1,09,0.9,50.0,M,19.0,M,,")
  }

  /// It has something new to say at each turn, so that what reads it has something to write.
  private static func device() throws -> RepeatingDevice {
    try RepeatingDevice(isRaw: false, speech: epoch)
  }

  static let live = [
    ["cairn", "monitor"], ["cairn", "monitor", "--json"], ["cairn", "record"],
    ["hw-profile", "watch"], ["hw-profile", "watch", "--json"],
    ["hw-profile", "probe", "--timeout", "100"],
  ]

  private static func start(
    _ command: [String], _ device: RepeatingDevice, output: Int32?, complaints: Int32?,
    ignoresPipes: Bool = false
  ) async throws -> ChildProcess {
    let speed = command[1] == "probe" ? [] : ["--baud", "38400"]
    let process = try Cairn.start(
      command + ["--device", device.path] + speed, output: output, complaints: complaints,
      ignoresPipes: ignoresPipes)
    // It has had the port, whatever becomes of its output.
    #expect(await Patience.wait { device.hasBeenOpened || process.hasEnded })
    return process
  }

  @Test(arguments: live, [SIGINT, SIGTERM, SIGHUP])
  func `does not keep a command from ending, and the port is given back`(
    command: [String], signal: Int32
  ) async throws {
    let device = try Self.device()
    defer { device.release() }
    let pipe = try UnreadPipe()
    defer { pipe.resume() }
    let process = try await Self.start(
      command, device, output: pipe.input, complaints: pipe.input)
    process.signal(signal)
    // It was not killed. A probe that has its result waits for its reader, and ends as a filter does.
    let status = await process.end()
    #expect(status >= 0 || command[1] == "probe" && status == -signal, "\(status)")
    #expect(device.isCooked)
  }

  @Test func `does not keep a duration from ending`() async throws {
    let file = try TemporaryFile(Self.recording(20_000))
    for source in [["--simulate", "m9"], ["--device", "file:\(file.path)"]] {
      let pipe = try UnreadPipe()
      defer { pipe.resume() }
      let process = try Cairn.start(
        ["cairn", "monitor", "--duration", "2"] + source, output: pipe.input)
      #expect(await [0, 2].contains(process.end()), "\(process.complaints)")
    }
  }

  @Test(arguments: [["decode"], ["monitor", "--device"]])
  func `makes a recording wait, and nothing is lost when it goes on`(command: [String])
    async throws
  {
    let file = try TemporaryFile(Self.recording(5000))
    let arguments = ["cairn"] + command + [file.path]
    let whole = try Cairn.start(arguments)
    #expect(await whole.end() == 0)
    let pipe = try UnreadPipe()
    let process = try Cairn.start(arguments, output: pipe.input)
    // Both the pipe and the queue before it are full.
    #expect(await Self.waitUntilBlocked(process))
    pipe.resume()
    #expect(await process.end() == 0)
    #expect(await Patience.wait { pipe.isAtEnd })
    #expect(whole.outputBytes.count > 400_000)
    // Each message or fix once. How much of an epoch is in its fix depends on the pace of reading.
    func starts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
      bytes.split(separator: 0x0A).map { $0.prefix(24) }
    }
    let (found, expected) = (starts(pipe.bytes), starts(whole.outputBytes))
    #expect(found.count == expected.count)
    #expect(found.elementsEqual(expected))
  }

  /// Waits until a program has ended, or all of its threads sleep and none has run since the last look.
  private static func waitUntilBlocked(_ process: ChildProcess) async -> Bool {
    var before: Int?
    return await Patience.wait {
      let turns = turnsOfSleepers(process)
      defer { before = turns }
      return process.hasEnded || turns != nil && turns == before
    }
  }

  /// How often its threads have given up the processor; `nil` before it has begun to work, and while
  /// one of them runs or could.
  private static func turnsOfSleepers(_ process: ChildProcess) -> Int? {
    let folder = "/proc/\(process.number)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
      threads.count > 1
    else { return nil }
    var turns = 0
    for thread in threads {
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      for line in status?.split(separator: "\n") ?? [] {
        let fields = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
        if fields.first == "State", fields.dropFirst().first != "S" { return nil }
        if fields.first?.hasSuffix("voluntary_ctxt_switches") ?? false {
          turns += fields.last.flatMap { Int($0) } ?? 0
        }
      }
    }
    return turns
  }

  @Test func `costs no processor where the pipe does not block`() async throws {
    let file = try TemporaryFile(Self.recording(5000))
    let pipe = try UnreadPipe(isNonBlocking: true)
    let process = try Cairn.start(["cairn", "decode", file.path], output: pipe.input)
    #expect(await Self.waitUntilBlocked(process))
    process.signal(SIGTERM)
    #expect(await process.end() == -SIGTERM)
    pipe.resume()
  }

  @Test func `of live fixes loses the rest, and is told how many lines`() async throws {
    let file = try TemporaryFile(Self.recording(20_000))
    let link = file.path + "-link"
    let player = try Cairn.start(["cairn", "replay", file.path, "--speed", "max", "--link", link])
    #expect(await Patience.wait { player.output == "\(link)\n" })
    let pipe = try UnreadPipe()
    let process = try Cairn.start(
      [
        "cairn", "monitor", "--json", "--listen-only", "--device", link, "--baud", "115200",
      ], output: pipe.input)
    // The player is not held up by a reader that has stopped.
    #expect(await player.end() == 0)
    pipe.resume()
    #expect(await Patience.wait { pipe.bytes.count > 200_000 })
    process.interrupt()
    #expect(await process.end() == 0)
    #expect(await Patience.wait { pipe.isAtEnd })
    let lines = String(decoding: pipe.bytes, as: UTF8.self).split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let schema = try MonitorSchema()
    for object in objects { #expect(schema.faults(of: object) == []) }
    let gaps = objects.filter { $0["event"] as? String == "dropped" }
    let dropped = gaps.compactMap { $0["lines"] as? Int }.reduce(0, +)
    #expect(dropped > 1000)
    #expect(process.complaints.contains("lines were dropped"), "\(process.complaints)")
  }

  @Test(arguments: live.dropLast())
  func `that has gone ends a command as a filter, and the port is given back`(command: [String])
    async throws
  {
    let device = try Self.device()
    defer { device.release() }
    let pipe = try UnreadPipe.pipe()
    let process = try await Self.start(command, device, output: pipe.input, complaints: nil)
    close(pipe.input)
    close(pipe.output)
    #expect(await process.end() == -SIGPIPE, "\(process.complaints)")
    #expect(device.isCooked)
  }

  @Test(arguments: live.dropLast())
  func `that has gone is told and ends a command with 1 where SIGPIPE is ignored`(
    command: [String]
  ) async throws {
    let device = try Self.device()
    defer { device.release() }
    let pipe = try UnreadPipe.pipe()
    let process = try await Self.start(
      command, device, output: pipe.input, complaints: nil, ignoresPipes: true)
    close(pipe.input)
    close(pipe.output)
    #expect(await process.end() == 1, "\(process.complaints)")
    #expect(Self.tellings(process) == 1, "\(process.complaints)")
    #expect(device.isCooked)
  }

  @Test(arguments: [["decode"], ["help", "monitor"], ["devices", "--all"]])
  func `that was never there is told and ends a command with 1 where SIGPIPE is ignored`(
    command: [String]
  ) async throws {
    let file = try TemporaryFile(Self.recording(50))
    let pipe = try UnreadPipe.pipe()
    close(pipe.output)
    let arguments = ["cairn"] + command + (command[0] == "decode" ? [file.path] : [])
    let process = try Cairn.start(arguments, output: pipe.input, ignoresPipes: true)
    close(pipe.input)
    #expect(await process.end() == 1, "\(process.complaints)")
    #expect(Self.tellings(process) == 1, "\(process.complaints)")
  }

  /// How many lines say that the reader of standard output has gone.
  private static func tellings(_ process: ChildProcess) -> Int {
    process.complaints.split(separator: "\n").count {
      $0.contains("cannot write to standard output: EPIPE") && $0.contains("its reader has gone")
    }
  }
}
