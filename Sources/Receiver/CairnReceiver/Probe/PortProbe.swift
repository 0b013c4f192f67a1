public import CairnTypes

/// Finds the speed of a receiver by listening only.
///
/// Pure: the caller sets the port's speed, reports frames and time, and performs the actions. It
/// never writes, so a device that is not a receiver is not disturbed.
public struct PortProbe: Hashable, Sendable {
  /// The caller's next step.
  public enum Action: Hashable, Sendable {
    case none
    /// Set the port to this speed in baud, or keep its speed if `nil`, and listen.
    case listen(baudRate: UInt32?)
    /// Stop searching: a valid frame came at this speed.
    case settled(baudRate: UInt32?)
    /// Give up: no speed gave a valid frame.
    case failed
  }

  /// Speeds in the order in which receivers commonly have them. Source: PX4's search order, with
  /// the factory settings of u-blox and SiRF receivers first.
  public static let commonRates: [UInt32] = [
    9600, 38_400, 115_200, 57_600, 4800, 19_200, 230_400, 460_800, 921_600,
  ]

  /// How long to listen at a speed: 1.2 epochs and some sentences at one report per second.
  public static let dwell = Duration.milliseconds(1300)

  private let rates: [UInt32?]
  private var index = 0
  private var deadline: MonotonicTime?

  /// - Parameter rates: speeds to try, in baud; empty for a source without a speed.
  public init(rates: [UInt32]) {
    // Not a cast of the array, which Embedded Swift does not have.
    self.rates = rates.isEmpty ? [nil] : rates.map { Optional($0) }
  }

  /// When `fire` is due; `nil` before the search and after it.
  public var nextDeadline: MonotonicTime? { deadline }

  /// Starts from the first speed.
  public mutating func begin(at now: MonotonicTime) -> Action {
    index = 0
    return listen(at: now)
  }

  /// Takes note of a frame with a right checksum.
  public mutating func receivedFrame() -> Action {
    guard deadline != nil else { return .none }
    deadline = nil
    return .settled(baudRate: rates[index])
  }

  /// Handles the end of the time at one speed.
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
    // A source without speeds is given the time of several epochs.
    deadline = now + (rates.count == 1 ? Self.dwell * 4 : Self.dwell)
    return .listen(baudRate: rates[index])
  }
}
