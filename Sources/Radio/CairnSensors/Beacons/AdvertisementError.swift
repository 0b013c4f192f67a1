/// What is wrong with an advertisement.
public enum AdvertisementError: Error, Hashable, Sendable {
  /// Longer than extended advertisements can be.
  case tooLong(Int)
  /// A structure is longer than what is left; `offset` is that of its length byte.
  case cutShort(offset: Int)
  /// A beacon's frame has another length than its kind; `offset` is that of its length byte.
  case frameLength(Int, offset: Int)
  /// A beacon's address has a scheme or a character that does not exist.
  case notAnAddress(offset: Int)
}
