public import CairnTypes

/// Keeps states under short names beyond the end of the program.
///
/// Both calls may wait for a disk. A system reads and stores on a separate thread, one state after
/// the other, and waits for neither.
public protocol Storage: Sendable {
  /// Returns the state last stored under a key; `nil` if there is none.
  ///
  /// - Throws: `storageFailure` if the state cannot be read. Damage is reported once; after that
  ///   the key counts as never stored.
  func load(_ key: String) throws(LocationError) -> [UInt8]?

  /// Replaces the state of a key. If interrupted, either the old or the new state remains; once the
  /// call has returned, it is the new one.
  ///
  /// - Throws: `storageFailure` if the state could not be kept.
  func store(_ bytes: [UInt8], for key: String) throws(LocationError)
}
