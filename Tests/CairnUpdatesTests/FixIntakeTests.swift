import CairnTypes
import CairnUpdates
import Testing

@Suite("Intake: validity and repair")
struct FixIntakeTests {
  @Test(
    "C35: a fix outside the Earth or without numbers is never passed on",
    arguments: [
      (90.0001, 0.0), (-90.0001, 0), (10, -180.5), (10, 180.5), (.nan, 0), (0, .nan),
      (.infinity, 0), (0, -.infinity),
    ])
  func outOfRange(latitude: Double, longitude: Double) {
    expectInvalid(latitude, longitude)
  }

  @Test("C36: (-180, -180) is invalid")
  func sentinel() { expectInvalid(-180, -180) }

  private func expectInvalid(_ latitude: Double, _ longitude: Double) {
    var intake = FixIntake()
    var bad = fix(0)
    bad.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(intake.repaired(bad) == nil)
    #expect(intake.counts[.invalidCoordinate] == 1)
    #expect(intake.counts.rejected == 1 && intake.counts.accepted == 0)
    #expect(intake.last == nil)
  }

  @Test("C35: the edges of the Earth are valid", arguments: [(90.0, 180.0), (-90, -180)])
  func edges(latitude: Double, longitude: Double) {
    var intake = FixIntake()
    var edge = fix(0)
    edge.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(intake.repaired(edge) != nil)
  }

