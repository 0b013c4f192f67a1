import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Receiver probe")
struct ReceiverProbeTests {
  private let gga = sentence("GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
  private let eoe = NavEOE().encode()

  private func probe(
    _ permission: WritePermission = .afterFirstFrame, rates: [UInt32] = [], hasSpeed: Bool = true
  ) -> ReceiverProbe {
    var setup = ReceiverSetup()
    setup.permission = permission
    setup.baudRates = rates
    return ReceiverProbe(setup: setup, canChangeSpeed: hasSpeed)
  }

  @Test(arguments: [WritePermission.never, .afterFirstFrame])
  func `a silent line is left after 1.2 epochs with nothing written`(permission: WritePermission) {
    var (probe, line) = (probe(permission), AnsweringLine())
    line.run(&probe)
    #expect(probe.outcome == .silent)
    #expect(line.end == 1200)
    #expect(line.sent.isEmpty && line.rates == [38_400])
  }

  @Test func `a silent line is woken and asked at every speed within four seconds`() {
    var (probe, line) = (probe(.whileSilent, rates: [115_200]), AnsweringLine())
    line.run(&probe)
    #expect(probe.outcome == .silent)
    #expect(line.sent.first?.bytes == [0xFF])
    #expect(line.sent.first?.milliseconds == 1200)
    // The rest of half a second is the receiver's to wake up.
    #expect(line.sent.dropFirst().first?.milliseconds == 1700)
    #expect(
      line.rates.dropFirst()
        == [115_200, 38_400, 57_600, 9600, 230_400, 460_800, 921_600, 4800, 19_200])
    #expect((line.end ?? .max) - 1200 <= 4000)
    #expect(line.questions.filter { UBXFrame.messageID(of: $0.span) == MonVer.id }.count == 9)
  }

  @Test func `a silent receiver is found where it answers`() {
    var (probe, line) = (probe(.whileSilent), AnsweringLine())
    let answer = MonVer().encode()
    line.answers = { bytes, rate in
      rate == 9600 && bytes.starts(with: [0xB5, 0x62])
        ? [.init(milliseconds: 70, bytes: answer)] : []
    }
    line.run(&probe)
    #expect(probe.outcome == .found(baudRate: 9600, heard: .ubx))
  }

  @Test func `a silent Airoha chip is found by what it acknowledges`() {
    var (probe, line) = (probe(.whileSilent), AnsweringLine())
    line.answers = { bytes, rate in
      rate == 115_200 && bytes == sentence("PAIR382,1")
        ? [.init(milliseconds: 20, bytes: sentence("PAIR001,382,0"))] : []
    }
    line.run(&probe)
    #expect(probe.outcome == .found(baudRate: 115_200, heard: [.nmea, .pair]))
  }

  @Test func `the echo of a question is no answer`() {
    var (probe, line) = (probe(.whileSilent), AnsweringLine())
    line.answers = { bytes, _ in [.init(milliseconds: 5, bytes: bytes)] }
    line.run(&probe)
    guard case .garbage = probe.outcome else {
      Issue.record("an echo was taken for a receiver: \(String(describing: probe.outcome))")
      return
    }
  }

  @Test func `one frame with a right checksum settles the search`() {
    for (frame, heard) in [
      (gga, HeardSpeech.nmea), (eoe, .ubx), ([0xD3, 0, 0, 0x47, 0xEA, 0x4B], .rtcm3),
    ] {
      var (probe, line) = (probe(), AnsweringLine())
      line.events = [.init(milliseconds: 300, bytes: frame)]
      line.run(&probe)
      #expect(probe.outcome == .found(baudRate: 38_400, heard: heard))
      #expect(line.end == 300 && line.sent.isEmpty)
    }
  }

  @Test(arguments: ["$GPGGA,123519,4807.038,N\r\n", "$A*41\r\n", "$*00\r\n"])
  func `a sentence without a checksum or without an address settles nothing`(text: String) {
    var (probe, line) = (probe(), AnsweringLine())
    line.events = (1...40).map { .init(milliseconds: 300 * $0, bytes: Array(text.utf8)) }
    line.run(&probe)
    guard case .garbage(_, let bytes) = probe.outcome else {
      Issue.record("\(text) settled: \(String(describing: probe.outcome))")
      return
    }
    #expect(bytes > 0 && line.sent.isEmpty)
  }

