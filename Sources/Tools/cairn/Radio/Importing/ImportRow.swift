import CairnRadio
import CairnTypes

/// A place in degrees × 10⁷.
struct ImportedPlace {
  let latitudeE7: Int32
  let longitudeE7: Int32

  /// - Parameter coordinate: a valid one.
  init(_ coordinate: Coordinate) {
    latitudeE7 = Int32(max(-9e8, min(9e8, (coordinate.latitude * 1e7).rounded())))
    longitudeE7 = Int32(max(-1.8e9, min(1.8e9, (coordinate.longitude * 1e7).rounded())))
  }

  var coordinate: Coordinate {
    Coordinate(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7)
  }
}

/// One row or observation of an access point, in 24 bytes.
struct AccessPointRow {
  let key: UInt64
  let place: ImportedPlace
  /// Metres, 68 %; NaN for unknown.
  let accuracy: Float

  init(_ bssid: BSSID, _ coordinate: Coordinate, accuracy: Double?) {
    key = bssid.rawValue
    place = ImportedPlace(coordinate)
    self.accuracy = accuracy.map { Float($0) } ?? .nan
  }
}

/// One row or observation of a cell or area.
struct CellRow {
  let identity: CellIdentity
  let place: ImportedPlace
  /// Metres; 0 for unknown.
  let range: Float
  /// Number of observations.
  let weight: Float
}

/// Why a row is left out.
struct BadRow: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// All rows of all files, in memory until they are sorted.
struct ImportedRows {
  /// Most rows of each kind; bounds memory to about 240 MB for access points.
  static let maximumRows = 10_000_000

  var accessPoints: [AccessPointRow] = []
  var cells: [CellRow] = []
  var areas: [CellRow] = []
  /// Rows and observations read, bad ones included.
  var rows = 0
  var badRows = 0
  /// Access points that must not be stored.
  var ineligible = 0

  var isFull: Bool {
    max(accessPoints.count, cells.count, areas.count) >= Self.maximumRows
  }

  /// Adds an access point if it may be stored; `ssid` is `nil` if the file does not name it.
  mutating func add(
    _ bssid: BSSID, ssid: SSID?, _ coordinate: Coordinate, accuracy: Double?
  ) {
    guard bssid.isEligible, ssid.map({ !$0.isHidden && !$0.isOptedOut }) ?? true else {
      ineligible += 1
      return
    }
    accessPoints.append(AccessPointRow(bssid, coordinate, accuracy: accuracy))
  }
}
