public import CairnTypes

/// A receiver that the host drives: the stream that it sends, and the driver that controls it.
///
/// Pure. A class, because the code that moves a value of this size takes 18 kB. Isolation: its
/// owner's.
///
/// `receive` takes the bytes read, and `fire` is due at `nextDeadline`. After each of these
/// calls, and after each call to the driver, the caller takes the results: epochs and satellites
/// with `stream.takeEvents`, the rest with `driver.takeActions` and `driver.takeEvents`.
///
/// Each byte is framed once. A frame is decoded, whatever the driver does, and shown to the driver
/// while it converses with the receiver. A receiver whose driver was never opened is only listened
/// to, and so is a recording.
public final class Receiver {
  /// The receiver's bytes, which go in through `receive` and `fire` of the receiver.
  public var stream: ReceiverStream
  /// Searches for the receiver, configures it and lets it sleep, once it was opened.
  public var driver: ReceiverDriver

  /// Creates a receiver from its parts.
  public init(
    _ stream: consuming ReceiverStream, driver: ReceiverDriver = ReceiverDriver()
  ) {
    self.stream = stream
    self.driver = driver
  }

  /// Takes the next bytes, which arrived at `now`, in pieces of any size.
  public func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    if driver.wantsFrames { stream.hear() }
    stream.receive(bytes, at: now)
    if driver.phase != .idle { show(bytes, at: now) }
    noteEpoch(at: now)
  }

  /// When `fire` is due; `nil` while only bytes are waited for.
  public var nextDeadline: MonotonicTime? { earliest(stream.silenceDeadline, driver.nextDeadline) }

  /// Handles `nextDeadline`.
  public func fire(at now: MonotonicTime) {
    if let deadline = stream.silenceDeadline, deadline <= now { silence(at: now) }
    if let deadline = driver.nextDeadline, deadline <= now { driver.fire(at: now) }
  }

  private func silence(at now: MonotonicTime) {
    if driver.wantsFrames { stream.hear() }
    stream.silence()
    if let heard = stream.takeHeard() { show(heard, at: now) }
    noteEpoch(at: now)
  }

  /// Shows the driver the totals of the line and, during a conversation, the bytes and frames.
  private func show(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    let heard = stream.takeHeard()
    let phase = driver.phase
    driver.noteTraffic(stream.totals, at: now)
    // Bytes that began a search came at the previous speed.
    if driver.phase == .probing, phase != .probing { return }
    // Bytes that began another conversation are no part of it.
    guard let heard else { return }
    show(heard, at: now)
    if driver.wantsBytes { driver.receive(bytes: bytes, held: stream.bytesPending, at: now) }
  }

  private func show(_ heard: HeardFrames, at now: MonotonicTime) {
    heard.forEach { driver.receive($0, $1, at: now) }
  }

  private func noteEpoch(at now: MonotonicTime) {
    guard let hadPosition = stream.takeHadPosition(), driver.phase != .idle else { return }
    driver.noteEpoch(hasFix: hadPosition, at: now)
  }
}
