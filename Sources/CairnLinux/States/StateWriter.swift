package import CairnTypes

/// Writes states off the loop: one after the other, and of each key only the newest.
///
/// Isolation: the event loop. Bytes are made and go to the disk on a thread of its own.
package final class StateWriter {
  /// Takes a state as it is, on the loop, when its turn has come: what changes often before is taken
  /// once. The result makes bytes of it off the loop.
  package typealias Snapshot = () -> @Sendable () -> [UInt8]

  private let loop: EventLoop
  private let store: @Sendable ([UInt8], String) throws(LocationError) -> Void
  private var waiting: [(key: String, snapshot: Snapshot)] = []
  private var current: (key: String, bytes: @Sendable () -> [UInt8])?
  private var onIdle: [() -> Void] = []
  /// Why the last state could not be written; `nil` when it was.
  package private(set) var failure: LocationError?
  /// Called after each write.
  package var onWrite: (() -> Void)?

  /// - Parameters:
  ///   - loop: the caller runs on it.
  ///   - store: may block; never called twice at a time.
  package init(
    loop: EventLoop,
    store: @escaping @Sendable ([UInt8], String) throws(LocationError) -> Void
  ) {
    self.loop = loop
    self.store = store
  }

  /// Writes, soon.
  package func write(_ key: String, _ snapshot: @escaping Snapshot) {
    if let index = waiting.firstIndex(where: { $0.key == key }) {
      waiting[index].snapshot = snapshot
    } else {
      waiting.append((key, snapshot))
    }
    if current == nil { writeNext() }
  }

  /// What has been given to be written and may not be on the disk yet.
  package func unwritten(_ key: String) -> (@Sendable () -> [UInt8])? {
    if let state = waiting.first(where: { $0.key == key }) { return state.snapshot() }
    return current?.key == key ? current?.bytes : nil
  }

  /// Calls back when everything has been written, or could not be.
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
