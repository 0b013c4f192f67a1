internal import CairnTypes

extension Location {
  /// Whether access points and cells may be learned with this fix, whose accuracy is at most so many
  /// metres: a measured one of satellites, never one that Wi-Fi or cells had a part in.
  func isLearnable(within accuracy: Double) -> Bool {
    let refused: LocationSource.Flags = [
      .cached, .deadReckoned, .fused, .reduced, .jammingSuspected, .spoofingSuspected,
    ]
    return source.technology == .gnss && source.fix != .estimated
      && source.flags.isDisjoint(with: refused)
      && coordinate.isValid && !coordinate.isNullIsland
      && horizontalAccuracy >= 0 && horizontalAccuracy <= accuracy
      && (speed ?? 0).isFinite
  }
}
