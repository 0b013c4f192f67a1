import CairnTypes
import Testing

@Suite("Error codes and severities")
struct SeverityTests {
  private static let severities: [LocationError.Code: LocationError.Severity] = [
    .locationUnknown: .transient, .denied: .fatal, .network: .transient,
    .headingFailure: .fatal, .regionMonitoringDenied: .fatal, .regionMonitoringFailure: .fatal,
    .regionMonitoringSetupDelayed: .transient, .regionMonitoringResponseDelayed: .transient,
    .geocodeFoundNoResult: .fatal, .geocodeFoundPartialResult: .fatal, .geocodeCanceled: .fatal,
    .deferredFailed: .fatal, .deferredNotUpdatingLocation: .fatal,
    .deferredAccuracyTooLow: .fatal, .deferredDistanceFiltered: .fatal,
    .deferredCanceled: .fatal, .rangingUnavailable: .fatal, .rangingFailure: .degraded,
    .promptDeclined: .fatal, .noProvider: .transient, .providerLost: .degraded,
    .devicePermission: .transient, .deviceBusy: .transient, .protocolMismatch: .transient,
    .configurationRejected: .degraded, .timeout: .fatal, .antennaFault: .degraded,
    .interference: .degraded, .clockUntrusted: .degraded, .geocodeThrottled: .transient,
    .storageFailure: .degraded, .deliveryStalled: .degraded, .invalidConfiguration: .fatal,
    .cancelled: .fatal, .correctionsUnavailable: .degraded,
    .deviceDistrusted: .transient,
  ]

  @Test("F95: every code has the severity of the table, and the table has every code")
  func total() {
    for code in LocationError.Code.allCases {
      #expect(Self.severities[code] == code.severity, "\(code)")
      #expect(LocationError(code).severity == code.severity)
    }
    #expect(Self.severities.count == LocationError.Code.allCases.count)
    #expect(Set(Self.severities.values) == Set(LocationError.Severity.allCases))
  }

  @Test("F95: a situation may override a code's severity")
  func override() {
    #expect(LocationError(.network, severity: .degraded).severity == .degraded)
  }

  @Test("F96: codes 0 to 18 are Core Location's, firmware's own begin at 64")
  func rawValues() {
    let coreLocation: [LocationError.Code] = [
      .locationUnknown, .denied, .network, .headingFailure, .regionMonitoringDenied,
      .regionMonitoringFailure, .regionMonitoringSetupDelayed, .regionMonitoringResponseDelayed,
      .geocodeFoundNoResult, .geocodeFoundPartialResult, .geocodeCanceled, .deferredFailed,
      .deferredNotUpdatingLocation, .deferredAccuracyTooLow, .deferredDistanceFiltered,
      .deferredCanceled, .rangingUnavailable, .rangingFailure, .promptDeclined,
    ]
    #expect(coreLocation.map(\.rawValue) == Array(0...18))
    let others = LocationError.Code.allCases.filter { !coreLocation.contains($0) }
    #expect(others.allSatisfy { $0.rawValue >= 64 })
  }
}
