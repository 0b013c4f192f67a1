public import CairnTypes

/// Finds the speed of a receiver by listening alone.
///
/// Pure: the caller sets the port's speed, reports frames and time, and does what the actions say.
/// Nothing is ever written, so a device that is no receiver is not disturbed.
public struct PortProbe: Hashable, Sendable {
  /// What the caller does next.
  public enum Action: Hashable, Sendable {
    case none
    /// Set the port to this speed, in baud, or leave it as it is for `nil`, and listen.
    case listen(baudRate: UInt32?)
    /// A valid frame came at this speed; the search is over.
    case settled(baudRate: UInt32?)
    /// Every speed was tried and none gave a valid frame.
    case failed
  }

  /// Speeds in the order in which receivers are commonly found. Source: PX4's search order, with
  /// the factory settings of u-blox and SiRF receivers in front.
  public static let commonRates: [UInt32] = [
    9600, 38_400, 115_200, 57_600, 4800, 19_200, 230_400, 460_800, 921_600,
  ]

  /// Long enough for a receiver that reports once a second: 1.2 epochs and some sentences.
  public static let dwell = Duration.milliseconds(1300)

  private let rates: [UInt32?]
  private var index = 0
  private var deadline: MonotonicTime?

  /// - Parameter rates: speeds to try, in baud; empty for a source that has no speed.
  public init(rates: [UInt32]) {
    // Not a cast of the array: Embedded Swift has none.
    self.rates = rates.isEmpty ? [nil] : rates.map { Optional($0) }
  }

  /// When `fire` is due; `nil` when the search is over or has not begun.
  public var nextDeadline: MonotonicTime? { deadline }

  /// Starts from the first speed.
  public mutating func begin(at now: MonotonicTime) -> Action {
    index = 0
    return listen(at: now)
  }

  /// A frame with a right checksum arrived.
  public mutating func receivedFrame() -> Action {
    guard deadline != nil else { return .none }
    deadline = nil
    return .settled(baudRate: rates[index])
  }

  /// The time at one speed is over.
  public mutating func fire(at now: MonotonicTime) -> Action {
    guard let deadline, deadline <= now else { return .none }
    index += 1
    guard index < rates.count else {
      index = 0
      self.deadline = nil
      return .failed
    }
    return listen(at: now)
  }

  private mutating func listen(at now: MonotonicTime) -> Action {
    // A source without speeds gets the time of several epochs.
    deadline = now + (rates.count == 1 ? Self.dwell * 4 : Self.dwell)
    return .listen(baudRate: rates[index])
  }
}
