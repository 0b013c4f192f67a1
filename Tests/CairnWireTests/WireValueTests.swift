import CairnTypes
import Testing

@testable import CairnWire

@Suite("values in messages of the native socket")
struct WireValueTests {
  private func back(_ report: WireReport) throws -> WireReport {
    try WireReport.read(report.encoded(for: 1)).1
  }

  private func back(_ request: WireRequest) throws -> WireRequest {
    try WireRequest.read(request.encoded(for: 1)).1
  }

  /// The message with another octet at an offset of what follows the header.
  private func changed(_ message: [UInt8], at offset: Int, to octet: UInt8) -> [UInt8] {
    var message = message
    message[WireHeader.length + offset] = octet
    return message
  }

  @Test(arguments: LocationError.Code.allCases)
  func `every code of an error`(code: LocationError.Code) throws {
    for severity in LocationError.Severity.allCases {
      let report = WireReport.failure(LocationError(code, severity: severity))
      #expect(try back(report) == report)
    }
  }

  @Test(arguments: UInt8.min...(.max))
  func `an unknown code of an error keeps its reason`(raw: UInt8) throws {
    let message = WireReport.failure(LocationError(.denied, reason: "why")).encoded(for: 1)
    let read = try WireReport.read(changed(message, at: 0, to: raw)).1
    let code = LocationError.Code(rawValue: raw) ?? .locationUnknown
    #expect(read == .failure(LocationError(code, severity: .fatal, reason: "why")))
  }

