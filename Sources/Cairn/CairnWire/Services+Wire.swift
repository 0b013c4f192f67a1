package import CairnTypes

// Options and events of the services besides the standard one. Programs to start are not part of them: the
// demand of a client ends with it.

extension SignificantChangeOptions {
  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&distance)
    f.fixed(&minimumInterval)
    if !(distance.isFinite && distance >= 0) { f.fail() }
  }
}

extension VisitOptions {
  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&radius)
    f.fixed(&minimumStay)
    if !(radius.isFinite && radius >= 0) { f.fail() }
  }
}

extension Visit {
  static let blank = Visit(
    coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: 0)

  mutating func wire(_ f: inout some RecordVisitor) {
    f.coordinate(&coordinate)
    f.real(&horizontalAccuracy)
    f.fixed(&arrival)
    f.fixed(&departure)
    f.fixed(&arrivalTime)
    f.fixed(&departureTime)
  }
}

/// Settings of the compass of one client.
package struct WireHeading: Equatable, Sendable {
  /// Degrees between two headings; `nil` for every heading.
  package var filter: Double?
  package var orientation: DeviceOrientation

  package init(filter: Double? = nil, orientation: DeviceOrientation = .portrait) {
    self.filter = filter
    self.orientation = orientation
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&filter)
    f.code(&orientation, unknown: .portrait)
    f.reserved(7)
  }
}

extension Heading {
  static let blank = Heading(magneticHeading: 0, time: MonotonicTime(nanoseconds: 0))

  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&magneticHeading)
    f.fixed(&trueHeading)
    f.fixed(&accuracy)
    wireField(&f)
    f.time(&time)
  }

  /// Visits the three components of the field, all of which are absent without one.
  private mutating func wireField(_ f: inout some RecordVisitor) {
    var (x, y, z) = (field?.x, field?.y, field?.z)
    f.fixed(&x)
    f.fixed(&y)
    f.fixed(&z)
    guard let x, let y, let z else {
      field = nil
      return
    }
    field = Field(x: x, y: y, z: z)
  }
}
