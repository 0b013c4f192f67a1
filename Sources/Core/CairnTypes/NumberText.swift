extension Double {
  /// Returns the number in decimal notation, rounded half away from zero: `(3.14159).text(places:
  /// 2)` is `3.14`.
  ///
  /// Exists because the core may not import the C library's formatting. Numbers whose scaled
  /// magnitude is 9·10¹⁸ or more are printed in Swift's own shortest form.
  ///
  /// - Parameter places: digits after the point, 0...15.
  /// - Returns: digits with a leading `-` below zero; otherwise `nan`, `inf` or `-inf`.
  public func text(places: Int) -> String {
    guard isFinite else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
    let places = Swift.min(Swift.max(places, 0), 15)
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = magnitude * Double(scale)
    guard scaled < 9e18 else { return "\(self)" }
    let whole = Int64(scaled)
    let units = whole + (scaled - Double(whole) >= 0.5 ? 1 : 0)
    let sign = self < 0 && units != 0 ? "-" : ""
    guard places > 0 else { return sign + String(units) }
    let fraction = String(units % scale)
    return sign + String(units / scale) + "."
      + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }
}
