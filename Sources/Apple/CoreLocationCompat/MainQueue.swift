internal import Dispatch

/// Tells whether code runs on the main queue. It asks Dispatch, not the thread: once a program is
/// in `dispatchMain()`, or its asynchronous `main` has waited, other threads serve the queue.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
