/// The fields of a question such as `from=0&length=127`, read strictly: the names are those that are expected, each is
/// there once, in any order, and nothing is decoded.
package struct QueryFields: Equatable, Sendable {
  private var values: [Substring] = []

  /// Reads a query; `nil` unless it has exactly the fields that are expected.
  ///
  /// - Parameters:
  ///   - query: the part of the target behind the question mark.
  ///   - names: of all fields, none of which may be missing.
  package init?(_ query: String, _ names: [String]) {
    var found: [Substring: Substring] = [:]
    for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
      guard let mark = pair.firstIndex(of: "=") else { return nil }
      let name = pair[..<mark]
      guard names.contains(String(name)),
        found.updateValue(pair[pair.index(after: mark)...], forKey: name) == nil
      else { return nil }
    }
    for name in names {
      guard let value = found[Substring(name)] else { return nil }
      values.append(value)
    }
  }

  /// Returns the whole number of a field, by the place of its name; `nil` for anything but 1 to 15 digits, or with a
  /// sign where that may be.
  package func whole(_ place: Int, maySign: Bool = false) -> Int? {
    guard values.indices.contains(place) else { return nil }
    var digits = values[place].utf8[...]
    let isNegative = maySign && digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -value : value
  }

  /// Returns the numbers of a field that are separated by commas, by the place of its name; `nil` if they are not as
  /// many as there are ranges, or one is not in its range or no decimal number of at most 24 characters.
  package func numbers(_ place: Int, in ranges: [ClosedRange<Double>]) -> [Double]? {
    guard values.indices.contains(place) else { return nil }
    let texts = values[place].split(separator: ",", omittingEmptySubsequences: false)
    guard texts.count == ranges.count else { return nil }
    var numbers: [Double] = []
    for (text, range) in zip(texts, ranges) {
      guard (1...24).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2D, 0x2E].contains($0) }),
        let number = Double(text), range.contains(number)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
