import CairnTypes
import CairnUBX
import Testing

@testable import CairnReceiver

@Suite("Health of a receiver")
struct HealthMonitorTests {
  private var monitor = HealthMonitor()
  private var now = MonotonicTime(nanoseconds: 0)

  private mutating func say(_ message: some UBXMessage, after seconds: Int = 1) throws {
    now = now + .seconds(seconds)
    let frame = message.encode()
    guard let id = UBXFrame.messageID(of: frame.span) else {
      Issue.record("no message")
      return
    }
    try monitor.receive(id, UBXFrame.payload(of: frame.span), at: now)
  }

  private mutating func say(_ sentence: String) {
    let bytes = Array(sentence.utf8)
    monitor.receive(sentence: bytes.span, at: now)
  }

  private func status(spoofing: UInt8) -> NavStatus {
    var message = NavStatus()
    message.signals.spoofing = spoofing
    return message
  }

  private func radio(_ antenna: AntennaStatus..., jamming: JammingState = .none) -> MonRF {
    var message = MonRF()
    message.blocks = antenna.map {
      var block = MonRF.Block()
      block.antennaStatus = $0
      block.flags.jamming = jamming
      return block
    }
    return message
  }

  @Test mutating func `an antenna fault is believed at once and forgotten on recovery`() throws {
    try say(radio(.good))
    #expect(monitor.health.antenna == .good)
    try say(radio(.short))
    #expect(monitor.health.antenna == .short)
    #expect(monitor.health.antenna.isFault)
    try say(radio(.good))
    #expect(monitor.health.antenna == .good)
    #expect(monitor.health.antennaSource == .hardwareMonitor)
  }

  @Test mutating func `one epoch that looks forged is no spoofing, two are`() throws {
    try say(status(spoofing: 1))
    #expect(monitor.health.spoofing == .clean)
    try say(status(spoofing: 2))
    #expect(monitor.health.spoofing == .clean)
    try say(status(spoofing: 2))
    #expect(monitor.health.spoofing == .suspected)
    #expect(monitor.health.spoofingSource == .navigationStatus)
    #expect(monitor.health.flags == .spoofingSuspected)
  }

  @Test mutating func `a threat stays until it has not been seen for ten seconds`() throws {
    for _ in 0..<2 { try say(status(spoofing: 2)) }
    try say(status(spoofing: 1), after: 9)
    #expect(monitor.health.spoofing == .suspected)
    try say(status(spoofing: 1), after: 2)
    #expect(monitor.health.spoofing == .clean)
  }

  @Test mutating func `a critical state is believed at once`() throws {
    try say(radio(.good, jamming: .none))
    try say(radio(.good, jamming: .critical))
    #expect(monitor.health.jamming == .critical)
    #expect(monitor.health.flags == .jammingSuspected)
  }

  @Test mutating func `a constant zero of MON-RF does not contradict SEC-SIG`() throws {
    var security = SecSig()
    security.flags.jamming = .warning
    security.flags.spoofing = .none
    for _ in 0..<2 {
      try say(security)
      try say(radio(.good, jamming: .unknown))
      try say(status(spoofing: 2))
    }
    #expect(monitor.health.jamming == .suspected)
    #expect(monitor.health.jammingSource == .signalSecurity)
    #expect(monitor.health.spoofing == .clean)
  }

  @Test mutating func `a better informed source that fell silent leaves the word to others`() throws
  {
    var security = SecSigV1()
    security.spoofing.state = .none
    try say(security)
    try say(status(spoofing: 3), after: 11)
    #expect(monitor.health.spoofing == .critical)
    #expect(monitor.health.spoofingSource == .navigationStatus)
  }

  @Test mutating func `older hardware monitors count too`() throws {
    var hardware = MonHW()
    hardware.antennaStatus = .open
    hardware.flags.jamming = .critical
    try say(hardware)
    #expect(monitor.health.antenna == .open)
    #expect(monitor.health.jamming == .critical)
  }

  @Test(arguments: [
    ("$GNTXT,01,01,02,ANTSTATUS=OK*25\r\n", ReceiverHealth.Antenna.good),
    ("$GNTXT,01,01,02,ANTSTATUS=OPEN*xx\r\n", .open),
    ("$GPTXT,01,01,01,ANTENNA SHORT*63\r\n", .short),
    ("$PSTMANTENNASTATUS,1,0,0,0*50\r\n", .open),
    ("$PQTMANTENNASTATUS,1,3,1*4C\r\n", .short),
    ("$PGTOP,11,2*6E\r\n", .good),
    ("$PGTOP,11,1*6D\r\n", .short),
    ("$GNTXT,01,01,02,ANTSTATUS=INIT*3B\r\n", .unknown),
    ("$PSTMANTENNASTATUS,10,1,1,1*61\r\n", .unknown),
    ("$PQTMANTENNASTATUS,1", .unknown),
    ("$GPTXT", .unknown),
  ])
  mutating func `sentences speak of the antenna`(sentence: String, antenna: ReceiverHealth.Antenna)
  {
    say(sentence)
    #expect(monitor.health.antenna == antenna)
  }

  @Test func `each fix carries the flag while interference lasts`() throws {
    var decoder = ReceiverDecoder(dates: DateResolver(reference: nil))
    func epochs(_ messages: [[UInt8]]) -> [ReceiverEvent] {
      for message in messages {
        decoder.receive(
          message.span, FrameInfo(wireProtocol: .ubx, integrity: .checked, offset: 0))
      }
      return decoder.takeEvents()
    }
    var fix = NavPVT()
    fix.fixType = .threeD
    fix.flags.isFixOK = true
    var end = NavEOE()
    let jammed = radio(.good, jamming: .critical).encode()
    #expect(decoder.takeHealth() == nil)
    (fix.timeOfWeek, end.timeOfWeek) = (1000, 1000)
    let first = epochs([jammed, fix.encode(), end.encode()])
    #expect(decoder.takeHealth()?.jamming == .critical)
    #expect(decoder.takeHealth() == nil)
    guard case .epoch(let epoch) = try #require(first.first) else {
      Issue.record("no epoch")
      return
    }
    #expect(epoch.flags.contains(.jammingSuspected))
  }
}
