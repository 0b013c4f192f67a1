internal import CairnRadio

/// The first damage that look-ups of a provider have found in its packs. A damaged pack gives no
/// places where it is damaged, and others may give them.
///
/// Isolation: the provider.
final class PackDamage {
  private var found: PackError?
  private var isTold = false

  /// Returns what a look-up in a pack finds; `nil` also where the pack is damaged, which is noted.
  func look<Known>(_ find: () throws(PackError) -> Known?) -> Known? {
    do throws(PackError) { return try find() } catch {
      found = found ?? error
      return nil
    }
  }

  /// Tells the damage once.
  ///
  /// - Parameter subject: plural noun for the transmitters.
  /// - Returns: words with the remedy; `nil` without damage, or if it was told before.
  func news(of subject: String) -> String? {
    guard let found, !isTold else { return nil }
    isTold = true
    return "a pack of \(subject) is not used where it is damaged: \(found); "
      + "get it or make it again"
  }
}

extension AccessPointSource {
  /// As `accessPoint`, but damage is an error.
  func find(_ bssid: BSSID) throws(PackError) -> KnownAccessPoint? {
    let own = self as? AccessPointPack
    guard let pack = own ?? (self as? FollowedPack)?.pack?.accessPoints else {
      return accessPoint(bssid)
    }
    return try pack.find(bssid)
  }
}

extension CellSource {
  /// As `cell`, but damage is an error.
  func find(_ identity: CellIdentity) throws(PackError) -> KnownCell? {
    guard let pack = ownPack else { return cell(identity) }
    return try pack.find(identity)
  }

  /// As `area`, but damage is an error.
  func findArea(of identity: CellIdentity) throws(PackError) -> KnownCell? {
    guard let pack = ownPack else { return area(of: identity) }
    return try pack.findArea(of: identity)
  }

  /// The pack that this is, or has now.
  private var ownPack: CellPack? { self as? CellPack ?? (self as? FollowedPack)?.pack?.cells }
}
