@testable import CairnReceiver
import CairnTypes
import Testing

@Suite("Standby by sentences")
struct StandbyCommandTests {
  private let sentence = FrameInfo(wireProtocol: .nmea, integrity: .checked, offset: 0)
  private let unchecked = FrameInfo(wireProtocol: .nmea, integrity: .unchecked, offset: 0)

  private func traits() -> ReceiverPowerTraits {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 82, trackingMilliwatts: 66)
    traits.standbyMilliwatts = 3
    return traits
  }

  private func text(_ actions: [PortAction]) -> [String] {
    actions.map { action in
      guard case .send(let bytes) = action else { return "\(action)" }
      return bytes.first == 0xFF ? "wake" : String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test
  func `an MTK receiver is stopped by its sentence and woken by a byte`() {
    var port = PortActions()
    var power = ReceiverPower(PowerSetup(traits(), .pmtk), at: seconds(0))
    _ = power.sleep(for: .seconds(600), at: seconds(100), &port)
    #expect(text(port.takeAll()) == ["$PMTK161,0*28\r\n"])
    power.receive([UInt8]("$PMTK001,161,3*36\r\n".utf8).span, sentence, at: seconds(100.1), &port)
    #expect(power.state == .standby)
    #expect(power.takeEvent() == .asleep(.standby))
    power.wake(at: seconds(400), &port)
    power.fire(at: seconds(400.5), &port)
    #expect(text(port.takeAll()) == ["wake"])
    // Without a checksum anything may have come.
    power.receive([UInt8]("$GPTXT,A\r\n".utf8).span, unchecked, at: seconds(400.6), &port)
    #expect(power.state == .waking)
    power.receive([UInt8]("$PMTK010,002*2D\r\n".utf8).span, sentence, at: seconds(400.7), &port)
    #expect(
      power.takeEvent()
        == .awake(WakeReport(lostConfiguration: false, isTalking: true), expected: .cold))
    #expect(power.state == .acquiring)
  }

  @Test
  func `an Airoha receiver is stopped and started by sentences`() {
    var port = PortActions()
    var power = ReceiverPower(PowerSetup(traits(), .pair), at: seconds(0))
    _ = power.sleep(for: .seconds(600), at: seconds(100), &port)
    #expect(text(port.takeAll()) == ["$PAIR382,1*2E\r\n$PAIR003*39\r\n"])
    power.fire(at: seconds(102), &port)
    #expect(power.state == .standby)
    power.wake(at: seconds(400), &port)
    power.fire(at: seconds(400.5), &port)
    #expect(text(port.takeAll()) == ["wake", "$PAIR002*38\r\n$PAIR382,0*2F\r\n"])
  }

  @Test
  func `a Teseo receiver is suspended and restarted by sentences`() {
    var port = PortActions()
    var power = ReceiverPower(PowerSetup(traits(), .pstm), at: seconds(0))
    _ = power.sleep(for: .seconds(600), at: seconds(100), &port)
    #expect(text(port.takeAll()) == ["$PSTMGPSSUSPEND*14\r\n"])
    power.receive([UInt8]("$PSTMGPSSUSPENDED*15\r\n".utf8).span, sentence, at: seconds(101), &port)
    #expect(power.state == .standby)
  }

  @Test
  func `a receiver without a documented way back is never sent to sleep by a sentence`() {
    for dialect in [CommandDialect.none, .pqtm, .pcas, .psrf] {
      var port = PortActions()
      var power = ReceiverPower(PowerSetup(traits(), dialect), at: seconds(0))
      let decision = power.sleep(for: .seconds(600), at: seconds(100), &port)
      #expect(decision == .staysAwake)
      #expect(port.isEmpty)
    }
  }

  @Test
  func `nothing is sent to a receiver that may not be written to`() {
    var traits = ReceiverPowerTraits.m10
    traits.hasSupplySwitch = true
    var setup = PowerSetup(traits, .uBloxKeys)
    setup.maySend = false
    var port = PortActions()
    var power = ReceiverPower(setup, at: seconds(0))
    _ = power.sleep(for: .seconds(600), at: seconds(100), &port)
    #expect(port.takeAll() == [.setSupply(isOn: false)])
    power.wake(at: seconds(200), &port)
    for second in 201..<230 { power.fire(at: seconds(Double(second)), &port) }
    #expect(port.takeAll() == [.setSupply(isOn: true)])
  }
}
