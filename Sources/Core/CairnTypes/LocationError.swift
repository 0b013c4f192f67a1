/// An error that an application can act on: its kind, whether the service continues, and the cause.
public struct LocationError: Error, Hashable, Sendable {
  /// Kind of error. Raw values 0...18 are Core Location's; values specific to firmware begin at 64.
  @nonexhaustive
  public enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There has been no usable fix for as long as the client specified.
    case locationUnknown = 0
    /// The policy does not allow the service.
    case denied
    /// A provider lacks its network.
    case network
    /// There is no magnetometer.
    case headingFailure
    /// The policy does not allow the monitoring of regions.
    case regionMonitoringDenied
    /// The region cannot be monitored as written.
    case regionMonitoringFailure
    case regionMonitoringSetupDelayed, regionMonitoringResponseDelayed, geocodeFoundNoResult
    case geocodeFoundPartialResult, geocodeCanceled, deferredFailed, deferredNotUpdatingLocation
    case deferredAccuracyTooLow, deferredDistanceFiltered, deferredCanceled
    /// Nothing on the device receives beacons.
    case rangingUnavailable
    case rangingFailure
    /// The policy does not grant full accuracy for that purpose.
    case promptDeclined
    /// No provider can serve the client at the moment.
    case noProvider = 64
    /// A provider went away, for example because a receiver was unplugged.
    case providerLost
    /// This user may not open the device.
    case devicePermission
    /// Another process uses the device.
    case deviceBusy
    /// The device sends nothing that Cairn understands.
    case protocolMismatch
    case configurationRejected
    /// A one-shot request ended without a good enough fix, or a provider did not start in time.
    case timeout
    /// The receiver reports that its antenna is open or shorted.
    case antennaFault
    /// The receiver suspects jamming or spoofing.
    case interference
    case clockUntrusted, geocodeThrottled, storageFailure
    /// The client does not collect its events.
    case deliveryStalled
    /// The request cannot be served as written.
    case invalidConfiguration
    /// The waiting task was cancelled.
    case cancelled
    /// Corrections do not reach the receiver: positions are less accurate than wanted.
    case correctionsUnavailable
    /// The device's data crashed the program more than once. The device is ignored until replugged.
    case deviceDistrusted
  }

  /// Whether the service continues, and whether there is anything to do.
  public enum Severity: UInt8, Hashable, Sendable, CaseIterable {
    /// The service continues; there is nothing to do.
    case transient
    /// The service continues with fewer or worse providers, or waits for the daemon.
    case degraded
    /// This client's service has been stopped.
    case fatal
  }

  /// Kind of error.
  public var code: Code
  /// Whether the service continues.
  public var severity: Severity
  /// The provider that failed, if one did.
  public var provider: ProviderID?
  /// The failed system call behind the error.
  public var cause: DeviceError?
  /// Explanation of this case and its remedy, for people; `nil` where the code or `cause` says
  /// everything.
  public var reason: String?
  /// The best fix seen before a `timeout`.
  public var bestSoFar: Location?

  /// Creates an error; a `severity` of `nil` stands for `Code.severity`.
  public init(
    _ code: Code, severity: Severity? = nil, provider: ProviderID? = nil,
    cause: DeviceError? = nil, reason: String? = nil, bestSoFar: Location? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.provider = provider
    self.cause = cause
    self.reason = reason
    self.bestSoFar = bestSoFar
  }

  /// The C `errno` of the failed system call; 0 if there is none.
  public var systemError: Int32 { cause?.code ?? 0 }
}

extension LocationError.Code {
  /// Whether the code concerns the quality of a provider's fixes, not their absence.
  public var concernsQuality: Bool {
    switch self {
    case .antennaFault, .interference, .clockUntrusted, .correctionsUnavailable: true
    default: false
    }
  }

  /// Whether the code says that a provider's hardware is unavailable at the moment.
  package var isLackOfHardware: Bool {
    switch self {
    case .noProvider, .devicePermission, .deviceBusy, .deviceDistrusted: true
    default: false
    }
  }

  /// Default severity, unless the situation calls for another.
  public var severity: LocationError.Severity {
    switch self {
    case .denied, .invalidConfiguration, .headingFailure, .regionMonitoringDenied,
      .regionMonitoringFailure, .rangingUnavailable, .promptDeclined, .timeout,
      .geocodeFoundNoResult, .geocodeFoundPartialResult, .geocodeCanceled, .deferredFailed,
      .deferredNotUpdatingLocation, .deferredAccuracyTooLow, .deferredDistanceFiltered,
      .deferredCanceled, .cancelled:
      .fatal
    case .providerLost, .antennaFault, .interference, .clockUntrusted, .configurationRejected,
      .storageFailure, .deliveryStalled, .rangingFailure, .correctionsUnavailable:
      .degraded
    case .locationUnknown, .network, .regionMonitoringSetupDelayed,
      .regionMonitoringResponseDelayed, .noProvider, .devicePermission, .deviceBusy,
      .protocolMismatch, .geocodeThrottled, .deviceDistrusted:
      .transient
    }
  }
}
