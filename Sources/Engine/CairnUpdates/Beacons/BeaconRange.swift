internal import CCairnMath
public import CairnTypes

/// How far a beacon is, from the strength of its signal.
///
/// One reading scatters by 8 dB, and walls and bodies shift the mean, so that the distance is a class
/// with an error of a factor. `accuracy` is honest about it: 68 % of the true distances are within a
/// factor of 1.9.
public struct BeaconRange: Sendable {
  /// The constants; `docs/SENSORS.md` says where each comes from.
  enum Limits {
    static let readings = 10
    /// Readings, and seconds that they stay valid: with fewer there is no distance.
    static let fewest = 3
    static let life = 5.0
    /// dBm that a receiver can report; 127 means none.
    static let strengths: ClosedRange<Int8> = -120...20
    /// How many decibels are lost for each factor of ten in distance.
    static let loss = 20.0
    /// Part of the distance, 68 %.
    static let accuracy = 0.9
    /// The same where the strength comes in steps of 8 dB, which add a factor of 1.7.
    static let coarseAccuracy = 1.3
    /// Metres: nearer is immediate, and nearer is near.
    static let immediate = 0.5
    static let near = 4.0
    /// Metres: beyond it no beacon is received.
    static let farthest = 200.0
  }

  private struct Reading {
    var strength: Int8
    var time: MonotonicTime
  }

  /// A ring: the oldest reading is replaced.
  private var readings: InlineArray<10, Reading?> = InlineArray(repeating: nil)
  private var next = 0
  /// Classes of the last three readings.
  private var votes: (Proximity, Proximity, Proximity) = (.unknown, .unknown, .unknown)
  private var last: MonotonicTime?

  /// Starts with nothing received.
  public init() {}

  /// Processes a reading.
  ///
  /// - Parameters:
  ///   - strength: dBm.
  ///   - power: dBm received at 1 m, as the beacon states it.
  ///   - time: not earlier than the last reading.
  /// - Returns: whether it was used; false for what no receiver can report.
  @discardableResult
  public mutating func take(strength: Int8, power: Int, at time: MonotonicTime) -> Bool {
    guard Limits.strengths.contains(strength) else { return false }
    if let last, time < last { return false }
    last = time
    readings[next] = Reading(strength: strength, time: time)
    next = (next + 1) % Limits.readings
    votes = (votes.1, votes.2, Self.proximity(distance(power: power, at: time)))
    return true
  }

  /// Finds the distance that the mean strength means.
  ///
  /// - Parameters:
  ///   - power: dBm received at 1 m.
  ///   - time: that of the question: readings from long before count for nothing.
  /// - Returns: metres; `nil` with too few readings.
  public func distance(power: Int, at time: MonotonicTime) -> Double? {
    var (sum, count) = (0.0, 0)
    for index in 0..<Limits.readings {
      guard let reading = readings[index], (time - reading.time).inSeconds <= Limits.life else {
        continue
      }
      sum += Double(reading.strength)
      count += 1
    }
    guard count >= Limits.fewest, (-127...127).contains(power) else { return nil }
    let lost = Double(power) - sum / Double(count)
    return min(Limits.farthest, cairn_exp(2.302_585_093 * lost / Limits.loss))
  }

  /// Calculates the accuracy of a distance.
  ///
  /// - Parameters:
  ///   - distance: metres.
  ///   - isCoarse: whether strengths are known in steps of about 8 dB only.
  /// - Returns: metres, 68 %.
  public static func accuracy(of distance: Double, isCoarse: Bool = false) -> Double {
    (isCoarse ? Limits.coarseAccuracy : Limits.accuracy) * distance
  }

  /// Returns the distances, in metres, that are within the factor that 68 % of the true ones are within.
  public static func likely(_ distance: Double, isCoarse: Bool = false) -> ClosedRange<Double> {
    let factor = 1 + (isCoarse ? Limits.coarseAccuracy : Limits.accuracy)
    return (distance / factor)...(distance * factor)
  }

  /// Finds how near the beacon is.
  ///
  /// - Parameter time: that of the question; a beacon that is silent is unknown.
  /// - Returns: the proximity that two of the last three readings agree on.
  public func proximity(at time: MonotonicTime) -> Proximity {
    guard let last, (time - last).inSeconds <= Limits.life else { return .unknown }
    return votes.0 == votes.1 ? votes.0 : votes.2
  }

  private static func proximity(_ distance: Double?) -> Proximity {
    guard let distance else { return .unknown }
    return distance < Limits.immediate ? .immediate : distance < Limits.near ? .near : .far
  }
}
