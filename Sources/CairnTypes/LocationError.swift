/// What an application can act on: what happened, whether the service goes on, and what caused it.
public struct LocationError: Error, Hashable, Sendable {
  /// What happened. Raw values 0...18 are Core Location's; firmware's own begin at 64.
  @nonexhaustive
  public enum Code: UInt8, Hashable, Sendable, CaseIterable {
    /// There is no usable fix, for as long as the client said.
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
    /// Nothing receives beacons.
    case rangingUnavailable
    case rangingFailure
    /// The policy does not give full accuracy for that purpose.
    case promptDeclined
    /// No provider can serve the client at the moment.
    case noProvider = 64
    /// A provider went away, for example a receiver that was unplugged.
    case providerLost
    /// The device may not be opened by this user.
    case devicePermission
    /// Another process uses the device.
    case deviceBusy
    /// The device sends nothing that Cairn understands.
    case protocolMismatch
    case configurationRejected
    /// A one-shot request ended without a fix that is good enough, or a provider did not start in time.
    case timeout
    /// The receiver says that its antenna is open or shorted.
    case antennaFault
    /// The receiver suspects jamming or spoofing.
    case interference
    case clockUntrusted, geocodeThrottled, storageFailure
    /// The client does not collect its events.
    case deliveryStalled
    /// The request cannot be served as written.
    case invalidConfiguration
    /// The task that waited was cancelled.
    case cancelled
    /// Corrections that the receiver should have do not come: positions are less exact than wanted.
    case correctionsUnavailable
    /// The program died of what the device sent, more than once: it is left alone until it is plugged in again.
    case deviceDistrusted
  }

  /// Whether anything has to be done.
  public enum Severity: UInt8, Hashable, Sendable, CaseIterable {
    /// The service continues; nothing to do.
    case transient
    /// The service continues with fewer or worse providers.
    case degraded
    /// This client's service has been stopped.
    case fatal
  }

  /// What happened.
  public var code: Code
  /// Whether the service goes on.
  public var severity: Severity
  /// The provider that failed, where one did.
  public var provider: ProviderID?
  /// The system call behind the failure.
  public var cause: DeviceError?
  /// What was wrong in this case and what to do about it, for a person; `nil` where the code or `cause` says
  /// everything.
  public var reason: String?
  /// The best fix seen before a `timeout`.
  public var bestSoFar: Location?

  /// A `severity` of `nil` takes the code's own, `Code.severity`.
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

  /// The C `errno` of the failed system call, 0 if none.
  public var systemError: Int32 { cause?.code ?? 0 }
}

extension LocationError.Code {
  /// Whether it speaks of how good a provider's fixes are, and not of whether there are any.
  public var concernsQuality: Bool {
    switch self {
    case .antennaFault, .interference, .clockUntrusted, .correctionsUnavailable: true
    default: false
    }
  }

  /// Whether a provider says by it that its hardware cannot be had at the moment.
  package var isLackOfHardware: Bool {
    switch self {
    case .noProvider, .devicePermission, .deviceBusy, .deviceDistrusted: true
    default: false
    }
  }

  /// The severity unless the situation says otherwise.
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
