package import CairnTypes

/// Writes states off the loop, one after the other, and only the newest of each key.
///
/// Isolation: the event loop. A separate thread encodes and stores the bytes.
package final class StateWriter {
  /// Takes a state on the loop when its turn to be written comes, so that frequent changes are
  /// taken once. The returned closure encodes the state off the loop.
  package typealias Snapshot = () -> @Sendable () -> [UInt8]

  private let loop: EventLoop
  private let store: @Sendable ([UInt8], String) throws(LocationError) -> Void
  private var waiting: [(key: String, snapshot: Snapshot)] = []
  private var current: (key: String, bytes: @Sendable () -> [UInt8])?
  private var onIdle: [() -> Void] = []
  /// Why the last write failed; `nil` if it succeeded.
  package private(set) var failure: LocationError?
  /// Called after each write.
  package var onWrite: (() -> Void)?

  /// - Parameters:
  ///   - loop: the loop that the caller runs on.
  ///   - store: writes a state; may block, and is never called concurrently.
  package init(
    loop: EventLoop,
    store: @escaping @Sendable ([UInt8], String) throws(LocationError) -> Void
  ) {
    self.loop = loop
    self.store = store
  }

  /// Writes a state in the background, replacing one of the same key that still waits.
  package func write(_ key: String, _ snapshot: @escaping Snapshot) {
    if let index = waiting.firstIndex(where: { $0.key == key }) {
      waiting[index].snapshot = snapshot
    } else {
      waiting.append((key, snapshot))
    }
    if current == nil { writeNext() }
  }

  /// Returns the newest state of a key that may not be on the disk yet.
  package func unwritten(_ key: String) -> (@Sendable () -> [UInt8])? {
    if let state = waiting.first(where: { $0.key == key }) { return state.snapshot() }
    return current?.key == key ? current?.bytes : nil
  }

  /// Calls `body` once every write has finished or failed.
  package func whenIdle(_ body: @escaping () -> Void) {
    if current == nil { body() } else { onIdle.append(body) }
  }

  private func writeNext() {
    guard !waiting.isEmpty else {
      current = nil
      let waiters = onIdle
      onIdle = []
      for waiter in waiters { waiter() }
      return
    }
    let (key, snapshot) = waiting.removeFirst()
    let bytes = snapshot()
    current = (key, bytes)
    do throws(DeviceError) {
      try loop.inBackground("cairn-state") { [store] () -> LocationError? in
        do throws(LocationError) { try store(bytes(), key) } catch { return error }
        return nil
      } then: {
        self.wrote($0)
      }
    } catch {
      wrote(LocationError(.storageFailure, cause: error))
    }
  }

  private func wrote(_ failure: LocationError?) {
    self.failure = failure
    onWrite?()
    writeNext()
  }
}
