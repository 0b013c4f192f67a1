internal import CairnTypes

/// Measures how much the magnitude of the acceleration varies over windows of two seconds.
struct SpreadWindow: Sendable {
  /// Seconds of a window, and the gap between samples after which it begins anew.
  private static let length = 2.0
  static let longestGap = 5.0
  /// Minimum number of samples for a spread.
  private static let fewest = 4.0

  private var start: MonotonicTime?
  private var last: MonotonicTime?
  /// Count of samples, mean of the magnitude, and sum of squares about the mean.
  private var count = 0.0
  private var mean = 0.0
  private var squares = 0.0

  /// Result of one window.
  struct Result {
    /// Metres per second squared: the standard deviation.
    var spread: Double
    var begin: MonotonicTime
  }

  /// Takes a sample later than the last.
  ///
  /// - Parameters:
  ///   - length: metres per second squared.
  ///   - time: when it was measured.
  /// - Returns: the window that ends with the sample before this one; `nil` while it lasts, and if
  ///   it had too few samples.
  mutating func take(_ length: Double, at time: MonotonicTime) -> Result? {
    if let last, (time - last).inSeconds > Self.longestGap { self = SpreadWindow() }
    last = time
    var result: Result?
    let begin = start ?? time
    start = begin
    if (time - begin).inSeconds >= Self.length {
      if count >= Self.fewest {
        result = Result(spread: (squares / count).squareRoot(), begin: begin)
      }
      start = time
      (count, mean, squares) = (0, 0, 0)
    }
    count += 1
    let off = length - mean
    mean += off / count
    squares += off * (length - mean)
    return result
  }
}
