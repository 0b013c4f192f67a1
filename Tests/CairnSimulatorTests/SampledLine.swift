/// The bits of a sender as a UART samples them whose speed may change at any moment.
///
/// `LineMismatch` reads one piece at one speed from its beginning; this reads on from anywhere. Where the
/// two can be compared they agree.
struct SampledLine {
  /// Bits sent without a gap.
  private struct Burst {
    /// In bits sent since zero.
    var start: Int
    var levels: [Bool] = []
    /// Where the level falls, counted from `start`.
    var falls: [Int] = []

    var end: Int { start + levels.count }

    mutating func append(_ isHigh: Bool) {
      if !isHigh, levels.last ?? true { falls.append(levels.count) }
      levels.append(isHigh)
    }
  }

  /// Bits a second that are sent.
  let sentRate: Double
  /// False for a kernel that hands up a byte without a stop bit as it was sampled.
  var readsBrokenAsZero = true

  private var bursts: [Burst] = []
  /// Up to where the reader has read, in bits sent.
  private var cursor = 0.0

  init(sentRate: Double) { self.sentRate = sentRate }

  /// Sends bytes without gaps, not before `seconds`, nor before what was sent has left.
  mutating func send(_ bytes: some Sequence<UInt8>, at seconds: Double) {
    bursts.removeAll { Double($0.end) < cursor - 64 }
    let start = max(bursts.last?.end ?? 0, Int((seconds * sentRate).rounded(.up)))
    var burst = Burst(start: start)
    for byte in bytes {
      burst.append(false)
      for bit in 0..<8 { burst.append(byte >> UInt8(bit) & 1 != 0) }
      burst.append(true)
    }
    bursts.append(burst)
  }

  /// What is read at a speed, up to an instant, from where the last reading ended.
  mutating func read(at rate: Double, until seconds: Double) -> [UInt8] {
    let ratio = sentRate / rate
    let end = seconds * sentRate
    var result: [UInt8] = []
    while let edge = fall(from: cursor), Double(edge) + 9.5 * ratio <= end {
      var value: UInt8 = 0
      for bit in 0..<8 where isHigh(Double(edge) + (Double(bit) + 1.5) * ratio) {
        value |= 1 << UInt8(bit)
      }
      let isFramed = isHigh(Double(edge) + 9.5 * ratio)
      result.append(isFramed || !readsBrokenAsZero ? value : 0)
      cursor = Double(edge) + 9.5 * ratio
      // After a break the reader waits for the line to rise.
      if !isFramed { cursor = Double(Int(cursor) + 1) }
    }
    return result
  }

  /// Forgets what was on the line before an instant: the speed was changed there.
  mutating func skip(to seconds: Double) { cursor = max(cursor, seconds * sentRate) }

  private func isHigh(_ time: Double) -> Bool {
    let index = Int(time)
    for burst in bursts where index >= burst.start && index < burst.end {
      return burst.levels[index - burst.start]
    }
    return true
  }

  private func fall(from time: Double) -> Int? {
    for burst in bursts where Double(burst.end) > time {
      var (low, high) = (0, burst.falls.count)
      while low < high {
        let middle = (low + high) / 2
        if Double(burst.start + burst.falls[middle]) < time {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low < burst.falls.count { return burst.start + burst.falls[low] }
    }
    return nil
  }
}
