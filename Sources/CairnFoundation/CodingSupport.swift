internal import Cairn

extension KeyedDecodingContainer {
  /// A number that has to lie in a range.
  func decode<Number: Decodable>(
    _ key: Key, in range: some RangeExpression<Number>
  ) throws -> Number {
    let number = try decode(Number.self, forKey: key)
    guard range.contains(number) else { throw corrupted(key, "\(number) is out of range") }
    return number
  }

  /// One that may be absent.
  func decodeIfPresent<Number: Decodable>(
    _ key: Key, in range: some RangeExpression<Number>
  ) throws -> Number? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(key, in: range)
  }

  /// One of the cases, by its name.
  func decodeCase<Value: CaseIterable>(_ key: Key) throws -> Value {
    let name = try decode(String.self, forKey: key)
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else {
      throw corrupted(key, "there is no '\(name)'")
    }
    return value
  }

  /// What is wrong with a value.
  func corrupted(_ key: Key, _ words: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: words)
  }
}
