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
}
