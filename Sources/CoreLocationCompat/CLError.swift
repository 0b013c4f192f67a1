internal import Cairn

/// The domain of `CLError` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// What went wrong. `error as? CLError`, `(error as NSError).code` and `catch CLError.denied` all work.
///
/// `userInfo[NSUnderlyingErrorKey]` has the `LocationError` behind it, which tells more: the provider, the
/// system call, what a client can do.
public struct CLError: CustomNSError, Hashable, Sendable {
  /// Core Location's numbers.
  public enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied, network, headingFailure, regionMonitoringDenied, regionMonitoringFailure
    case regionMonitoringSetupDelayed, regionMonitoringResponseDelayed, geocodeFoundNoResult
    case geocodeFoundPartialResult, geocodeCanceled, deferredFailed, deferredNotUpdatingLocation
    case deferredAccuracyTooLow, deferredDistanceFiltered, deferredCanceled, rangingUnavailable
    case rangingFailure, promptDeclined

    /// Lets `catch CLError.denied` match.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? CLError)?.code == code
    }
  }

  /// No position for now; the service goes on.
  public static let locationUnknown = Code.locationUnknown
  /// The policy does not allow it; the service has ended.
  public static let denied = Code.denied
  /// A geocoder cannot be reached.
  public static let network = Code.network
  /// There is no heading.
  public static let headingFailure = Code.headingFailure
  /// The policy does not allow regions.
  public static let regionMonitoringDenied = Code.regionMonitoringDenied
  /// A region cannot be monitored.
  public static let regionMonitoringFailure = Code.regionMonitoringFailure
  /// Not sent by Cairn.
  public static let regionMonitoringSetupDelayed = Code.regionMonitoringSetupDelayed
  /// Not sent by Cairn.
  public static let regionMonitoringResponseDelayed = Code.regionMonitoringResponseDelayed
  /// A geocoder found nothing.
  public static let geocodeFoundNoResult = Code.geocodeFoundNoResult
  /// A geocoder found less than was asked for.
  public static let geocodeFoundPartialResult = Code.geocodeFoundPartialResult
  /// A geocoder was told to stop, or was at work.
  public static let geocodeCanceled = Code.geocodeCanceled
  /// Not sent by Cairn.
  public static let deferredFailed = Code.deferredFailed
  /// Not sent by Cairn.
  public static let deferredNotUpdatingLocation = Code.deferredNotUpdatingLocation
  /// Not sent by Cairn.
  public static let deferredAccuracyTooLow = Code.deferredAccuracyTooLow
  /// Not sent by Cairn.
  public static let deferredDistanceFiltered = Code.deferredDistanceFiltered
  /// Not sent by Cairn.
  public static let deferredCanceled = Code.deferredCanceled
  /// There is no receiver of beacons.
  public static let rangingUnavailable = Code.rangingUnavailable
  /// A receiver of beacons failed.
  public static let rangingFailure = Code.rangingFailure
  /// The policy does not give full accuracy for that purpose.
  public static let promptDeclined = Code.promptDeclined

  /// What went wrong.
  public let code: Code
  private let underlying: LocationError?

  /// An error without more to say.
  public init(_ code: Code) {
    self.code = code
    underlying = nil
  }

  /// What Core Location would say, which knows no devices and so has one word for all that firmware meets:
  /// the location is not known.
  ///
  /// `nil` for what is worth no word to who has only that one: the service goes on with fewer or
  /// worse providers.
  init?(_ error: LocationError) {
    if let code = Code(rawValue: Int(error.code.rawValue)) {
      self.code = code
    } else if error.severity != .degraded {
      code = .locationUnknown
    } else {
      return nil
    }
    underlying = error
  }

  /// What Core Location would say of a geocoder that fails: for whatever has no word of its own, too many
  /// requests among it, that the network did.
  init(ofGeocoder error: LocationError) {
    code = Code(rawValue: Int(error.code.rawValue)) ?? .network
    underlying = error
  }

  public static var errorDomain: String { kCLErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }

  /// What is known beyond the code.
  public var userInfo: [String: Any] {
    underlying.map { [NSUnderlyingErrorKey: $0, NSLocalizedDescriptionKey: "\($0)"] } ?? [:]
  }
}
