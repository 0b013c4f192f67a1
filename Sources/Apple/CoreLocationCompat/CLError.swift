internal import Cairn

/// The domain of `CLError` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// The key of a region that replaces one that cannot be monitored; no error of Cairn has one.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// Core Location's error; for `error as? CLError`, `(error as NSError).code` or `catch
/// CLError.denied`.
///
/// `userInfo[NSUnderlyingErrorKey]` holds the underlying `LocationError` with details: the
/// provider, the system call, the client's options.
public struct CLError: CustomNSError, Hashable, Sendable {
  /// Core Location's error codes.
  public enum Code: Int, Sendable {
    case locationUnknown = 0
    case denied, network, headingFailure, regionMonitoringDenied, regionMonitoringFailure
    case regionMonitoringSetupDelayed, regionMonitoringResponseDelayed, geocodeFoundNoResult
    case geocodeFoundPartialResult, geocodeCanceled, deferredFailed, deferredNotUpdatingLocation
    case deferredAccuracyTooLow, deferredDistanceFiltered, deferredCanceled, rangingUnavailable
    case rangingFailure, promptDeclined, historicalLocationError

    /// Lets `catch CLError.denied` match.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? CLError)?.code == code
    }
  }

  /// There is no position at present; the service continues.
  public static let locationUnknown = Code.locationUnknown
  /// The policy does not allow location; the service has ended.
  public static let denied = Code.denied
  /// The geocoder cannot be reached.
  public static let network = Code.network
  /// There is no heading.
  public static let headingFailure = Code.headingFailure
  /// The policy does not allow region monitoring.
  public static let regionMonitoringDenied = Code.regionMonitoringDenied
  /// The region cannot be monitored.
  public static let regionMonitoringFailure = Code.regionMonitoringFailure
  /// Not used by Cairn.
  public static let regionMonitoringSetupDelayed = Code.regionMonitoringSetupDelayed
  /// Not used by Cairn.
  public static let regionMonitoringResponseDelayed = Code.regionMonitoringResponseDelayed
  /// The geocoder found nothing.
  public static let geocodeFoundNoResult = Code.geocodeFoundNoResult
  /// The geocoder found less than was asked for.
  public static let geocodeFoundPartialResult = Code.geocodeFoundPartialResult
  /// The geocoding request was cancelled, or the geocoder was busy.
  public static let geocodeCanceled = Code.geocodeCanceled
  /// Not used by Cairn.
  public static let deferredFailed = Code.deferredFailed
  /// Not used by Cairn.
  public static let deferredNotUpdatingLocation = Code.deferredNotUpdatingLocation
  /// Not used by Cairn.
  public static let deferredAccuracyTooLow = Code.deferredAccuracyTooLow
  /// Not used by Cairn.
  public static let deferredDistanceFiltered = Code.deferredDistanceFiltered
  /// Not used by Cairn.
  public static let deferredCanceled = Code.deferredCanceled
  /// There is no beacon receiver.
  public static let rangingUnavailable = Code.rangingUnavailable
  /// The beacon receiver failed.
  public static let rangingFailure = Code.rangingFailure
  /// The policy does not grant full accuracy for the purpose.
  public static let promptDeclined = Code.promptDeclined

  /// Not used by Cairn, which keeps no history.
  public static let historicalLocationError = Code.historicalLocationError

  /// Kind of error.
  public let code: Code
  private let underlying: LocationError?
  /// User information of an error that the program created; never changed.
  nonisolated(unsafe) private var told: [String: Any] = [:]

  /// Creates an error of the program.
  ///
  /// - Parameters:
  ///   - code: the kind of error.
  ///   - userInfo: further information; values shared between threads must allow that.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    underlying = nil
    unsafe told = userInfo
  }

  /// Translates an error of Cairn. Core Location knows no devices, so any error without a code of
  /// its own becomes `locationUnknown`.
  ///
  /// `nil` for a degradation without a code of its own: the service continues with fewer or worse
  /// providers, which that code would misreport.
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

  /// Translates a geocoder's error. Any error without a code of its own, including too many
  /// requests, becomes `network`.
  init(ofGeocoder error: LocationError) {
    code = Code(rawValue: Int(error.code.rawValue)) ?? .network
    underlying = error
  }

  public static var errorDomain: String { kCLErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }

  /// The underlying error and its text, if there is one; otherwise the program's own information.
  public var userInfo: [String: Any] {
    guard let underlying else { return unsafe told }
    return [NSUnderlyingErrorKey: underlying, NSLocalizedDescriptionKey: "\(underlying)"]
  }

  public static func == (a: CLError, b: CLError) -> Bool {
    let areToldAlike = unsafe (a.told as NSDictionary).isEqual(b.told as NSDictionary)
    return a.code == b.code && a.underlying == b.underlying && areToldAlike
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(underlying)
  }
}
