import CairnHAL
import CairnTypes
import Testing

@Suite("Meter of a provider")
struct ProviderMeterTests {
  private static func scans(idle: Double) -> ProviderDescriptor {
    ProviderDescriptor(
      id: "wifi", technology: .wifi, capabilities: [],
      accuracy: AccuracyModel(openSky: 40, urban: 25, indoor: 20, floor: 5),
      energy: .operation(OperationEnergy(energy: 130, duration: 0.6, idle: idle)))
  }

  private func at(_ seconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test func `a radio draws its idle power at all times, and a scan's energy besides`() {
    var meter = ProviderMeter(Self.scans(idle: 0.05), hostWake: 1, at: at(0))
    #expect(meter.power == 0.05)
    meter.noteMeasurement()
    #expect(meter.total(at: at(100)) == Energy(millijoules: 131 + 5))
    meter.become(Self.scans(idle: 0.5), at: at(100))
    #expect(meter.total(at: at(200)) == Energy(millijoules: 131 + 5 + 50))
  }

  @Test func `a radio that is missing draws nothing, whatever it would draw`() {
    var meter = ProviderMeter(Self.scans(idle: 0.05), hostWake: 1, at: at(0))
    meter.notePresence(false, at: at(10))
    meter.become(Self.scans(idle: 0.5), at: at(20))
    #expect(meter.power == 0)
    #expect(meter.total(at: at(1000)) == Energy(millijoules: 0.5))
    meter.notePresence(true, at: at(1000))
    #expect(meter.total(at: at(1010)) == Energy(millijoules: 5.5))
  }

  private func receiver(_ acquiring: Double, _ tracking: Double, isAssumed: Bool = false)
    -> ProviderDescriptor
  {
    var energy = ReceiverEnergy(
      acquiring: acquiring, tracking: tracking,
      startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 26))
    energy.isAssumed = isAssumed
    return ProviderDescriptor(
      id: "gnss", technology: .gnss, capabilities: [],
      accuracy: AccuracyModel(openSky: 3, urban: 8, indoor: 50, floor: 0.01),
      energy: .receiver(energy))
  }

  private func scan(_ millijoules: Double, isAssumed: Bool = false) -> ProviderDescriptor {
    var energy = OperationEnergy(energy: millijoules, duration: 1)
    energy.isAssumed = isAssumed
    return ProviderDescriptor(
      id: "wifi", technology: .wifi, capabilities: [],
      accuracy: AccuracyModel(openSky: 30, urban: 30, indoor: 30, floor: 5),
      energy: .operation(energy))
  }

  @Test func `a receiver of unknown cost has no power while it is on`() {
    var meter = ProviderMeter(receiver(96, 87, isAssumed: true), hostWake: 1, at: at(0))
    #expect(meter.power == 0 && !meter.isAssumed)
    meter.enter(.acquiring, at: at(1))
    #expect(meter.power == nil && meter.isAssumed)
    meter.enter(.off, at: at(2))
    #expect(meter.power == 0 && meter.isAssumed, "what it drew stays unknown")
  }

  @Test func `once its costs are known, they also apply to the time before`() {
    var meter = ProviderMeter(receiver(96, 87, isAssumed: true), hostWake: 1, at: at(0))
    meter.enter(.acquiring, at: at(10))
    meter.noteFix(at: at(20))
    meter.become(receiver(50, 30), at: at(40))
    #expect(!meter.isAssumed && meter.power == 30)
    // 10 s at 50 mW, 30 s at 30 mW, and a wake-up of the host.
    #expect(meter.total(at: at(50)).joules == 1.401)
  }

  @Test func `another assumption leaves the earlier one as it was, and both are replaced`() {
    var meter = ProviderMeter(receiver(96, 87, isAssumed: true), hostWake: 0, at: at(0))
    meter.enter(.tracking, at: at(0))
    meter.become(receiver(200, 100, isAssumed: true), at: at(10))
    #expect(meter.total(at: at(20)).joules == 1.87)
    #expect(meter.isAssumed && meter.power == nil)
    meter.become(receiver(50, 30), at: at(20))
    #expect(meter.total(at: at(20)).joules == 0.6)
  }

  @Test func `known costs that change later apply from then on`() {
    var meter = ProviderMeter(receiver(50, 30), hostWake: 0, at: at(0))
    meter.enter(.tracking, at: at(0))
    meter.become(receiver(60, 40), at: at(10))
    #expect(meter.total(at: at(20)).joules == 0.7)
  }

  @Test func `scans of unknown cost are counted until it is known`() {
    var meter = ProviderMeter(scan(860, isAssumed: true), hostWake: 1, at: at(0))
    #expect(!meter.isAssumed && meter.power == 0)
    for _ in 0..<3 { meter.noteMeasurement() }
    #expect(meter.isAssumed)
    meter.become(scan(100), at: at(10))
    #expect(!meter.isAssumed && meter.total(at: at(10)).joules == 0.303)
  }
}
