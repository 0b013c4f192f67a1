internal import CCairnHTTP
internal import CairnTypes
internal import Synchronization

/// Whether a caller still waits for an answer. Callable from any thread.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
  package func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Answer of a server.
package struct ServiceReply: Sendable {
  /// The HTTP status.
  package let status: Int
  package let body: [UInt8]
  /// The delay that the server asks for; `nil` if it asks for none.
  package let retry: Duration?

  package init(status: Int, body: [UInt8], retry: Duration? = nil) {
    self.status = status
    self.body = body
    self.retry = retry
  }

  /// Returns the body of an answer.
  ///
  /// - Throws: the error that the status stands for.
  func answer() throws(PlaceServiceError) -> [UInt8] {
    switch status {
    case 200: return body
    case 429: throw .rateLimited(retry: retry ?? ServicePace.pause)
    case 503 where retry != nil: throw .rateLimited(retry: retry ?? ServicePace.pause)
    case 408, 425, 500...599: throw .unreachable("it answers with status \(status)")
    default: throw .refused(status: status)
    }
  }
}

/// Sends requests over HTTP. Callable from any thread; blocks until the answer.
enum ServiceConnection {
  /// Octets of the largest answer.
  static let capacity = 256 << 10
  /// The longest wait.
  static let patience = Duration.seconds(10)
  private static let longestRetry: Int64 = 86_400

  static func get(
    _ address: String, userAgent: String, within limit: Duration, _ cancellation: Cancellation
  ) throws(PlaceServiceError) -> ServiceReply {
    var answer = cairn_http_answer()
    // An hour at most.
    let milliseconds = Int(max(1, min(3_600_000, limit / .milliseconds(1))))
    var code: Int32 = 0
    let body = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
      // `cancellation` lives until the call returns.
      let context = unsafe Unmanaged.passUnretained(cancellation).toOpaque()
      code = unsafe cairn_http_get(
        address, userAgent, milliseconds,
        { context in
          guard let context = unsafe context else { return 0 }
          let cancellation = unsafe Unmanaged<Cancellation>.fromOpaque(context)
            .takeUnretainedValue()
          return cancellation.isCancelled ? 1 : 0
        }, context, room.baseAddress, room.count, &answer)
      count = min(room.count, answer.length)
    }
    switch Int(code) {
    case cairn_http_answered:
      let seconds = min(longestRetry, answer.retry_after)
      return ServiceReply(
        status: answer.status, body: Array(body), retry: seconds > 0 ? .seconds(seconds) : nil)
    case cairn_http_too_large: throw .badAnswer("it has more than \(capacity) octets")
    case cairn_http_cancelled: throw .cancelled
    case cairn_http_no_library: throw .noLibrary(text(answer))
    default: throw .unreachable(text(answer))
    }
  }

  private static func text(_ answer: cairn_http_answer) -> String {
    unsafe withUnsafeBytes(of: answer.reason) { octets in
      unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
