internal import CairnPacks

/// The access points of a pack.
public struct AccessPointPack: Sendable {
  let view: PackView

  /// Number of access points.
  public var count: Int { view.table.count }

  /// Looks up an access point.
  ///
  /// - Returns: the place; `nil` if it is not in the pack or must not be looked up.
  /// - Throws: the damage that prevents an answer.
  public func find(_ bssid: BSSID) throws(PackError) -> KnownAccessPoint? {
    guard bssid.isEligible else { return nil }
    return try view.find(bssid.rawValue).map(KnownAccessPoint.init)
  }

  /// Calls `body` with all access points in the order of their addresses.
  ///
  /// - Throws: the damage at which it stopped.
  public func forEach(_ body: (BSSID, KnownAccessPoint) -> Void) throws(PackError) {
    try view.forEach { key, place throws(PackError) in
      guard let bssid = BSSID(rawValue: key), bssid.isEligible else {
        throw .order(.accessPoints)
      }
      body(bssid, KnownAccessPoint(place))
    }
  }
}

extension AccessPointPack: AccessPointSource {
  /// Returns the place of an access point; `nil` also if the pack is damaged, which `find` and
  /// `RadioPack.verify` report.
  public func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? { try? find(bssid) }
}

extension KnownAccessPoint {
  fileprivate init(_ place: PackPlace) {
    self.init(
      coordinate: place.coordinate,
      accuracy: place.radius(unit: PackSection.accessPoints.radiusUnit))
  }
}
