/// The one file of a spool, as far as the spool needs it.
///
/// What was written may reach the medium in any order, and in parts, until `sync` returns; what was written before that
/// stays. One thread at a time.
package protocol SpoolStorage: AnyObject {
  /// Reads a range; bytes behind the end are zero.
  ///
  /// - Throws: the `errno`.
  func read(_ range: Range<Int>) throws(SpoolFailure) -> [UInt8]

  /// Writes bytes at an offset; the file grows as far as needed.
  ///
  /// - Throws: the `errno`; any part of the bytes may have been written then.
  func write(_ bytes: [UInt8], at offset: Int) throws(SpoolFailure)

  /// Returns once everything that was written is on the medium.
  ///
  /// - Throws: the `errno`; what was written since the last call may be lost then.
  func sync() throws(SpoolFailure)
}

/// Why a spool could not keep or read something.
package struct SpoolFailure: Error, Hashable, Sendable {
  /// The cause.
  package enum Cause: Hashable, Sendable {
    /// A system call failed, with this `errno`.
    case system(Int32)
    /// A record is longer than `Spool.longestPayload`.
    case tooLong
    /// Nothing can be left out: what is under way fills the spool.
    case full
    /// What was written is not what is read.
    case damaged
    /// The file holds something else, which is left alone.
    case foreign
  }

  package let cause: Cause

  package init(_ cause: Cause) { self.cause = cause }
}

/// A spool's storage in memory, for the time in which no file can be written.
package final class SpoolMemory: SpoolStorage {
  private var bytes: [UInt8] = []

  package init() {}

  package func read(_ range: Range<Int>) -> [UInt8] {
    let there = range.clamped(to: 0..<bytes.count)
    return bytes[there] + [UInt8](repeating: 0, count: range.count - there.count)
  }

  package func write(_ new: [UInt8], at offset: Int) {
    let end = offset + new.count
    if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
    bytes.replaceSubrange(offset..<end, with: new)
  }

  package func sync() {}
}
