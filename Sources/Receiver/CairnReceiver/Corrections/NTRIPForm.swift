/// One of the forms in which a caster can be asked for a mountpoint.
package struct NTRIPForm: Hashable, Sendable {
  /// `.v1` or `.v2`.
  package let version: NTRIPCaster.Version
  /// Whether the request says that any type of content is accepted, without which some casters
  /// answer with status 403.
  package let accepts: Bool

  package static let v2 = NTRIPForm(version: .v2, accepts: true)
  package static let plainV2 = NTRIPForm(version: .v2, accepts: false)
  package static let v1 = NTRIPForm(version: .v1, accepts: true)
  package static let plainV1 = NTRIPForm(version: .v1, accepts: false)
}

extension NTRIPCaster.Version {
  /// The forms to try, in order. Version 1 has no `Accept` by itself, so it is added last there.
  package var forms: [NTRIPForm] {
    switch self {
    case .automatic: [.v2, .plainV1, .v1, .plainV2]
    case .v1: [.plainV1, .v1]
    case .v2: [.v2, .plainV2]
    }
  }
}

extension NTRIPError {
  /// Whether a caster that failed like this to one form of a request may serve another one.
  ///
  /// Casters of version 1 answer a request of version 2 with any error, or hang up. A status that
  /// says that the request is at fault may be about any of its lines.
  package func mayServe(_ next: NTRIPForm, after form: NTRIPForm) -> Bool {
    switch self {
    case .refused(let status, _) where (400..<500).contains(status) && status != 429: true
    case .closed, .refused, .notACaster: form.version == .v2 && next.version == .v1
    default: false
    }
  }
}
