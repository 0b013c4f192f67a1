import CCairnMath

/// The published formulas of two other services, for comparison.
enum Rivals {
  /// A position in metres and the radius that is stated for it.
  typealias Estimate = (east: Double, north: Double, radius: Double)

  /// Least squares of distance ÷ signal², which is the mean with weights 1 ÷ signal⁴; the radius is
  /// the 95th percentile of the distances to the access points.
  ///
  /// Source: mozilla/ichnaea efe7330, api/locate/mac.py and constants.py.
  static func ichnaea(_ points: [WiFiWorld.Heard]) -> Estimate {
    let mean = weighted(points) { 1 / ($0 * $0 * $0 * $0) }
    let distances = points.map { cairn_hypot($0.east - mean.east, $0.north - mean.north) }.sorted()
    return (mean.east, mean.north, min(500, max(10, percentile(distances, 0.95))))
  }

  /// Weights 1 ÷ signal²; the radius is the mean of distance and accuracy, divided by the number.
  ///
  /// Source: microg/GmsCore 9a206ae1, location/network; 100 m for the accuracy.
  static func microG(_ points: [WiFiWorld.Heard]) -> Estimate {
    let mean = weighted(points) {
      let signal = max(-100, min(-10, $0))
      return 1 / (signal * signal)
    }
    let count = Double(points.count)
    let sum = points.reduce(0) {
      $0 + cairn_hypot($1.east - mean.east, $1.north - mean.north) + 100
    }
    return (mean.east, mean.north, min(100, sum / count / count))
  }

  private static func weighted(
    _ points: [WiFiWorld.Heard], _ weight: (Double) -> Double
  ) -> (east: Double, north: Double) {
    let total = points.reduce(0) { $0 + weight($1.signal) }
    return (
      points.reduce(0) { $0 + $1.east * weight($1.signal) } / total,
      points.reduce(0) { $0 + $1.north * weight($1.signal) } / total
    )
  }

  /// Linear between the neighbours, of sorted values.
  static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.last else { return 0 }
    let place = share * Double(sorted.count - 1)
    let index = Int(place)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }
}
