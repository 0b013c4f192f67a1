internal import CCairnHTTP
internal import CairnLinux
package import CairnRadio
internal import CairnTypes

/// Outcome of a question to a service.
package enum ServiceReply: Sendable {
  /// The service knows the place.
  case answer(GeolocateAnswer)
  /// The service knows none of the transmitters.
  case unknown
  /// The service refuses the question, and would refuse it again: the key or the address is wrong.
  case refused(String)
  /// The service cannot be reached, is overloaded or sends an unintelligible answer; `retry` is the
  /// delay that it asks for, if it does.
  case failed(String, retry: Duration?)

  /// Reads a server's answer.
  ///
  /// - Parameters:
  ///   - status: the HTTP status.
  ///   - body: the body of the answer.
  ///   - retry: the delay that the server asks for; `nil` if it asks for none.
  package init(status: Int, body: [UInt8], retry: Duration?) {
    switch status {
    case 200:
      do throws(GeolocateFailure) { self = .answer(try GeolocateAnswer(json: body)) } catch {
        self = .failed("its answer is not understood: \(error.reason)", retry: retry)
      }
    case 404: self = .unknown
    case 408, 425, 429, 500...599: self = .failed("it answers with status \(status)", retry: retry)
    case 300...399: self = .refused("it has moved: status \(status)")
    case 401, 403: self = .refused("it wants another key: status \(status)")
    default: self = .refused("it refuses the question: status \(status)")
    }
  }
}

/// Sends questions and batches to a service. Callable from any thread; blocks until the answer.
package struct ServiceConnection: Sendable {
  /// Octets of the longest answer that is read; a usual one has a few hundred.
  private static let capacity = 16_384
  /// User agent, by which a service can find the contact for a client that behaves badly.
  private static let agent = "cairn"
  /// Seconds: the longest pause that the server may request; longer ones are shortened to it.
  private static let longestRetry: Int64 = 86_400

  private let address: String

  package init(_ service: GeolocationService) { address = service.address }

  package init(_ service: SubmissionService) { address = service.address }

  /// Outcome of a request.
  private enum Outcome {
    case answer(status: Int, body: [UInt8], retry: Duration?)
    case tooLarge
    /// Nothing can be sent.
    case helpless(String)
    /// No answer has come; `wasSent` if the server may nevertheless have received the request.
    case failed(String, wasSent: Bool)
  }

  /// Sends a question and waits for the answer.
  ///
  /// - Parameters:
  ///   - body: JSON.
  ///   - limit: the longest wait.
  /// - Returns: the outcome.
  package func post(_ body: [UInt8], within limit: Duration) -> ServiceReply {
    switch send(body, within: limit) {
    case .answer(let status, let body, let retry):
      ServiceReply(status: status, body: body, retry: retry)
    case .tooLarge: .failed(Self.tooLarge, retry: nil)
    case .helpless(let reason): .refused(reason)
    case .failed(let reason, _): .failed(reason, retry: nil)
    }
  }

  /// Sends a batch and waits for the answer.
  ///
  /// - Parameters:
  ///   - batch: the batch to send.
  ///   - limit: the longest wait.
  /// - Returns: the outcome.
  package func submit(_ batch: SurveyBatch, within limit: Duration) -> SubmissionReply {
    switch send(batch.json, within: limit) {
    case .answer(let status, _, let retry): SubmissionReply(status: status, retry: retry)
    case .tooLarge: .lost(Self.tooLarge)
    case .helpless(let reason): .refused(reason)
    case .failed(let reason, let wasSent): wasSent ? .lost(reason) : .failed(reason, retry: nil)
    }
  }

  private func send(_ body: [UInt8], within limit: Duration) -> Outcome {
    var answer = cairn_http_answer()
    let milliseconds = max(1, min(60_000, Int(limit / .milliseconds(1))))
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.capacity) { room, count in
      code = unsafe cairn_http_post_json(
        address, Self.agent, body, body.count, milliseconds, room.baseAddress, room.count, &answer)
      count = min(room.count, answer.length)
    }
    switch Int(code) {
    case cairn_http_answered:
      let seconds = min(Self.longestRetry, answer.retry_after)
      return .answer(
        status: answer.status, body: bytes, retry: seconds > 0 ? .seconds(seconds) : nil)
    case cairn_http_too_large: return .tooLarge
    case cairn_http_no_library: return .helpless(Self.text(answer))
    default: return .failed(Self.text(answer), wasSent: answer.sent > 0)
    }
  }

  private static let tooLarge = "its answer has more than \(capacity) octets"

  private static func text(_ answer: cairn_http_answer) -> String {
    unsafe withUnsafeBytes(of: answer.reason) { octets in
      unsafe String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
