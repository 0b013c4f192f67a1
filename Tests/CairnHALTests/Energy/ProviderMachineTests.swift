import CairnHAL
import CairnTypes
import Testing

@Suite("What receivers do with their power")
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

  @Test func `a profile says what each state costs`() {
    let origin = Provenance.estimated("made up")
    func number(_ value: Double) -> Sourced<Duration> { Sourced(.seconds(value), origin) }
    var profile = HardwareProfile(name: "p", title: "P", vendor: "V", kind: .board)
    #expect(ReceiverCosts(profile) == nil)
    profile.startTimes = .init(
      cold: number(26), hot: number(1), ephemerisValidity: number(3600))
    profile.wake = .init(sources: [.serialInput], latency: Sourced(.milliseconds(300), origin))
    let figures: [(HardwareProfile.Figure, Double)] = [
      (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87), (.wakeEnergy, 5),
    ]
    for (figure, value) in figures { profile.figures.set(.init(figure, value, origin)) }
    let costs = ReceiverCosts(profile)
    #expect(costs?.power(in: .backup(.software)) == 0.09)
    #expect(costs?.power(in: .standby) == 0.09)
    #expect(costs?.waking == StateChange(energy: 5, latency: .milliseconds(300)))
    #expect(costs.map { abs($0.energy.ephemerisValidity - 3600) < 1e-6 } == true)
  }
}
