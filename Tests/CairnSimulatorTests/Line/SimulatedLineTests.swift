import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Simulated line")
struct SimulatedLineTests {
  private let poll = UBXFrame.encode(MonVer.id, [UInt8]().span)

  private func line(
    _ personality: SimulatedReceiver.Personality, at baudRate: UInt32,
    _ options: SimulatedLine.Options = .init()
  ) -> SimulatedLine {
    SimulatedLine(.init(personality), hostBaudRate: baudRate, options: options)
  }

  private func bytes(_ arrivals: [SimulatedLine.Arrival]) -> [UInt8] { arrivals.flatMap(\.bytes) }

  @Test func `bytes take the time that they take at their speed`() {
    var line = line(.uBloxM8, at: 9600)
    let arrivals = line.advance(to: .milliseconds(900))
    let count = bytes(arrivals).count
    #expect(count > 300)
    // Ten bits a byte.
    let last = Double(count) * 10 / 9600
    #expect(abs((arrivals.last?.time.inSeconds ?? 0) - last) < 1e-6)
    #expect(WireReading(bytes(arrivals)).skipped == 0)
  }

  @Test func `what is read does not depend on how often is asked`() {
    var (often, once) = (line(.uBloxM9, at: 38_400), line(.uBloxM9, at: 38_400))
    var pieces: [UInt8] = []
    for step in 1...3000 { pieces += bytes(often.advance(to: .milliseconds(step))) }
    #expect(pieces == bytes(once.advance(to: .seconds(3))))
  }

  @Test func `who listens at another speed reads other bytes, in both directions`() {
    var line = line(.uBloxM9, at: 9600)
    line.hostWrites(poll, at: .milliseconds(100))
    let reading = WireReading(bytes(line.advance(to: .seconds(3))))
    #expect(reading.frames == 0)
    #expect(reading.skipped > 0)
    #expect(line.receiver.receivedFrames == 0)
    line.setHostBaudRate(38_400, at: .milliseconds(3900))
    line.hostWrites(poll, at: .milliseconds(3900))
    let right = WireReading(bytes(line.advance(to: .seconds(6))))
    #expect(right.ubx.map(\.id) == [MonVer.id])
    #expect(right.nmea.count > 10)
  }

  @Test func `a new speed of the host waits for what it wrote before`() {
    var line = line(.uBloxM10, at: 9600)
    let set = CfgValSet(
      [ConfigurationValue(ConfigurationKey(rawValue: 0x4052_0001), 115_200)!], in: .ram)
    line.hostWrites(set.encode(), at: .milliseconds(900))
    line.setHostBaudRate(115_200, at: .milliseconds(900))
    let reading = WireReading(bytes(line.advance(to: .seconds(2))))
    // The acknowledgement leaves at the new speed, and so do the epochs.
    #expect(reading.ubx.first?.id == AckAck.id)
    #expect(reading.nmea.count > 5)
    #expect(line.receiver.configuration.baudRate == 115_200)
    #expect(line.hostWrites.map(\.baudRate) == [9600])
    #expect(line.hostWrites.map(\.time) == [.milliseconds(900)])
  }

  @Test func `a host that keeps its speed never reads the acknowledgement of a new one`() {
    var line = line(.uBloxM10, at: 9600)
    let set = CfgValSet(
      [ConfigurationValue(ConfigurationKey(rawValue: 0x4052_0001), 115_200)!], in: .ram)
    line.hostWrites(set.encode() + poll, at: .milliseconds(900))
    let reading = WireReading(bytes(line.advance(to: .seconds(3))))
    #expect(reading.ubx.isEmpty)
    // The poll behind the setting came at the old speed.
    #expect(line.receiver.receivedFrames == 1)
  }

  @Test func `what was read at a wrong speed is not read after the change to the right one`() {
    var line = line(.uBloxM9, at: 9600)
    _ = line.advance(to: .milliseconds(31))
    line.setHostBaudRate(38_400, at: .milliseconds(31))
    let rest = bytes(line.advance(to: .milliseconds(900)))
    #expect(rest.count > 100)
    #expect(rest.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20...0x7E).contains($0) })
  }

  @Test func `errors turn bits over, the same for the same seed`() {
    var options = SimulatedLine.Options()
    options.byteErrorRate = 0.01
    var (a, b) = (line(.uBloxM9, at: 38_400, options), line(.uBloxM9, at: 38_400, options))
    var clean = line(.uBloxM9, at: 38_400)
    let read = bytes(a.advance(to: .seconds(20)))
    #expect(read == bytes(b.advance(to: .seconds(20))))
    let right = bytes(clean.advance(to: .seconds(20)))
    #expect(read.count == right.count)
    let share = Double(zip(read, right).count { $0 != $1 }) / Double(read.count)
    #expect((0.005...0.015).contains(share))
  }

  @Test func `the first bytes to a sleeping receiver only wake it`() {
    var line = line(.uBloxM10, at: 9600)
    var request = RxmPMReq()
    (request.flags.backup, request.flags.force) = (true, true)
    request.wakeUpSources.uart = true
    line.hostWrites(request.encode(), at: .milliseconds(900))
    _ = line.advance(to: .seconds(5))
    #expect(line.receiver.powerState == .softwareBackup)
    line.hostWrites(poll, at: .seconds(5))
    let reading = WireReading(bytes(line.advance(to: .seconds(8))))
    #expect(reading.ubx.isEmpty)
    #expect(!reading.nmea.isEmpty)
    #expect(line.receiver.reachability == .listening)
  }

  @Test func `a supply that is switched off cuts a message short`() {
    var line = line(.uBloxM8, at: 9600)
    line.setSupply(isOn: false, at: .milliseconds(50))
    let cut = line.advance(to: .seconds(5))
    #expect(bytes(cut).count == 47 || bytes(cut).count == 48)
    #expect(line.receiver.reachability == .off)
    #expect(line.nextEvent == nil)
    line.setSupply(isOn: true, at: .seconds(5))
    #expect(WireReading(bytes(line.advance(to: .seconds(8)))).nmea.count > 10)
  }

  @Test func `a port without a speed is understood at any`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM9)
    configuration.port = .usb
    var line = SimulatedLine(configuration, hostBaudRate: 9600)
    line.hostWrites(poll, at: .milliseconds(100))
    #expect(WireReading(bytes(line.advance(to: .seconds(1)))).ubx.map(\.id) == [MonVer.id])
  }
}
