public import CairnTypes

// What is known of the present stay as bytes, to be kept.

extension VisitDetector {
  private static let version: UInt64 = 1

  /// How far a stay has come: what to keep changes with it.
  public enum Stage: Hashable, Sendable {
    case travel
    /// At rest for a minute, which is no visit yet.
    case rest
    case visit
  }

  /// How far the present stay has come.
  public var stage: Stage {
    guard let here else { return .travel }
    if here.isVisit { return .visit }
    return here.duration >= Defaults.visitWindow ? .rest : .travel
  }

  /// As bytes: the options, and all that later fixes need.
  public var encoded: [UInt8] {
    var copy = self
    var options = options
    var writer = RecordWriter()
    writer.number(Self.version, 1)
    options.fields(&writer)
    copy.fields(&writer)
    return writer.bytes
  }

  /// What was kept; `nil` when the bytes are not what `encoded` gave.
  ///
  /// It goes on after `resume`.
  public init?(decoding bytes: [UInt8]) {
    var reader = RecordReader(bytes[...])
    guard reader.number(1) == Self.version else { return nil }
    var options = VisitOptions()
    options.fields(&reader)
    self.init(options)
    fields(&reader)
    guard !reader.hasFailed, reader.isAtEnd else { return nil }
  }

  /// Goes on after a restart of the program.
  ///
  /// - Parameters:
  ///   - now: the boot clock.
  ///   - utc: the same instant, if the device has started anew since; `nil` for the same boot clock.
  /// - Returns: false where nobody can say how long ago its last fix was.
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
      // No more than a few are ever asked for.
      var fixes = UInt8(clamping: absence.fixes)
      f.integer(&fixes)
      absence.fixes = Int(fixes)
    }
    f.optional(&restlessSince)
    f.flag(&wasResting)
    f.optional(&lastTime)
    // Later fixes are after both.
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
