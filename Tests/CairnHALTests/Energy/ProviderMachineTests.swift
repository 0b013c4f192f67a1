import CairnHAL
import CairnTypes
import Testing

@Suite("What providers do with their power")
struct ProviderMachineTests {
  /// An M8 with round changes of state.
  private static let costs: ReceiverCosts = {
    var costs = ReceiverCosts(EnergyBoard.gateway.receiver)
    costs.softwareBackup = 0.09
    costs.waking = StateChange(energy: 20, latency: .milliseconds(500))
    costs.switchingOn = StateChange(energy: 50, latency: .seconds(2))
    costs.fallingAsleep = StateChange(energy: 10, latency: .seconds(1))
    return costs
  }()

  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  @Test func `a receiver searches when it has woken, and tracks when it has a fix`() {
    var machine = ReceiverMachine(Self.costs, at: at(0))
    #expect(machine.expectedStart(at: at(0)) == .cold)
    #expect(machine.timeToFix(at: at(0)) == .seconds(28))
    machine.wake(at: at(0))
    #expect(machine.state == .waking)
    #expect(machine.nextDeadline == at(2))
    machine.advance(to: at(1.9))
    #expect(machine.state == .waking)
    machine.advance(to: at(5))
    #expect(machine.state == .acquiring)
    machine.noteFix(at: at(28))
    #expect(machine.state == .tracking)
    machine.noteLoss(at: at(30))
    #expect(machine.state == .acquiring)
    // 50 mJ to switch it on, 28 s at 96 mW and 2 s at 87 mW.
    #expect(machine.meter.total(at: at(30)).nanojoules == 2_912_000_000)
  }

  @Test(arguments: [1e30, .infinity, .nan, -1e30])
  func `times that no clock can hold, as a profile may name them, last for centuries`(
    seconds: Double
  ) {
    var costs = Self.costs
    costs.energy.startTimes.cold = seconds
    costs.energy.ephemerisDownload = seconds
    var machine = ReceiverMachine(costs, at: at(0))
    let time = machine.timeToFix(at: at(0))
    #expect(time >= .seconds(-9e9) && time <= .seconds(9e9) + .seconds(2))
    machine.wake(at: at(0))
    machine.advance(to: at(1000))
    #expect(machine.state == .acquiring)
  }

  @Test func `a receiver that has slept less than its ephemerides last starts hot`() {
    var machine = ReceiverMachine(Self.costs, in: .acquiring, at: at(0))
    for second in 26...60 { machine.noteFix(at: at(Double(second))) }
    machine.sleep(.backup(.software), at: at(60))
    #expect(machine.state == .tracking)
    machine.advance(to: at(100))
    #expect(machine.state == .backup(.software))
    #expect(machine.expectedStart(at: at(7000)) == .hot)
    #expect(machine.expectedStart(at: at(7300)) == .warm)
    #expect(machine.timeToFix(at: at(100)) == .milliseconds(1500))
    #expect(machine.timeToFix(at: at(100), factor: 4) == .milliseconds(4500))
    // 26 s of search, 35 s of tracking of which the last is on the way to sleep, 10 mJ for that.
    let asleep = 0.01 + 26 * 0.096 + 35 * 0.087 + 39 * 0.09e-3
    #expect(abs(machine.meter.total(at: at(100)).joules - asleep) < 2e-9)
    machine.sleep(.off, at: at(100))
    #expect(machine.expectedStart(at: at(100)) == .cold)
  }

  @Test func `a receiver on its way to sleep can be called back`() {
    var machine = ReceiverMachine(Self.costs, in: .tracking, at: at(0))
    machine.sleep(.backup(.software), at: at(1))
    machine.wake(at: at(1.5))
    machine.advance(to: at(10))
    #expect(machine.state == .tracking)
    #expect(machine.nextDeadline == nil)
  }

  @Test func `a receiver that sleeps between its fixes by itself draws less`() {
    var machine = ReceiverMachine(Self.costs, in: .acquiring, at: at(0))
    machine.noteFix(at: at(0), cyclic: .seconds(2))
    #expect(machine.state == .cyclic(period: .seconds(2)))
    // With the downloads of ephemerides: full power for 30 s of each half hour.
    #expect(machine.meter.total(at: at(100)).nanojoules == 2_947_500_000)
  }

  @Test func `what cannot be is no change`() {
    var machine = ReceiverMachine(Self.costs, at: at(0))
    machine.noteFix(at: at(1))
    machine.noteLoss(at: at(2))
    #expect(machine.state == .off)
    machine.sleep(.tracking, at: at(3))
    machine.advance(to: at(9))
    #expect(machine.state == .off)
    #expect(machine.meter.total(at: at(9)) == .zero)
  }

