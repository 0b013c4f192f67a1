import Cairn
import Dispatch

/// Answers no question before it is opened.
final class LateStorage: Storage {
  let memory: MemoryStorage
  private let isFailing: Bool
  private let gate = DispatchSemaphore(value: 0)

  init(_ memory: MemoryStorage = MemoryStorage(), isFailing: Bool = false) {
    self.memory = memory
    self.isFailing = isFailing
  }

  func open() { gate.signal() }

  func load(_ key: String) throws(LocationError) -> [UInt8]? {
    gate.wait()
    gate.signal()
    if isFailing {
      throw LocationError(
        .storageFailure, cause: DeviceError(.read, path: "/state/\(key)", code: 5))
    }
    return try memory.load(key)
  }

  func store(_ bytes: [UInt8], for key: String) throws(LocationError) {
    try memory.store(bytes, for: key)
  }
}
