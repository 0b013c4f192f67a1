public import CairnTypes

// The encoding of the present stay for storage.

extension VisitDetector {
  private static let version: UInt64 = 1

  /// The stage of a stay; what to store depends on it.
  public enum Stage: Hashable, Sendable {
    case travel
    /// At rest for a minute, but no visit yet.
    case rest
    case visit
  }

  /// The stage of the present stay.
  public var stage: Stage {
    guard let here else { return .travel }
    if here.isVisit { return .visit }
    return here.duration >= Defaults.visitWindow ? .rest : .travel
  }

  /// The options and everything that later fixes need, as bytes.
  public var encoded: [UInt8] {
    var copy = self
    var options = options
    var writer = RecordWriter()
    writer.number(Self.version, 1)
    options.fields(&writer)
    copy.fields(&writer)
    return writer.bytes
  }

  /// Decodes a detector; `nil` if the bytes do not come from `encoded`.
  ///
  /// Call `resume` before using it.
  public init?(decoding bytes: [UInt8]) {
    var reader = RecordReader(bytes[...])
    guard reader.number(1) == Self.version else { return nil }
    var options = VisitOptions()
    options.fields(&reader)
    self.init(options)
    fields(&reader)
    guard !reader.hasFailed, reader.isAtEnd else { return nil }
  }

  /// Continues after a restart of the program.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - utc: the same instant, if the device has restarted since; `nil` for the same boot clock.
  /// - Returns: false if the time since its last fix is unknown.
  public mutating func resume(at now: MonotonicTime, utc: Timestamp?) -> Bool {
    if let utc, !move(to: now, utc) { return false }
    return lastTime.map { $0 <= now + Defaults.futureTolerance } ?? true
  }

  private mutating func move(to now: MonotonicTime, _ utc: Timestamp) -> Bool {
    guard let utcOffset else { return false }
    let offset = utc.nanosecondsSince1970 &- now.nanoseconds
    var shift = TimeShift(by: .nanoseconds(utcOffset) - .nanoseconds(offset))
    fields(&shift)
    self.utcOffset = offset
    return true
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    trail.fields(&f)
    let start = MonotonicTime.distantFuture
    let none = Stay(
      at: Coordinate(latitude: 0, longitude: 0), accuracy: 1, from: start, to: start,
      isStartKnown: false)
    f.optional(&here, none) { $1.fields(&$0) }
    f.optional(&elsewhere, none) { $1.fields(&$0) }
    f.optional(&absence, Absence(start: start)) { f, absence in
      f.time(&absence.start)
      // No more than a few are ever needed.
      var fixes = UInt8(clamping: absence.fixes)
      f.integer(&fixes)
      absence.fixes = Int(fixes)
    }
    f.optional(&restlessSince)
    f.flag(&wasResting)
    f.optional(&lastTime)
    // Later fixes come after both.
    if let last = trail.lastTime, !(lastTime.map { last <= $0 } ?? false) { f.fail() }
    f.optional(&utcOffset, 0) { $0.integer(&$1) }
  }
}

extension VisitOptions {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.real(&radius)
    f.duration(&minimumStay)
    wake.fields(&f)
  }
}
