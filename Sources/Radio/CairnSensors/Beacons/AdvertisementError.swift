/// Defect of an advertisement.
public enum AdvertisementError: Error, Hashable, Sendable {
  /// Longer than extended advertisements can be.
  case tooLong(Int)
  /// A structure is longer than the remaining bytes; `offset` is that of its length byte.
  case cutShort(offset: Int)
  /// A beacon's frame has a length that its kind does not allow; `offset` is that of its length
  /// byte.
  case frameLength(Int, offset: Int)
  /// A beacon's address has a scheme or a character that does not exist.
  case notAnAddress(offset: Int)
}
