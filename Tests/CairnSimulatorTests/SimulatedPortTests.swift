import CairnTestSupport
import CairnLinux
import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Simulated port", .tags(.loopback))
struct SimulatedPortTests {
  private func receiver(
    _ personality: SimulatedReceiver.Personality = .uBloxM9,
    _ output: SimulatedReceiver.Output = .both
  ) -> SimulatedReceiver.Configuration {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.output = output
    return configuration
  }

  @Test func `a reader gets the receiver's bytes, epoch by epoch`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let port = SimulatedPort(.receiver(receiver()), loop: loop)
    let reader = try await LineReader(port.plugIn(), baudRate: 38_400)
    var model = SimulatedReceiver(receiver())
    for second in 0..<6 {
      loop.advance(by: second == 0 ? .zero : .seconds(1))
      let expected = model.takeEpoch()
      #expect(await reader.read(expected.count) == expected)
    }
    #expect(await port.counts.epochs == 6)
    #expect(await port.counts.bytesLost == 0)
    #expect(await port.counts.bytesFromHost == 0)
    await port.unplug()
  }

  @Test(arguments: [UInt32(4800), 9600, 19_200, 115_200, 921_600])
  func `a reader at the wrong speed gets no valid frame`(baudRate: UInt32) async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let port = SimulatedPort(.receiver(receiver()), loop: loop)
    let reader = try await LineReader(port.plugIn(), baudRate: baudRate)
    #expect(await port.lineSpeed == baudRate)
    var garbage: [UInt8] = []
    for _ in 0..<10 {
      let before = await port.counts.bytesSent
      loop.advance(by: .seconds(1))
      garbage += await reader.read(port.counts.bytesSent - before)
    }
    #expect(garbage.count > 100)
    #expect(WireReading(garbage).frames == 0)
    // The same line, at the right speed.
    try reader.setBaudRate(38_400)
    let before = await port.counts.bytesSent
    loop.advance(by: .seconds(1))
    let bytes = await reader.read(port.counts.bytesSent - before)
    #expect(WireReading(bytes).frames > 5)
    #expect(WireReading(bytes).skipped == 0)
    await port.unplug()
  }

  @Test func `a receiver on USB does not care about the speed`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var options = SimulatedPort.Options()
    options.honoursLineSpeed = false
    let port = SimulatedPort(.receiver(receiver()), loop: loop, options: options)
    let reader = try await LineReader(port.plugIn(), baudRate: 1200)
    loop.advance(by: .zero)
    let bytes = await reader.read(port.counts.bytesSent)
    #expect(WireReading(bytes).frames > 5)
    await port.unplug()
  }

  @Test func `a paced line trickles at its speed`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var options = SimulatedPort.Options()
    options.isPaced = true
    let port = SimulatedPort(
      .receiver(receiver(.uBloxM8, .nmea)), loop: loop, options: options)
    let reader = try await LineReader(port.plugIn(), baudRate: 9600)
    var model = SimulatedReceiver(receiver(.uBloxM8, .nmea))
    let expected = model.takeEpoch()
    var sent = 0
    for step in 1...20 {
      loop.advance(by: .milliseconds(10))
      sent = await port.counts.bytesSent
      #expect(sent <= step * 96 / 10)
      #expect(sent >= min(expected.count, step * 96 / 10 - 12))
    }
    #expect(sent > 100 && sent < expected.count)
    loop.advance(by: .milliseconds(790))
    #expect(await reader.read(expected.count) == expected)
    await port.unplug()
  }

  @Test func `a line that is too slow drops whole epochs, not bytes`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var options = SimulatedPort.Options()
    options.isPaced = true
    var configuration = receiver(.uBloxM8, .both)
    configuration.rate = 10
    let port = SimulatedPort(.receiver(configuration), loop: loop, options: options)
    let reader = try await LineReader(port.plugIn(), baudRate: 9600)
    var bytes: [UInt8] = []
    for _ in 0..<20 {
      let before = await port.counts.bytesSent
      loop.advance(by: .seconds(1))
      bytes += await reader.read(port.counts.bytesSent - before)
    }
    #expect(await port.counts.epochsDropped > 50)
    #expect((18_500...19_200).contains(bytes.count))
    let reading = WireReading(bytes)
    // Only the frame being sent at the end is torn.
    #expect(reading.skipped < 400)
    #expect(reading.pvt.count > 10)
    await port.unplug()
  }

  @Test func `an unplugged device hangs up, and comes back under another node`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let directory = try TemporaryDirectory()
    var options = SimulatedPort.Options()
    options.link = directory.path + "/gnss"
    let port = SimulatedPort(.receiver(receiver()), loop: loop, options: options)
    let path = try await port.plugIn()
    #expect(path == directory.path + "/gnss")
    let reader = try LineReader(path, baudRate: 38_400)
    loop.advance(by: .seconds(10))
    let firstNode = try #require(await port.node)
    await port.unplug()
    _ = await reader.readToHangUp()
    #expect(reader.isHungUp)
    #expect(await port.node == nil)
    #expect(throws: DeviceError.self) { try LineReader(path, baudRate: 38_400) }
    // Nobody else has got the number: the kernel frees it when the reader closes.
    #expect(throws: DeviceError.self) { try LineReader(firstNode, baudRate: 38_400) }
    loop.advance(by: .seconds(5))
    let epochs = await port.counts.epochs

    #expect(try await port.plugIn(onAnotherNode: true) == path)
    #expect(await port.node != firstNode)
    let again = try LineReader(path, baudRate: 38_400)
    let before = await port.counts.bytesSent
    loop.advance(by: .seconds(1))
    let reading = WireReading(await again.read(port.counts.bytesSent - before))
    #expect(await port.counts.epochs > epochs)
    // It has lost its power and needs a first fix again.
    #expect(!reading.pvt.isEmpty)
    #expect(reading.pvt.allSatisfy { !$0.isPositionUsable })
    await port.unplug()
  }

  @Test func `a device with its own power still has its fix after it was unplugged`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var options = SimulatedPort.Options()
    options.losesPowerUnplugged = false
    let port = SimulatedPort(.receiver(receiver()), loop: loop, options: options)
    _ = try await port.plugIn()
    loop.advance(by: .seconds(10))
    await port.unplug()
    loop.advance(by: .milliseconds(2500))
    let reader = try await LineReader(port.plugIn(), baudRate: 38_400)
    let before = await port.counts.bytesSent
    loop.advance(by: .milliseconds(500))
    let reading = WireReading(await reader.read(port.counts.bytesSent - before))
    #expect(reading.pvt.map(\.isPositionUsable) == [true])
    #expect(reading.pvt.first?.utc == SimulatedClock.noonInSeoul.start + .seconds(13))
    await port.unplug()
  }

  @Test func `a silent device says nothing and counts what is written to it`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let port = SimulatedPort(.silent, loop: loop)
    let reader = try await LineReader(port.plugIn(), baudRate: 9600)
    loop.advance(by: .seconds(60))
    #expect(await port.counts == SimulatedPort.Counts())
    try reader.write(Array("hello".utf8))
    try #require(await Patience.wait { await port.counts.bytesFromHost == 5 })
    loop.advance(by: .seconds(60))
    #expect(await port.counts.bytesFromHost == 5)
    #expect(await port.counts.bytesSent == 0)
    await port.unplug()
  }

  @Test func `a device that talks garbage gives no frame`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    let port = SimulatedPort(.garbage(seed: 5), loop: loop)
    let reader = try await LineReader(port.plugIn(), baudRate: 9600)
    var bytes: [UInt8] = []
    for _ in 0..<20 {
      let before = await port.counts.bytesSent
      loop.advance(by: .seconds(1))
      bytes += await reader.read(port.counts.bytesSent - before)
    }
    #expect(bytes.count > 5000)
    #expect(WireReading(bytes).frames == 0)
    await port.unplug()
  }

  @Test func `a poll is answered at the right speed only`() async throws {
    let loop = try virtualLoop()
    defer { loop.shutdown() }
    var configuration = receiver(.uBloxM9, .ubx)
    configuration.rate = 0.001
    let port = SimulatedPort(.receiver(configuration), loop: loop)
    let reader = try await LineReader(port.plugIn(), baudRate: 9600)
    let poll = UBXFrame.encode(MonVer.id, [UInt8]().span)
    loop.advance(by: .zero)
    let epoch = await port.counts.bytesSent
    _ = await reader.read(epoch)
    try reader.write(poll)
    try #require(await Patience.wait { await port.counts.bytesFromHost == poll.count })
    #expect(await port.counts.bytesSent == epoch)
    try reader.setBaudRate(38_400)
    try reader.write(poll)
    try #require(await Patience.wait { await port.counts.bytesFromHost == 2 * poll.count })
    let answer = WireReading(await reader.read(port.counts.bytesSent - epoch))
    #expect(answer.ubx.first?.id == MonVer.id)
    await port.unplug()
  }

  @Test(arguments: SimulatedReceiver.Personality.allCases)
  func `the stream gives the track back`(
    personality: SimulatedReceiver.Personality
  ) throws {
    var configuration = receiver(personality, .both)
    configuration.positionNoise = 0
    var simulated = SimulatedReceiver(configuration)
    var stream = ReceiverStream()
    var epochs: [Epoch] = []
    for second in 0..<20 {
      let now = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
      stream.receive(simulated.takeEpoch().span, at: now)
      stream.silence()
      for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
    }
    let located = epochs.filter(\.hasPosition)
    // Fixes begin at second 3; a first one after void sentences without a time may be withheld.
    #expect((16...17).contains(located.count))
    for epoch in located {
      let time = try #require(epoch.timestamp)
      let truth = configuration.track.state(at: (time - configuration.clock.start).inSeconds)
      let coordinate = try #require(epoch.coordinate)
      #expect(abs(coordinate.latitude - truth.coordinate.latitude) < 1e-7)
      #expect(abs(coordinate.longitude - truth.coordinate.longitude) < 1e-7)
    }
  }
}