  @Test func `what is seen of a receiver costs as what is commanded`() {
    var seen = ReceiverMachine(Self.costs, in: .backup(.software), at: at(0))
    var commanded = seen
    commanded.wake(at: at(10))
    commanded.advance(to: at(11))
    commanded.noteFix(at: at(12))
    commanded.sleep(.backup(.software), at: at(14))
    commanded.advance(to: at(15))
    seen.enter(.acquiring, at: at(10))
    seen.enter(.tracking, at: at(12))
    seen.enter(.backup(.software), at: at(15))
    #expect(seen.meter.total(at: at(60)) == commanded.meter.total(at: at(60)))
  }

  @Test func `a scan costs the same whether it finds anything or not, and one is done at a time`() {
    var machine = OperationMachine(
      idle: 1,
      [
        (.dualBandScan, OperationEnergy(energy: 860, duration: 3)),
        (.networkRequest, OperationEnergy(energy: 800, duration: 2)),
      ], at: at(0))
    let impossible = machine.begin(.passiveScan, at: at(0))
    #expect(impossible == nil)
    let scan = machine.begin(.dualBandScan, at: at(10))
    #expect(scan == at(13))
    let second = machine.begin(.networkRequest, at: at(12))
    #expect(second == nil)
    var done = machine.advance(to: at(12))
    #expect(done == nil)
    done = machine.advance(to: at(13))
    #expect(done == .dualBandScan)
    let request = machine.begin(.networkRequest, at: at(13))
    #expect(request == at(15))
    #expect(machine.meter.total(at: at(20)).nanojoules == 1_680_000_000)
  }

  @Test func `a motion sensor tells of rest only when it has lasted`() {
    var machine = MotionMachine(
      power: 0.02, movingDelay: .seconds(1), stillDelay: .seconds(120), at: at(0))
    machine.see(isMoving: true, at: at(0))
    #expect(machine.isMoving == nil)
    let isNews = machine.advance(to: at(1))
    #expect(isNews)
    #expect(machine.isMoving == true)
    // A red light.
    machine.see(isMoving: false, at: at(100))
    machine.see(isMoving: true, at: at(190))
    machine.advance(to: at(300))
    #expect(machine.isMoving == true)
    machine.see(isMoving: false, at: at(400))
    #expect(machine.nextDeadline == at(520))
    machine.advance(to: at(520))
    #expect(machine.isMoving == false)
    #expect(machine.meter.total(at: at(520)).nanojoules == 10_400_000)
  }

  @Test func `a profile says what each of them costs`() {
    let origin = Provenance.estimated("made up")
    func number(_ value: Double) -> Sourced<Duration> { Sourced(.seconds(value), origin) }
    var profile = HardwareProfile(name: "p", title: "P", vendor: "V", kind: .board)
    #expect(ReceiverCosts(profile) == nil)
    #expect(OperationMachine(wifi: profile.figures, at: at(0)) == nil)
    #expect(MotionMachine(profile.figures, at: at(0)) == nil)
    profile.startTimes = .init(
      cold: number(26), hot: number(1), ephemerisValidity: number(3600))
    profile.wake = .init(sources: [.serialInput], latency: Sourced(.milliseconds(300), origin))
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87), (.wakeEnergy, 5),
      (.wifiActive24Energy, 130), (.wifiActive24Duration, 0.6), (.cellAttributedPower, 2),
      (.cellQueryEnergy, 9), (.cellQueryDuration, 0.3), (.motionPower, 0.02),
      (.movingDelay, 0.5), (.stillDelay, 60),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    let costs = ReceiverCosts(profile)
    #expect(costs?.power(in: .backup(.software)) == 0.09)
    #expect(costs?.power(in: .standby) == 0.09)
    #expect(costs?.waking == StateChange(energy: 5, latency: .milliseconds(300)))
    #expect(costs.map { abs($0.energy.ephemerisValidity - 3600) < 1e-6 } == true)
    let wifi = OperationMachine(wifi: profile.figures, at: at(0))
    #expect(wifi?.costs.map(\.operation) == [.activeScan])
    let modem = OperationMachine(modem: profile.figures, at: at(0))
    #expect(modem?.meter.total(at: at(10)).nanojoules == 20_000_000)
    var motion = MotionMachine(profile.figures, at: at(0))
    motion?.see(isMoving: true, at: at(0))
    #expect(motion?.nextDeadline == at(0.5))
  }
}
