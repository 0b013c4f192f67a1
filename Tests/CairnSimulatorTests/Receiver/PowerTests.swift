import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import Testing

@Suite("Power of a simulated receiver")
struct PowerTests {
  typealias Personality = SimulatedReceiver.Personality

  private func sleep(_ seconds: Double?, wakes: Bool = true, force: Bool = true) -> [UInt8] {
    var request = RxmPMReq()
    (request.flags.backup, request.flags.force) = (true, force)
    request.duration = seconds
    request.wakeUpSources.uart = wakes
    return request.encode()
  }

  private func reset(_ mode: CfgRst.ResetMode, _ cleared: CfgRst.Sections = .hotStart) -> [UInt8] {
    var message = CfgRst()
    (message.mode, message.cleared) = (mode, cleared)
    return message.encode()
  }

  /// Seconds from now to the first fix.
  private func timeToFirstFix(_ host: inout Host) -> Int? {
    for second in 1...60 {
      _ = host.listen(until: host.now + .seconds(1))
      if [.tracking, .cyclic].contains(host.receiver.powerState) { return second }
    }
    return nil
  }

  @Test(arguments: [
    (Personality.uBloxM8, 26, 1), (.uBloxM9, 24, 2), (.uBloxM10, 23, 1), (.uBloxF9P, 25, 2),
    (.uBloxX20, 25, 2),
  ])
  func `the first fix takes what the data sheet says`(
    personality: Personality, cold: Int, hot: Int
  ) {
    var host = Host(personality)
    host.now = .zero
    #expect(timeToFirstFix(&host) == cold)
    #expect(host.receiver.lastStart == .cold)
    _ = host.ask(reset(.softwareGNSSOnly, .hotStart))
    #expect(timeToFirstFix(&host) == hot)
    #expect(host.receiver.lastStart == .hot)
    _ = host.ask(reset(.softwareGNSSOnly, .warmStart))
    #expect(timeToFirstFix(&host) == cold)
    #expect(host.receiver.lastStart == .warm)
    _ = host.ask(reset(.softwareGNSSOnly, .coldStart))
    #expect(timeToFirstFix(&host) == cold)
    #expect(host.receiver.lastStart == .cold)
  }

  @Test func `ephemerides that are never received again age until a start is warm`() {
    var host = Host(.uBloxM10)
    _ = host.listen(until: .seconds(60))
    var starts: [ReceiverStart] = []
    for _ in 1...9 {
      #expect(host.ask(sleep(900)).isEmpty)
      _ = host.listen(until: host.now + .seconds(910))
      starts.append(host.receiver.lastStart)
    }
    // Ten seconds of tracking every fifteen minutes never receive them whole.
    #expect(starts == [.hot, .hot, .hot, .hot, .hot, .hot, .hot, .warm, .warm])
  }

