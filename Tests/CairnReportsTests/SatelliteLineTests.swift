import CairnReports
import CairnTypes
import Testing

@Suite("one satellite with all its signals")
struct SatelliteLineTests {
  @Test func `the signals of a satellite are one line`() {
    let lines = SatelliteLine.joined([
      Satellite(system: .gps, number: 7, signal: 6, carrierToNoise: 31, isUsed: true),
      Satellite(
        system: .gps, number: 7, signal: 1, elevation: 20, azimuth: 300, carrierToNoise: 44),
      Satellite(system: .gps, number: 7, signal: 8),
      Satellite(system: .galileo, number: 7, carrierToNoise: 20),
    ])
    #expect(lines.map(\.name) == ["G07", "E07"])
    #expect(lines[0].level == 44)
    #expect(lines[0].bands == 2)
    #expect(lines[0].isUsed)
    #expect(lines[0].azimuth == 300)
  }

  @Test func `signals that are not identified are not joined`() {
    let unknown = Satellite(system: .glonass, number: nil, carrierToNoise: 30)
    #expect(SatelliteLine.joined([unknown, unknown]).map(\.name) == ["R?", "R?"])
  }

  @Test func `a level that is no number is none`() {
    let line = SatelliteLine.joined([Satellite(system: .gps, number: 1, carrierToNoise: .nan)])
    #expect(line[0].level == nil)
    #expect(line[0].bands == 0)
  }
}
