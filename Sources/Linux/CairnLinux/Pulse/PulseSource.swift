internal import CCairnLinux
public import CairnTypes
internal import Synchronization

/// One pulse of a receiver, time-stamped by the kernel.
public struct Pulse: Hashable, Sendable {
  /// The time of the edge by the system clock, in nanoseconds since 1970.
  public var nanoseconds: Int64
  /// The kernel's pulse count; it wraps around.
  public var sequence: UInt32

  /// Creates a pulse from its time and count.
  public init(nanoseconds: Int64, sequence: UInt32) {
    self.nanoseconds = nanoseconds
    self.sequence = sequence
  }
}

/// Waits for the pulses of `/dev/ppsN` on its own thread.
///
/// poll reports a pulse before any has come, so the thread blocks in PPS_FETCH, at most 1.5 s at a
/// time, and hands each pulse to the loop.
///
/// Isolation: the event loop, except for the thread.
public final class PulseSource {
  /// Event that a source reports.
  public enum Event: Sendable {
    case pulse(Pulse)
    /// No pulse came for 1.5 s.
    case missing
    /// The device is gone, or delivers no pulses.
    case failed(DeviceError)
  }

  private static let timeout: Int32 = 1500

  /// State shared with the thread, which closes the device when it ends.
  private final class Shared: Sendable {
    let isStopped = Atomic(false)
  }

  private let shared = Shared()

  /// Opens the device and starts waiting.
  ///
  /// - Parameters:
  ///   - path: `/dev/ppsN`.
  ///   - loop: the loop that `onEvent` runs on.
  ///   - onEvent: receives events; not called after `stop()`.
  /// - Throws: `.open`, or `.configure` for a device that is no pulse source.
  public init(
    path: String, loop: EventLoop, onEvent: @escaping (Event) -> Void
  ) throws(DeviceError) {
    let descriptor = unsafe cairnlinux_open(path, Int32(cairnlinux_open_read))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    let capabilities = cairnlinux_pps_capabilities(descriptor)
    guard capabilities >= 0 else {
      _ = cairnlinux_close(descriptor)
      throw DeviceError(.configure, path: path, code: -capabilities)
    }
    // Failure is ignored: most drivers capture already, and only root may request it.
    _ = cairnlinux_pps_capture(descriptor, Int32(cairnlinux_pps_assert))
    let handler = Carried(onEvent)
    let shared = shared
    do throws(DeviceError) {
      try runInBackground("cairn-pps") {
        Self.wait(descriptor, path, shared) { event in
          loop.post { if !shared.isStopped.load(ordering: .acquiring) { handler.value(event) } }
        }
        _ = cairnlinux_close(descriptor)
      }
    } catch {
      _ = cairnlinux_close(descriptor)
      throw error
    }
  }

  deinit { stop() }

  /// Stops reporting at once; the thread ends within 1.5 s. Idempotent.
  public func stop() { shared.isStopped.store(true, ordering: .releasing) }

  private static func wait(
    _ descriptor: Int32, _ path: String, _ shared: Shared, _ send: (Event) -> Void
  ) {
    var last: UInt32?
    while !shared.isStopped.load(ordering: .acquiring) {
      var pulses = cairnlinux_pulses()
      let result = unsafe cairnlinux_pps_fetch(descriptor, timeout, &pulses)
      switch result {
      case 0:
        // The first answer may be an old pulse.
        let isNew = last != nil && last != pulses.assert_sequence
        last = pulses.assert_sequence
        guard isNew else { continue }
        let nanoseconds =
          pulses.assert_seconds &* 1_000_000_000 &+ Int64(pulses.assert_nanoseconds)
        send(.pulse(Pulse(nanoseconds: nanoseconds, sequence: pulses.assert_sequence)))
      case -cairnlinux_ETIMEDOUT:
        send(.missing)
      case -Int32(cairnlinux_EINTR):
        continue
      default:
        return send(.failed(DeviceError(.read, path: path, code: -result)))
      }
    }
  }
}
