internal import CairnPacks

/// The cells of a pack, and the areas that they form.
public struct CellPack: Sendable {
  let cells: PackView
  let areas: PackView

  /// Metres: the range of a cell or area whose range is unknown.
  public static var unknownRange: Double { 10_000 }

  /// Number of cells.
  public var count: Int { cells.table.count }

  /// Number of areas.
  public var areaCount: Int { areas.table.count }

  /// Looks up a cell.
  ///
  /// - Returns: the place; `nil` if it is not in the pack.
  /// - Throws: the damage that prevents an answer.
  public func find(_ identity: CellIdentity) throws(PackError) -> KnownCell? {
    try cells.find(identity.key).map(KnownCell.init)
  }

  /// Looks up the area of a cell.
  ///
  /// - Returns: the place; `nil` if it is unknown or not in the pack.
  /// - Throws: the damage that prevents an answer.
  public func findArea(of identity: CellIdentity) throws(PackError) -> KnownCell? {
    guard let key = identity.areaKey else { return nil }
    return try areas.find(key).map(KnownCell.init)
  }

  /// Calls `body` with all cells in the order of their keys. Their area is known only where it is
  /// part of the key.
  ///
  /// - Throws: the damage at which it stopped.
  public func forEach(_ body: (CellIdentity, KnownCell) -> Void) throws(PackError) {
    try cells.forEach { key, place throws(PackError) in
      guard let identity = CellIdentity(key: key) else { throw .order(.cells) }
      body(identity, KnownCell(place))
    }
  }

  /// Calls `body` with all areas in the order of their keys, each as its cell 0.
  ///
  /// - Throws: the damage at which it stopped.
  public func forEachArea(_ body: (CellIdentity, KnownCell) -> Void) throws(PackError) {
    try areas.forEach { key, place throws(PackError) in
      guard let identity = CellIdentity(areaKey: key) else { throw .order(.areas) }
      body(identity, KnownCell(place))
    }
  }
}

extension CellPack: CellSource {
  /// Returns the place of a cell; `nil` also if the pack is damaged, which `find` and
  /// `RadioPack.verify` report.
  public func cell(_ identity: CellIdentity) -> KnownCell? { try? find(identity) }

  /// Returns the place of a cell's area; `nil` also if the pack is damaged.
  public func area(of identity: CellIdentity) -> KnownCell? { try? findArea(of: identity) }
}

extension KnownCell {
  fileprivate init(_ place: PackPlace) {
    let range = place.radius(unit: PackSection.cells.radiusUnit)
    self.init(coordinate: place.coordinate, range: range ?? CellPack.unknownRange)
  }
}

extension CellIdentity {
  /// The identity whose `key` is a number; `nil` if there is none.
  package init?(key: UInt64) {
    guard let (technology, country, network) = Self.network(of: key) else { return nil }
    var cell = key & 0xF_FFFF_FFFF
    var area: UInt32?
    let isShort = technology == .gsm || (technology == .wcdma && cell >> 35 != 0)
    if isShort {
      area = UInt32(truncatingIfNeeded: cell >> 16 & 0xFFFF)
      cell &= 0xFFFF
    }
    self.init(technology, countryCode: country, networkCode: network, area: area, cell: cell)
    guard self.key == key else { return nil }
  }

  /// Cell 0 of the area whose `areaKey` is a number; `nil` if there is none.
  init?(areaKey: UInt64) {
    guard let (technology, country, network) = Self.network(of: areaKey) else { return nil }
    let area = UInt32(truncatingIfNeeded: areaKey & 0xFFFF_FFFF)
    self.init(technology, countryCode: country, networkCode: network, area: area, cell: 0)
    guard self.areaKey == areaKey else { return nil }
  }

  private static func network(of key: UInt64) -> (CellTechnology, UInt16, UInt16)? {
    guard let technology = CellTechnology(rawValue: UInt8(truncatingIfNeeded: key >> 56)) else {
      return nil
    }
    return (
      technology, UInt16(truncatingIfNeeded: key >> 46 & 1023),
      UInt16(truncatingIfNeeded: key >> 36 & 1023)
    )
  }
}
