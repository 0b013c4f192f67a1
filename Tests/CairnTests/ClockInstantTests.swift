import Cairn
import Testing

@Suite("Arithmetic of the types that Cairn re-exports")
struct ClockInstantTests {
  @Test func `instants of both clocks differ by durations`() {
    let start = MonotonicTime(nanoseconds: 5_000_000_000)
    let day = Timestamp(nanosecondsSince1970: 5_000_000_000)
    #expect(start + .seconds(2) - start == .seconds(2))
    #expect(start - .seconds(2) < start)
    #expect(day + .seconds(2) - day == .seconds(2))
    #expect(day - .seconds(2) < day)
  }

  @Test func `energies are added and subtracted`() {
    var sum = Energy(millijoules: 2) + Energy(millijoules: 3)
    sum += Energy(millijoules: 1)
    #expect(sum - Energy(millijoules: 6) == .zero)
  }
}
