internal import CairnRadio

/// Cells that a provider knows: packs, of which the first is believed, and cells in no pack whose
/// places the device has learned.
struct CellMap: CellSource {
  let packs: [any CellSource & Sendable]
  /// What is wrong with them.
  let damage = PackDamage()
  var learned = LearnedCells()

  /// Whether there is a pack, or a cell that has been learned.
  var knowsAny: Bool {
    packs.contains { ($0 as? FollowedPack)?.isThere ?? true } || learned.knowsAny
  }
  /// The packs whose files may be replaced.
  var followed: [FollowedPack] { packs.compactMap { $0 as? FollowedPack } }

  func cell(_ identity: CellIdentity) -> KnownCell? {
    known(identity) { pack, identity throws(PackError) in try pack.find(identity) }
      ?? learned.cell(identity)
  }

  func area(of identity: CellIdentity) -> KnownCell? {
    known(identity) { pack, identity throws(PackError) in try pack.findArea(of: identity) }
  }

  private func known(
    _ identity: CellIdentity,
    _ look: (any CellSource, CellIdentity) throws(PackError) -> KnownCell?
  ) -> KnownCell? {
    for pack in packs {
      let known = damage.look { () throws(PackError) in try look(pack, identity) }
      if let known { return known }
    }
    // Most tables list cells of NB-IoT and LTE-M with those of LTE, from whose masts they come.
    guard identity.technology == .narrowband,
      let mast = CellIdentity(
        .lte, countryCode: identity.countryCode, networkCode: identity.networkCode,
        area: identity.area, cell: identity.cell)
    else { return nil }
    return known(mast, look)
  }
}
