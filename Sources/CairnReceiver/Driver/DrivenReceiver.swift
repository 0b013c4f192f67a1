public import CairnTypes

/// A driver with a framer of its own, which runs only while the driver has to see frames.
///
/// The path of fixes has its own framer and knows nothing of the driver: a fix costs the same whatever
/// the driver is doing, and a change of speed discards no fix that has arrived.
public struct DrivenReceiver: ~Copyable {
  /// A class, so that frames reach the driver where it lies.
  private final class Sink: FrameSink {
    var driver: ReceiverDriver
    var now = MonotonicTime(nanoseconds: 0)

    init(_ driver: consuming ReceiverDriver) { self.driver = driver }

    func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      driver.receive(frame, info, at: now)
    }
  }

  private var framer = Framer()
  private var sink: Sink

  /// - Parameter driver: of a port that is not open yet.
  public init(_ driver: consuming ReceiverDriver) { sink = Sink(driver) }

  /// The driver itself: see `ReceiverDriver`.
  public var driver: ReceiverDriver {
    _read { yield sink.driver }
    _modify { yield &sink.driver }
  }

  /// Takes what was read.
  ///
  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - totals: what the path of fixes has seen so far, these bytes included.
  ///   - now: when they arrived.
  public mutating func receive(
    _ bytes: Span<UInt8>, totals: LineTotals, at now: MonotonicTime
  ) {
    sink.driver.noteTraffic(totals, at: now)
    guard sink.driver.wantsFrames else {
      if framer.bytesPending > 0 { discard() }
      return
    }
    sink.now = now
    framer.receive(bytes, into: &sink)
    if sink.driver.wantsBytes { sink.driver.receive(bytes: bytes, at: now) }
  }

  /// The line's speed was changed: what is held of a frame is worth nothing.
  public mutating func discard() { framer = Framer() }
}
