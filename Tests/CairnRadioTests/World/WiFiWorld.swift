import CCairnMath
import CairnSimulator
import CairnTestSupport

/// A simulated neighbourhood: access points at random places, and a device that hears some.
///
/// The model of radio propagation is the usual one: a loss that grows with the logarithm of the
/// distance, and shadows with a normal distribution in decibels.
struct WiFiWorld {
  /// Access points in a square metre.
  var density: Double
  /// Path-loss exponent.
  var exponent: Double
  /// Standard deviation of the shadowing, dB.
  var shadowing: Double
  /// Standard deviation of the database's positions along one axis, metres.
  var databaseError: Double
  /// Share of access points that have moved since the database saw them.
  var movedShare: Double
  /// Standard deviation of the access points' power, dB.
  var powerSpread = 4.0
  /// What the device's receiver adds to every signal, dB.
  var receiverOffset = 0.0

  static let scenes = RadioScene.all.map {
    (
      name: $0.name,
      world: WiFiWorld(
        $0.accessPointDensity / 1e6, $0.pathLossExponent, $0.shadowing, $0.surveyError,
        $0.movedShare)
    )
  }

  init(_ density: Double, _ exponent: Double, _ shadowing: Double, _ error: Double, _ moved: Double)
  {
    self.density = density
    self.exponent = exponent
    self.shadowing = shadowing
    databaseError = error
    movedShare = moved
  }

  /// Draws a world from wide ranges.
  init(random: inout SplitMix) {
    self.init(
      cairn_exp(random.uniform(cairn_log(8e-5), cairn_log(4e-3))), random.uniform(2.4, 4),
      random.uniform(5, 10), random.uniform(8, 30), random.uniform(0, 0.08))
    powerSpread = random.uniform(2, 6)
    receiverOffset = random.uniform(-5, 5)
  }

  /// Draws a world that is like a scene, with other parameters.
  init(like scene: WiFiWorld, random: inout SplitMix) {
    self = scene
    density *= cairn_exp(random.uniform(-0.4, 0.4))
    exponent += random.uniform(-0.2, 0.2)
    shadowing += random.uniform(-1, 1)
    databaseError += random.uniform(-5, 5)
    movedShare *= random.uniform(0.5, 1.5)
    powerSpread = random.uniform(3, 5)
    receiverOffset = random.uniform(-3, 3)
  }

  /// One access point as the device hears it, relative to the device.
  struct Heard {
    /// Metres, by the database.
    var east: Double
    /// Metres, by the database.
    var north: Double
    /// dBm.
    var signal: Double
  }

  /// Draws a place and returns the access points heard there, strongest first.
  func place(_ random: inout SplitMix) -> [Heard] {
    let half = 250.0
    var heard: [Heard] = []
    for _ in 0..<random.poisson(density * 4 * half * half) {
      var (east, north) = (random.uniform(-half, half), random.uniform(-half, half))
      let distance = max(1, cairn_hypot(east, north))
      let power = -38 + powerSpread * random.normal()
      let loss = 10 * exponent * cairn_log(distance) / cairn_log(10)
      let signal = power - loss + shadowing * random.normal() + receiverOffset
      guard signal > -90 else { continue }
      east += databaseError * random.normal()
      north += databaseError * random.normal()
      if random.uniform(0, 1) < movedShare {
        let direction = random.uniform(0, 2 * Double.pi)
        let way = cairn_exp(random.uniform(cairn_log(150), cairn_log(50_000)))
        east += way * cairn_cos(direction)
        north += way * cairn_sin(direction)
      }
      heard.append(Heard(east: east, north: north, signal: cairn_round(signal)))
    }
    return heard.sorted { $0.signal > $1.signal }
  }
}

extension SplitMix {
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) * 0x1p-53
  }

  /// A number of the standard normal distribution.
  mutating func normal() -> Double {
    let radius = (-2 * cairn_log(1 - uniform(0, 1))).squareRoot()
    return radius * cairn_cos(uniform(0, 2 * Double.pi))
  }

  /// A number of the Poisson distribution; by sums of exponential times, for any mean.
  mutating func poisson(_ mean: Double) -> Int {
    var count = 0
    var time = -cairn_log(1 - uniform(0, 1))
    while time < mean {
      count += 1
      time -= cairn_log(1 - uniform(0, 1))
    }
    return count
  }
}
