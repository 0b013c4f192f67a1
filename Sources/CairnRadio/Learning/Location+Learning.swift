internal import CairnTypes

extension Location {
  /// Whether access points and cells may be learned with this fix: a measured one of satellites,
  /// never one that Wi-Fi or cells had a part in.
  ///
  /// - Parameter accuracy: metres, the worst that will do.
  func isLearnable(within accuracy: Double) -> Bool {
    let refused: LocationSource.Flags = [
      .cached, .deadReckoned, .fused, .reduced, .extrapolated, .jammingSuspected,
      .spoofingSuspected,
    ]
    return source.technology == .gnss && source.flags.isDisjoint(with: refused)
      && coordinate.isValid && horizontalAccuracy >= 0 && horizontalAccuracy <= accuracy
      && (speed ?? 0).isFinite
  }
}
