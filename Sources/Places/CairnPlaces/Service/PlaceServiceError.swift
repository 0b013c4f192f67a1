public import CairnTypes

/// Why a service of places gives no answer.
@nonexhaustive
public enum PlaceServiceError: Error, Hashable, Sendable {
  /// This is no address of HTTPS or HTTP.
  case address(String)
  /// The user agent is empty, too long or not of ASCII.
  case userAgent(String)
  /// The service has been asked too often; it may be asked again after this time.
  case rateLimited(retry: Duration)
  /// There is no network, or the service does not answer, or is overloaded.
  case unreachable(String)
  /// The service refuses the question, or has moved, and will tomorrow: the address is wrong.
  case refused(status: Int)
  /// The answer is not what such a service answers.
  case badAnswer(String)
  /// libcurl is not installed.
  case noLibrary(String)
  /// Nobody waits for the answer any more.
  case cancelled
}

extension PlaceServiceError: CustomStringConvertible {
  /// Description of the failure and its remedy, in one line.
  public var description: String {
    switch self {
    case .address(let text):
      "\"\(RedactedAddress(text, isHTTP: true))\" is no address of a service: it must be like https://nominatim.example, without a query"
    case .userAgent(let text):
      text.isEmpty
        ? "the service needs a user agent that names this application"
        : "the user agent must have 1 to 200 characters of ASCII, and not be blank"
    case .rateLimited(let retry):
      "the service has been asked too often; ask again in \(Self.seconds(retry)) s"
    case .unreachable(let reason): "the service cannot be reached: \(reason)"
    case .refused(let status) where (300...399).contains(status):
      "the service has moved (status \(status)): check its address"
    case .refused(let status):
      "the service refuses the question (status \(status)): check its address and kind"
    case .badAnswer(let reason): "the service's answer is not understood: \(reason)"
    case .noLibrary(let reason): reason
    case .cancelled: "the question was cancelled"
    }
  }

  /// The error in Core Location's codes, for `PlacemarkSource`.
  public var locationError: LocationError {
    let code: LocationError.Code =
      switch self {
      case .address, .userAgent, .refused, .noLibrary: .invalidConfiguration
      case .rateLimited: .geocodeThrottled
      case .unreachable, .badAnswer: .network
      case .cancelled: .geocodeCanceled
      }
    return LocationError(code, reason: description)
  }

  private static func seconds(_ time: Duration) -> Int64 {
    let (seconds, rest) = time.components
    return max(1, rest > 0 ? seconds &+ 1 : seconds)
  }
}
