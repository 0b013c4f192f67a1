import Foundation
import MapKitCompat
import Testing

@Suite("Distances in words")
struct DistanceFormatterTests {
  private func formatter(
    _ locale: String = "en_US", _ units: MKDistanceFormatter.Units = .default,
    _ style: MKDistanceFormatter.DistanceUnitStyle = .default
  ) -> MKDistanceFormatter {
    let formatter = MKDistanceFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.units = units
    formatter.unitStyle = style
    return formatter
  }

  @Test(
    "are rounded to what is useful",
    arguments: [
      (0.0, "0 m"), (7.4, "7 m"), (87, "87 m"), (312, "310 m"), (994, "990 m"), (996, "1 km"),
      (1234, "1.2 km"), (9_940, "9.9 km"), (9_960, "10 km"), (12_345, "12 km"), (-5, "0 m"),
      (.nan, "0 m"), (1e15, "1,000,000,000,000 km"),
    ])
  func metric(metres: Double, words: String) {
    #expect(formatter("en_US", .metric).string(fromDistance: metres) == words)
    #expect(formatter("en_US", .metric).string(for: metres) == words)
  }

  @Test("the units are those of the region, unless one asks for others")
  func regions() {
    #expect(formatter("en_US").string(fromDistance: 100) == "330 ft")
    #expect(formatter("en_US").string(fromDistance: 2000) == "1.2 mi")
    #expect(formatter("en_GB").string(fromDistance: 100) == "110 yd")
    #expect(formatter("ko_KR").string(fromDistance: 2000) == "2 km")
    #expect(formatter("de_DE").string(fromDistance: 2300) == "2,3 km")
    #expect(formatter("ko_KR", .imperialWithYards).string(fromDistance: 50) == "55 yd")
  }

  @Test("full units have their number")
  func full() {
    #expect(formatter("en_US", .metric, .full).string(fromDistance: 1000) == "1 kilometer")
    #expect(formatter("en_US", .metric, .full).string(fromDistance: 850) == "850 meters")
    #expect(formatter("en_US", .imperial, .full).string(fromDistance: 10) == "33 feet")
  }

  @Test(
    "are read back",
    arguments: [
      ("850 m", 850.0), ("2.3 km", 2300), ("1 mile", 1609.344), ("10 yards", 9.144), ("33", 33),
      ("1,200 m", 1200), ("", -1), ("km", -1), ("3 furlongs", -1), ("-4 m", -1),
    ])
  func read(words: String, metres: Double) {
    #expect((formatter("en_US", .metric).distance(from: words) - metres).magnitude < 1e-9)
  }
}
