internal import Cairn

extension KeyedDecodingContainer {
  /// Decodes a number that must lie in a range.
  func decode<Number: Decodable>(
    _ key: Key, in range: some RangeExpression<Number>
  ) throws -> Number {
    let number = try decode(Number.self, forKey: key)
    guard range.contains(number) else { throw corrupted(key, "\(number) is out of range") }
    return number
  }

  /// Decodes a number that must lie in a range but may be absent.
  func decodeIfPresent<Number: Decodable>(
    _ key: Key, in range: some RangeExpression<Number>
  ) throws -> Number? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(key, in: range)
  }

  /// Decodes one of the cases by its name.
  func decodeCase<Value: CaseIterable>(_ key: Key) throws -> Value {
    let name = try decode(String.self, forKey: key)
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else {
      throw corrupted(key, "there is no '\(name)'")
    }
    return value
  }

  /// Returns an error that says what is wrong with a value.
  func corrupted(_ key: Key, _ words: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: words)
  }
}
