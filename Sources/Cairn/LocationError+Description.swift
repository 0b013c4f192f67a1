internal import CairnLinux
public import CairnTypes

extension LocationError: CustomStringConvertible {
  /// One line: what happened, to which provider, and what to do next.
  public var description: String {
    var text = code.explanation
    if let provider { text += " (\(provider))" }
    if let cause { text += ": \(cause.explanation)" }
    return text
  }
}

extension LocationError.Code {
  /// `catch LocationError.Code.denied` works where errors of several types are caught; where only a
  /// `LocationError` can be thrown it is `catch where error.code == .denied`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? LocationError)?.code == code
  }

  fileprivate var explanation: String {
    switch self {
    case .locationUnknown: "no position at the moment; still trying"
    case .denied: "the policy denies this client location"
    case .promptDeclined: "the policy does not allow this purpose full accuracy"
    case .regionMonitoringDenied: "the policy denies this client the monitoring of regions"
    case .noProvider: "no provider is available; waiting for one"
    case .providerLost: "the provider was lost; waiting for it to come back"
    case .devicePermission: "the device may not be opened"
    case .deviceBusy: "the device is in use"
    case .protocolMismatch: "the device sends nothing that is understood"
    case .timeout: "no position was good enough in time"
    case .storageFailure: "not everything can be kept beyond the end of the program"
    case .deliveryStalled:
      "events wait in a location manager and nobody takes them: start its services from a function of "
        + "the actor that owns it, or call processPendingEvents()"
    case .invalidConfiguration: "the request cannot be served as written"
    case .headingFailure: "there is no magnetometer"
    case .cancelled: "the request was cancelled"
    case .correctionsUnavailable: "no corrections reach the receiver; its report says why"
    default: "\(self)"
    }
  }
}
