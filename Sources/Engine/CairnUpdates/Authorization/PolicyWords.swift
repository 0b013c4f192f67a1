internal import CairnTypes

/// The vocabulary of policy files.
enum PolicyWords {
  enum Key: String, CaseIterable {
    case enabled, status, accuracy, services, purpose
    case temporaryFullAccuracy = "temporary-full-accuracy"

    /// The keys allowed in `[system]`, or in any other section.
    static func keys(of subject: PolicySection.Subject) -> [Key] {
      allCases.filter { ($0 == .enabled) == (subject == .system) }
    }
  }

  /// The words that start a section.
  static let sections = ["system", "default", "client"]

  static let switches = [("yes", true), ("no", false)]

  static let statuses: [(String, AuthorizationStatus)] = [
    ("always", .authorizedAlways), ("when-in-use", .authorizedWhenInUse), ("denied", .denied),
    ("restricted", .restricted),
  ]

  static let accuracies: [(String, AccuracyAuthorization)] = [
    ("full", .fullAccuracy), ("reduced", .reducedAccuracy),
  ]

  static let services: [(String, ServiceSet)] = [
    ("standard", .standard), ("significant-change", .significantChange), ("visits", .visits),
    ("monitoring", .monitoring), ("ranging", .ranging), ("heading", .heading),
    ("geocoding", .geocoding), ("raw-measurements", .rawMeasurements), ("wake", .wake),
    ("all", .all),
  ]
}
