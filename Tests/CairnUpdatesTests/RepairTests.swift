import CairnTypes
import CairnUpdates
import Testing

@Suite("Values that cannot be true")
struct RepairTests {
  /// A fix whose values are all possible.
  private func whole() -> Location {
    var whole = fix(0)
    whole.timestamp = utc(0)
    (whole.altitude, whole.ellipsoidalAltitude, whole.verticalAccuracy) = (50, 70, 4)
    (whole.speed, whole.speedAccuracy, whole.verticalSpeed) = (20, 0.5, -1)
    (whole.course, whole.courseAccuracy) = (90, 2)
    whole.errorEllipse = ErrorEllipse(semiMajor: 3, semiMinor: 2, orientation: 10)
    (whole.source.hdop, whole.source.satellitesUsed, whole.source.correctionAge) = (0.9, 12, 1)
    return whole
  }

  /// What becomes of a fix with one change: everything else stays, and one value is counted.
  private func expect(
    _ repair: Repair, _ change: (inout Location) -> Void, becomes repaired: (inout Location) -> Void
  ) throws {
    var intake = FixIntake()
    var given = whole()
    change(&given)
    var expected = given
    repaired(&expected)
    let passed = try intake.passed(given)
    #expect(passed == expected)
    #expect(intake.repairs[repair] == 1 && intake.repairs.all == 1)
    #expect(intake.counts.accepted == 1)
  }

  @Test func `a fix whose values are possible is passed on as it is`() throws {
    var intake = FixIntake()
    let passed = try intake.passed(whole())
    #expect(passed == whole())
    #expect(intake.repairs.all == 0)
  }

  @Test(arguments: [.min, -1, 0, 315_964_799_000_000_000, 9_214_646_400_000_000_000] as [Int64])
  func `UTC before GPS or centuries ahead is left out`(nanoseconds: Int64) throws {
    try expect(.time) {
      $0.timestamp = Timestamp(nanosecondsSince1970: nanoseconds)
    } becomes: {
      $0.timestamp = nil
    }
  }

  @Test(arguments: [-2_147_483.648, -12_001, 100_001, 2_147_483.647, .nan, .infinity])
  func `an altitude where no receiver is, is left out`(metres: Double) throws {
    try expect(.altitude) {
      $0.altitude = metres
    } becomes: {
      $0.altitude = nil
    }
    try expect(.altitude) {
      $0.ellipsoidalAltitude = metres
    } becomes: {
      $0.ellipsoidalAltitude = nil
    }
  }

  @Test(arguments: [-12_000.0, -430, 0, 8_849, 40_000, 100_000])
  func `an altitude of a mine, a mountain or a balloon stays`(metres: Double) throws {
    var intake = FixIntake()
    var high = whole()
    high.altitude = metres
    let passed = try intake.passed(high)
    #expect(passed.altitude == metres)
    #expect(intake.repairs.all == 0)
  }

  @Test(arguments: [-0.1, 1000.1, 2_147_483.647, .nan, .infinity, -.infinity])
  func `a speed that no receiver follows is left out`(speed: Double) throws {
    try expect(.speed) {
      $0.speed = speed
    } becomes: {
      $0.speed = nil
    }
  }

  @Test(arguments: [-1000.1, 2_147_483.647, .nan])
  func `a vertical speed that no receiver follows is left out`(speed: Double) throws {
    try expect(.speed) {
      $0.verticalSpeed = speed
    } becomes: {
      $0.verticalSpeed = nil
    }
  }

  @Test(arguments: [360.1, 725, -360.1, 21_474.836_47, .nan, .infinity])
  func `a course of more than a turn is left out, with its accuracy`(course: Double) throws {
    try expect(.course) {
      $0.course = course
    } becomes: {
      $0.course = nil
      $0.courseAccuracy = nil
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Double])
  func `an accuracy of zero or less is none`(accuracy: Double) throws {
    try expect(.accuracy) {
      $0.verticalAccuracy = accuracy
    } becomes: {
      $0.verticalAccuracy = nil
    }
    try expect(.accuracy) {
      $0.speedAccuracy = accuracy
    } becomes: {
      $0.speedAccuracy = nil
    }
    try expect(.accuracy) {
      $0.courseAccuracy = accuracy
    } becomes: {
      $0.courseAccuracy = nil
    }
    try expect(.accuracy) {
      $0.errorEllipse = ErrorEllipse(semiMajor: accuracy, semiMinor: 0, orientation: 0)
    } becomes: {
      $0.errorEllipse = nil
    }
  }

  @Test func `a horizontal accuracy that is not known is estimated, and no fault`() throws {
    var intake = FixIntake()
    var bare = whole()
    bare.horizontalAccuracy = .nan
    let traits = FixIntake.ProviderTraits(accuracyFloor: 1, typicalAccuracy: 2)
    #expect(intake.repaired(bare, traits) != nil)
    #expect(intake.repairs.all == 0)
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Float])
  func `a dilution of zero or less is none`(hdop: Float) throws {
    try expect(.dilution) {
      $0.source.hdop = hdop
    } becomes: {
      $0.source.hdop = nil
    }
  }

  @Test(arguments: [100, 255] as [UInt8])
  func `more satellites than there are above any place are none`(count: UInt8) throws {
    try expect(.satellites) {
      $0.source.satellitesUsed = count
    } becomes: {
      $0.source.satellitesUsed = nil
    }
  }

  @Test(arguments: [-1, .nan, .infinity] as [Float])
  func `a negative age of corrections is none`(age: Float) throws {
    try expect(.correctionAge) {
      $0.source.correctionAge = age
    } becomes: {
      $0.source.correctionAge = nil
    }
  }

  @Test func `each kind of value has a counter of its own`() {
    #expect(Set(Repair.allCases.map(\.rawValue)).count == Repair.allCases.count)
    #expect(RepairCounts().all == 0)
  }

  @Test func `a receiver's fix of more than ten seconds ago is history`() {
    var intake = FixIntake()
    var old = fix(0)
    #expect(intake.take(&old, traits: plain, at: at(10.001)).isHistory)
    #expect(intake.counts[.tooOld] == 1 && intake.counts.rejected == 1 && intake.last == nil)
    #expect(intake.take(&old, traits: plain, at: at(10)).givesPosition)
  }

  @Test func `what is read back from a recording is as new as it is read`() {
    var intake = FixIntake()
    var replayed = fix(0)
    replayed.source.flags.insert(.replayed)
    #expect(intake.take(&replayed, traits: plain, at: at(60)).givesPosition)
  }

  @Test func `what is found by other means may take its time`() {
    var intake = FixIntake()
    var found = fix(0, provider: "wifi")
    found.source.technology = .wifi
    #expect(intake.take(&found, traits: plain, at: at(40)).givesPosition)
  }
}
