package import CairnJSON
package import CairnTypes
package import CairnUpdates

// The objects of services besides the standard one, which the page shows; docs/monitor.schema.json describes them.

extension JSONText {
  /// Writes a heading.
  package mutating func report(_ heading: Heading) {
    object {
      $0.member("event", "heading")
      $0.member("time", heading.time.nanoseconds)
      $0.member("magnetic", heading.magneticHeading, places: 2)
      $0.member("true", heading.trueHeading, places: 2)
      $0.member("accuracy", heading.accuracy, places: 2)
    }
  }

  /// Writes a stay that has begun or ended.
  package mutating func report(_ visit: Visit) {
    object {
      $0.member("event", "visit")
      $0.member("latitude", visit.coordinate.latitude)
      $0.member("longitude", visit.coordinate.longitude)
      $0.member("horizontalAccuracy", visit.horizontalAccuracy)
      $0.member("arrival", visit.arrival?.description)
      $0.member("departure", visit.departure?.description)
    }
  }

  /// Writes the state of a region, with its shape.
  package mutating func report(_ state: RegionState, of region: Region) {
    object {
      $0.member("event", "region")
      $0.member("identifier", region.identifier)
      $0.member("state", "\(state)")
      switch region.shape {
      case .circle(let center, let radius):
        $0.array("center") { $0.place(center) }
        $0.member("radius", radius)
      case .polygon(let corners): $0.places("polygon", corners)
      case .corridor(let points, let width):
        $0.places("corridor", points)
        $0.member("width", width)
      case .beacon(let constraint):
        $0.object("beacon") {
          $0.member("uuid", "\(constraint.uuid)")
          $0.member("major", constraint.major)
          $0.member("minor", constraint.minor)
        }
      }
    }
  }

  /// Writes the beacons in range, the nearest first.
  package mutating func report(_ beacons: [Beacon]) {
    object {
      $0.member("event", "beacons")
      $0.array("beacons") { list in
        for beacon in beacons {
          list.object {
            $0.member("uuid", "\(beacon.uuid)")
            $0.member("major", beacon.major)
            $0.member("minor", beacon.minor)
            $0.member("proximity", "\(beacon.proximity)")
            $0.member("accuracy", beacon.accuracy, places: 2)
            $0.member("rssi", Int(beacon.rssi))
          }
        }
      }
    }
  }

  private mutating func places(_ name: StaticString, _ points: [Coordinate]) {
    array(name) { list in for point in points { list.array { $0.place(point) } } }
  }

  private mutating func place(_ point: Coordinate) {
    element(point.latitude)
    element(point.longitude)
  }
}
