public import CairnTypes

/// Why a caster sends no corrections.
public enum NTRIPError: Error, Equatable, Sendable {
  /// User or password is wrong, or missing.
  case unauthorized
  /// The caster has no such mountpoint: it sends its list instead.
  case unknownMountpoint
  /// The caster refuses, with this status, 0 where it gives none, and these words.
  case refused(status: Int, reason: ForeignText)
  /// What came is no answer of a caster.
  case notACaster
  /// The caster sends something, and no RTCM 3 message is in it.
  case noMessages
  /// Host, mountpoint, user or password cannot stand in a request: nobody was asked.
  case unusableAddress(NTRIPCaster.Fault)
  /// The caster does not answer, or not to the end, or sends nothing any more.
  case silent
  /// The connection was closed by the caster.
  case closed

  /// Whether another attempt can help while nobody changes anything.
  public var isWorthRetrying: Bool {
    switch self {
    case .unauthorized, .notACaster, .unusableAddress: false
    // A base station that is switched off is not listed either.
    // So is one that sends nonsense at times; another format stays one.
    case .unknownMountpoint, .noMessages, .silent, .closed: true
    case .refused(let status, _): status == 0 || status >= 500 || status == 404 || status == 429
    }
  }
}

extension NTRIPError: CustomStringConvertible {
  /// What happened, in words, and what can be done.
  public var description: String {
    switch self {
    case .unauthorized: "the caster refuses user and password: check them"
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
