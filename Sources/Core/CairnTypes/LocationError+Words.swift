extension LocationError.Code {
  /// Explanation of the code, for people who do not know the codes.
  package var explanation: String {
    switch self {
    case .locationUnknown: "no position at the moment; still trying"
    case .denied: "the policy denies this client location"
    case .promptDeclined: "the policy does not allow this purpose full accuracy"
    case .regionMonitoringDenied: "the policy denies this client the monitoring of regions"
    case .noProvider: "no provider is available; waiting for one"
    case .providerLost: "the provider was lost; waiting for it to come back"
    case .devicePermission: "the device may not be opened"
    case .deviceBusy: "the device is in use"
    case .deviceDistrusted: "the device is left alone, since the program died of what it sent"
    case .protocolMismatch: "the device sends nothing that is understood"
    case .timeout: "no good enough position came in time"
    case .storageFailure: "not everything can be kept beyond the end of the program"
    case .deliveryStalled:
      "events wait in a location manager and nobody takes them: start its services from a function of "
        + "the actor that owns it, or call processPendingEvents()"
    case .invalidConfiguration: "the request cannot be served as written"
    case .headingFailure: "there is no magnetometer"
    case .cancelled: "the request was cancelled"
    case .correctionsUnavailable: "no corrections reach the receiver; its report says why"
    case .network: "the network cannot be reached"
    case .regionMonitoringFailure: "the region cannot be monitored"
    case .regionMonitoringSetupDelayed: "the monitoring of regions begins later"
    case .regionMonitoringResponseDelayed: "events of regions come later"
    case .rangingUnavailable: "nothing receives beacons"
    case .rangingFailure: "the receiver of beacons failed"
    case .configurationRejected: "the receiver refuses its configuration"
    case .antennaFault: "the receiver says that its antenna is open or shorted"
    case .interference: "the receiver suspects jamming or spoofing"
    case .clockUntrusted: "the clock cannot be trusted"
    case .geocodeFoundNoResult: "the geocoder found nothing"
    case .geocodeFoundPartialResult: "the geocoder found only a part of the address"
    case .geocodeCanceled: "the request to the geocoder was cancelled"
    case .geocodeThrottled: "the geocoder was asked too often"
    case .deferredFailed, .deferredNotUpdatingLocation, .deferredAccuracyTooLow,
      .deferredDistanceFiltered, .deferredCanceled:
      "updates cannot be deferred"
    }
  }
}
