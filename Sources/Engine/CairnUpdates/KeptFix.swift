package import CairnTypes

/// A fix or none, whose fields can be read without copying it.
///
/// Through an `Optional`, reading one field would copy the whole fix first; the rules read a dozen
/// fields for every fix, each time from cold memory.
package struct KeptFix: Sendable {
  package private(set) var isThere = false
  /// Meaningless unless `isThere`.
  package private(set) var fix = Location(
    coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: .nan,
    time: .distantFuture, source: LocationSource(provider: "", technology: .gnss))

  /// Creates an empty value.
  package init() {}

  /// The fix; `nil` if there is none.
  package var value: Location? { isThere ? fix : nil }

  var time: MonotonicTime? { isThere ? fix.time : nil }
  var coordinate: Coordinate? { isThere ? fix.coordinate : nil }
  var horizontalAccuracy: Double? { isThere ? fix.horizontalAccuracy : nil }
  var provider: ProviderID? { isThere ? fix.source.provider : nil }

  package mutating func keep(_ fix: Location) {
    self.fix = fix
    isThere = true
  }

  mutating func forget() { isThere = false }
}
