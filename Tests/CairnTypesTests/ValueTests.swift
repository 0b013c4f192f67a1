import CairnTypes
import Testing

@Suite("Values")
struct ValueTests {
  @Test("N199: a coordinate is valid up to 90 and 180 degrees and not beyond")
  func validity() {
    for (latitude, longitude, isValid) in [
      (90.0, 180.0, true), (-90, -180, true), (0, 0, true), (90.000_000_1, 0, false),
      (0, 180.000_000_1, false), (-180, -180, false), (.nan, 0, false), (0, .infinity, false),
    ] {
      #expect(Coordinate(latitude: latitude, longitude: longitude).isValid == isValid)
    }
  }

  @Test
  func `monotonic time saturates instead of overflowing`() {
    let late = MonotonicTime(nanoseconds: .max - 1)
    #expect(late + .seconds(10) == .distantFuture)
    #expect(MonotonicTime(nanoseconds: .min) - .seconds(10) == MonotonicTime(nanoseconds: .min))
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect(Duration.milliseconds(-1500).wholeNanoseconds == -1_500_000_000)
    #expect(Duration.milliseconds(-1500).inSeconds == -1.5)
    for seconds in 1...900 { #expect(Duration.seconds(seconds).inSeconds == Double(seconds)) }
    // The opposite of the least duration does not fit its type.
    #expect(MonotonicTime(nanoseconds: 0) - Duration(attoseconds: .min) < .distantFuture)
  }

  @Test(
    arguments: [
      (0, .zero), (1.5, .milliseconds(1500)), (-2e-9, .nanoseconds(-2)), (9e9, .seconds(9e9)),
      (1e300, .seconds(9e9)), (.infinity, .seconds(9e9)), (-.infinity, .seconds(-9e9)),
      (.nan, .zero), (.leastNonzeroMagnitude, .zero),
    ] as [(Double, Duration)])
  func `any number makes a duration`(seconds: Double, duration: Duration) {
    #expect(Duration(clamping: seconds) == duration)
  }

  @Test
  func `a transmission takes ten bits a byte, whatever the count and the speed`() {
    #expect(Duration.transmission(of: 960, at: 9600) == .seconds(1))
    #expect(Duration.transmission(of: 1, at: .max) == .nanoseconds(2))
    #expect(Duration.transmission(of: 100, at: 0) == .zero)
    #expect(Duration.transmission(of: 100, at: nil) == .zero)
    #expect(Duration.transmission(of: -1, at: 9600) == .zero)
    #expect(Duration.transmission(of: .max, at: 1) == .seconds(9e9))
  }

  @Test(arguments: [
    (3.14159, 2, "3.14"), (0.005, 2, "0.01"), (-0.004, 2, "0.00"), (-1.5, 0, "-2"),
    (1e12, 3, "1000000000000.000"), (0.1, 15, "0.100000000000000"), (12, 0, "12"),
    (.nan, 1, "nan"), (-.infinity, 1, "-inf"),
  ])
  func `a number is printed with so many places`(value: Double, places: Int, text: String) {
    #expect(value.text(places: places) == text)
  }

  @Test
  func `a number beyond fixed notation is printed in Swift's own form`() {
    #expect(1e300.text(places: 2) == "1e+300")
  }

  @Test(arguments: ["gnss", "", "wifi0", "exactly-twenty-four-byte", "서울"])
  func `a provider's name is kept as it is`(name: String) {
    #expect(ProviderID(name).name == name)
    #expect(ProviderID(name) == ProviderID(name))
  }

  @Test
  func `a provider's name is cut between characters`() {
    #expect(ProviderID("a-name-of-more-than-twenty-four-bytes").name == "a-name-of-more-than-twen")
    #expect(ProviderID("twenty-three-bytes-long서").name == "twenty-three-bytes-long")
    #expect(ProviderID("gnss") != ProviderID("gnss2"))
  }

  @Test
  func `metres that make no sense ask for the best`() {
    for metres in [0, -5, Double.nan, .infinity] {
      #expect(DesiredAccuracy(.metres(metres)) == .best)
    }
    #expect(DesiredAccuracy.kilometer.metres == 1000)
    #expect(DesiredAccuracy.best.metres == nil)
  }

  @Test("E74: the best accuracy is met by convergence, never by metres")
  func convergence() {
    let improving = AccuracyHistory(best: 3, sinceLastImprovement: .seconds(9))
    let settled = AccuracyHistory(best: 3, sinceLastImprovement: .seconds(10))
    #expect(!DesiredAccuracy.best.isMet(by: 3, history: improving))
    #expect(DesiredAccuracy.best.isMet(by: 3.2, history: settled))
    #expect(!DesiredAccuracy.best.isMet(by: 4, history: settled))
    #expect(DesiredAccuracy.nearestTenMeters.isMet(by: 10, history: improving))
  }

  @Test
  func `flags are named in the order of their bits`() {
    let flags: LocationSource.Flags = [.cached, .simulated, .leapSecond]
    #expect(flags.names == ["simulated", "cached", "leapSecond"])
  }
}
