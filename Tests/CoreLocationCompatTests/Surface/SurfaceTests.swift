import CoreLocationCompat
import Foundation
import Testing

// A use of every symbol that docs/CORE-LOCATION.md calls present, under the name that it has there.

/// Deprecated symbols are used without warnings, as a witness.
protocol Uses {
  static func list() -> [(name: String, use: Any)]
}

/// Values that the uses need.
enum Sample {
  static let place = CLLocationCoordinate2D()
  static let date = Date()
  static let circle = CLMonitor.CircularGeographicCondition(center: place, radius: 1)
}

@Suite("Core Location's surface")
struct SurfaceTests {
  @Test("what the document calls present compiles, and the rest is not claimed")
  func document() throws {
    let all: [any Uses.Type] = [
      UsesCLLocationManager.self,
      UsesCLLocationManagerDelegate.self,
      UsesCLLocation.self,
      UsesCLFloor.self,
      UsesCLLocationSourceInformation.self,
      UsesCLLocationCoordinate2D.self,
      UsesCLHeading.self,
      UsesCLVisit.self,
      UsesCLRegion.self,
      UsesCLCircularRegion.self,
      UsesCLBeaconRegion.self,
      UsesCLBeaconIdentityConstraint.self,
      UsesCLBeacon.self,
      UsesCLLocationUpdate.self,
      UsesCLMonitor.self,
      UsesCLServiceSession.self,
      UsesCLGeocoder.self,
      UsesCLPlacemark.self,
      UsesEnumerations.self,
      UsesCLError.self,
      UsesConstantsAndNamesOfNumbers.self,
    ]
    let used = all.flatMap { $0.list().map(\.name) }
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let file = root.appending(path: "../../../docs/CORE-LOCATION.md")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) } }
    let present = rows.filter { $0[1] != "no" }.map { $0[0] }
    #expect(used.sorted() == present.sorted())
    #expect(rows.allSatisfy { ["yes", "differs", "no"].contains($0[1]) })
    #expect(rows.allSatisfy { $0[1] == "yes" || $0.count > 2 && !$0[2].isEmpty })
  }
}
