// Runs the articles' delegates on a main run loop and says what they did. Ends with status 1 at the first
// expectation that does not hold.

import Cairn
import CairnSimulator
import CoreLocation
import MapKit

@main
struct Program {
  static func main() throws {
    try stopsByItself()
    try stopsWhenDenied()
    try showsAnAddress()
    try heedsTheStatus()
    try findsAddresses()
  }

  static func expect(_ condition: Bool, _ words: String) {
    print("  \(condition ? "" : "NOT: ")\(words)")
    if !condition { exit(1) }
  }

  static func stopsByItself() throws {
    print("001, the loop that ends by itself:")
    let stage = try Stage.begin()
    let earlier = CLLocationManager()
    earlier.startUpdatingLocation()
    stage.fix(accuracy: 3)
    earlier.stopUpdatingLocation()
    stage.advance(.seconds(60))

    let finder = CountingFinder()
    finder.begin()
    stage.pump()
    expect(finder.labels == 0, "a cached position a minute old is left out")
    stage.fix(north: 1000, accuracy: 100, speed: 20)
    stage.fix(north: 1020, accuracy: 60, speed: 20)
    stage.advance(.seconds(5))
    expect(
      finder.labels == 2 && finder.accuracies.count > 3,
      "positions count that are better than the one before, not those of a course that goes on")
    stage.advance(.seconds(40))
    expect(
      finder.codes == [.locationUnknown] && finder.updatingLocation
        && finder.lastLocationError == nil,
      "that the location is unknown after 30 s is told, and does not stop it")
    stage.fix(north: 2000, accuracy: 8, speed: 20)
    expect(
      !finder.updatingLocation && finder.locationManager.delegate == nil, "8 m of 10 stop it")
    expect(
      finder.labels == 3 && (0...8).contains(finder.location?.horizontalAccuracy ?? -1),
      "that is what it found")
    stage.advance(.seconds(1))
    expect(!stage.provider.log.isRunning, "the receiver is off a second later")

    stage.advance(.seconds(10))
    let denied = Finder()
    denied.begin()
    stage.pump()
    stage.policy.set(.denied)
    expect(
      stage.wait { !denied.updatingLocation } && denied.lastLocationError is CLError,
      "a denial stops it and is kept")
  }

  static func stopsWhenDenied() throws {
    print("002, the delegate of the standard service:")
    let stage = try Stage.begin()
    let listener = CountingListener()
    listener.manager.delegate = listener
    listener.manager.startUpdatingLocation()
    stage.pump()
    stage.fix()
    stage.fix(north: 5)
    expect(listener.updates == 2, "each position arrives")
    stage.policy.set(.denied)
    expect(stage.wait { listener.errors == [.denied] }, "a denial arrives")
    expect(stage.system.clientCount == 0, "nobody asks for positions any more")
  }

  static func showsAnAddress() throws {
    print("003, the map with its label:")
    let stage = try Stage.begin()
    stage.policy.set(.notDetermined)
    let street = OneStreet()
    CLGeocoder.backend = street
    let controller = MapVC()
    controller.checkLocationService()
    stage.pump()
    stage.fix()
    expect(controller.addressLabel.text == nil, "nothing is shown before it is allowed")
    stage.policy.set(.authorizedWhenInUse)
    expect(
      stage.wait { controller.mapView.showsUserLocation && stage.provider.log.isRunning },
      "the permission starts it")
    stage.fix()
    expect(
      stage.wait { controller.addressLabel.text == "Seoul Jung-gu 0 Sejong-daero" },
      "the label has the address of the map's middle")
    stage.fix(north: 30)
    expect(
      (controller.mapView.centerCoordinate.latitude - seoul.moved(by: 30, bearing: 0).latitude)
        .magnitude < 1e-9, "the map follows")
    stage.fix(north: 70)
    expect(
      stage.wait { controller.addressLabel.text == "Seoul Jung-gu 7 Sejong-daero" },
      "so does the label")
    expect(street.lookups == 2, "30 m were not looked up, 70 m were")
  }

  static func heedsTheStatus() throws {
    print("004, status, start and distance:")
    let stage = try Stage.begin()
    let walker = Walker()
    for (status, effect) in [
      (AuthorizationStatus.denied, ["nothing"]), (.restricted, ["nothing"]),
      (.notDetermined, []), (.authorizedWhenInUse, ["in use"]), (.authorizedAlways, ["always"]),
    ] {
      stage.policy.set(status)
      walker.printed = []
      walker.readStatus()
      expect(walker.printed == effect, "\(status) enables \(effect)")
    }
    stage.pump()
    walker.printed = []
    walker.locationManager.delegate = walker
    stage.pump()
    expect(walker.printed == ["Authorized"], "the delegate is told the status once")
    stage.policy.set(.denied)
    expect(
      stage.wait { walker.printed == ["Authorized", "Unauthorized"] }, "and each change of it")
    walker.startUpdatingLocation()
    stage.pump()
    expect(stage.system.clientCount == 0, "without permission it does not start")
    stage.policy.set(.authorizedAlways)
    expect(stage.wait { walker.printed.count == 3 }, "and another one")
    walker.startUpdatingLocation()
    walker.printed = []
    stage.pump()
    for step in 0..<5 { stage.fix(north: Double(step) * 5, speed: 5) }
    expect(walker.printed.count == 3, "of 20 m in steps of 5 m, a filter of 10 m passes 3")
    stage.policy.set(.denied)
  }

  static func findsAddresses() throws {
    print("000 and 004, geocoding:")
    let stage = try Stage.begin()
    let (long, short) = (AddressFinder(), ShortAddressFinder())
    var streets: [String?] = []
    long.lookUpCurrentLocation { streets.append($0?.thoroughfare) }
    short.lookUpCurrentLocation { streets.append($0?.thoroughfare) }
    expect(streets == [nil, nil], "without a position there is no address")
    long.locationManager.startUpdatingLocation()
    stage.pump()
    stage.fix()
    long.lookUpCurrentLocation { streets.append($0?.thoroughfare) }
    short.lookUpCurrentLocation { streets.append($0?.thoroughfare) }
    expect(
      stage.wait { streets.count == 4 } && streets[2...] == ["Sejong-daero", "Sejong-daero"],
      "a position has one")

    var answers: [(latitude: Double, error: Error?)] = []
    long.getCoordinate(addressString: "Sejong-daero 0") { answers.append(($0.latitude, $1)) }
    short.getCoordinate(addressString: "Sejong-daero 0") { answers.append(($0.latitude, $1)) }
    expect(
      stage.wait { answers.count == 2 }
        && answers.allSatisfy { $0.latitude == seoul.latitude && $0.error == nil },
      "an address has a position")
    answers = []
    long.getCoordinate(addressString: "nowhere") { answers.append(($0.latitude, $1)) }
    short.getCoordinate(addressString: "nowhere") { answers.append(($0.latitude, $1)) }
    expect(
      stage.wait { answers.count == 2 }
        && answers.allSatisfy {
          $0.latitude == kCLLocationCoordinate2DInvalid.latitude
            && ($0.error as NSError?)?.code == CLError.geocodeFoundNoResult.rawValue
        }, "one that is not found has the invalid one, and an error")
  }
}
