internal import CairnRadio

/// Cells that a provider knows: packs, of which the first is believed, and cells in no pack whose
/// places the device has learned.
struct CellMap: CellSource {
  let packs: [any CellSource & Sendable]
  var learned = LearnedCells()

  /// Whether there is a pack, or a cell that has been learned.
  var knowsAny: Bool { !packs.isEmpty || learned.knowsAny }

  func cell(_ identity: CellIdentity) -> KnownCell? {
    known(identity) { $0.cell($1) } ?? learned.cell(identity)
  }

  func area(of identity: CellIdentity) -> KnownCell? {
    known(identity) { $0.area(of: $1) }
  }

  private func known(
    _ identity: CellIdentity, _ look: (any CellSource, CellIdentity) -> KnownCell?
  ) -> KnownCell? {
    for pack in packs { if let known = look(pack, identity) { return known } }
    // Most tables list cells of NB-IoT and LTE-M with those of LTE, from whose masts they come.
    guard identity.technology == .narrowband,
      let mast = CellIdentity(
        .lte, countryCode: identity.countryCode, networkCode: identity.networkCode,
        area: identity.area, cell: identity.cell)
    else { return nil }
    return known(mast, look)
  }
}
