import CairnExports
import CairnTypes
import Testing

@Suite("Dilution from the satellites' directions")
struct DilutionOfPrecisionGeometryTests {
  private func satellite(_ elevation: Int8?, _ azimuth: UInt16?) -> Satellite {
    Satellite(system: .gps, number: 1, elevation: elevation, azimuth: azimuth, isUsed: true)
  }

  /// One in the zenith and three around at the horizon: by hand, the squares are 2/3, 2/3, 4/3 and 1/3.
  @Test
  func `the best four satellites have the dilution that is found by hand`() throws {
    let dilution = try #require(
      DilutionOfPrecision(directionsOf: [
        satellite(90, 0), satellite(0, 0), satellite(0, 120), satellite(0, 240),
      ]))
    func expect(_ value: Float?, _ square: Double) {
      #expect(abs(Double(value ?? 0) - square.squareRoot()) < 1e-6)
    }
    expect(dilution.easting, 2.0 / 3)
    expect(dilution.northing, 2.0 / 3)
    expect(dilution.horizontal, 4.0 / 3)
    expect(dilution.vertical, 4.0 / 3)
    expect(dilution.position, 8.0 / 3)
    expect(dilution.time, 1.0 / 3)
    expect(dilution.geometric, 3)
  }

  @Test
  func `one whose direction is not known does not count`() {
    let three = [satellite(90, 0), satellite(0, 0), satellite(0, 120)]
    #expect(DilutionOfPrecision(directionsOf: three) == nil)
    #expect(DilutionOfPrecision(directionsOf: three + [satellite(nil, 240)]) == nil)
    #expect(DilutionOfPrecision(directionsOf: three + [satellite(0, nil)]) == nil)
    #expect(DilutionOfPrecision(directionsOf: three + [satellite(0, 240)]) != nil)
  }

  @Test(arguments: [0, 30, 90] as [Int8])
  func `satellites at one elevation give none: height and clock cannot be told apart`(
    elevation: Int8
  ) {
    let ring = stride(from: UInt16(0), to: 360, by: 40).map { satellite(elevation, $0) }
    #expect(DilutionOfPrecision(directionsOf: ring) == nil)
  }
}
