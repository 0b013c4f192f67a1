internal import CairnLinux
internal import CairnTypes

/// Answers of services that are kept in a storage, also after the program's end, for 30 days.
///
/// Each question has one of 1024 places, and replaces the question that was there: so the number of
/// files is bounded without counting them.
struct KeptAnswers {
  /// Bytes of the longest answer that is kept.
  static let longest = 64 << 10
  private static let places: UInt32 = 1024
  private static let lifetime: Int64 = 30 * 86_400
  private static let version = "places 1"
  private static let newline = UInt8(ascii: "\n")

  let storage: any Storage

  /// Returns the body of an answer.
  ///
  /// - Parameters:
  ///   - key: the key of all questions with this answer.
  ///   - now: UTC; `nil`, for a clock that was never set, ignores the answer's age.
  /// - Returns: `nil` if there is none, or none that can be read.
  func find(_ key: String, at now: Timestamp?) -> [UInt8]? {
    guard let bytes = try? storage.load(Self.name(of: key)) else { return nil }
    let parts = bytes.split(separator: Self.newline, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].elementsEqual(Self.version.utf8),
      parts[2].elementsEqual(Self.line(key).utf8),
      let time = Int64(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    if let now {
      // An answer from the future, saved while the clock was ahead, counts as old.
      let (age, overflow) = Self.seconds(now).subtractingReportingOverflow(time)
      guard !overflow, (0..<Self.lifetime).contains(age) else { return nil }
    }
    return Array(parts[3])
  }

  /// Saves the body of an answer, if the storage can; a failure does no harm.
  func keep(_ body: [UInt8], _ key: String, at now: Timestamp?) {
    guard let now, body.count <= Self.longest else { return }
    let head = "\(Self.version)\n\(Self.seconds(now))\n\(Self.line(key))\n"
    try? storage.store(Array(head.utf8) + body, for: Self.name(of: key))
  }

  private static func name(of key: String) -> String {
    "place-\(recordSum(Array(key.utf8)[...]) % places)"
  }

  private static func line(_ key: String) -> String {
    String(key.map { $0.isNewline ? " " : $0 })
  }

  private static func seconds(_ time: Timestamp) -> Int64 {
    time.nanosecondsSince1970 / 1_000_000_000
  }
}
