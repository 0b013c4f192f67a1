import CairnTypes
import Testing

@testable import CairnReceiver

/// A receiver's epochs and their arrivals, in seconds.
private struct Stream {
  var clock = ArrivalClock()
  /// Nanoseconds, UTC of the first epoch.
  var utc: Int64 = 1_795_000_000_000_000_000
  var isUTC = true

  /// Seconds that an epoch waited, which the receiver counted at `second` and which arrived at `arrival`.
  mutating func delay(_ second: Double, at arrival: Double) -> Double {
    Double(
      clock.delay(
        of: utc + Int64((second * 1e9).rounded()), isUTC: isUTC,
        at: MonotonicTime(nanoseconds: 1_000_000_000_000 + Int64((arrival * 1e9).rounded())))) / 1e9
  }

  /// Epochs that arrive as they are measured.
  mutating func run(_ seconds: Range<Int>, interval: Double = 1) {
    for second in seconds { _ = delay(Double(second) * interval, at: Double(second) * interval) }
  }
}

@Suite("How long an epoch waited")
struct ArrivalClockTests {
  @Test func `epochs that come late by less than half a second did not wait`() {
    var stream = Stream()
    for second in 0..<1000 {
      let jitter = Double(second * 7 % 10) * 0.05
      #expect(stream.delay(Double(second), at: Double(second) + jitter) == 0)
    }
  }

  @Test(arguments: [0.04, 0.1, 1, 5])
  func `what is read after a stall waited for as long as it did`(interval: Double) {
    for stall in [3, 20, 600, 86_400] as [Double] {
      var stream = Stream()
      stream.run(0..<50, interval: interval)
      let end = 49 * interval + stall
      var second = 50 * interval
      while second < end {
        let delay = stream.delay(second, at: end)
        let truth = end - second
        #expect(abs(delay - truth) <= 0.5 + stall / 1000, "\(delay) s instead of \(truth)")
        second += interval
      }
      for live in 0..<50 {
        #expect(stream.delay(second, at: second) == 0, "\(live) epochs later")
        second += interval
      }
    }
  }

  @Test func `stalls while a backlog is read are added to it`() {
    var stream = Stream()
    stream.run(0..<20)
    var now = 620.0
    for second in 20..<600 {
      if second % 37 == 0 { now += 20 }
      let delay = stream.delay(Double(second), at: now)
      #expect(abs(delay - (now - Double(second))) <= 2, "\(delay) s at \(now - Double(second))")
    }
  }

