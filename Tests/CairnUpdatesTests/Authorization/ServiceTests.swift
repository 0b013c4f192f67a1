import CairnTypes
import Testing

@Suite("Services and authorization")
struct ServiceTests {
  @Test(
    "J145: in use and always both allow standard, ranging, heading and geocoding",
    arguments: [ServiceSet.standard, .ranging, .heading, .geocoding],
    [AuthorizationStatus.authorizedWhenInUse, .authorizedAlways])
  func both(service: ServiceSet, status: AuthorizationStatus) {
    let authorization = Authorization(status: status, reason: "test")
    #expect(authorization.allows(service))
    #expect(authorization.refusal(of: service) == nil)
  }

  @Test(
    "J146: significant change, visits and region monitoring are allowed always, refused in use",
    arguments: [
      (ServiceSet.significantChange, LocationError.Code.denied), (.visits, .denied),
      (.monitoring, .regionMonitoringDenied),
    ])
  func alwaysOnly(service: ServiceSet, code: LocationError.Code) {
    let always = Authorization(status: .authorizedAlways, reason: "test")
    #expect(always.allows(service))
    #expect(always.refusal(of: service) == nil)
    let inUse = Authorization(status: .authorizedWhenInUse, reason: "test")
    #expect(!inUse.allows(service))
    #expect(inUse.refusal(of: service) == code)
  }

  @Test(
    "J150: reduced accuracy refuses regions and ranging",
    arguments: [
      (ServiceSet.monitoring, LocationError.Code?.some(.regionMonitoringDenied)),
      (.ranging, .denied), (.rawMeasurements, .denied), (.standard, nil), (.significantChange, nil),
      (.visits, nil), (.heading, nil), (.geocoding, nil),
    ])
  func reducedAccuracy(service: ServiceSet, code: LocationError.Code?) {
    let authorization = Authorization(
      status: .authorizedAlways, accuracy: .reducedAccuracy, reason: "test")
    #expect(authorization.refusal(of: service) == code)
  }

  @Test(
    "without authorization nothing is allowed",
    arguments: [AuthorizationStatus.notDetermined, .restricted, .denied])
  func nothing(status: AuthorizationStatus) {
    #expect(Authorization(status: status, reason: "test").allowedServices == [])
  }

  @Test
  func `a service the policy does not name is refused`() {
    let authorization = Authorization(
      status: .authorizedAlways, services: [.standard, .visits], reason: "test")
    #expect(authorization.allows([.standard, .visits]))
    #expect(!authorization.allows([.standard, .monitoring]))
    #expect(authorization.refusal(of: .monitoring) == .regionMonitoringDenied)
    #expect(authorization.refusal(of: .geocoding) == .denied)
  }
}
