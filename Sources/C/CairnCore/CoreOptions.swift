package import CairnTypes

/// What one manager wants of its services.
package struct CoreOptions: Sendable {
  /// Options of the standard service.
  package var standard = LocationConfiguration()
  /// Options of significant changes.
  package var significant = SignificantChangeOptions()
  /// Options of visits.
  package var visits = VisitOptions()

  /// Creates the usual options.
  package init() {}
}

/// The services of a manager. Raw values are those of `cairn.h`.
package enum CoreService: Int32, Sendable {
  case locations = 1
  case significant = 2
  case visits = 3
  case satellites = 5
}
