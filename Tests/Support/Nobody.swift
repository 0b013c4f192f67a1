import Foundation

/// What a user without rights finds: the tests may run as root, whom no permission stops.
package enum Nobody {
  private typealias Change = @convention(c) (uid_t) -> Int32

  /// Runs `body` on a thread of its own, for whose files a user without rights counts.
  ///
  /// Source: setfsuid(2), which concerns the calling thread alone and takes its capabilities for files.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        if let address = dlsym(nil, "setfsuid") {
          _ = unsafeBitCast(address, to: Change.self)(65_534)
        }
        continuation.resume(returning: body())
      }
    }
  }
}
