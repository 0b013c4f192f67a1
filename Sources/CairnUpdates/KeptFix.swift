package import CairnTypes

/// A fix or none, whose fields are read where they lie.
///
/// To read one field through an `Optional`, the compiler copies the whole fix first; the rules read a
/// dozen of them for every fix, each time out of cold memory.
package struct KeptFix: Sendable {
  package private(set) var isThere = false
  /// Without meaning until `isThere`.
  package private(set) var fix = Location(
    coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: .nan,
    time: .distantFuture, source: LocationSource(provider: "", technology: .gnss))

  /// None.
  package init() {}

  /// All of it.
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
