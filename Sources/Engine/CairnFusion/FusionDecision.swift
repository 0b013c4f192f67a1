/// Outcome of one fix in the filter.
@nonexhaustive
public enum FusionDecision: Hashable, Sendable {
  /// Why a track starts.
  @nonexhaustive
  public enum Cause: UInt8, Hashable, Sendable {
    /// Nothing was known, or the only fix before was contradicted.
    case first
    /// The last fix is too old to go on from.
    case gap
    /// So many fixes contradicted the track that the track is wrong.
    case refusals
    /// So many late fixes came in a row that the clock of the one before them was wrong.
    case clock
    /// A radio's position is better than the decayed track, or than the radio's position before it.
    case radio
    /// The covariance has lost its meaning; a last resort that no test has reached.
    case repair
  }

  /// A new track starts at the fix: its position may be anywhere.
  case started(Cause)
  /// The device moves; the fix has corrected position and velocity.
  case updated
  /// The device stands; the fix has been averaged into its place.
  case held
  /// The fix contradicts the track; the position is extrapolated instead.
  case outlier
  /// Nobody measured the fix: the intake passes it on without the filter.
  case estimated
  /// The fix contradicts the track, and the last good one is too old for an extrapolation.
  case lost
  /// A radio's fix, while better satellite fixes exist.
  case coarser
  /// The fix was late and has been put at its place in time; it changes the track after it.
  case inserted
  /// The provider has sent a fix of that time before.
  case duplicate
  /// The fix is older than the history.
  case tooLate
  /// The fix claims a time that has not come.
  case inFuture
  /// The fix has no position, nothing tells how accurate it is, or nobody measured it.
  case unusable

  /// Whether the fix gives a position to deliver.
  public var givesPosition: Bool {
    switch self {
    case .started, .updated, .held, .outlier, .estimated: true
    case .lost, .coarser, .inserted, .duplicate, .tooLate, .inFuture, .unusable: false
    }
  }
}
