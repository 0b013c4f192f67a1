import Cairn
import ContactsCompat
import CoreLocationCompat
import Testing

@Suite("Core Location's objects in archives")
struct ArchiveTests {
  private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    return try #require(back)
  }

  private var known: CLLocation {
    var fix = Location(
      coordinate: seoul, horizontalAccuracy: 5, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "gnss", technology: .gnss, flags: .simulated))
    fix.altitude = 38
    fix.verticalAccuracy = 4
    fix.ellipsoidalAltitude = 61
    fix.speed = 1.4
    fix.speedAccuracy = 0.2
    fix.course = 90
    fix.courseAccuracy = 3
    fix.floor = -2
    return CLLocation(fix, at: MonotonicTime(nanoseconds: 0))
  }

  @Test("a location comes back with all that Core Location knows of it")
  func location() throws {
    let location = known
    let back = try archived(location)
    #expect(back.coordinate.latitude == location.coordinate.latitude)
    #expect(back.coordinate.longitude == location.coordinate.longitude)
    #expect(back.altitude == 38 && back.verticalAccuracy == 4 && back.ellipsoidalAltitude == 61)
    #expect(back.horizontalAccuracy == 5)
    #expect(back.speed == 1.4 && back.speedAccuracy == 0.2)
    #expect(back.course == 90 && back.courseAccuracy == 3)
    #expect((back.timestamp.timeIntervalSince(location.timestamp)).magnitude < 1e-3)
    #expect(back.floor?.level == -2)
    #expect(back.sourceInformation?.isSimulatedBySoftware == true)
    #expect(back.sourceInformation?.isProducedByAccessory == false)
    #expect(back.cairnLocation == nil)
    #expect(location.copy() as? CLLocation === location)
  }

  @Test("an archive without their values gives no objects")
  func empty() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(1, forKey: "other")
    archiver.finishEncoding()
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(CLLocation(coder: coder) == nil)
    #expect(CLCircularRegion(coder: coder) == nil && CLBeaconRegion(coder: coder) == nil)
    #expect(CLBeaconIdentityConstraint(coder: coder) == nil && CLBeacon(coder: coder) == nil)
    #expect(CLPlacemark(coder: coder)?.postalAddress == nil)
    #expect(CLVisit(coder: coder)?.arrivalDate == .distantPast)
  }

  @Test("regions come back with their settings, and so do copies")
  func regions() throws {
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2D(seoul), radius: 10, identifier: "home")
    circle.notifyOnExit = false
    for back in [try archived(circle), try #require(circle.copy() as? CLCircularRegion)] {
      #expect(back == circle && back !== circle && back.radius == 10)
      #expect(back.center.latitude == seoul.latitude && !back.notifyOnExit && back.notifyOnEntry)
    }
    let uuid = UUID()
    let shop = CLBeaconRegion(uuid: uuid, major: 3, identifier: "shop")
    shop.notifyEntryStateOnDisplay = true
    for back in [try archived(shop), try #require(shop.copy() as? CLBeaconRegion)] {
      #expect(back.uuid == uuid && back.major == 3 && back.minor == nil)
      #expect(back.identifier == "shop" && back.notifyEntryStateOnDisplay)
      #expect(back.beaconIdentityConstraint == shop.beaconIdentityConstraint)
    }
  }

  @Test("a place comes back with its address, and as a place of Contacts")
  func placemark() throws {
    var parts = CLPlacemark.Address()
    parts.name = "City Hall"
    parts.locality = "Seoul"
    parts.country = "Korea"
    parts.isoCountryCode = "KR"
    parts.areasOfInterest = ["Plaza"]
    parts.timeZone = TimeZone(identifier: "Asia/Seoul")
    let area = Region(identifier: "hall", shape: .circle(center: seoul, radius: 50))
    let place = CLPlacemark(location: known, area: area, address: parts)
    let back = try archived(place)
    #expect(back.name == "City Hall" && back.locality == "Seoul" && back.thoroughfare == nil)
    #expect(back.areasOfInterest == ["Plaza"] && back.timeZone?.identifier == "Asia/Seoul")
    #expect((back.region as? CLCircularRegion)?.radius == 50)
    #expect(back.location?.horizontalAccuracy == 5)
    #expect(CLPlacemark(placemark: back).country == "Korea")
    #expect(back.postalAddress?.city == "Seoul" && back.postalAddress?.isoCountryCode == "KR")
    #expect(place.description.hasPrefix("City Hall, Korea, Seoul, @ <"))
    #expect(CLPlacemark().postalAddress == nil)
  }

  @Test("the objects that no provider makes yet come back as they were")
  func unmade() throws {
    #expect(try archived(CLHeading()).magneticHeading == -1)
    #expect(try archived(CLVisit()).departureDate == .distantFuture)
    let beacon = CLBeacon()
    let back = try archived(beacon)
    #expect(back.uuid == beacon.uuid && back.proximity == .unknown && back.rssi == 0)
  }

  @Test("descriptions have Apple's form")
  func descriptions() {
    let place = CLLocation(latitude: 37.3317, longitude: -122.0307)
    let start = "<+37.33170000,-122.03070000> +/- 0.00m (speed -1.00 mps / course -1.00) @ "
    #expect(place.description.hasPrefix(start))
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 2), radius: 3, identifier: "home")
    let words =
      "CLCircularRegion (identifier:'home', center:<+1.00000000,+2.00000000>, radius:3.00m)"
    #expect(circle.description == words)
  }
}
