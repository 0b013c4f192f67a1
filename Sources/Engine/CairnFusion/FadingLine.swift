internal import CCairnMath
internal import CairnGeodesy

/// Fits a straight, evenly travelled line to positions whose weights fade with age.
struct FadingLine {
  private(set) var count = 0.0
  // Sums over the samples: of weights, of weights times time, of weights times time squared; the
  // same with squared weights; of weights times place, and times place and time. Time is in seconds
  // before the last sample, negative.
  private var w = 0.0
  private var wt = 0.0
  private var wtt = 0.0
  private var u = 0.0
  private var ut = 0.0
  private var utt = 0.0
  private var wx = GroundVector.zero
  private var wxt = GroundVector.zero
  private var wxx = 0.0
  /// Metres, one standard deviation by axis, as the provider states it.
  private var stated = 0.0

  /// Seconds after which a weight is 1/e.
  private static let memory = 8.0

  mutating func add(_ z: GroundVector, after dt: Double, stated: Double) {
    if dt > 5 * Self.memory { self = FadingLine() }
    // Time is counted from the last sample.
    wxt = wxt - wx * dt
    wtt += dt * (dt * w - 2 * wt)
    wt -= dt * w
    utt += dt * (dt * u - 2 * ut)
    ut -= dt * u
    let f = cairn_exp(-dt / Self.memory)
    w = w * f + 1
    wt *= f
    wtt *= f
    u = u * f * f + 1
    ut *= f * f
    utt *= f * f
    wx = wx * f + z
    wxt = wxt * f
    wxx = wxx * f + z.east * z.east + z.north * z.north
    count += 1
    self.stated = stated
  }

  private var spread: Double { wtt - wt * wt / w }

  /// Metres per second.
  var slope: GroundVector {
    guard count > 1, spread > 0 else { return .zero }
    return (wxt - wx * (wt / w)) * (1 / spread)
  }

  /// The place of the last sample, by the line.
  var end: GroundVector { count > 0 ? (wx - slope * wt) * (1 / w) : .zero }

  /// Metres per second, one standard deviation by axis: from the scatter about the line, and with few
  /// samples from the stated accuracy.
  var slopeDeviation: Double {
    guard count > 2, spread > 0 else { return .infinity }
    let mean = wx * (1 / w)
    let slope = slope
    let total = wxx - w * (mean.east * mean.east + mean.north * mean.north)
    let squares = max(0, total - spread * (slope.east * slope.east + slope.north * slope.north))
    let prior = 4.0
    let variance = (prior * stated * stated + squares / 2) / (prior + w - 2)
    let middle = wt / w
    let squared = utt - 2 * middle * ut + middle * middle * u
    return (variance * max(0, squared)).squareRoot() / spread
  }

  mutating func shift(by origin: GroundVector) {
    wxx +=
      w * (origin.east * origin.east + origin.north * origin.north)
      - 2 * (wx.east * origin.east + wx.north * origin.north)
    wxt = wxt - origin * wt
    wx = wx - origin * w
  }
}
