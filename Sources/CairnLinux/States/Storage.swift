public import CairnTypes

/// Keeps states under short names beyond the end of the program.
///
/// Both calls may wait for a disk. A system stores on a thread of its own, one state after the other.
public protocol Storage: Sendable {
  /// What was stored last under a key; `nil` where nothing was.
  ///
  /// - Throws: `storageFailure`, when that cannot be read. What is damaged is told once: from then on it is
  ///   as if nothing had been stored.
  func load(_ key: String) throws(LocationError) -> [UInt8]?

  /// Puts a state in the place of the one before. Whatever happens meanwhile, one of both is there
  /// afterwards, and from the return on it is the new one.
  ///
  /// - Throws: `storageFailure`, when it could not be kept.
  func store(_ bytes: [UInt8], for key: String) throws(LocationError)
}
