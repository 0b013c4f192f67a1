internal import CairnTypes
internal import Synchronization

/// The regions of one manager or monitor as its program sees them: its own at once, those of an
/// earlier service once they are known.
///
/// Isolation: the program changes it, and the event loop adds stored regions; the lock guards both.
final class RegionBook: Sendable {
  private struct Values {
    var regions: [String: Region] = [:]
    /// Whether an earlier service's regions are still to come.
    var awaitsEarlier = false
    /// Regions that the program has added or removed meanwhile; these changes override the stored
    /// regions.
    var changed: Set<String> = []
  }

  private let values = Mutex(Values())

  /// The regions, in the order of their identifiers.
  var regions: [Region] {
    values.withLock { $0.regions.values }.sorted { $0.identifier < $1.identifier }
  }

  /// The regions' identifiers, sorted.
  var identifiers: [String] { values.withLock { $0.regions.keys }.sorted() }

  /// Whether there are no regions, and none are still to come.
  var isEmpty: Bool { values.withLock { $0.regions.isEmpty && !$0.awaitsEarlier } }

  /// Notes that the regions of an earlier service are requested.
  func awaitEarlier() { values.withLock { $0.awaitsEarlier = true } }

  func add(_ region: Region) {
    values.withLock {
      $0.regions[region.identifier] = region
      if $0.awaitsEarlier { $0.changed.insert(region.identifier) }
    }
  }

  /// - Returns: false if no such region is, or may still become, known.
  @discardableResult
  func remove(_ identifier: String) -> Bool {
    values.withLock {
      if $0.awaitsEarlier { $0.changed.insert(identifier) }
      return $0.regions.removeValue(forKey: identifier) != nil || $0.awaitsEarlier
    }
  }

  /// Forgets all regions, because monitoring has ended.
  func end() { values.withLock { $0 = Values() } }

  /// Adds the regions of an earlier service, by identifier, except those that the program has
  /// changed meanwhile.
  ///
  /// - Returns: those that were added.
  func adopt(_ earlier: [String: Region]) -> [String: Region] {
    values.withLock { values in
      // Usual, and there may be thousands of them.
      guard !values.regions.isEmpty || !values.changed.isEmpty else {
        values.regions = earlier
        return earlier
      }
      let new = earlier.filter { values.regions[$0.key] == nil && !values.changed.contains($0.key) }
      values.regions.merge(new) { own, _ in own }
      return new
    }
  }

  /// Notes that no more regions of an earlier service will come.
  func endWaiting() {
    values.withLock {
      $0.awaitsEarlier = false
      $0.changed = []
    }
  }

  /// Takes over the program's changes in the book of the previous service.
  func inherit(_ other: RegionBook) {
    let changed = other.values.withLock { $0.changed }
    values.withLock { $0.changed.formUnion(changed) }
  }
}
