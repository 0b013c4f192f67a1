import CairnTypes
import Testing

@Suite("Energy")
struct EnergyTests {
  private func seconds(_ value: Int) -> MonotonicTime {
    MonotonicTime(nanoseconds: 1_000_000_000_000) + .seconds(value)
  }

  @Test func `a meter adds milliwatts over time, and what is drawn at once`() {
    var meter = EnergyMeter(96, at: seconds(0))
    meter.change(to: 87, at: seconds(10))
    meter.change(to: 0.09, at: seconds(20))
    #expect(meter.total(at: seconds(1020)).nanojoules == 1_920_000_000)
    // A sleep that is known only later counts from when it began, never from before the last state.
    meter.change(to: 96, at: seconds(5))
    #expect(meter.total(at: seconds(30)).nanojoules == 2_790_000_000)
    meter.add(Energy(millijoules: 860))
    #expect(meter.total(at: seconds(20)).nanojoules == 2_690_000_000)
  }

  @Test func `an amount saturates, and what is no number is nothing`() {
    let most = Energy(nanojoules: .max)
    #expect(most + Energy(nanojoules: 1) == most)
    #expect(Energy(nanojoules: .min) - most == Energy(nanojoules: .min))
    #expect(Energy(millijoules: .nan) == .zero)
    #expect(Energy(millijoules: .infinity) == .zero)
    #expect(Energy(milliwatts: 5, over: .seconds(-1)) == .zero)
    #expect(Energy(millijoules: 1e-6).nanojoules == 1)
  }
}
