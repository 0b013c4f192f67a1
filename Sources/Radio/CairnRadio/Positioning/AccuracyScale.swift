internal import CCairnMath
package import CairnTypes

/// How much larger the errors of positions from Wi-Fi are than their stated radii, learned from
/// comparisons with satellite fixes.
///
/// No formula is right everywhere: a radius that holds 68 % of the errors in one quarter holds
/// 40 % in the next. The scale follows the 68 % quantile of error ÷ radius, for classes of the
/// number of networks and for all together; a class that has seen little follows all.
public struct AccuracyScale: Hashable, Sendable {
  /// The limits of a scale.
  public static let range = 0.4...4.0
  /// Metres between the places of two comparisons: at one place the error is always the same.
  public static let spacing = 40.0
  /// Metres: the most that a satellite fix may be wrong, at 68 %, to be compared with.
  public static let maximumFixAccuracy = 20.0

  /// The quantile of one class.
  struct Quantile: Hashable, Sendable {
    /// Natural logarithm of the scale.
    var logarithm = 0.0
    /// Number of comparisons; saturates.
    var count: UInt32 = 0

    /// The step after many comparisons: it lets the scale follow a move to another region within
    /// some hundred, and lets the coverage vary by some 4 % otherwise.
    private static let leastStep = 0.012

    /// Moves the quantile towards one more ratio of error to unscaled radius.
    ///
    /// Steps up by 68 parts when the ratio is larger and down by 32 when it is smaller: both
    /// balance where 68 % of the ratios are smaller.
    mutating func add(isLarger: Bool) {
      let step = max(Self.leastStep, 1.3 / (Double(count) + 8))
      logarithm += isLarger ? 0.68 * step : -0.32 * step
      logarithm = min(cairn_log(range.upperBound), max(cairn_log(range.lowerBound), logarithm))
      if count < .max { count &+= 1 }
    }
  }

  /// Comparisons of all classes that weigh as much as those of one class.
  private static let borrowed = 12.0
  /// Least number of networks of each class.
  private static let classes = [0, 3, 5, 9, 16]

  private var all = Quantile()
  private var parts = [Quantile](repeating: Quantile(), count: classes.count)

  /// Creates a scale that has learned nothing: 1 for every number of networks.
  public init() {}

  /// Number of comparisons so far.
  public var comparisons: Int { Int(all.count) }

  /// Returns the factor for a position from that many networks.
  public func scale(networks: Int) -> Double {
    let part = parts[Self.index(networks)]
    let share = Double(part.count) / (Double(part.count) + Self.borrowed)
    return cairn_exp(share * part.logarithm + (1 - share) * all.logarithm)
  }

  /// Learns from a position and the satellite fix of the same moment.
  ///
  /// The caller compares only positions whose access points were not learned from the same drive,
  /// and leaves `spacing` between the places.
  ///
  /// - Parameters:
  ///   - error: metres between the two positions.
  ///   - unscaledRadius: metres, `WiFiPosition.unscaledAccuracy`.
  ///   - fixAccuracy: metres, the satellite fix's own 68 % radius.
  ///   - networks: number of networks used.
  /// - Returns: whether the comparison counts: all numbers are sound, and the satellite fix is
  ///   accurate enough.
  @discardableResult
  public mutating func learn(
    error: Double, unscaledRadius: Double, fixAccuracy: Double, networks: Int
  ) -> Bool {
    guard error >= 0, error.isFinite, unscaledRadius > 0, unscaledRadius.isFinite,
      fixAccuracy >= 0, fixAccuracy <= Self.maximumFixAccuracy
    else { return false }
    // Both errors are in the distance, so both radii are in what it is compared with.
    let isLarger = { (logarithm: Double) in
      cairn_hypot(unscaledRadius * cairn_exp(logarithm), fixAccuracy) < error
    }
    all.add(isLarger: isLarger(all.logarithm))
    let index = Self.index(networks)
    if parts[index].count == 0 { parts[index].logarithm = all.logarithm }
    parts[index].add(isLarger: isLarger(parts[index].logarithm))
    return true
  }

  private static func index(_ networks: Int) -> Int {
    (classes.lastIndex { $0 <= networks }) ?? 0
  }
}

extension AccuracyScale {
  package mutating func fields(_ f: inout some RecordVisitor) {
    all.fields(&f)
    for index in parts.indices { parts[index].fields(&f) }
  }
}

extension AccuracyScale.Quantile {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.real(&logarithm)
    f.integer(&count)
    let range = AccuracyScale.range
    // False for what is no number, too.
    if !(cairn_exp(logarithm) >= range.lowerBound * 0.999
      && cairn_exp(logarithm) <= range.upperBound * 1.001)
    {
      f.fail()
    }
  }
}
