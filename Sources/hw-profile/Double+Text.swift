import CairnTypes
import Glibc

extension Double {
  /// A length in metres as text for people, such as `30 m` or `1.5 km`.
  var metresText: String {
    func short(_ value: Double) -> String {
      var text = value.text(places: value < 10 ? 1 : 0)
      if text.hasSuffix(".0") { text.removeLast(2) }
      return text
    }
    return self >= 1000 ? short(self / 1000) + " km" : short(self) + " m"
  }
}

extension Double {
  /// Returns the number rounded to `places` digits after the point.
  func rounded(places: Int) -> Double {
    let scale = pow(10, Double(places))
    return (self * scale).rounded() / scale
  }
}
