import Cairn
import CairnFoundation
import CairnSimulator
import CoreLocationCompat
import Testing

@Suite("Core Location's values")
struct ValueTests {
  private let now = MonotonicTime(nanoseconds: 1_000_000_000_000)

  private func fix(age: Duration = .zero) -> Location {
    Location(
      coordinate: seoul, horizontalAccuracy: 5, time: now - age,
      source: LocationSource(provider: "gnss", technology: .gnss))
  }

  @Test("what is not known is below zero")
  func absent() {
    let location = CLLocation(fix(), at: now)
    #expect(location.horizontalAccuracy == 5)
    #expect(location.verticalAccuracy == -1 && location.altitude == 0)
    #expect(location.course == -1 && location.courseAccuracy == -1)
    #expect(location.speed == -1 && location.speedAccuracy == -1)
    #expect(location.floor == nil)
    #expect(location.sourceInformation?.isSimulatedBySoftware == false)
  }

  @Test("what is known stays as it is")
  func present() {
    var fix = fix()
    fix.altitude = 38
    fix.verticalAccuracy = 4
    fix.ellipsoidalAltitude = 61
    fix.speed = 1.4
    fix.course = 90
    fix.floor = 2
    fix.source.flags = [.replayed, .external]
    let location = CLLocation(fix, at: now)
    #expect(location.altitude == 38 && location.verticalAccuracy == 4)
    #expect(location.ellipsoidalAltitude == 61 && location.floor?.level == 2)
    #expect(location.speed == 1.4 && location.course == 90)
    #expect(location.sourceInformation?.isSimulatedBySoftware == true)
    #expect(location.sourceInformation?.isProducedByAccessory == true)
    #expect(location.cairnLocation == fix)
  }

  @Test("an accuracy without an altitude is none")
  func noAltitude() {
    var fix = fix()
    fix.verticalAccuracy = 4
    #expect(CLLocation(fix, at: now).verticalAccuracy == -1)
  }

  @Test("a timestamp is the receiver's where the system's clock agrees with it")
  func goodClock() throws {
    var fix = fix(age: .seconds(3))
    let instant = try #require(Timestamp(Date(timeIntervalSinceNow: -3.4)))
    fix.timestamp = instant
    #expect(Timestamp(CLLocation(fix, at: now).timestamp) == Timestamp(Date(instant)))
  }

  @Test("a clock that is wrong makes no fix old: its timestamp is as old as the fix")
  func wrongClock() {
    for year in [-56.0, 1] {
      var fix = fix(age: .seconds(3))
      fix.timestamp = Timestamp(Date(timeIntervalSinceNow: year * 31_556_952))
      let age = -CLLocation(fix, at: now).timestamp.timeIntervalSinceNow
      #expect((age - 3).magnitude < 1)
    }
  }

  @Test("a location of the program's own has no accuracy and is now")
  func own() {
    let location = CLLocation(latitude: 1, longitude: 2)
    #expect(location.horizontalAccuracy == 0 && location.verticalAccuracy == -1)
    #expect(location.cairnLocation == nil)
    for own in [location, CLLocation()] {
      #expect(own.sourceInformation?.isSimulatedBySoftware == false)
      #expect(own.sourceInformation?.isProducedByAccessory == false)
    }
    #expect(location.timestamp.timeIntervalSinceNow.magnitude < 5)
    let other = CLLocation(
      coordinate: CLLocationCoordinate2DMake(1, 2), altitude: 3, horizontalAccuracy: 4,
      verticalAccuracy: 5, course: 6, speed: 7, timestamp: .distantPast)
    #expect(other.course == 6 && other.speed == 7 && other.speedAccuracy == -1)
  }

  @Test("distances are those of the ellipsoid")
  func distance() {
    let start = CLLocation(latitude: seoul.latitude, longitude: seoul.longitude)
    let end = seoul.moved(by: 50, bearing: 0)
    let location = CLLocation(latitude: end.latitude, longitude: end.longitude)
    #expect((start.distance(from: location) - 50).magnitude < 0.001)
  }

  @Test(
    "a coordinate is valid within its ranges",
    arguments: [
      (90.0, 180.0, true), (-90, -180, true), (90.000_000_1, 0, false), (0, 180.000_000_1, false),
      (.nan, 0, false), (0, .infinity, false), (-180, -180, false),
    ])
  func validity(latitude: Double, longitude: Double, isValid: Bool) {
    let coordinate = CLLocationCoordinate2DMake(latitude, longitude)
    #expect(CLLocationCoordinate2DIsValid(coordinate) == isValid)
  }

  @Test("the numbers of the enumerations are Core Location's")
  func numbers() {
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLAuthorizationStatus.authorizedAlways.rawValue == 3)
    #expect(CLAccuracyAuthorization.reducedAccuracy.rawValue == 1)
    #expect(CLActivityType.other.rawValue == 1 && CLActivityType.airborne.rawValue == 5)
    #expect(CLRegionState.outside.rawValue == 2)
    for code in LocationError.Code.allCases where code.rawValue <= 18 {
      let same = CLError.Code(rawValue: Int(code.rawValue))
      #expect(same.map { "\($0)" } == "\(code)")
    }
    #expect(CLError.Code.historicalLocationError.rawValue == 19)
    #expect(CLError.Code(rawValue: 20) == nil)
  }

  @Test("an error is found by its type, by its code, and as an NSError")
  func errors() {
    let error: any Error = CLError(.denied)
    #expect((error as? CLError)?.code == .denied)
    #expect((error as NSError).code == CLError.denied.rawValue)
    #expect((error as NSError).domain == kCLErrorDomain)
    do {
      throw error
    } catch CLError.network {
      Issue.record("that is another one")
    } catch CLError.denied {
    } catch {
      Issue.record("not found by its code: \(error)")
    }
  }

  @Test("regions of one name are equal, and a circle knows its inside")
  func regions() {
    let center = CLLocationCoordinate2D(seoul)
    let small = CLCircularRegion(center: center, radius: 10, identifier: "a")
    let large = CLCircularRegion(center: center, radius: 100, identifier: "a")
    #expect(small == large && Set([small, large]).count == 1)
    #expect(small != CLCircularRegion(center: center, radius: 10, identifier: "b"))
    let near = CLLocationCoordinate2D(seoul.moved(by: 50, bearing: 0))
    #expect(large.contains(near) && !small.contains(near))
  }
}
