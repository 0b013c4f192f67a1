public import CairnTypes

/// Why a caster sends no corrections.
public enum NTRIPError: Error, Equatable, Sendable {
  /// User or password is wrong or missing.
  case unauthorized
  /// The caster takes user and password only by Digest authentication, which is not supported.
  case digestRequired
  /// The caster has no such mountpoint and sends its list instead.
  case unknownMountpoint
  /// The caster refuses with these words and this status, 0 if it gives none.
  case refused(status: Int, reason: ForeignText)
  /// The answer is not a caster's.
  case notACaster
  /// The caster's stream holds no RTCM 3 message.
  case noMessages
  /// Host, mountpoint, user or password cannot be used in a request; no connection was asked for.
  case unusableAddress(NTRIPCaster.Fault)
  /// The caster does not answer, does not finish its answer, or has stopped sending.
  case silent
  /// The caster closed the connection.
  case closed

  /// Whether another attempt can help although nothing is changed.
  public var isWorthRetrying: Bool {
    switch self {
    case .unauthorized, .digestRequired, .notACaster, .unusableAddress: false
    // A base station that is switched off is not listed, and one may send nonsense for a while; a
    // wrong format, though, stays wrong.
    case .unknownMountpoint, .noMessages, .silent, .closed: true
    case .refused(let status, _): status == 0 || status >= 500 || status == 404 || status == 429
    }
  }
}

extension NTRIPError: CustomStringConvertible {
  /// The error, and its remedy, in words.
  public var description: String {
    switch self {
    case .unauthorized: "the caster refuses user and password: check them"
    case .digestRequired:
      "the caster takes user and password only by Digest authentication, and Cairn sends them by "
        + "Basic: ask its operator to allow that, or use another caster"
    case .unknownMountpoint:
      "the caster has no such mountpoint, or its station is off: check the name"
    case .refused(let status, let reason):
      "the caster refuses: " + (status == 0 ? "" : "\(status) ") + reason.description
    case .notACaster: "the server is no NTRIP caster: check host and port"
    case .noMessages:
      "what the caster sends holds no RTCM 3 message: choose a mountpoint whose format is RTCM 3"
    case .unusableAddress(let fault): fault.description
    case .silent: "the caster sends nothing"
    case .closed: "the caster closed the connection"
    }
  }
}