  @Test func `the pieces of a connection that stutters are as old as they are`() {
    var stream = Stream()
    for second in 0..<600 {
      // Five epochs in each piece.
      let arrival = Double(second / 5 * 5 + 4)
      let delay = stream.delay(Double(second), at: arrival)
      if second >= 5 { #expect(abs(delay - (arrival - Double(second))) <= 0.51) }
    }
  }

  @Test(arguments: [-0.7, -1, -2, -18, -3600, -86_400, -1.8e9])
  func `a clock that is set back, as by leap seconds, makes nothing old`(step: Double) {
    var stream = Stream()
    stream.run(0..<50)
    for second in 50..<100 {
      #expect(stream.delay(Double(second) + step, at: Double(second)) == 0)
    }
  }

  @Test(arguments: [0.6, 1, 18, 86_400, 6.2e8])
  func `a clock that is set forward makes nothing old`(step: Double) {
    var stream = Stream()
    stream.run(0..<50)
    for second in 50..<100 {
      #expect(stream.delay(Double(second) + step, at: Double(second)) == 0)
    }
  }

  @Test func `one epoch with a wrong time, whichever, makes none after it old`() {
    for wrong in [-6e8, -90, -1.5, 1.5, 90, 6e8] {
      var stream = Stream()
      stream.run(0..<50)
      _ = stream.delay(50 + wrong, at: 50)
      for second in 51..<70 {
        #expect(stream.delay(Double(second), at: Double(second)) == 0, "\(wrong)")
      }
    }
  }

  @Test func `a stall over midnight is known without a date, too`() {
    var stream = Stream()
    stream.utc = 0
    stream.isUTC = false
    let noon = 86_000.0
    for second in 0..<300 { _ = stream.delay(noon + Double(second), at: Double(second)) }
    for second in 300..<600 {
      let time = (noon + Double(second)).truncatingRemainder(dividingBy: 86_400)
      let delay = stream.delay(time, at: 600)
      // Behind midnight one interval is not known.
      #expect(abs(delay - Double(600 - second)) <= 1.5, "\(second): \(delay)")
    }
    for second in 601..<620 {
      let delay = stream.delay(noon + Double(second) - 86_400, at: Double(second))
      #expect(delay <= 1.5)
      if second > 608 { #expect(delay == 0) }
    }
  }

  @Test(arguments: [0.1, 0.25, 0.5, 0.99, 1, 1.01, 2, 10, 1000])
  func `a recording may be played at any speed`(speed: Double) {
    var stream = Stream()
    for second in 0..<500 {
      #expect(stream.delay(Double(second), at: Double(second) / speed) <= 1)
    }
  }

  @Test func `a clock that is set back while a backlog is read makes it no newer`() {
    var stream = Stream()
    stream.run(0..<20)
    for second in 20..<600 {
      let step = second < 300 ? 0.0 : -18
      let delay = stream.delay(Double(second) + step, at: 600)
      #expect(abs(delay - Double(600 - second)) <= 2, "\(delay) s at \(second)")
    }
  }

  @Test(arguments: [0.1, 1, 10, 60])
  func `a reference that is wrong is given up after five seconds or four epochs`(interval: Double) {
    var stream = Stream()
    // A host's clock that is half a minute ahead of a receiver whose epochs do not wait.
    let host = DateResolver.HostClock(
      utc: Timestamp(nanosecondsSince1970: stream.utc + 30_000_000_000),
      at: MonotonicTime(nanoseconds: 1_000_000_000_000))
    stream.clock = ArrivalClock(host: host)
    var late = 0
    for number in 0..<200 {
      let second = Double(number) * interval
      if stream.delay(second, at: second) > 0 { late += 1 }
    }
    #expect((1...max(4, Int(5 / interval) + 1)).contains(late), "\(late) epochs")
  }

  @Test func `the rates of both clocks may differ by 500 ppm`() {
    for rate in [0.9995, 1.0005] {
      var stream = Stream()
      for second in 0..<86_400 {
        #expect(stream.delay(Double(second), at: Double(second) * rate) == 0)
      }
      // Also over the pause of a receiver that sleeps.
      for hour in 25..<48 {
        let second = Double(hour) * 3600
        #expect(stream.delay(second, at: second * rate) == 0)
      }
    }
  }

  @Test(arguments: [1, 60, 3000])
  func `a backlog at the opening is known by a host's clock that is right`(age: Int) {
    var stream = Stream()
    let host = DateResolver.HostClock(
      utc: Timestamp(nanosecondsSince1970: stream.utc + Int64(age) * 1_000_000_000),
      at: MonotonicTime(nanoseconds: 1_000_000_000_000 + Int64(age) * 1_000_000_000))
    stream.clock = ArrivalClock(host: host, accuracy: .milliseconds(100))
    for second in 0..<age {
      let delay = stream.delay(Double(second), at: Double(age))
      // What a slow receiver may need is no backlog.
      if age > 2 { #expect(abs(delay - Double(age - second)) <= 0.5 + Double(age) / 1000) }
      if age == 1 { #expect(delay == 0) }
    }
    for second in age..<age + 20 {
      #expect(stream.delay(Double(second), at: Double(second)) == 0)
    }
  }

  @Test(arguments: [4000, 86_400 * 3000, -5, -86_400])
  func `a host's clock says nothing of a recording, and nothing when it is behind`(ahead: Int) {
    var stream = Stream()
    let host = DateResolver.HostClock(
      utc: Timestamp(nanosecondsSince1970: stream.utc + Int64(ahead) * 1_000_000_000),
      at: MonotonicTime(nanoseconds: 1_000_000_000_000))
    stream.clock = ArrivalClock(host: host)
    for second in 0..<20 { #expect(stream.delay(Double(second), at: Double(second)) == 0) }
  }

  @Test func `times at the ends of their range trap nowhere`() {
    let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let host = DateResolver.HostClock(
      utc: Timestamp(nanosecondsSince1970: .min), at: MonotonicTime(nanoseconds: .max))
    var random: UInt64 = 5
    var clock = ArrivalClock(host: host, accuracy: .seconds(Int64.max))
    var delays = 0
    for _ in 0..<100_000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let choice = Int(random >> 33)
      let delay = clock.delay(
        of: ends[choice % 7], isUTC: choice & 1 == 0,
        at: MonotonicTime(nanoseconds: ends[choice / 7 % 7]))
      #expect(delay >= 0)
      delays += 1
    }
    #expect(delays == 100_000)
  }
}