  @Test("C37: a missing accuracy is estimated from HDOP and flagged, whatever stands for missing")
  func estimated() throws {
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, typicalAccuracy: 2.5)
    for missing in [Double.nan, -1, .infinity] {
      var intake = FixIntake()
      var bare = fix(0, accuracy: missing)
      bare.source.hdop = 1.6
      let passed = try intake.passed(bare, traits)
      #expect(abs(passed.horizontalAccuracy - 4) < 1e-6)
      #expect(passed.source.flags.contains(.accuracyEstimated))
    }
  }

  @Test("C37: without HDOP the typical accuracy serves", arguments: [Float?.none, .nan, 0, -2])
  func typical(hdop: Float?) throws {
    var intake = FixIntake()
    var bare = fix(0, accuracy: .nan)
    bare.source.hdop = hdop
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, typicalAccuracy: 2.5)
    let passed = try intake.passed(bare, traits)
    #expect(passed.horizontalAccuracy == 2.5)
    #expect(passed.source.flags.contains(.accuracyEstimated))
  }

  @Test("C37: with nothing to estimate from, the fix is rejected")
  func noAccuracy() {
    var intake = FixIntake()
    var bare = fix(0, accuracy: .nan)
    bare.source.hdop = 1
    #expect(intake.repaired(bare) == nil)
    #expect(intake.counts[.noAccuracy] == 1)
  }

  @Test("C37: a given accuracy is not flagged as estimated, nor changed")
  func given() throws {
    var intake = FixIntake()
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1.5, typicalAccuracy: 2.5)
    let passed = try intake.passed(fix(0, accuracy: 0.014), traits)
    #expect(passed.horizontalAccuracy == 0.014)
    #expect(!passed.source.flags.contains(.accuracyEstimated))
  }

  @Test("C38: an accuracy of zero is raised to the provider's floor", arguments: [0.0, 0.000_5])
  func floor(accuracy: Double) throws {
    var intake = FixIntake()
    let passed = try intake.passed(fix(0, accuracy: accuracy))
    #expect(passed.horizontalAccuracy == 1.5)
    #expect(passed.source.flags.contains(.accuracyEstimated))
    #expect(intake.repairs[.accuracy] == 1 && intake.repairs.all == 1)
  }

  @Test(
    "C39: what is passed on has a finite accuracy of zero or more, or is rejected",
    arguments: [Double.nan, .infinity, -.infinity, -1, 0, 5, .greatestFiniteMagnitude],
    [Double.nan, 0, -1, 2])
  func finite(accuracy: Double, floor: Double) {
    for typical in [Double?.none, .nan, 0, 3, .greatestFiniteMagnitude] {
      var intake = FixIntake()
      var odd = fix(0, accuracy: accuracy)
      odd.source.hdop = 50
      let traits = FixIntake.ProviderTraits(accuracyFloor: floor, typicalAccuracy: typical)
      if let passed = intake.repaired(odd, traits) {
        #expect(passed.horizontalAccuracy.isFinite && passed.horizontalAccuracy >= 0)
      }
      #expect(intake.counts.accepted + intake.counts.rejected == 1)
    }
  }

  @Test("C41: a NaN altitude becomes nil, like every other number that is none")
  func notANumber() throws {
    var intake = FixIntake()
    var odd = fix(0)
    odd.altitude = .nan
    odd.ellipsoidalAltitude = .infinity
    odd.verticalAccuracy = .nan
    odd.speed = .nan
    odd.speedAccuracy = -1
    odd.course = .nan
    odd.courseAccuracy = .nan
    odd.verticalSpeed = -.infinity
    odd.errorEllipse = ErrorEllipse(semiMajor: .nan, semiMinor: 1, orientation: 0)
    let passed = try intake.passed(odd)
    #expect(passed.altitude == nil && passed.ellipsoidalAltitude == nil)
    #expect(passed.verticalAccuracy == nil && passed.verticalSpeed == nil)
    #expect(passed.speed == nil && passed.speedAccuracy == nil)
    #expect(passed.course == nil && passed.courseAccuracy == nil)
    #expect(passed.errorEllipse == nil)
  }

  @Test("C41: an altitude of 0 and one below the sea stay", arguments: [0.0, -430])
  func altitude(metres: Double) throws {
    var intake = FixIntake()
    var low = fix(0)
    low.altitude = metres
    let passed = try intake.passed(low)
    #expect(passed.altitude == metres)
  }

  @Test("C42: speed is never negative")
  func speed() throws {
    var intake = FixIntake()
    var backwards = fix(0)
    backwards.speed = -0.1
    let passed = try intake.passed(backwards)
    #expect(passed.speed == nil)
  }

  @Test(
    "C42: course is within 0..<360 or nil",
    arguments: [
      (0.0, 0.0), (359.99, 359.99), (360, 0), (-90, 270), (-1e-20, 0), (-360, 0),
    ])
  func course(given: Double, expected: Double) throws {
    var intake = FixIntake()
    var moving = fix(0)
    moving.speed = 5
    moving.course = given
    let passed = try intake.passed(moving)
    let course = try #require(passed.course)
    #expect(course == expected && (0..<360).contains(course))
  }

  @Test(
    "C43: course is nil below the valid-course speed",
    arguments: [(0.49, false), (0.5, true), (0, false)])
  func slowCourse(speed: Double, hasCourse: Bool) throws {
    var intake = FixIntake()
    var slow = fix(0)
    slow.speed = speed
    slow.course = 120
    slow.courseAccuracy = 4
    let passed = try intake.passed(slow)
    #expect((passed.course != nil) == hasCourse)
    #expect((passed.courseAccuracy != nil) == hasCourse)
  }

  @Test("C43: each provider has its own valid-course speed")
  func ownCourseSpeed() throws {
    var intake = FixIntake()
    var slow = fix(0)
    slow.speed = 1.5
    slow.course = 120
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, validCourseSpeed: 2)
    let passed = try intake.passed(slow, traits)
    #expect(passed.course == nil)
  }

  @Test(
    "C44: exactly (0, 0) is rejected without a 3-D fix and passed on with one",
    arguments: [FixQuality.unknown, .twoD, .deadReckoning])
  func nullIsland(quality: FixQuality) {
    var intake = FixIntake()
    var origin = fix(0, quality: quality)
    origin.coordinate = Coordinate(latitude: 0, longitude: 0)
    #expect(intake.repaired(origin) == nil)
    #expect(intake.counts[.noFix] == 1)
    origin.source.fix = .threeD
    #expect(intake.repaired(origin) != nil)
  }

  @Test(
    "C44: a provider that says it has no position is believed",
    arguments: [FixQuality.none, .timeOnly])
  func noFix(quality: FixQuality) {
    var intake = FixIntake()
    #expect(intake.repaired(fix(0, quality: quality)) == nil)
    #expect(intake.counts[.noFix] == 1)
  }

  @Test("C48: a fix more than 1 s in the future is rejected, one of exactly 1 s is not")
  func future() {
    var intake = FixIntake()
    #expect(intake.repaired(fix(1.001), at: at(0)) == nil)
    #expect(intake.counts[.inFuture] == 1)
    #expect(intake.repaired(fix(1), at: at(0)) != nil)
  }

  @Test("A15: the last position is nil before the first fix that gives one, and never again")
  func last() {
    var intake = FixIntake()
    #expect(intake.last == nil)
    _ = intake.repaired(fix(0, quality: .none))
    #expect(intake.last == nil)
    _ = intake.repaired(fix(1))
    #expect(intake.last?.time == at(1))
    _ = intake.repaired(fix(2, quality: .none))
    _ = intake.repaired(fix(3, accuracy: .nan))
    #expect(intake.last?.time == at(1))
  }
}
