import ContactsCompat
import CoreLocationCompat
import Testing

// As programs replace Core Location's objects in their tests.

private class MockLocation: CLLocation, @unchecked Sendable {
  override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2DMake(1, 2) }
  override var speed: CLLocationSpeed { 9 }
}

private final class NamedLocation: CLLocation, @unchecked Sendable {
  let name: String

  init(name: String) {
    self.name = name
    super.init(latitude: 5, longitude: 6)
  }

  required init?(coder: NSCoder) { nil }
}

private final class MockVisit: CLVisit, @unchecked Sendable {
  override var arrivalDate: Date { Date(timeIntervalSince1970: 0) }
}

private final class MockHeading: CLHeading, @unchecked Sendable {
  override var trueHeading: CLLocationDirection { 12 }
}

private final class MockFloor: CLFloor, @unchecked Sendable {
  override var level: Int { 3 }
}

private final class MockPlacemark: CLPlacemark, @unchecked Sendable {
  override var locality: String? { "Seoul" }
}

private final class MockBeacon: CLBeacon, @unchecked Sendable {
  override var proximity: CLProximity { .near }
}

private final class MockGeocoder: CLGeocoder {
  override var isGeocoding: Bool { true }
}

@Suite("Core Location's objects as base classes")
struct MockTests {
  @Test("what a subclass replaces is what others see")
  func replaced() {
    let location: CLLocation = MockLocation()
    #expect(location.coordinate.longitude == 2 && location.speed == 9)
    #expect(location.distance(from: CLLocation(latitude: 1, longitude: 2)) == 0)
    #expect(location.description.hasPrefix("<+1.00000000,+2.00000000> "))
    let named = NamedLocation(name: "here")
    #expect(named.coordinate.latitude == 5 && named.name == "here")
    #expect((MockVisit() as CLVisit).arrivalDate.timeIntervalSince1970 == 0)
    #expect((MockHeading() as CLHeading).trueHeading == 12)
    #expect((MockFloor() as CLFloor).level == 3)
    #expect((MockPlacemark() as CLPlacemark).postalAddress?.city == "Seoul")
    #expect((MockBeacon() as CLBeacon).proximity == .near)
    #expect((MockGeocoder() as CLGeocoder).isGeocoding)
  }
}