  @Test(arguments: UInt8.min...(.max))
  func `every operation of a system call`(raw: UInt8) throws {
    let error = LocationError(.deviceBusy, cause: DeviceError(.read, path: "/dev/x", code: 5))
    let message = WireReport.failure(error).encoded(for: 1)
    guard
      case .failure(let read) = try WireReport.read(changed(message, at: 2, to: raw)).1
    else { return #expect(Bool(false)) }
    let operation = DeviceError.Operation(rawValue: raw) ?? .open
    #expect(read.cause == (raw == 255 ? nil : DeviceError(operation, path: "/dev/x", code: 5)))
  }

  @Test(arguments: Technology.allCases)
  func `every technology and quality`(technology: Technology) throws {
    for quality in FixQuality.allCases {
      var fix = Examples.location
      fix.source.technology = technology
      fix.source.fix = quality
      let report = WireReport.locations(WireLocations([fix]))
      #expect(try back(report) == report)
    }
  }

  @Test(arguments: UInt8.min...(.max))
  func `an unknown technology or quality is told as unknown`(raw: UInt8) throws {
    let message = WireReport.locations(WireLocations([Examples.location])).encoded(for: 1)
    var other = changed(message, at: 8 + 144, to: raw)
    other[WireHeader.length + 8 + 145] = raw
    guard case .locations(let read) = try WireReport.read(other).1 else {
      return #expect(Bool(false))
    }
    let source = try #require(read.locations.first?.source)
    #expect(source.technology == Technology(rawValue: raw) ?? .external)
    #expect(source.fix == FixQuality(rawValue: raw) ?? .unknown)
  }

  @Test(arguments: [nil] + (UInt8.min...(.max)).map(Optional.init))
  func `every number of satellites`(count: UInt8?) throws {
    var fix = Examples.location
    fix.source.satellitesUsed = count
    let report = WireReport.locations(WireLocations([fix]))
    #expect(try back(report) == report)
  }

  @Test(arguments: AuthorizationStatus.allCases)
  func `every authorization`(status: AuthorizationStatus) throws {
    for accuracy in AccuracyAuthorization.allCases {
      for obstacle in WireStatus.Obstacle.allCases {
        var told = WireStatus()
        told.authorization = Authorization(status: status, accuracy: accuracy, reason: "r")
        told.obstacle = obstacle
        #expect(try back(.status(told)) == .status(told))
      }
    }
  }

  @Test(arguments: 5...255)
  func `an unknown authorization allows nothing`(raw: Int) throws {
    let message = WireReport.status(Examples.status).encoded(for: 0)
    let other = changed(message, at: 0, to: UInt8(raw))
    guard case .status(let read) = try WireReport.read(other).1 else {
      return #expect(Bool(false))
    }
    #expect(read.authorization.status == .denied)
  }

  @Test(arguments: ActivityType.allCases)
  func `every activity`(activity: ActivityType) throws {
    var configuration = LocationConfiguration()
    configuration.activityType = activity
    #expect(try back(.standard(configuration)) == .standard(configuration))
  }

  @Test(arguments: [
    DesiredAccuracy.best, .bestForNavigation, .reduced, .nearestTenMeters, 0.001, 1e9,
  ])
  func `every level of accuracy`(accuracy: DesiredAccuracy) throws {
    var request = LocationRequest()
    request.desiredAccuracy = accuracy
    #expect(try back(.position(request)) == .position(request))
  }

  @Test(arguments: [Double.nan, .infinity, -5, 0])
  func `metres that are none count as best`(metres: Double) throws {
    var bytes: [UInt8] = []
    for shift in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: metres.bitPattern >> UInt64(8 * shift)))
    }
    var message = WireRequest.position(Examples.request).encoded(for: 1)
    message.replaceSubrange(16..<24, with: bytes)
    guard case .position(let read) = try WireRequest.read(message).1 else {
      return #expect(Bool(false))
    }
    #expect(read.desiredAccuracy == .best)
  }

  @Test(arguments: [Duration.seconds(-1), .nanoseconds(Int64.min), .seconds(Int64.min)])
  func `a negative duration counts as none`(duration: Duration) throws {
    var request = LocationRequest()
    request.timeout = duration
    guard case .position(let read) = try back(.position(request)) else {
      return #expect(Bool(false))
    }
    #expect(read.timeout == .zero)
  }

  @Test(arguments: UInt8.min...(.max))
  func `a shape that only a later version knows is none`(raw: UInt8) throws {
    let message = WireRequest.region(Examples.region).encoded(for: 1)
    guard case .region(let read) = try WireRequest.read(changed(message, at: 80, to: raw)).1 else {
      return #expect(Bool(false))
    }
    #expect(read.kind == WireRegion.Kind(rawValue: raw))
    #expect(read.points == Examples.region.points)
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `a pressure that is none is refused`(pressure: Double) {
    let altitude = WireAltitude(relativeAltitude: 0, pressure: pressure)
    #expect(throws: WireError.self) { try back(.altitude(altitude)) }
  }

  @Test func `a message takes as many points and beacons as it may have`() throws {
    let points = Array(repeating: Examples.location.coordinate, count: WireLimits.messagePoints)
    var region = Examples.region
    region.points = points
    region.identifier = String(repeating: "x", count: WireLimits.text - 1)
    for request in [WireRequest.points(points), .region(region)] {
      #expect(request.encoded(for: 1).count <= WireLimits.request)
      #expect(try back(request) == request)
    }
    let report = WireReport.ranged(Array(repeating: Examples.beacon, count: WireLimits.beacons))
    #expect(report.encoded(for: 1).count <= WireLimits.report)
    #expect(try back(report) == report)
  }

  @Test(arguments: [254, 255, 256, 257, 300])
  func `a long reason is cut between characters`(count: Int) throws {
    for character in ["x", "é", "가", "🛰"] {
      let reason = String(repeating: character, count: count)
      guard case .failure(let read) = try back(.failure(LocationError(.denied, reason: reason)))
      else { return #expect(Bool(false)) }
      let kept = try #require(read.reason)
      #expect(reason.hasPrefix(kept))
      let isWhole = reason.utf8.count <= 255
      #expect(isWhole ? kept == reason : kept.utf8.count > 255 - character.utf8.count)
      #expect(kept.utf8.count <= 255)
    }
  }

  @Test func `a text without an end or that is not UTF-8 is refused`() {
    let message = WireReport.failure(LocationError(.denied, reason: "why")).encoded(for: 1)
    let start = WireHeader.length + 8 + 256 + 32
    var endless = message
    for index in start..<(start + 256) { endless[index] = 0x78 }
    #expect(throws: WireError.self) { try WireReport.read(endless) }
    var broken = message
    broken[start] = 0xFF
    #expect(throws: WireError.self) { try WireReport.read(broken) }
  }
}
