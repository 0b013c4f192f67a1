internal import CCairnLinux
internal import Synchronization

/// One request over HTTP or HTTPS, through libcurl, which is loaded when the first one is sent.
///
/// No redirection is followed, and nothing is decompressed. An answer has at most `capacity` octets, and its heads and
/// trailers together 64 KiB in 256 lines, so that no server makes it hold more. Callable from any thread; blocks until the answer.
package struct HTTPRequest: Sendable {
  /// The URL.
  package var address: String
  /// The name of the program, as the server sees it.
  package var agent: String
  /// The longest wait; an hour at most.
  package var patience: Duration
  /// Octets of the largest answer.
  package var capacity: Int
  /// Longest pause that the server may request, in seconds; longer ones are shortened to it.
  private static let longestRetry: Int64 = 86_400

  package init(_ address: String, agent: String, patience: Duration, capacity: Int) {
    self.address = address
    self.agent = agent
    self.patience = patience
    self.capacity = capacity
  }

  /// Sends JSON with POST.
  package func post(_ json: [UInt8]) -> HTTPOutcome {
    unsafe perform { room, answer in
      unsafe cairnlinux_http_post_json(
        address, agent, json, json.count, milliseconds, room.baseAddress, room.count, &answer)
    }
  }

  /// Asks with GET, until it is cancelled.
  package func get(_ cancellation: Cancellation) -> HTTPOutcome {
    unsafe perform { room, answer in
      // `cancellation` lives until the call returns.
      let context = unsafe Unmanaged.passUnretained(cancellation).toOpaque()
      return unsafe cairnlinux_http_get(
        address, agent, milliseconds,
        { context in
          guard let context = unsafe context else { return 0 }
          let cancellation = unsafe Unmanaged<Cancellation>.fromOpaque(context)
            .takeUnretainedValue()
          return cancellation.isCancelled ? 1 : 0
        }, context, room.baseAddress, room.count, &answer)
    }
  }

  /// Asks with GET for a file from an octet on, and hands on its octets as they come; `capacity` does not count.
  ///
  /// - Parameters:
  ///   - first: the first octet to ask for; a server may answer from the beginning with the status 200.
  ///   - stall: a server that sends fewer than ten octets a second for so long has failed; rounded to seconds.
  ///   - cancellation: ends the request.
  ///   - take: receives the status, 200 or 206, and the next octets; returns whether it wants more.
  /// - Returns: the outcome, without a body; `.cancelled` also when `take` has ended it.
  package func download(
    from first: Int, stall: Duration, _ cancellation: Cancellation,
    _ take: (_ status: Int, _ octets: Span<UInt8>) -> Bool
  ) -> HTTPOutcome {
    withoutActuallyEscaping(take) { take in
      // Held until the call returns.
      let transfer = unsafe Unmanaged.passRetained(
        Transfer(cancellation: cancellation, take: take))
      defer { unsafe transfer.release() }
      var answer = cairnlinux_http_answer()
      let code = unsafe cairnlinux_http_download(
        address, agent, milliseconds, Int64(first), 10, Int(max(1, stall / .seconds(1))),
        { context in
          guard let context = unsafe context else { return 0 }
          let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
          return transfer.cancellation.isCancelled ? 1 : 0
        },
        { context, status, octets, count in
          guard let context = unsafe context else { return 1 }
          let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
          // libcurl's buffer, valid within the call.
          let buffer = unsafe UnsafeBufferPointer(start: octets, count: count)
          return transfer.take(status, unsafe buffer.span) ? 0 : 1
        }, transfer.toOpaque(), &answer)
      return outcome(code, answer, body: [])
    }
  }

  /// What the functions that libcurl calls work on.
  private final class Transfer {
    let cancellation: Cancellation
    let take: (Int, Span<UInt8>) -> Bool

    init(cancellation: Cancellation, take: @escaping (Int, Span<UInt8>) -> Bool) {
      self.cancellation = cancellation
      self.take = take
    }
  }

  private var milliseconds: Int { Int(max(1, min(3_600_000, patience / .milliseconds(1)))) }

  private func perform(
    _ send: (UnsafeMutableBufferPointer<UInt8>, inout cairnlinux_http_answer) -> Int32
  ) -> HTTPOutcome {
    var answer = cairnlinux_http_answer()
    var code: Int32 = 0
    let body = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
      code = unsafe send(room, &answer)
      count = min(room.count, answer.length)
    }
    return outcome(code, answer, body: body)
  }

  private func outcome(
    _ code: Int32, _ answer: cairnlinux_http_answer, body: [UInt8]
  ) -> HTTPOutcome {
    switch Int(code) {
    case cairnlinux_http_answered:
      let seconds = min(Self.longestRetry, answer.retry_after)
      return .answered(
        HTTPReply(status: answer.status, body: body, retry: seconds > 0 ? .seconds(seconds) : nil))
    case cairnlinux_http_too_large: return .tooLarge("has more than \(capacity) octets")
    case cairnlinux_http_head_too_large:
      return .tooLarge(
        "has more than \(cairnlinux_http_head_lines) headers, or more than \(cairnlinux_http_head_capacity) "
          + "octets of them")
    case cairnlinux_http_cancelled: return .cancelled
    case cairnlinux_http_no_library: return .noLibrary(Self.text(answer))
    default: return .failed(Self.text(answer), wasSent: answer.sent > 0)
    }
  }

  private static func text(_ answer: cairnlinux_http_answer) -> String {
    unsafe withUnsafeBytes(of: answer.reason) { octets in
      unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// Outcome of a request. Texts are for a person.
package enum HTTPOutcome: Sendable {
  case answered(HTTPReply)
  /// The answer is larger than the request's capacity, or has too many headers.
  case tooLarge(String)
  case cancelled
  /// libcurl is not installed.
  case noLibrary(String)
  /// No answer has come; `wasSent` if the server may nevertheless have received the request.
  case failed(String, wasSent: Bool)
}

/// Answer of a server.
package struct HTTPReply: Sendable {
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
}

/// Whether a caller still waits for an answer. Callable from any thread.
package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
  package func cancel() { flag.store(true, ordering: .relaxed) }
}
