import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Faults of a simulated receiver")
struct FaultTests {
  private func host(
    _ personality: SimulatedReceiver.Personality = .uBloxM9, _ faults: SimulatedReceiver.Fault...
  ) -> Host {
    Host(personality) { $0.faults = faults }
  }

  @Test func `the n-th acknowledgement is lost, what it acknowledges is done`() {
    var host = host(.uBloxM9, .losesAcknowledgement(number: 2))
    #expect(host.set([Keys.rate: 500]) == true)
    #expect(host.set([Keys.rate: 200]) == nil)
    #expect(host.receiver.period == .milliseconds(200))
    #expect(host.set([Keys.rate: 100]) == true)
  }

  @Test func `every k-th answer is lost`() {
    var host = host(.uBloxM9, .losesAnswers(every: 3))
    #expect((1...6).map { _ in host.ask(MonVer.id).count } == [1, 1, 0, 1, 1, 0])
  }

  @Test func `a deaf receiver goes on talking and hears later`() {
    var host = host(.uBloxM9, .isDeaf(from: .seconds(1), to: .seconds(3)))
    #expect(host.ask(MonVer.id).count == 1)
    #expect(host.listen(until: .seconds(2)).frames > 0)
    #expect(host.ask(MonVer.id).isEmpty)
    #expect(host.receiver.reachability == .deaf)
    host.now = .seconds(3)
    #expect(host.ask(MonVer.id).count == 1)
  }

  @Test func `a receiver may be deaf for ever`() {
    var host = host(.uBloxM9, .isDeaf(from: .zero, to: nil))
    host.now = .seconds(600)
    #expect(host.ask(MonVer.id).isEmpty)
  }

  @Test func `a receiver may start at a speed that nobody stored`() {
    var host = host(.uBloxM9, .startsAt(baudRate: 115_200))
    #expect(host.receiver.configuration.baudRate == 115_200)
    #expect(host.set([Keys.rate: 200]) == true)
    #expect(host.receiver.configuration.baudRate == 115_200)
    #expect(host.set([Keys.baudRate: 57_600]) == true)
    #expect(host.receiver.configuration.baudRate == 57_600)
    host.receiver.restart(at: .seconds(1))
    #expect(host.receiver.configuration.baudRate == 38_400)
  }

  @Test func `a reset loses what is not stored`() {
    var host = host(.uBloxM9, .resets(at: .seconds(5)))
    #expect(host.set([Keys.rate: 200]) == true)
    #expect(host.set([Keys.baudRate: 115_200], in: [.ram, .flash]) == true)
    _ = host.listen(until: .seconds(6))
    #expect(host.receiver.period == .seconds(1))
    #expect(host.receiver.configuration.baudRate == 115_200)
  }

  @Test func `a brown-out loses all but flash, and the speed`() {
    var host = Host(.uBloxM10) {
      $0.baudRate = 115_200
      $0.faults = [.brownOut(at: .seconds(5))]
    }
    #expect(host.set([Keys.rate: 200], in: [.ram, .batteryBacked]) == true)
    #expect(host.receiver.configuration.baudRate == 115_200)
    _ = host.listen(until: .seconds(6))
    #expect(host.receiver.period == .seconds(1))
    #expect(host.receiver.configuration.baudRate == 9600)
  }

  @Test func `garbage comes between the epochs`() {
    var host = host(.uBloxM9, .garbage(at: .milliseconds(1500), count: 300))
    let heard = host.listen(until: .seconds(3))
    #expect(heard.skipped > 200)
    #expect(heard.nmea.count > 10)
  }

  @Test func `one key may be refused, another accepted and not kept`() {
    var host = host(.uBloxM10, .refuses(key: Keys.powerMode), .ignores(key: Keys.dynamicModel))
    #expect(host.set([Keys.powerMode: 2, Keys.rate: 200]) == false)
    #expect(host.set([Keys.dynamicModel: 4, Keys.rate: 200]) == true)
    #expect(host.value(Keys.dynamicModel) == 0)
    #expect(host.value(Keys.rate) == 200)
  }

  @Test func `answers may be late, epochs are not`() {
    var host = host(.uBloxM9, .answersLate(by: .milliseconds(1200)))
    #expect(host.ask(MonVer.id).isEmpty)
    let early = host.listen(until: .milliseconds(1600))
    #expect(early.ubx.isEmpty)
    #expect(!early.nmea.isEmpty)
    #expect(host.listen(until: .milliseconds(1700)).ubx.map(\.id) == [MonVer.id])
  }

  @Test func `messages that the line cannot carry are left out and reported`() {
    var configuration = SimulatedReceiver.Configuration(.uBloxM8)
    configuration.output = .both
    configuration.rate = 5
    var line = SimulatedLine(configuration, hostBaudRate: 9600)
    _ = line.advance(to: .seconds(20))
    #expect(line.receiver.droppedMessages > 20)
    line.hostWrites(UBXFrame.encode(MonTxBuf.id, [UInt8]().span), at: .seconds(20))
    // The buffer is full: the host asks until there is room for the answer.
    var report: MonTxBuf?
    for second in 21...60 where report == nil {
      let bytes = line.advance(to: .seconds(second)).flatMap(\.bytes)
      report = WireReading(bytes).ubx.compactMap { $0.decode(MonTxBuf.self) }.first
      // Between two epochs.
      let pause = Duration.milliseconds(1000 * second + 150)
      line.hostWrites(UBXFrame.encode(MonTxBuf.id, [UInt8]().span), at: pause)
    }
    #expect(report?.errors.allocation == true)
    #expect((report?.peakUsagePercent[1] ?? 0) > 90)
  }
}
