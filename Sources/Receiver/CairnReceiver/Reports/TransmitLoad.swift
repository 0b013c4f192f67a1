public import CairnUBX

/// How full a receiver's own transmit buffers are: whether a plan holds on the running receiver.
public struct TransmitLoad: Equatable, Sendable {
  /// Percent of the port's buffer in use, the highest of the last second.
  public var usagePercent: UInt8
  /// Percent of it in use, the highest since the receiver started.
  public var peakPercent: UInt8
  /// Whether the receiver could not send something, for want of memory.
  public var hasLost: Bool
  /// How often bytes of the host were lost since the receiver started, because it did not fetch them in
  /// time; `nil` where it does not say.
  public var overruns: UInt16?

  /// Whether more is reported than the line carries: something was lost, or the buffer is nearly full.
  public var isOverloaded: Bool { hasLost || usagePercent > 90 }

  /// Whether there is room again for sure, after it was overloaded.
  var isFree: Bool { !hasLost && usagePercent < 70 }

  /// Reads the load of a port from UBX-MON-COMMS; `nil` if the message does not mention the port.
  public init?(_ message: MonComms, port: ReceiverPort) {
    // The upper octet is the port, the lower one a number within the chip.
    guard
      let found = message.ports.first(where: {
        UInt8(truncatingIfNeeded: $0.port.rawValue &>> 8) == port.rawValue
      })
    else { return nil }
    usagePercent = found.transmitUsagePercent
    peakPercent = found.transmitPeakUsagePercent
    hasLost = message.transmitErrors.memory || message.transmitErrors.allocation
    overruns = found.overruns
  }

  /// Reads the load of a port from UBX-MON-TXBUF; `nil` if the message does not mention the port.
  public init?(_ message: MonTxBuf, port: ReceiverPort) {
    let index = Int(port.rawValue)
    guard message.usagePercent.indices.contains(index),
      message.peakUsagePercent.indices.contains(index)
    else { return nil }
    usagePercent = message.usagePercent[index]
    peakPercent = message.peakUsagePercent[index]
    let isFull = message.errors.limits &>> port.rawValue & 1 == 1
    hasLost = isFull || message.errors.memory || message.errors.allocation
  }
}
