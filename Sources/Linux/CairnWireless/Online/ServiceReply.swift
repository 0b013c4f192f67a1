internal import CCairnHTTP
internal import CairnLinux
package import CairnRadio
internal import CairnTypes

/// What came of a question to a service.
package enum ServiceReply: Sendable {
  /// It knows the place.
  case answer(GeolocateAnswer)
  /// It knows none of what was heard.
  case unknown
  /// It refuses the question, as it will the same one tomorrow: the key or the address is wrong.
  case refused(String)
  /// It cannot be reached, is overloaded or speaks nonsense; `retry` says when it wants to be asked
  /// again, if it does.
  case failed(String, retry: Duration?)

  /// Reads what a server has answered.
  ///
  /// - Parameters:
  ///   - status: of HTTP.
  ///   - body: of the answer.
  ///   - retry: after how long the server wants to be asked again; `nil` if it does not say.
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

/// Sends questions and batches to a service. Callable from any thread, and waits for the answer.
package struct ServiceConnection: Sendable {
  /// Octets of an answer, of which one has some hundred.
  private static let capacity = 16_384
  /// A service can tell from it whom to ask about a client that behaves badly.
  private static let agent = "cairn"
  /// What the server may ask for; more is taken for this.
  private static let longestRetry: Int64 = 86_400

  private let address: String

  package init(_ service: GeolocationService) { address = service.address }

  package init(_ service: SubmissionService) { address = service.address }

  /// What came of a request.
  private enum Outcome {
    case answer(status: Int, body: [UInt8], retry: Duration?)
    case tooLarge
    /// There is no way to send anything.
    case helpless(String)
    /// No answer has come; `wasSent` if the server may have the request all the same.
    case failed(String, wasSent: Bool)
  }

  /// Asks and waits.
  ///
  /// - Parameters:
  ///   - body: JSON.
  ///   - limit: the longest wait.
  /// - Returns: what came of it.
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
  ///   - batch: what to send.
  ///   - limit: the longest wait.
  /// - Returns: what came of it.
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
