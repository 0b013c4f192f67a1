import CairnHAL
import Testing

@testable import CairnProfiles

@Suite("The figures of a profile")
struct FigureTests {
  private let complete: HardwareProfile

  init() throws { complete = try ProfileReader.read(completeProfile, file: "complete.yaml") }

  @Test func `are all in the table, in their order`() {
    for (index, row) in FigureRow.all.enumerated() {
      #expect(Int(row.figure.rawValue) == index, "\(row.keys)")
    }
    #expect(HardwareProfile.Figure(rawValue: UInt8(FigureRow.all.count)) == nil)
    #expect(Set(FigureRow.all.map(\.keys)).count == FigureRow.all.count)
  }

  @Test func `are all read from a profile that has them all`() {
    #expect(complete.figures.entries.map(\.figure) == FigureRow.all.map(\.figure))
  }

  @Test(arguments: [
    (HardwareProfile.Figure.offPower, 0), (.hardwareBackupPower, 0.027),
    (.softwareBackupPower, 0.09), (.acquiringPower, 96), (.trackingPower, 87),
    (.cyclicPower, 28.5), (.startEnergy, 20), (.sleepLatency, 0.02), (.openSkyAccuracy, 3.20525),
    (.accuracyFloor, 0.5), (.openSkyAvailability, 0.995), (.shortestInterval, 0.1),
    (.wifiDualBandEnergy, 860), (.cellOpenSkyAccuracy, 6000),
    (.motionPower, 0.018), (.stillDelay, 30), (.batteryCapacity, 7400),
    (.siteLatitude, -33.8568), (.siteAltitude, 5.5),
  ])
  func `are in one unit, whichever they are written in`(
    figure: HardwareProfile.Figure, value: Double
  ) {
    #expect(complete.figures[figure]?.value == value)
  }

  @Test func `keep their origin and how far they may be off`() {
    #expect(
      complete.figures[.trackingPower]
        == Sourced(87, plusMinus: 6, .datasheet("a document")))
    #expect(complete.figures[.cyclicPower]?.provenance == .measured("me"))
    #expect(complete.figures[.hostWakeEnergy]?.plusMinus == 0.5)
  }

  @Test func `are absent where nobody says`() throws {
    let text = "name: least\ntitle: T\nvendor: V\nidentity: {}\n"
    let profile = try ProfileReader.read(text, file: "least.yaml")
    #expect(profile.figures.entries.isEmpty)
    #expect(profile.figures[.trackingPower] == nil)
  }

  @Test func `stay in order when they are set in another one`() {
    typealias Entry = HardwareProfile.Figures.Entry
    var figures = HardwareProfile.Figures()
    for (figure, value) in [
      (HardwareProfile.Figure.trackingPower, 1.0), (.offPower, 2), (.batteryLow, 3),
      (.trackingPower, 4),
    ] {
      figures.set(Entry(figure, value, .estimated("e")))
    }
    #expect(figures.entries.map(\.figure) == [.offPower, .trackingPower, .batteryLow])
    #expect(figures.entries.map(\.number.value) == [2, 4, 3])
  }
}
