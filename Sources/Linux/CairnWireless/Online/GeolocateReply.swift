package import CairnRadio
internal import CairnTypes

/// Outcome of a question to a service.
package enum GeolocateReply: Sendable {
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
