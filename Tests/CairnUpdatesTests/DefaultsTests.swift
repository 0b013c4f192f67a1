import CairnTypes
import CairnUpdates
import Testing

/// One expectation per constant: changing a default is a decision, not an accident.
@Suite("Default constants")
struct DefaultsTests {
  @Test("the intake's constants are as documented")
  func intake() {
    #expect(Defaults.futureTolerance == .seconds(1))
    #expect(Defaults.smallestAccuracy == 0.001)
    #expect(Defaults.validCourseSpeed == 0.5)
    #expect(Defaults.oldestUpdate == .seconds(10))
    #expect(Defaults.possibleUTC.lowerBound.description == "1980-01-06T00:00:00.000Z")
    #expect(Defaults.possibleUTC.upperBound.description == "2200-01-01T00:00:00.000Z")
    #expect(Defaults.possibleAltitude == -12_000...100_000)
    #expect(Defaults.highestSpeed == 1000)
    #expect(Defaults.mostSatellites == 99)
    #expect(FixIntake.ProviderTraits(accuracyFloor: 1).validCourseSpeed == 0.5)
    #expect(FixIntake().speedGate == 350)
  }

  @Test("the standard service's constants are as documented")
  func standard() {
    #expect(Defaults.distanceTolerance == 0.0005)
    #expect(Defaults.improvementFactor == 2)
    #expect(Defaults.unknownRepeat == .seconds(30))
    #expect(Defaults.heartbeatFreshness == .seconds(5))
    #expect(Defaults.improvedShare == 0.9)
    #expect(Defaults.queueBound == 16)
    #expect(Defaults.reducedCell == 5000)
    #expect(Defaults.reducedInterval == .seconds(900))
  }

  @Test("the bounds of policy files are as documented")
  func policyFiles() {
    #expect(Defaults.policyFileBytes == 64 * 1024)
    #expect(Defaults.policyLineBytes == 4 * 1024)
    #expect(Defaults.policyRules == 1000)
    #expect(Defaults.longestPermission == .seconds(86_400))
  }

  @Test("the constants of sources, batches and pauses are as documented")
  func sourcesAndPauses() {
    #expect(Defaults.batchBound == 256)
    #expect(Defaults.stillRadius == 25)
    #expect(Defaults.stillAccuracies == 2)
    #expect(Defaults.stillSampling == .seconds(2))
    #expect(Defaults.pausedInterval == .seconds(60))
    #expect(Defaults.pausedAccuracy == 50)
    #expect(Defaults.movedRadii == 2)
  }

  @Test("the intervals of keeping are as documented")
  func keeping() {
    #expect(Defaults.keptFixInterval == .seconds(60))
    #expect(Defaults.keptVisitInterval == .seconds(600))
  }

  @Test("the constants of regions are as documented")
  func regions() {
    #expect(Defaults.regionConfidence == 0.95)
    #expect(Defaults.regionDwell == .seconds(20))
    #expect(Defaults.regionHysteresis == 20)
    #expect(Defaults.regionResponsiveness == .seconds(60))
    #expect(Defaults.regionWitnesses == 2)
    #expect(Defaults.regionFixInterval == .seconds(1))
  }

  @Test(
    "each activity has its speed gate",
    arguments: [
      (ActivityType.fitness, 15.0), (.automotiveNavigation, 90), (.marine, 50), (.other, 350),
      (.otherNavigation, 350), (.airborne, 350), (.stationaryAsset, 90),
    ])
  func speedGates(activity: ActivityType, gate: Double) {
    #expect(activity.speedGate == gate)
  }

  @Test("a configuration begins with Core Location's defaults")
  func configuration() {
    let configuration = LocationConfiguration()
    #expect(configuration.desiredAccuracy == .best)
    #expect(configuration.distanceFilter == nil)
    #expect(configuration.interval == nil && configuration.minimumInterval == nil)
    #expect(configuration.heartbeat == nil)
    #expect(configuration.maximumCachedAge == .seconds(5))
    #expect(configuration.unknownAfter == .seconds(30))
    #expect(configuration.worstAcceptableAccuracy == nil)
  }

  @Test("a request begins with ten metres within half a minute")
  func request() {
    let request = LocationRequest()
    #expect(request.desiredAccuracy == .nearestTenMeters)
    #expect(request.timeout == .seconds(30) && request.settle == .seconds(10))
    #expect(request.maximumAge == .seconds(5) && request.allowsBestEffort)
  }
}
