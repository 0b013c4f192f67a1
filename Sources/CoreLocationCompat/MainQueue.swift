internal import Dispatch

/// Whether code runs on the main queue, which is asked of Dispatch and not of the thread: once a program is
/// in `dispatchMain()`, or its asynchronous `main` has waited, the queue is served by other threads.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// Carries what is not `Sendable` to where it belongs.
///
/// Unchecked because the type system cannot see it: each use says who alone touches `value`.
struct Carried<Value>: @unchecked Sendable {
  let value: Value
}
