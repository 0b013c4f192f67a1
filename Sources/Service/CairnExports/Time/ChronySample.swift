package import CairnTypes

/// One comparison of the system clock with UTC, as chronyd's driver SOCK takes it.
///
/// chronyd drops a datagram of another length or mark without a word.
///
/// Source: chrony 4.3, chrony.conf(5), "refclock", SOCK; the structure `sock_sample` of its driver.
package struct ChronySample: Hashable, Sendable {
  /// The last member of the structure.
  private static let mark: UInt32 = 0x534F_434B

  /// The system clock at the moment of the comparison.
  package var systemTime: Timestamp
  /// Seconds by which UTC is ahead of the system clock then.
  package var offset: Double
  /// Whether it is the beginning of a second, without saying which one.
  package var isPulse: Bool

  package init(systemTime: Timestamp, offset: Double, isPulse: Bool = false) {
    self.systemTime = systemTime
    self.offset = offset
    self.isPulse = isPulse
  }

  /// The datagram: two numbers of the size of a pointer, since the structure begins with a `timeval`; the offset;
  /// and four numbers of 32 bits, of which the second would announce a leap second and the third is padding. In
  /// the order of bytes of this machine.
  package var encoded: [UInt8] {
    let nanoseconds = systemTime.nanosecondsSince1970
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // Of a time before 1970 as well, the part below the second is positive.
    let seconds = remainder < 0 ? quotient - 1 : quotient
    let rest = remainder < 0 ? remainder + 1_000_000_000 : remainder
    let width = MemoryLayout<Int>.size
    var bytes: [UInt8] = []
    Self.append(UInt64(bitPattern: seconds), width, to: &bytes)
    Self.append(UInt64(bitPattern: rest / 1000), width, to: &bytes)
    Self.append(offset.bitPattern, 8, to: &bytes)
    for value in [isPulse ? 1 : 0, 0, 0, Self.mark] { Self.append(UInt64(value), 4, to: &bytes) }
    return bytes
  }

  private static func append(_ value: UInt64, _ width: Int, to bytes: inout [UInt8]) {
    for index in 0..<width {
      #if _endian(little)
      let place = index
      #else
      let place = width - 1 - index
      #endif
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
    }
  }
}
