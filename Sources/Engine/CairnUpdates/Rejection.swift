/// Why a fix gave no position of its own.
public enum Rejection: String, Hashable, Sendable, CaseIterable {
  /// Not finite, out of range, or Core Location's invalid (-180, -180).
  case invalidCoordinate
  /// The provider reports no position, or sent exactly (0, 0) without a 3-D fix.
  case noFix
  /// The accuracy is missing, and cannot be estimated.
  case noAccuracy
  /// Measured too far ahead of the clock.
  case inFuture
  /// A receiver's fix, read so long after it was measured that it is no present position.
  case tooOld
  /// Measured before a fix that has already given a position; up to two seconds late, it still
  /// corrects the track.
  case outOfOrder
  /// The same provider's fix of the same instant.
  case duplicate
  /// Contradicts the track, and is not confirmed by others: instead, the course is continued.
  case implausibleJump
  /// From a coarser provider while the track is better.
  case coarserSource
  /// Less accurate than the client accepts.
  case tooInaccurate
}

/// How many fixes were used, and how many were not for each reason.
public struct RejectionCounts: Hashable, Sendable {
  /// Fixes used, or for one client: positions delivered.
  public internal(set) var accepted = 0
  private var invalidCoordinate = 0
  private var noFix = 0
  private var noAccuracy = 0
  private var inFuture = 0
  private var tooOld = 0
  private var outOfOrder = 0
  private var duplicate = 0
  private var implausibleJump = 0
  private var coarserSource = 0
  private var tooInaccurate = 0

  /// Creates counts of zero.
  public init() {}

  /// Fixes rejected for one reason.
  public internal(set) subscript(reason: Rejection) -> Int {
    get {
      switch reason {
      case .invalidCoordinate: invalidCoordinate
      case .noFix: noFix
      case .noAccuracy: noAccuracy
      case .inFuture: inFuture
      case .tooOld: tooOld
      case .outOfOrder: outOfOrder
      case .duplicate: duplicate
      case .implausibleJump: implausibleJump
      case .coarserSource: coarserSource
      case .tooInaccurate: tooInaccurate
      }
    }
    set {
      switch reason {
      case .invalidCoordinate: invalidCoordinate = newValue
      case .noFix: noFix = newValue
      case .noAccuracy: noAccuracy = newValue
      case .inFuture: inFuture = newValue
      case .tooOld: tooOld = newValue
      case .outOfOrder: outOfOrder = newValue
      case .duplicate: duplicate = newValue
      case .implausibleJump: implausibleJump = newValue
      case .coarserSource: coarserSource = newValue
      case .tooInaccurate: tooInaccurate = newValue
      }
    }
  }

  /// Fixes rejected for any reason.
  public var rejected: Int {
    Rejection.allCases.reduce(0) { $0 + self[$1] }
  }
}