  /// A wrong speed reads zeros where stop bits are missing.
  @Test(arguments: [[0xB5, 0x62], [0xF1, 0xD9], [0xBA, 0xCE]] as [[UInt8]])
  func `zeros behind a mark are no frame`(mark: [UInt8]) {
    var (probe, line) = (probe(), AnsweringLine())
    line.events = [.init(milliseconds: 10, bytes: mark + [UInt8](repeating: 0, count: 20))]
    line.run(&probe)
    guard case .garbage = probe.outcome else {
      Issue.record("\(String(describing: probe.outcome))")
      return
    }
  }

  @Test func `a vendor's sentence names the vendor`() {
    var (probe, line) = (probe(), AnsweringLine())
    line.events = [.init(milliseconds: 10, bytes: sentence("PMTK011,MTKGPS"))]
    line.run(&probe)
    #expect(probe.outcome == .found(baudRate: 38_400, heard: [.nmea, .pmtk]))
  }

  @Test func `the setup's speeds come first and none comes twice`() {
    var (probe, line) = (probe(rates: [4800, 115_200, 4800]), AnsweringLine())
    // Too little to judge by, at every speed.
    line.events = (0..<80).map { .init(milliseconds: 10 + 400 * $0, bytes: [0x41]) }
    line.run(&probe)
    #expect(
      line.rates == [4800, 115_200, 38_400, 57_600, 9600, 230_400, 460_800, 921_600, 19_200])
    #expect(line.sent.isEmpty)
    guard case .garbage(ratesTried: 9, _) = probe.outcome else {
      Issue.record("\(String(describing: probe.outcome))")
      return
    }
  }

  @Test func `a source without a speed is never told one`() {
    var (listening, line) = (probe(hasSpeed: false), AnsweringLine())
    line.events = [.init(milliseconds: 10, bytes: [0x41]), .init(milliseconds: 3900, bytes: eoe)]
    line.run(&listening)
    #expect(listening.outcome == .found(baudRate: nil, heard: .ubx))
    #expect(line.rates.isEmpty)

    var (asking, silent) = (probe(.whileSilent, hasSpeed: false), AnsweringLine())
    silent.run(&asking)
    #expect(asking.outcome == .silent)
    #expect(silent.rates.isEmpty)
    #expect(silent.questions.filter { UBXFrame.messageID(of: $0.span) == MonVer.id }.count == 2)
  }

  @Test func `after the end nothing happens`() throws {
    var (probe, port) = (probe(.whileSilent), PortActions())
    let now = MonotonicTime(nanoseconds: 0)
    probe.begin(at: now, &port)
    _ = port.takeAll()
    let (frame, info) = try #require(AnsweringLine.frames(eoe).first)
    probe.receive(frame.span, info, at: now, &port)
    let outcome = probe.outcome
    #expect(probe.nextDeadline == nil)
    probe.receive(bytes: gga.span, at: now, &port)
    probe.fire(at: .distantFuture, &port)
    probe.begin(at: now, &port)
    #expect(probe.outcome == outcome && port.isEmpty)
  }

  @Test(arguments: 0..<40)
  func `noise neither traps nor makes it write`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (probe, line) = (probe(), AnsweringLine())
    var now = 0
    // Nothing but noise of one kind, so that every way of judging is gone through.
    let mask = [0xFF, 0x00, 0xF8, 0x7F, 0xAA, 0x11].randomElement(using: &generator) ?? 0xFF
    while now < 30_000 {
      now += Int.random(in: 1...300, using: &generator)
      let count = Int.random(in: 1...200, using: &generator)
      line.events.append(
        .init(
          milliseconds: now,
          bytes: (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) & UInt8(mask) }
        ))
    }
    line.run(&probe)
    guard case .garbage = probe.outcome else {
      Issue.record("noise is no receiver: \(String(describing: probe.outcome))")
      return
    }
    #expect(line.sent.isEmpty)
    #expect((line.end ?? .max) < 30_000)
  }
}
