import CairnTestSupport
import CairnLinux
import CairnSimulator
import CairnTypes
import Synchronization
import Testing

@Suite("Capture player", .tags(.loopback))
struct CapturePlayerTests {
  /// What a sink received, which may refuse bytes.
  private final class Receiver: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let progress = Mutex<[CapturePlayer.Progress]>([])
    let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var received: [UInt8] { bytes.withLock { $0 } }
    var steps: [CapturePlayer.Progress] { progress.withLock { $0 } }

    func take(_ offered: ArraySlice<UInt8>) -> Int {
      let taken = offered.prefix(limit)
      bytes.withLock { $0 += taken }
      return taken.count
    }

    func note(_ step: CapturePlayer.Progress) { progress.withLock { $0.append(step) } }
  }

  private func recording(seconds: Int = 20) -> [UInt8] {
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.output = .both
    configuration.timeToFirstFix = .zero
    var receiver = SimulatedReceiver(configuration)
    return receiver.advance(to: .seconds(seconds - 1))
  }

  private func play(
    _ player: CapturePlayer, into receiver: Receiver
  ) async {
    await player.start(into: { receiver.take($0) }, { receiver.note($0) })
  }

  @Test(arguments: [1.0, 10, 0.5])
  func `epochs come in the recording's rhythm, so many times faster`(factor: Double) async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let bytes = recording()
    let epochs = EpochSplitter.split(bytes.span)
    let player = CapturePlayer(bytes, pace: .times(factor), loop: loop)
    let receiver = Receiver()
    await play(player, into: receiver)
    loop.advance(by: .zero)
    for count in 1...20 {
      #expect(receiver.received.count == epochs[count - 1].range.upperBound)
      #expect(await player.progress.epochs == count)
      loop.advance(by: .seconds(1) * (1 / factor))
    }
    #expect(receiver.received == bytes)
    let last = try #require(receiver.steps.last)
    #expect(last.isFinished && last.rounds == 1 && last.bytes == last.byteCount)
    // Once for each epoch and once at the end.
    #expect(receiver.steps.count == 21)
    await player.stop()
  }

  @Test(arguments: [1, 7, 64])
  func `a sink that takes little gets everything`(limit: Int) async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let bytes = recording(seconds: 3)
    let player = CapturePlayer(bytes, pace: .unpaced, loop: loop)
    let receiver = Receiver(limit: limit)
    await play(player, into: receiver)
    loop.advance(by: .milliseconds(10) * (bytes.count / limit + 1))
    #expect(receiver.received == bytes)
    #expect(await player.progress.isFinished)
    await player.stop()
  }

  @Test func `a slow reader of the terminal gets every byte`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let once = recording()
    let bytes = Array(repeatElement(once, count: 20).joined())
    #expect(bytes.count > 300_000)
    let player = CapturePlayer(bytes, pace: .unpaced, loop: loop)
    let reader = try await LineReader(player.open(), baudRate: 115_200)
    await player.start()
    loop.advance(by: .zero)
    // The kernel's buffer is full long before the end.
    #expect(await player.progress.isFinished == false)
    #expect(await reader.read(bytes.count) == bytes)
    try #require(await Patience.wait { await player.progress.isFinished })
    await player.stop()
    #expect(await reader.readToHangUp().isEmpty)
    #expect(reader.isHungUp)
  }

  @Test func `a repeating player starts over a second after the end`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let bytes = recording(seconds: 3)
    let player = CapturePlayer(bytes, repeats: true, loop: loop)
    let receiver = Receiver()
    await play(player, into: receiver)
    loop.advance(by: .milliseconds(2999))
    #expect(receiver.received == bytes)
    loop.advance(by: .seconds(3))
    #expect(receiver.received == bytes + bytes)
    #expect(await player.progress.rounds == 2)
    await player.stop()
    loop.advance(by: .seconds(10))
    #expect(receiver.received == bytes + bytes)
  }

  @Test func `an empty recording is finished at once`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let player = CapturePlayer([], repeats: true, loop: loop)
    await play(player, into: Receiver())
    loop.advance(by: .zero)
    #expect(await player.progress.isFinished)
    await player.stop()
  }

  @Test func `the terminal has the name that was asked for, until the player stops`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let directory = try TemporaryDirectory()
    let player = CapturePlayer(recording(seconds: 1), loop: loop)
    let path = try await player.open(link: directory.path + "/replay")
    #expect(path == directory.path + "/replay")
    _ = try LineReader(path, baudRate: nil)
    await player.stop()
    #expect(throws: DeviceError.self) { try LineReader(path, baudRate: nil) }
  }
}