  @Test func `sleep forgets what is not stored and wakes by itself`() {
    var host = Host(.uBloxM9)
    #expect(host.set([Keys.rate: 200]) == true)
    #expect(host.set([Keys.baudRate: 115_200], in: [.ram, .batteryBacked]) == true)
    #expect(host.ask(sleep(10)).isEmpty, "never acknowledged")
    #expect(host.receiver.powerState == .softwareBackup)
    #expect(
      host.receiver.reachability
        == .asleep(until: .milliseconds(10_500), wakesOnReception: true))
    #expect(host.listen(until: .milliseconds(10_600)).frames == 0)
    #expect(host.receiver.powerState == .starting)
    #expect(host.listen(until: .seconds(12)).frames > 0)
    #expect(host.receiver.period == .seconds(1))
    #expect(host.receiver.configuration.baudRate == 115_200)
  }

  @Test func `a byte wakes it, but only where it was told so`() {
    var host = Host(.uBloxM10)
    _ = host.ask(sleep(nil, wakes: false))
    host.now = .seconds(5)
    _ = host.ask([0xFF])
    #expect(host.receiver.powerState == .softwareBackup)
    #expect(host.receiver.nextEvent == nil)
    host = Host(.uBloxM10)
    _ = host.ask(sleep(nil, wakes: true))
    host.now = .seconds(5)
    _ = host.ask([0xFF])
    #expect(host.ask(MonVer.id).isEmpty, "lost while it wakes")
    host.now = .milliseconds(5500)
    #expect(host.ask(MonVer.id).contains { $0.id == MonVer.id })
  }

  @Test func `the short form of the request works up to generation 9`() {
    var request = RxmPMReqShort()
    request.flags.backup = true
    request.duration = 5
    var (m8, m10) = (Host(.uBloxM8), Host(.uBloxM10))
    _ = m8.ask(request.encode())
    _ = m10.ask(request.encode())
    #expect(m8.receiver.powerState == .softwareBackup)
    #expect(m10.receiver.powerState == .acquiring)
  }

  @Test func `a USB host keeps a receiver awake unless it is forced`() {
    var host = Host(.uBloxM9) { $0.port = .usb }
    _ = host.ask(sleep(5, force: false))
    #expect(host.receiver.powerState == .acquiring)
    _ = host.ask(sleep(5, force: true))
    #expect(host.receiver.powerState == .softwareBackup)
  }

  @Test
  func `without supply a battery keeps clock and stored settings, without it only flash does`() {
    for hasBattery in [true, false] {
      var host = Host(.uBloxM9) { $0.hasBackupSupply = hasBattery }
      #expect(host.set([Keys.rate: 200], in: .batteryBacked) == true)
      #expect(host.set([Keys.dynamicModel: 4], in: .flash) == true)
      _ = host.listen(until: .seconds(60))
      host.receiver.setSupply(isOn: false, at: .seconds(60))
      #expect(host.receiver.powerState == (hasBattery ? .hardwareBackup : .off))
      #expect(host.receiver.advance(to: .seconds(90)).isEmpty)
      host.receiver.setSupply(isOn: true, at: .seconds(90))
      host.now = .seconds(91)
      #expect(host.value(Keys.rate) == (hasBattery ? 200 : 1000))
      #expect(host.value(Keys.dynamicModel) == 4)
      #expect(host.receiver.lastStart == (hasBattery ? .hot : .cold))
    }
  }

  @Test func `stopped navigation keeps the port alive and is silent`() {
    var host = Host(.uBloxM10)
    #expect(host.ask(reset(.stopGNSS)).isEmpty, "never acknowledged")
    #expect(host.receiver.powerState == .stopped)
    #expect(host.listen(until: .seconds(20)).frames == 0)
    #expect(host.ask(MonVer.id).map(\.id) == [MonVer.id])
    _ = host.ask(reset(.startGNSS))
    #expect(host.receiver.powerState == .acquiring)
    #expect(host.listen(until: .seconds(25)).frames > 0)
  }

  @Test func `a hardware reset works with what is stored`() {
    var host = Host(.uBloxM9)
    #expect(host.set([Keys.rate: 200, Keys.baudRate: 9600]) == true)
    #expect(host.ask(reset(.hardware)).isEmpty)
    #expect(host.receiver.powerState == .starting)
    _ = host.listen(until: .seconds(2))
    #expect(host.receiver.configuration.baudRate == 38_400)
    #expect(host.receiver.period == .seconds(1))
  }

  @Test func `the meter adds up power and time`() {
    var host = Host(.uBloxM10)
    _ = host.listen(until: .seconds(60))
    _ = host.ask(sleep(3600))
    _ = host.listen(until: .seconds(1060))
    let receiver = host.receiver
    #expect(receiver.duration(of: .acquiring) == .seconds(23))
    #expect(receiver.duration(of: .tracking) == .seconds(37))
    #expect(receiver.duration(of: .softwareBackup) == .seconds(1000))
    // 15.3 mA and 12.3 mA at 3 V, then 46 microamperes.
    let expected = 3 * (15.3 * 23 + 12.3 * 37 + 0.046 * 1000)
    #expect(abs(receiver.energyMillijoules - expected) < 1e-6)
  }

  @Test func `on and off operation sleeps between positions`() {
    var host = Host(.uBloxM10)
    #expect(
      host.set(
        [Keys.powerMode: 1, 0x40D0_0002: 60, 0x30D0_0005: 2], in: [.ram, .batteryBacked]) == true)
    _ = host.listen(until: .seconds(1000))
    let receiver = host.receiver
    #expect(receiver.duration(of: .inactive) > .seconds(850))
    #expect(receiver.duration(of: .tracking) < .seconds(40))
    #expect(receiver.lastStart == .hot)
  }

  @Test func `cyclic tracking begins after the fix and pauses between positions`() {
    var host = Host(.uBloxM10)
    #expect(host.set([Keys.powerMode: 2, 0x40D0_0002: 5, Keys.pvt: 1, Keys.sendsNMEA: 0]) == true)
    _ = host.listen(until: .seconds(40))
    #expect(host.receiver.powerState == .cyclic)
    #expect(host.listen(until: .seconds(90)).pvt.count == 10)
    #expect(Host(.uBloxF9P).receiver.powerMilliwatts(in: .tracking) == 255)
  }
}
