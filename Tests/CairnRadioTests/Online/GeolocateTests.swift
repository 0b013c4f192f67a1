import CairnJSON
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

private let now = MonotonicTime(nanoseconds: 100_000_000_000)

private func sighting(
  _ number: UInt64, ssid: String = "home", signal: Double = -60, age: Duration = .zero
) -> AccessPointSighting {
  AccessPointSighting(
    bssid: AccessPoints.bssid(number), ssid: SSID(ssid.utf8), signal: signal, frequency: 2412,
    time: now - age)
}

private func scan(_ sightings: [AccessPointSighting]) -> WiFiScan {
  WiFiScan(sightings: sightings, time: now)
}

struct GeolocateTests {
  @Test func `A question holds what may be looked up, as ichnaea writes it`() throws {
    let cell = CellSighting(
      identity: CellIdentity(.narrowband, countryCode: 228, networkCode: 1, area: 12_984, cell: 77),
      isServing: true, signal: -95.4, time: now - .seconds(1))
    let request = try #require(
      GeolocateRequest(
        scan([
          sighting(1, signal: -80, age: .milliseconds(1500)), sighting(2, signal: -50.6),
          sighting(3, ssid: "cafe_nomap"), sighting(4, ssid: ""), sighting(5, age: .seconds(31)),
        ]),
        [CellSighting(identity: nil, isServing: false, time: now), cell], at: now))
    let value = try JSONReader.value(of: request.json[...])
    #expect(value["considerIp"] == .flag(false))
    #expect(value["fallbacks"]?["ipf"] == .flag(false))
    guard case .array(let points) = value["wifiAccessPoints"],
      case .array(let cells) = value["cellTowers"]
    else {
      Issue.record("a list is missing")
      return
    }
    #expect(points.count == 2)
    #expect(points[0]["macAddress"] == .text(AccessPoints.bssid(2).description))
    #expect(points[0]["signalStrength"] == .number("-51"))
    #expect(points[0]["frequency"] == .number("2412"))
    #expect(points[1]["age"] == .number("1500"))
    #expect(points.allSatisfy { $0["ssid"] == nil })
    #expect(cells.count == 1)
    #expect(cells[0]["radioType"] == .text("lte"))
    #expect(cells[0]["mobileCountryCode"] == .number("228"))
    #expect(cells[0]["locationAreaCode"] == .number("12984"))
    #expect(cells[0]["cellId"] == .number("77"))
    #expect(cells[0]["signalStrength"] == .number("-95"))
    #expect(cells[0]["age"] == .number("1000"))
    #expect(request.heard == now)
  }

  @Test func `One access point alone is never sent`() {
    #expect(GeolocateRequest(scan([sighting(1)]), [], at: now) == nil)
    #expect(GeolocateRequest(scan([sighting(1), sighting(1)]), [], at: now) == nil)
    #expect(GeolocateRequest(scan([sighting(1), sighting(2, ssid: "")]), [], at: now) == nil)
    #expect(GeolocateRequest(nil, [], at: now) == nil)
    #expect(GeolocateRequest(scan([sighting(1), sighting(2)]), [], at: now) != nil)
  }

  @Test func `Only the strongest are sent`() throws {
    let all = (0..<50).map { sighting(UInt64($0), signal: -90 + Double($0)) }
    let request = try #require(GeolocateRequest(scan(all), [], at: now))
    #expect(request.accessPoints.count == GeolocateRequest.maximumNetworks)
    #expect(request.accessPoints.map(\.signal).min() == -70)
  }

  @Test func `An answer's radius of 95 % becomes one of 68 %`() throws {
    let answer = try GeolocateAnswer(
      json: Array(#"{"location":{"lat":-22.75,"lng":43.1},"accuracy":100.0}"#.utf8))
    #expect(answer.coordinate == Coordinate(latitude: -22.75, longitude: 43.1))
    #expect(abs(answer.horizontalAccuracy - 61.67) < 0.01)
    #expect(!answer.isArea)
    let area = try GeolocateAnswer(
      json: Array(#"{"location":{"lat":1,"lng":2},"accuracy":25000,"fallback":"lacf"}"#.utf8))
    #expect(area.isArea)
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"location":{"lat":"1","lng":2}}"#, #"{"location":{"lat":91,"lng":2}}"#,
    #"{"location":{"lat":1e400,"lng":2},"accuracy":1}"#, #"{"location":{"lat":1,"lng":2}"#,
    #"{"location":{"lat":1,"lng":2},"accuracy":9,"fallback":"ipf"}"#,
    #"{"location":{"lat":0,"lng":0},"accuracy":10}"#,
    #"{"location":{"lat":0.00001,"lng":-0.0},"accuracy":10}"#,
  ])
  func `An answer without a place of the device is refused`(text: String) {
    #expect(throws: GeolocateFailure.self) { try GeolocateAnswer(json: Array(text.utf8)) }
  }

  @Test(arguments: ["-5", "0", "null", "1e400", "\"9\""])
  func `An answer without a sound radius is taken for a coarse one`(radius: String) throws {
    let answer = try GeolocateAnswer(
      json: Array(#"{"location":{"lat":1,"lng":2},"accuracy":\#(radius)}"#.utf8))
    #expect(answer.horizontalAccuracy == 5000)
  }
}
