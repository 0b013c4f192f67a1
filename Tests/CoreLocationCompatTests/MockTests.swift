import ContactsCompat
import CoreLocationCompat.CLGeocoder
import CoreLocationCompat.CLLocationManager
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

/// Overrides the initializers that it wants to know of.
private final class CountedLocation: CLLocation, @unchecked Sendable {
  override init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    super.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, speed: speed + 1, timestamp: timestamp)
  }

  required init?(coder: NSCoder) { nil }
}

private final class NumberedRegion: CLBeaconRegion {
  let number: Int

  init(number: Int) {
    self.number = number
    super.init(uuid: UUID(), major: 1, identifier: "\(number)")
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
  override var subThoroughfare: String? { "1" }
  override var thoroughfare: String? { "Sejong-daero" }
}

private final class MockBeacon: CLBeacon, @unchecked Sendable {
  override var proximity: CLProximity { .near }
}

private final class MockGeocoder: CLGeocoder {
  override var isGeocoding: Bool { true }

  override func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler([MockPlacemark()], nil)
  }

  override func geocodeAddressString(
    _ addressString: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler(nil, CLError(.geocodeFoundNoResult, userInfo: ["address": addressString]))
  }
}

/// What programs put in front of the geocoder.
private protocol AddressFinder {
  func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler)
  func geocodePostalAddress(
    _ postalAddress: CNPostalAddress, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler)
}

private protocol AwaitedAddressFinder {
  func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark]
  func geocodeAddressString(_ addressString: String, in region: CLRegion?) async throws
    -> [CLPlacemark]
}

extension CLGeocoder: AddressFinder, AwaitedAddressFinder {}

private protocol OldAddress {
  var addressDictionary: [AnyHashable: Any]? { get }
}

extension CLPlacemark: OldAddress {}

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
    let counted = CountedLocation(
      coordinate: CLLocationCoordinate2D(), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: 0, course: 0, speed: 4, timestamp: Date())
    #expect(counted.speed == 5)
    let region = NumberedRegion(number: 7)
    #expect(region.identifier == "7" && region.major == 1 && region.minor == nil)
  }

  @Test("requests reach a geocoder's subclass, called directly, awaited or by a protocol")
  func requests() async throws {
    let geocoder: CLGeocoder = MockGeocoder()
    let here = CLLocation(latitude: 1, longitude: 2)
    var names: [String?] = []
    geocoder.reverseGeocodeLocation(here) { places, _ in names.append(places?.first?.locality) }
    (geocoder as any AddressFinder).reverseGeocodeLocation(here) { places, _ in
      names.append(places?.first?.locality)
    }
    #expect(names == ["Seoul", "Seoul"])
    #expect(try await geocoder.reverseGeocodeLocation(here).first?.locality == "Seoul")
    let awaited: any AwaitedAddressFinder = geocoder
    #expect(try await awaited.reverseGeocodeLocation(here).first?.locality == "Seoul")
    await #expect(throws: CLError(.geocodeFoundNoResult, userInfo: ["address": "x"])) {
      try await awaited.geocodeAddressString("x", in: nil)
    }
  }

  @Test("an address has the keys of before Contacts")
  func dictionary() throws {
    // Through a protocol, because the property is deprecated.
    let old: any OldAddress = MockPlacemark()
    let address = try #require(old.addressDictionary)
    #expect(address["City"] as? String == "Seoul")
    #expect(address["Street"] as? String == "1 Sejong-daero")
    #expect(address["FormattedAddressLines"] as? [String] == ["1 Sejong-daero", "Seoul"])
    #expect(address["ZIP"] == nil && address.count == 5)
    #expect((CLPlacemark() as any OldAddress).addressDictionary == nil)
  }

  @Test("an error tells what the program told it")
  func error() {
    let error = CLError(.denied, userInfo: ["why": "no"])
    #expect(error.userInfo["why"] as? String == "no")
    #expect((error as NSError).userInfo["why"] as? String == "no")
    #expect(error != CLError(.denied) && error == CLError(.denied, userInfo: ["why": "no"]))
    #expect(error.hashValue == CLError(.denied).hashValue, "equal or not, found by its code")
  }
}
