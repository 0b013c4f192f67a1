import Glibc

extension Double {
  /// Returns the number rounded to `places` digits after the point.
  func rounded(places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
