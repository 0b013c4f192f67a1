import Cairn
import Synchronization

/// Keeps states in memory, and counts how often.
final class MemoryStorage: Storage {
  private struct Values {
    var states: [String: [UInt8]] = [:]
    var writes: [String: Int] = [:]
    var bytes = 0
    var isFailing = false
  }

  private let values = Mutex(Values())

  init(_ states: [String: [UInt8]] = [:]) { values.withLock { $0.states = states } }

  var states: [String: [UInt8]] { values.withLock { $0.states } }
  /// Of each key.
  var writes: [String: Int] { values.withLock { $0.writes } }
  var bytesWritten: Int { values.withLock { $0.bytes } }
  var isFailing: Bool {
    get { values.withLock { $0.isFailing } }
    set { values.withLock { $0.isFailing = newValue } }
  }

  func load(_ key: String) throws(LocationError) -> [UInt8]? { states[key] }

  func store(_ bytes: [UInt8], for key: String) throws(LocationError) {
    let isFailing = values.withLock { values in
      values.writes[key, default: 0] += 1
      if values.isFailing { return true }
      values.states[key] = bytes
      values.bytes += bytes.count
      return false
    }
    if isFailing {
      throw LocationError(
        .storageFailure, cause: DeviceError(.write, path: "/state/\(key)", code: 28))
    }
  }
}
