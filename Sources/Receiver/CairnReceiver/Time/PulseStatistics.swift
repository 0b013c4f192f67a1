/// The offset of the system's clock from a receiver's pulses, and how steady both are.
///
/// A pulse marks a full second of UTC, so the fraction of a second in its stamp is the clock's
/// error. Pulses alone cannot show an error of more than half a second.
public struct PulseStatistics: Equatable, Sendable {
  /// Pulses remembered, so that the figures cover about the last minute.
  public static let window = 64

  /// Number of pulses seen.
  public private(set) var count = 0
  /// Number of pulses that the kernel counted but that were not fetched.
  public private(set) var missed = 0
  /// Stamps that do not fit one pulse per second: an interrupt that fired twice.
  public private(set) var rejected = 0

  /// Offsets in nanoseconds, oldest first.
  private var offsets: [Int64] = []
  private var last: (nanoseconds: Int64, sequence: UInt32)?

  /// Creates statistics without a pulse.
  public init() {}

  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.missed == b.missed && a.rejected == b.rejected
      && a.offsets == b.offsets
  }

  /// Takes one pulse.
  ///
  /// - Parameters:
  ///   - nanoseconds: its stamp on the system's clock, since 1970.
  ///   - sequence: the kernel's pulse count, which wraps around.
  public mutating func note(nanoseconds: Int64, sequence: UInt32) {
    if let last {
      let step = sequence &- last.sequence
      guard step != 0 else { return }
      let elapsed = nanoseconds &- last.nanoseconds
      // Under half a second after the last one; this does not apply to a clock that was set back.
      guard elapsed < 0 || elapsed >= 500_000_000 else {
        rejected &+= 1
        self.last = (last.nanoseconds, sequence)
        return
      }
      // A step back means a restarted count, which does not tell how many were missed.
      if step < 1 << 31 { missed &+= Int(step &- 1) }
      // The clock was set, so offsets measured before mean nothing.
      if abs(Self.offset(of: nanoseconds) &- (offsets.last ?? 0)) > 100_000_000 {
        offsets.removeAll(keepingCapacity: true)
      }
    }
    last = (nanoseconds, sequence)
    count &+= 1
    if offsets.count == Self.window { offsets.removeFirst() }
    offsets.append(Self.offset(of: nanoseconds))
  }

  /// Seconds by which the system's clock is ahead of UTC: the median of the remembered pulses.
  /// `nil` before the first pulse.
  public var offset: Double? {
    guard !offsets.isEmpty else { return nil }
    let sorted = offsets.sorted()
    let middle = sorted.count / 2
    let median =
      sorted.count % 2 == 1
      ? Double(sorted[middle]) : (Double(sorted[middle - 1]) + Double(sorted[middle])) / 2
    return median * 1e-9
  }

  /// The deviation of a single stamp in seconds, without the clock's drift: the root mean square of
  /// the changes between pulses, divided by the square root of two. `nil` before the third pulse.
  public var jitter: Double? {
    guard offsets.count > 2 else { return nil }
    var changes: [Double] = []
    for index in 1..<offsets.count { changes.append(Double(offsets[index] &- offsets[index - 1])) }
    var mean = 0.0
    for change in changes { mean += change }
    mean /= Double(changes.count)
    var squares = 0.0
    for change in changes { squares += (change - mean) * (change - mean) }
    return (squares / Double(changes.count) / 2).squareRoot() * 1e-9
  }

  /// Returns the offset in nanoseconds, from -0.5 to 0.5 s.
  private static func offset(of nanoseconds: Int64) -> Int64 {
    let second: Int64 = 1_000_000_000
    let rest = ((nanoseconds % second) &+ second) % second
    return rest < second / 2 ? rest : rest &- second
  }
}
