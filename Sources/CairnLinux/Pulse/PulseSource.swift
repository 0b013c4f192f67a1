internal import CCairnLinux
public import CairnTypes
internal import Synchronization

/// One pulse of a receiver, as the kernel stamped it.
public struct Pulse: Hashable, Sendable {
  /// The edge's instant by the system's own clock, in nanoseconds since 1970.
  public var nanoseconds: Int64
  /// Counts the pulses that the kernel has seen; it wraps around.
  public var sequence: UInt32

  /// See the properties.
  public init(nanoseconds: Int64, sequence: UInt32) {
    self.nanoseconds = nanoseconds
    self.sequence = sequence
  }
}

/// Waits for the pulses of `/dev/ppsN` on a thread of its own.
///
/// Poll says that a pulse is there before any came, so the thread blocks in PPS_FETCH, at most a second
/// at a time, and hands each pulse to the loop.
///
/// Isolation: the event loop, but for the thread.
public final class PulseSource {
  /// What comes from a source.
  public enum Event: Sendable {
    case pulse(Pulse)
    /// No pulse for a second and a half.
    case missing
    /// The device is gone, or gives no pulses.
    case failed(DeviceError)
  }

  private static let timeout: Int32 = 1500

  /// Shared with the thread, which closes the device when it ends.
  private final class Shared: Sendable {
    let isStopped = Atomic(false)
  }

  private let shared = Shared()

  /// Opens the device and begins to wait.
  ///
  /// - Parameters:
  ///   - path: `/dev/ppsN`.
  ///   - loop: where events are handed to `onEvent`.
  ///   - onEvent: not called after `stop()`.
  /// - Throws: `.open`, or `.configure` for a device that is no source of pulses.
  public init(
    path: String, loop: EventLoop, onEvent: @escaping (Event) -> Void
  ) throws(DeviceError) {
    let descriptor = unsafe cairn_open(path, Int32(cairn_open_read))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    let capabilities = cairn_pps_capabilities(descriptor)
    guard capabilities >= 0 else {
      _ = cairn_close(descriptor)
      throw DeviceError(.configure, path: path, code: -capabilities)
    }
    // Most drivers capture already, and only root may ask for it.
    _ = cairn_pps_capture(descriptor, Int32(cairn_pps_assert))
    let handler = LoopBound(value: onEvent)
    let shared = shared
    do throws(DeviceError) {
      try runInBackground("cairn-pps") {
        Self.wait(descriptor, path, shared) { event in
          loop.post { if !shared.isStopped.load(ordering: .acquiring) { handler.value(event) } }
        }
        _ = cairn_close(descriptor)
      }
    } catch {
      _ = cairn_close(descriptor)
      throw error
    }
  }

  deinit { stop() }

  /// Ends the wait; the thread goes within a second and a half. Idempotent.
  public func stop() { shared.isStopped.store(true, ordering: .releasing) }

  private static func wait(
    _ descriptor: Int32, _ path: String, _ shared: Shared, _ send: (Event) -> Void
  ) {
    var last: UInt32?
    while !shared.isStopped.load(ordering: .acquiring) {
      var pulses = cairn_pulses()
      let result = unsafe cairn_pps_fetch(descriptor, timeout, &pulses)
      switch result {
      case 0:
        // The first answer may be a pulse of long ago.
        let isNew = last != nil && last != pulses.assert_sequence
        last = pulses.assert_sequence
        guard isNew else { continue }
        let nanoseconds =
          pulses.assert_seconds &* 1_000_000_000 &+ Int64(pulses.assert_nanoseconds)
        send(.pulse(Pulse(nanoseconds: nanoseconds, sequence: pulses.assert_sequence)))
      case -cairn_ETIMEDOUT:
        send(.missing)
      case -Int32(cairn_EINTR):
        continue
      default:
        return send(.failed(DeviceError(.read, path: path, code: -result)))
      }
    }
  }
}
