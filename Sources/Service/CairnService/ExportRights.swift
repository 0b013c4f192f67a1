internal import Cairn
internal import CairnExports
internal import CairnLinux
internal import CairnTypes

/// What a client of a protocol may have whose messages carry neither rights nor reduced accuracy.
enum ExportRights: Equatable {
  /// Everything, with or without a receiver's own measurements of each satellite.
  case granted(rawMeasurements: Bool)
  /// The policy has not decided yet.
  case undecided
  /// Nothing; why, in words for the client.
  case refused(String)

  init(_ authorization: Authorization) {
    let refusal = Self.refusal(of: authorization)
    if authorization.isUndecided {
      self = .undecided
    } else if let refusal {
      self = .refused("location is denied to this program: \(refusal) (\(authorization.reason))")
    } else {
      self = .granted(rawMeasurements: authorization.allows(.rawMeasurements))
    }
  }

  private static func refusal(of authorization: Authorization) -> String? {
    if authorization.refusal(of: .standard) != nil { return "the policy refuses it" }
    if authorization.status == .authorizedWhenInUse {
      return "it is allowed in use only, which this protocol cannot tell"
    }
    if authorization.accuracy == .reducedAccuracy {
      return "it is allowed reduced accuracy only, which this protocol does not have"
    }
    return nil
  }

  var isGranted: Bool { if case .granted = self { true } else { false } }
  var refusal: String? { if case .refused(let why) = self { why } else { nil } }

  /// The kinds of gpsd's lines that the client may be sent.
  var kinds: GPSDLine.Kinds {
    switch self {
    case .granted(rawMeasurements: true): .all
    case .granted(rawMeasurements: false): GPSDLine.Kinds.all.subtracting(.measurements)
    case .undecided, .refused: []
    }
  }
}

extension ClientIdentity {
  /// A program on the other end of a socket: by its executable, its unit and its user, as the kernel knows them, or by
  /// its user alone where its executable is hidden from this one.
  init(_ program: PeerProgram) {
    self.init(
      name: program.executable ?? "uid:\(program.user)", systemdUnit: program.systemdUnit)
    aliases = [program.userName.map { "user:\($0)" }, "uid:\(program.user)"].compactMap(\.self)
  }

  /// All clients of a server of which the kernel says nothing, such as those over TCP.
  init(unnamedAt door: LocationService.Door) { self.init(name: door.rawValue) }
}
