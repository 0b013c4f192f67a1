package import CairnRadio
internal import CairnTypes

/// What came of a question to a service.
package enum GeolocateReply: Sendable {
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
